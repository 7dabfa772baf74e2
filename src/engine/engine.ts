import { assert, InvariantError } from '../base/assert.ts';
import { deepFreeze } from '../base/freeze.ts';
import { TimeHeap } from '../base/heap.ts';
import { Queue } from '../base/queue.ts';
import type { Micros } from '../base/time/units.ts';
import { causesAtHead } from './breakage.ts';
import type { Clock } from './clock.ts';
import { Context, type Part } from './context.ts';
import { Digest } from './digest.ts';
import { BACKGROUND, Journal, type Read, type Recording, type Thinning } from './journal.ts';
import type { StepArgs, StepKind } from './kind.ts';
import type { Owner } from './owner.ts';
import { type Process, Task } from './process.ts';
import { Random } from './random.ts';
import { StoryScenes } from './story-scenes.ts';
import { Table } from './table.ts';
import type { TableName } from './table-name.ts';
import { type Due, Timer } from './timer.ts';

export interface EngineOptions {
  readonly seed: number;
  readonly kinds: readonly StepKind[];
  /** Virtual time at the start, in integer microseconds. */
  readonly startTime: Micros;
  readonly recording: Recording;
  /** The journal keeps at most this many steps. */
  readonly maxSteps: number;
  /** What of a long run it holds in part alone; everything when left out. */
  readonly thinning?: Thinning;
  /** Freeze every value put into a table (development and tests). */
  readonly freeze: boolean;
}

export interface SceneMark {
  readonly seq: number;
  readonly time: Micros;
  readonly kind: StepKind;
  readonly subject: string;
}

const NO_STEP = -1;

/**
 * The virtual clock, the schedule, the tables and the journal of one run.
 *
 * Promises: one total order of occurrences, by time and then by the order in which they were scheduled; the same program,
 * options and inputs give the same steps, tables and digest, whatever is recorded; time never runs backward; a table
 * changes only after a step and belongs to it; what a process throws is told to its owner and costs that process alone.
 * Does not promise: any pace. Nothing here reads the wall clock or waits for it; whoever drives the engine decides how fast
 * it runs, and may stop between any two occurrences for ever.
 * Called by: `Run`, which drives it (`advance`, `perform`); contexts, tasks, timers and tables, which belong to it. The
 * components of the cluster only ever meet those.
 * Must not be done within an occurrence: to advance it, to change what is recorded, to fork.
 */
export class Engine {
  /** Virtual microseconds. Never smaller than it was. */
  now: Micros;
  /** Whose clock says something else than `now`; nobody's unless told. */
  private clockOf: ((actor: string) => Clock | undefined) | undefined;
  /** Steps emitted so far, recorded or not; the next step's number. */
  stepCount = 0;
  /** Occurrences so far: resumptions, timers and inputs. */
  occurrences = 0;
  readonly journal: Journal;
  /** Changed only between occurrences. */
  recording: Recording;

  private readonly kindIds = new Map<StepKind, number>();
  private readonly actorIds = new Map<string, number>();
  private readonly actors: string[] = [];
  private readonly tableList: Table<unknown>[] = [];
  private readonly namesOfTables: TableName[] = [];
  private readonly tablesByName = new Map<string, Table<unknown>>();
  private readonly heap = new TimeHeap<Due>();
  private readonly ready = new Queue<Task>();
  private readonly digests = new Digest();
  /** The place of what is scheduled next among all that is due at one moment: it only grows. */
  private order = 0;
  /** Entries of the heap that are not background and not cancelled: at 0, with nothing ready, the run is quiescent. */
  private foreground = 0;
  /** The newest step of this occurrence: table changes belong to it. `NO_STEP` between occurrences and before the first. */
  private currentStep = NO_STEP;
  /** Who acts now; between occurrences, who answers for what nobody else does. Without one, what is thrown ends the run. */
  owner: Owner | undefined;
  /** The owner of the program itself, which `owner` goes back to after each occurrence. */
  private answerable: Owner | undefined;
  /** The last step of who acts, and as whom he made it: what comes of him next follows from it. */
  lastStep = NO_STEP;
  /** Set with `lastStep`, and of the same step. */
  lastPart: Part | undefined;
  /** What happens now: a process that goes on, or what was due. */
  private running: Task | undefined;
  /** At most one of `running` and `fired` is set; neither between occurrences. */
  private fired: Due | undefined;
  /** Scene steps of a thinned run; a full journal holds them itself. */
  readonly scenes: SceneMark[] = [];
  readonly storyScenes = new StoryScenes();
  /** Reads since the newest step of this occurrence: the next one takes them. */
  private pendingReads: Read[] | undefined;

  constructor(readonly options: EngineOptions) {
    this.now = options.startTime;
    this.recording = options.recording;
    options.kinds.forEach((kind, index) => {
      this.kindIds.set(kind, index);
    });
    this.journal = new Journal(options.kinds, this.actors, options.maxSteps, options.thinning);
  }

  // Clocks

  /** From now on actors read the time from these. What is due is due by `now` all the same: timers count what goes by. */
  setClocks(clockOf: (actor: string) => Clock | undefined): void {
    this.clockOf = clockOf;
  }

  /** What an actor's clock said, or says, at a moment of `now`. */
  wallOf(actor: string, moment: Micros): Micros {
    return this.clockOf?.(actor)?.at(moment) ?? moment;
  }

  // Schedule

  /** A root: work that nobody asked for (control loops, heartbeats). */
  background(actor: string): Context {
    return Context.root(this, this.actorId(actor), NO_STEP, BACKGROUND);
  }

  /** A story whose first step is still to come: whoever does what a person asks for makes it. */
  story(actor: string): Context {
    return Context.root(this, this.actorId(actor), NO_STEP, this.stepCount);
  }

  /** The start of a story: something a person did. */
  beginStory<A extends StepArgs>(actor: string, kind: StepKind<A>, subject: string, args?: A): Context {
    return this.story(actor).step(kind, subject, args);
  }

  spawn(process: Process<unknown>): Task {
    const task = new Task(this, process);
    task.token = 1;
    this.makeReady(task, undefined);
    return task;
  }

  makeReady(task: Task, value: unknown): void {
    task.order = this.order;
    task.value = value;
    this.order += 1;
    this.ready.push(task);
  }

  after(micros: Micros, fire: () => void, background: boolean): Timer {
    const timer = new Timer(this, background, fire);
    this.schedule(timer, micros, background);
    return timer;
  }

  /** `background`: what it says itself, so that it need not be asked. */
  schedule(due: Due, micros: Micros, background: boolean): void {
    assert(micros >= 0, 'cannot schedule in the past');
    if (!background) this.foreground += 1;
    this.heap.push(due, this.now + Math.floor(micros), this.order);
    this.order += 1;
  }

  cancelled(timer: Timer): void {
    if (!timer.background) this.foreground -= 1;
  }

  /** Nothing runnable, in flight or queued, except what is declared background. */
  get quiescent(): boolean {
    return this.foreground === 0 && this.ready.size === 0;
  }

  /** When the next occurrence is due; undefined when the schedule is empty. */
  get nextTime(): number | undefined {
    if (this.ready.size > 0) return this.now;
    while (this.heap.peek()?.isInert === true) this.heap.pop();
    return this.heap.size === 0 ? undefined : this.heap.firstTime;
  }

  /** Lets the next occurrence happen. False when there is none. */
  advance(): boolean {
    const { heap, ready } = this;
    for (;;) {
      const task = ready.peek();
      if (task !== undefined && this.isBeforeTimers(task)) {
        ready.shift();
        this.resume(task);
        return true;
      }
      if (heap.size === 0) return false;
      const time = heap.firstTime;
      const due = heap.pop() as Due;
      if (due.isInert === true) continue;
      assert(time >= this.now, 'time runs forward');
      this.now = time;
      if (!due.background) this.foreground -= 1;
      this.fire(due);
      return true;
    }
  }

  private isBeforeTimers(task: Task): boolean {
    const { heap } = this;
    return heap.size === 0 || heap.firstTime > this.now || heap.firstOrder > task.order;
  }

  /** Lets virtual time pass without an occurrence; only up to the next one. */
  idleUntil(time: Micros): void {
    const next = this.nextTime;
    assert(next === undefined || time <= next, 'cannot idle past an occurrence');
    if (time > this.now) this.now = time;
  }

  /** Runs something from outside (an input) as an occurrence of its own. */
  perform(action: () => void): void {
    this.occur(action);
  }

  private occur(action: () => void): void {
    this.begin();
    this.owner = this.answerable;
    this.lastStep = NO_STEP;
    this.lastPart = undefined;
    try {
      action();
    } catch (error) {
      this.panic(error, this.answerable);
    }
    this.end();
  }

  private fire(due: Due): void {
    this.begin();
    const { owner, lastStep = NO_STEP, lastPart } = due;
    this.owner = owner ?? this.answerable;
    this.lastStep = lastStep;
    this.lastPart = lastPart;
    this.fired = due;
    try {
      due.fire();
    } catch (error) {
      this.panic(error, this.owner);
    }
    this.end();
  }

  /** Most occurrences are resumptions: as `occur`, without a closure for each. */
  private resume(task: Task): void {
    this.begin();
    const { value } = task;
    task.value = undefined;
    this.owner = task.owner;
    this.lastStep = task.lastStep;
    this.lastPart = task.lastPart;
    this.running = task;
    try {
      task.resume(value);
    } catch (error) {
      this.panic(error, task.owner);
    }
    task.lastStep = this.lastStep;
    task.lastPart = this.lastPart;
    this.end();
  }

  private begin(): void {
    this.occurrences += 1;
    this.currentStep = NO_STEP;
    this.pendingReads = undefined;
  }

  private end(): void {
    this.currentStep = NO_STEP;
    this.owner = this.answerable;
    this.running = undefined;
    this.fired = undefined;
    if (this.recording === 'full') this.journal.occurred();
  }

  // Owners

  /** From now on he answers for what nobody else answers for. */
  answerTo(owner: Owner): void {
    this.answerable = owner;
    this.owner = owner;
  }

  /** What begins in `action` is his. */
  under<T>(owner: Owner | undefined, action: () => T): T {
    const before = this.owner;
    this.owner = owner;
    try {
      return action();
    } finally {
      this.owner = before;
    }
  }

  /** A call into what is another's: what it throws is his matter, not that of who calls. False: that is what became of it. */
  call(owner: Owner | undefined, action: () => void): boolean {
    if (owner?.isGone === true) return false;
    const before = this.owner;
    this.owner = owner;
    try {
      action();
      return true;
    } catch (error) {
      this.panic(error, owner);
      return false;
    } finally {
      this.owner = before;
    }
  }

  /** The process that runs now does the work of another owner from here on, as a request does that of a server. Gives back whose it did. */
  lend(owner: Owner | undefined): Owner | undefined {
    const before = this.owner;
    this.owner = owner;
    if (this.running !== undefined) this.running.owner = owner;
    return before;
  }

  /** Told to the owner. What he throws himself, and what is thrown where there is none, ends the run. */
  panic(error: unknown, owner: Owner | undefined): void {
    if (owner === undefined) throw this.explain(error);
    if (owner.isGone) return;
    try {
      this.under(this.answerable, () => owner.panicked(this.comingFrom(owner), error));
    } catch (another) {
      throw this.explain(another);
    }
  }

  private comingFrom(owner: Owner): Context {
    const { lastPart, fired } = this;
    if (lastPart !== undefined) return new Context(lastPart, this.lastStep, undefined);
    const base = this.background(owner.name);
    return fired?.origin === undefined ? base : base.from(fired.origin);
  }

  private explain(error: unknown): Error {
    const chain = causesAtHead(this.journal).map((cause) => `  ${cause}`);
    const message = error instanceof Error ? error.message : String(error);
    const explained = new InvariantError(`${message}\ncaused by, newest first:\n${chain.join('\n')}`);
    if (error instanceof Error && error.stack !== undefined) explained.stack = error.stack;
    return explained;
  }

  // Steps and state

  /** Takes a step into the journal; returns its number. */
  record(
    actor: number,
    cause: number,
    more: readonly number[] | undefined,
    story: number,
    kind: StepKind,
    subject: string,
    args: StepArgs | undefined,
  ): number {
    const seq = this.count(actor, cause, kind, subject);
    this.journal.append(this.now, this.kindId(kind), actor, subject, cause, more, story, args, this.pendingReads);
    this.pendingReads = undefined;
    return seq;
  }

  /** Counts a step, of which nobody wants to know more than its kind; returns its number. */
  count(actor: number, cause: number, kind: StepKind, subject: string): number {
    const seq = this.stepCount;
    this.stepCount += 1;
    this.currentStep = seq;
    this.lastStep = seq;
    this.digests.add(this.now, this.kindId(kind), actor, cause);
    if (this.recording === 'thin' && kind.level === 'scene') this.scenes.push({ seq, time: this.now, kind, subject });
    return seq;
  }

  /** A kind remembers its place in the engine that used it last: most often there is but one. */
  private kindId(kind: StepKind): number {
    const hint = kind.place;
    if (hint !== undefined && this.options.kinds[hint] === kind) return hint;
    const id = this.kindIds.get(kind);
    if (id === undefined) throw new InvariantError(`unknown kind of step ${kind.name}`);
    kind.place = id;
    return id;
  }

  /** Begins to record everything from here on (after a thinned or silent stretch): what is now becomes the journal's ground. */
  recordFromHere(): void {
    this.journal.startAt(
      this.stepCount,
      this.tableList.map((table) => new Map(table.entries())),
    );
    this.recording = 'full';
  }

  /** Continues a parent's journal: this engine has re-executed the same steps. */
  recordAfter(parent: Journal): void {
    const isHeld = this.stepCount === parent.base || parent.has(this.stepCount - 1);
    if (!isHeld || this.stepCount > parent.end || this.stepCount < parent.base) {
      this.recordFromHere();
      return;
    }
    for (const table of this.tableList) table.catchUp();
    this.journal.adopt(parent, this.stepCount);
    this.recording = 'full';
  }

  recordRead(table: string, key: string, version: string): void {
    if (this.recording !== 'full') return;
    const read = { table, key, version };
    // Most steps that have any have one: a list that grows would be made long at once.
    if (this.pendingReads === undefined) this.pendingReads = [read];
    else this.pendingReads.push(read);
  }

  /** Whether a change must be told to `recordChange`: when it is recorded, or when there is no step that it belongs to. */
  get tellsChanges(): boolean {
    return this.recording === 'full' || this.currentStep === NO_STEP;
  }

  recordChange(table: number, key: string, before: unknown, after: unknown): void {
    if (this.currentStep === NO_STEP) {
      throw new InvariantError(`table ${this.tableList[table]?.name ?? table} changed at ${key} without a step`);
    }
    if (this.recording !== 'full') return;
    if (this.options.freeze) deepFreeze(after);
    this.journal.change(table, key, before, after);
  }

  table<V>(name: TableName<V>): Table<V> {
    return (this.tablesByName.get(name) as Table<V> | undefined) ?? this.addTable<V>(name);
  }

  /** A table that shows what its owner knows in other ways: `rows` gives all of it, writes count only while they are recorded. */
  viewTable<V>(name: TableName<V>, rows: () => Iterable<readonly [string, V]>): Table<V> {
    return this.addView(name, rows, false);
  }

  /** A view of what its owner holds by the same keys: the owner tells what each change replaces, and no row is held here. */
  toldView<V>(name: TableName<V>, rows: () => Iterable<readonly [string, V]>): Table<V> {
    return this.addView(name, rows, true);
  }

  private addView<V>(name: TableName<V>, rows: () => Iterable<readonly [string, V]>, isTold: boolean): Table<V> {
    const known = this.tablesByName.get(name) as Table<V> | undefined;
    if (known === undefined) return this.addTable<V>(name, rows, isTold);
    known.takeOver(rows);
    return known;
  }

  /** The owner is gone, and with it what the tables of these names showed of his memory. After the step that says so. */
  forget(owner: Owner, isMemory: (name: string) => boolean): void {
    for (const table of this.tableList) if (table.owner === owner && isMemory(table.name)) table.clear();
  }

  private addTable<V>(name: TableName<V>, view?: () => Iterable<readonly [string, V]>, isTold = false): Table<V> {
    const table = new Table<V>(name, this.tableList.length, this, view, isTold);
    this.tableList.push(table as Table<unknown>);
    this.namesOfTables.push(name);
    this.tablesByName.set(name, table as Table<unknown>);
    return table;
  }

  /** The same list at all times, to which later tables are added: it is asked for with every step of a large cluster. */
  get tableNames(): readonly TableName[] {
    return this.namesOfTables;
  }

  actorId(name: string): number {
    const known = this.actorIds.get(name);
    if (known !== undefined) return known;
    const id = this.actors.length;
    this.actors.push(name);
    this.actorIds.set(name, id);
    return id;
  }

  actorName(id: number): string {
    return this.actors[id] as string;
  }

  random(name: string): Random {
    return new Random(this.options.seed, name);
  }

  get digest(): string {
    return `${this.stepCount}-${this.digests.toString()}`;
  }
}
