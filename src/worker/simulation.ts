import { equalJson } from '../base/equality.ts';
import { DAY, type Micros } from '../base/time/units.ts';
import type { Engine, Program, StepKind, Thinning } from '../engine/index.ts';
import { Run } from '../engine/index.ts';
import { findAnchor } from '../inspect/anchors/anchors.ts';
import { type Hit, type Hits, hitsOf } from '../inspect/breakpoints/hits.ts';
import { commandsAtHead, exitStepOf, isAnswered, rowAtHead } from '../inspect/commands.ts';
import type { Snapshot } from '../inspect/snapshot.ts';
import type { Breakpoint } from '../protocol/breakpoint.ts';
import type { BranchInfo, Filter, Giving, LastGood, Place } from '../protocol/messages.ts';
import { landingOf } from '../protocol/reading/standing.ts';
import { type Input, LONGEST_NAME, type RecordedInput, type RunDescription } from '../protocol/run-description.ts';
import { isSameCommand } from '../protocol/same-command.ts';
import { Branch, isCommand, type LiveRun } from './branch.ts';
import { Branches } from './branches.ts';
import { mayAsk, onlyLooks } from './looks.ts';
import { isRestless, type Patience } from './restless.ts';
import { SideBySide } from './side-by-side.ts';

export interface SimulationOptions extends Patience {
  readonly kinds: readonly StepKind[];
  readonly program: (run: RunDescription) => Program<Input>;
  readonly startTime: (run: RunDescription) => number;
  /** Virtual time that a new run is given to set itself up before anybody does anything. */
  readonly settleMicros: number;
  readonly maxSteps: number;
  /** What of a long run is held in part alone. */
  readonly thinning?: Thinning;
  readonly build: string;
  /** A run that somebody else drives: it is looked at, given inputs, and never run ahead or forked from here. */
  readonly live?: LiveRun;
}

/** A run lasts a day at most when it is opened again: a damaged file must not keep the worker busy for ever. */
const LONGEST_MICROS = DAY;

/** A long wait is looked at once in so many occurrences. */
const OCCURRENCES_OF_A_LOOK = 5_000;
/** What looking for breakpoints may cost in one go: a few milliseconds. */
const SCAN_BUDGET = 20_000;

export const FIRST_FILTER: Filter = { grain: 'step', scope: 'story' };

/**
 * One run with its branches, the cursor in each, the ways to move, and where what is given takes effect (SPEC.md). Knows
 * nothing of messages. Where an input landed is recorded with it: whoever executes the run again need not know the rules.
 */
export class Simulation {
  filter = FIRST_FILTER;
  private asked: readonly Breakpoint[] = [];
  stoppedAfter: number | undefined;
  hitBreakpoint: string | undefined;
  private readonly branches = new Branches();
  private current: Branch;
  private restlessFrom = 0;
  private restlessSince = 0;
  /** Whether the cursor goes along with what happens in a run that somebody else drives. */
  private follows = true;
  /** The command whose answer the cursor goes on to. */
  private awaited: number | undefined;

  /** Hears of an input before it is given. */
  onGiving: ((given: RecordedInput) => void) | undefined;

  constructor(
    readonly description: RunDescription,
    private readonly options: SimulationOptions,
    /** How far the reader had come in it; absent where its newest story is to be told. */
    present?: number,
    /** It has ended its engine: no more of it is known to do no harm. */
    until?: LastGood,
  ) {
    const run = options.live ?? this.execute(description, until);
    this.current = this.addBranch(run, description);
    const inputs = options.live === undefined ? description.inputs : [];
    if (until !== undefined) {
      run.advance({ steps: until.steps, quiescent: true });
      if (!run.engine.quiescent) this.current.ended = until.reason;
    }
    this.restlessFrom = run.engine.stepCount;
    this.restlessSince = run.engine.now;
    this.refresh();
    // A run begins where its set-up ended: what is typed now is no fork.
    this.seekEnd();
    if (inputs.length > 0) this.current.present = present ?? this.current.present;
  }

  /** All that was given to a run, given again. */
  private execute(description: RunDescription, until?: LastGood): LiveRun {
    const { options } = this;
    const startTime = options.startTime(description);
    const run = new Run<Input>(() => options.program(description), {
      seed: description.seed,
      kinds: options.kinds,
      startTime,
      recording: 'full',
      maxSteps: options.maxSteps,
      ...(options.thinning === undefined ? {} : { thinning: options.thinning }),
      freeze: false,
    });
    if (description.inputs.length === 0) run.advance({ time: startTime + options.settleMicros });
    for (const given of description.inputs) {
      // Nothing is known of inputs that were given at the last of these steps.
      if (until !== undefined && given.afterStep + 1 >= until.steps) break;
      run.replay({ ...given, time: Math.min(given.time, startTime + LONGEST_MICROS) });
    }
    return run;
  }

  get engine(): Engine {
    return this.current.run.engine;
  }
  get snapshot(): Snapshot {
    return this.current.snapshot;
  }
  get branchId(): number {
    return this.current.id;
  }
  get branchList(): readonly BranchInfo[] {
    return this.branches.infos;
  }
  /** So many have begun. */
  get begun(): number {
    return this.branches.begun;
  }
  get branch(): Pick<Branch, 'id' | 'edition' | 'ended' | 'inputs' | 'isPast' | 'ownName' | 'present' | 'waiting'> {
    return this.current;
  }
  /** The input whose story is not told to its end. */
  get untold(): number | undefined {
    return this.options.live === undefined ? this.current.untold(this.isAtRest) : undefined;
  }

  /** What it takes to execute the current branch again. */
  describe(): RunDescription {
    return this.current.describe(this.options.build);
  }

  get resting(): boolean {
    return this.options.live !== undefined || this.isAtRest;
  }

  /** False while others drive the run, which may then go on at any time. */
  private get isAtRest(): boolean {
    const isStopped = this.stoppedAfter !== undefined || this.current.ended !== undefined;
    return this.options.live === undefined && (this.engine.quiescent || isStopped);
  }

  // Moving

  setFilter(filter: Filter): void {
    this.filter = filter;
    this.snapshot.setFilter(filter);
  }

  /** Moves by steps of the filter. True when it got there, false when the engine must run further first. */
  stepBy(by: number): boolean {
    const { index, cursor } = this.snapshot;
    this.hitBreakpoint = undefined;
    const { position } = cursor;
    const standing = {
      index: index.countUpTo(position),
      total: index.size,
      isOn: index.indexOf(position) !== undefined,
    };
    const landing = landingOf(by, standing, this.filter, this.isAtRest);
    if (landing === 'here') return true;
    if (landing === 'ahead' && !this.resting) return false;
    if (landing === 'end') cursor.seek(this.engine.journal.end - 1);
    else if (landing === 'start') cursor.seek(this.snapshot.beginning);
    else if (landing !== 'ahead') cursor.seek(index.at(landing.index - 1) as number);
    this.arrived(by);
    return true;
  }

  /** On to the next step, as while it plays: a breakpoint on the way ends it, also one on a step that the filter hides. */
  playOn(): boolean {
    const from = this.snapshot.cursor.position;
    if (!this.stepBy(1)) return false;
    const met = this.hits.within(from + 1, this.snapshot.cursor.position);
    if (met !== undefined) this.stopAt(met, 1);
    return true;
  }

  /** To the next or previous scene, whatever the grain. */
  sceneBy(by: 1 | -1): boolean {
    const { cursor, scenes } = this.snapshot;
    this.hitBreakpoint = undefined;
    const scene = scenes.next(cursor.position, by);
    if (scene !== undefined) cursor.seek(scene.seq);
    else if (by < 0) cursor.seek(this.snapshot.beginning);
    else if (!this.resting) return false;
    else this.seekEnd();
    this.arrived(by);
    return true;
  }

  seek(seq: number): void {
    const { journal } = this.engine;
    this.hitBreakpoint = undefined;
    this.snapshot.cursor.seek(Math.min(Math.max(seq, journal.base - 1), journal.end - 1));
    this.arrived(1);
  }

  seekIndex(index: number): void {
    const target = this.snapshot.index.at(index - 1);
    if (index <= 0) this.seekStart();
    else this.seek(target ?? this.engine.journal.end - 1);
  }

  /** Steps are counted as the place says, whatever filter the viewer has. */
  seekPlace(place: Place): void {
    if ('seq' in place) return this.seek(place.seq);
    if ('anchor' in place) return this.seek(findAnchor(this.snapshot, place.anchor).seq);
    this.snapshot.setFilter(place.filter);
    this.seekIndex(place.index);
    this.snapshot.setFilter(this.filter);
  }

  /** Goes to where the reader's story has not begun; when everything is shown, to the very beginning. */
  seekStart(): void {
    this.seek(this.snapshot.beginning);
  }

  seekEnd(): true {
    this.seek(this.engine.journal.end - 1);
    return true;
  }

  private get hits(): Hits {
    const hits = hitsOf(this.snapshot);
    hits.use(this.asked);
    return hits;
  }

  set breakpoints(list: readonly Breakpoint[]) {
    this.asked = list;
    this.hits.use(list);
  }

  /** There are steps at which it is not known yet whether breakpoints hold. */
  get hasToLook(): boolean {
    return !this.hits.isWhole;
  }

  /** Asks of a part of those. */
  lookForBreakpoints(): void {
    this.hits.scan(SCAN_BUDGET);
  }

  /** Towards the next breakpoint in what is recorded. True when one was met; `searching` while that is not known yet. */
  seekBreakpoint(direction: 1 | -1): boolean | 'searching' {
    const { base, end } = this.engine.journal;
    const { position } = this.snapshot.cursor;
    const met = this.hits.next(position, direction);
    if (met === 'unknown') return 'searching';
    if (met === undefined) this.seek(direction > 0 ? end - 1 : Math.min(position, base));
    else this.stopAt(met, direction);
    return met !== undefined;
  }

  private stopAt({ seq, id }: Hit, direction: 1 | -1): void {
    this.snapshot.cursor.seek(seq);
    this.hitBreakpoint = id;
    this.arrived(direction);
  }

  /** A step back from the end is one away from it, even where only what the filter hides comes after. */
  private arrived(direction: number): void {
    const { cursor, index } = this.snapshot;
    const last = index.at(index.size - 1) ?? this.engine.journal.end - 1;
    this.follows = direction > 0 && cursor.position >= last;
    this.current.tell(cursor.position);
  }

  // Running

  /** One time slice of running ahead. */
  runSlice(occurrences: number): void {
    if (this.resting) return;
    const { run, snapshot, waiting } = this.current;
    // The process that waits for the end of the command goes on at that very instant.
    const { awaited } = this;
    const before = waiting.length > 0 ? this.current.foreground : undefined;
    const rowOf = rowAtHead(snapshot);
    const isThere = (): boolean =>
      (awaited !== undefined && isAnswered(rowOf(awaited))) ||
      (before !== undefined && rowOf(before)?.exitCode !== undefined);
    const stop = awaited === undefined && before === undefined ? {} : { when: isThere };
    run.advance({ quiescent: true, occurrences, ...stop });
    if (this.isRestless) this.stoppedAfter = this.engine.stepCount - this.restlessFrom;
    this.refresh();
    this.goOn();
  }

  /** Since the last input. */
  private get isRestless(): boolean {
    const { stepCount, now } = this.engine;
    return isRestless(this.options, stepCount - this.restlessFrom, now - this.restlessSince);
  }

  /** Takes in what happened in a run that somebody else drives; who stood at its end stays there. */
  follow(): void {
    const { follows } = this;
    this.refresh();
    if (follows) this.seekEnd();
    this.goOn();
  }

  /** Goes on where the run is known to end its engine: perhaps it was not the run. */
  dare(): void {
    this.current.ended = undefined;
    this.allowMore();
  }

  /** Goes on after a pause for not coming to rest. */
  allowMore(): void {
    this.restlessFrom = this.engine.stepCount;
    this.restlessSince = this.engine.now;
    this.stoppedAfter = undefined;
  }

  wait(micros: Micros): void {
    this.dare();
    const time = this.engine.now + micros;
    // What looks on takes in what happens before it is thinned out.
    while (this.current.run.advance({ time, occurrences: OCCURRENCES_OF_A_LOOK }) === 'occurrences') this.refresh();
    this.allowMore();
    this.refresh();
    this.seekEnd();
  }

  // Giving

  /** Gives an input where the reader stands. */
  give(input: Input, how: Giving = {}): void {
    this.letGo();
    if (how.anew === true && this.tellAnew(input)) return;
    if (this.options.live !== undefined) this.seekEnd();
    else if (this.current.isPast) this.forkAt(this.snapshot.cursor.position);
    else if (this.current.ended !== undefined) this.leaveOutLast();
    else this.snapshot.cursor.seek(Math.min(this.current.standing, this.current.head));
    const waits = isCommand(input) && !('beside' in input && input.beside === true);
    if (!(waits && (this.current.waiting.length > 0 || this.current.isHeldUp))) this.dropUntold();
    if (!waits) {
      this.begin(input, how);
      return this.goOn();
    }
    this.current.waiting = [...this.current.waiting, { input, how }];
    this.goOn();
  }

  /** Gives an input at the run's end, as a part of a scenario. */
  givePart(input: Input): void {
    this.seekEnd();
    this.begin(input);
    this.current.parts = new Set([...this.current.parts, this.current.inputs.length - 1]);
  }

  /** A command that waits is not given. */
  withdraw(place: number): void {
    this.current.waiting = this.current.waiting.filter((_, at) => at !== place);
  }

  /** A branch without one of the inputs; what was given later comes at the same times, as parts of a scenario do. */
  leaveOut(place: number): void {
    const { inputs, parts, run } = this.current;
    const later = inputs.slice(place + 1);
    if (inputs[place] === undefined || this.options.live !== undefined) return;
    this.letGo();
    this.goOnIn(run.before(place));
    const { position } = this.snapshot.cursor;
    for (const given of later) this.current.run.replay(given);
    const kept = [...parts].filter((part) => part !== place).map((part) => (part > place ? part - 1 : part));
    this.current.parts = new Set(kept);
    this.allowMore();
    this.refresh();
    this.snapshot.cursor.seek(position);
    // What was given later counts as told: who gives something here must not lose it.
    this.current.tell(later.length === 0 ? position : this.current.head);
  }

  /** A command that waits is given now, beside those that run. */
  giveBeside(place: number): void {
    const asked = this.current.waiting[place];
    if (asked === undefined) return;
    this.withdraw(place);
    this.begin(asked.input.type === 'packet' ? asked.input : { ...asked.input, beside: true }, asked.how);
  }

  /** To the end of a command; to that of the run, where the command does not end by itself. */
  seekAnswer(command: number): boolean {
    const exit = exitStepOf(this.snapshot, command);
    if (exit !== undefined) this.seek(exit);
    else if (!this.resting) return false;
    else this.seekEnd();
    return true;
  }

  /** The reader goes where he likes: no answer takes the cursor away. */
  letGo(): void {
    this.awaited = undefined;
  }

  /** The same command was given last, and its story is not told: now it is another story, from the same instant on. */
  private tellAnew(input: Input): boolean {
    const place = this.untold;
    const given = place === undefined ? undefined : this.current.inputs[place];
    if (place === undefined || given === undefined || !isSameCommand(given.input, input)) return false;
    if (equalJson(given.input, input)) {
      this.seek(given.afterStep + 1);
      return true;
    }
    const isPart = this.current.parts.has(place);
    this.current.tellAnew(this.current.run.before(place), this.filter);
    this.begin(input);
    if (isPart) this.current.parts = new Set([...this.current.parts, place]);
    return true;
  }

  /** What the engine ran ahead of the reader gives way, also to commands that wait: they begin at the same instant however far that was. */
  private dropUntold(): void {
    const { position } = this.snapshot.cursor;
    if (this.options.live !== undefined || position >= this.current.head) return;
    this.current.tellAnew(this.upTo(position), this.filter);
    this.seekEnd();
    this.goOn();
  }

  /** Begins the commands that wait, once nothing holds them up, and goes to the answer that is waited for. */
  private goOn(): void {
    const { awaited } = this;
    if (awaited !== undefined && (isAnswered(rowAtHead(this.snapshot)(awaited)) || this.isAtRest)) {
      if (!this.seekAnswer(awaited)) this.seekEnd();
      this.awaited = undefined;
    }
    const [next, ...waiting] = this.current.waiting;
    if (next === undefined || this.current.foreground !== undefined) return;
    this.current.waiting = waiting;
    this.begin(next.input, next.how);
  }

  private begin(input: Input, { answer }: Giving = {}): void {
    const { current } = this;
    // A reader that has gone back meanwhile stays there.
    const goesAlong = !current.isPast;
    const first = this.engine.stepCount;
    const own = input.type === 'answer' || input.type === 'interrupt' ? input.command : undefined;
    const command = isCommand(input) ? commandsAtHead(this.snapshot).length + 1 : own;
    const { occurrences, now } = this.engine;
    this.onGiving?.({ afterStep: first - 1, afterOccurrence: occurrences, time: now, input });
    current.run.give(input);
    this.allowMore();
    this.refresh();
    const begun = Math.min(first, current.head);
    if (goesAlong) this.snapshot.cursor.seek(begun);
    current.present = current.present === Number.POSITIVE_INFINITY ? begun : Math.max(current.present, begun);
    this.follows = true;
    const isWanted = answer === 'of a look' ? onlyLooks(input) || mayAsk(input) : answer === true;
    this.awaited = isWanted && goesAlong ? command : undefined;
  }

  switchTo(id: number): void {
    if (this.branches.has(id)) this.look(this.branches.of(id));
  }

  private look(branch: Branch): void {
    this.current = branch;
    this.allowMore();
    this.snapshot.setFilter(this.filter);
  }

  nameBranch(id: number, name: string): void {
    const given = name.trim().slice(0, LONGEST_NAME);
    this.branches.of(id).ownName = given === '' ? undefined : given;
  }

  deleteBranch(id: number): void {
    const isCurrent = this.current.id === id;
    const next = this.branches.delete(id);
    if (isCurrent) this.look(next);
  }

  /** Another run as a branch of its own; as somebody else saw it: all of it counts as told. */
  bring(description: RunDescription): void {
    const branch = this.addBranch(this.execute(description), description);
    branch.present = Number.POSITIVE_INFINITY;
    branch.lookAnew(this.filter);
    branch.snapshot.cursor.seek(branch.head);
  }

  /** So much of what was given to a branch is in no other. */
  onlyIn(id: number): number {
    return this.branches.onlyIn(id);
  }

  sideBySide(left: number, right: number): SideBySide {
    return new SideBySide(this.branches.of(left), this.branches.of(right), this.options);
  }

  /** What is looked at in a branch: in the current one, unless told. */
  snapshotOf(id: number | undefined): Snapshot {
    return id === undefined || id === this.current.id ? this.snapshot : this.branches.of(id).snapshot;
  }

  /** The current run again up to a step; up to an input, where that was the next thing to happen, or to where it began. */
  private upTo(step: number): LiveRun {
    const { run, inputs } = this.current;
    const next = inputs.findIndex(({ afterStep }, place) => afterStep === step || (place === 0 && afterStep > step));
    return next >= 0 ? run.before(next) : run.fork(step);
  }

  /** After what was given last the run ends its engine: what is given now is given in its place. */
  private leaveOutLast(): void {
    const { inputs, run } = this.current;
    // The one to blame was not given again when the run was opened.
    if (inputs.length === 0 || inputs.length < this.current.description.inputs.length) this.current.ended = undefined;
    else this.goOnIn(run.before(inputs.length - 1));
  }

  private forkAt(step: number): void {
    this.goOnIn(this.upTo(step));
  }

  private goOnIn(fork: LiveRun): void {
    const { parts, description } = this.current;
    this.current = this.addBranch(fork, description, { parent: this.current, at: fork.engine.stepCount - 1 });
    this.current.parts = new Set([...parts].filter((place) => place < fork.inputs.length));
    this.refresh();
    this.seekEnd();
  }

  private addBranch(
    run: LiveRun,
    description: RunDescription,
    from?: { readonly parent: Branch; readonly at: number },
  ): Branch {
    const { journal } = run.engine;
    const zero = this.options.startTime(description) + this.options.settleMicros;
    const step = from === undefined ? 0 : Math.min(from.at, journal.end - 1);
    const time = journal.has(step) ? journal.timeOf(step) - zero : undefined;
    const origin = from === undefined ? undefined : { parent: from.parent, step, time };
    const branch = new Branch(this.branches.begun, description, run, this.filter, zero, origin);
    const given = description.inputs;
    branch.parts = new Set([...given.keys()].filter((place) => given[place]?.isPart === true));
    return this.branches.add(branch);
  }

  private refresh(): void {
    this.snapshot.refresh();
    // A trimmed journal leaves a cursor behind: it moves to the oldest step that is left.
    if (this.snapshot.cursor.position < this.engine.journal.base - 1) this.current.lookAnew(this.filter);
  }
}
