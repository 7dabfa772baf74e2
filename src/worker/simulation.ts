import type { Engine, Program, StepKind } from '../engine/index.ts';
import { Run } from '../engine/index.ts';
import { breakpointAt } from '../inspect/breakpoints.ts';
import { Snapshot } from '../inspect/snapshot.ts';
import type { BranchInfo, Breakpoint, Filter, Place } from '../protocol/messages.ts';
import type { Input, RunDescription } from '../protocol/run-description.ts';

export interface SimulationOptions {
  readonly kinds: readonly StepKind[];
  readonly program: (run: RunDescription) => Program<Input>;
  readonly startTime: number;
  /** Virtual time that a new run is given to set itself up before anybody does anything. */
  readonly settleMicros: number;
  readonly maxSteps: number;
  /** A run that has not come to rest after this many steps of one input is paused. */
  readonly restlessAfter: number;
  readonly build: string;
  /** A run that somebody else drives: it is looked at, given inputs, and never run ahead or forked from here. */
  readonly live?: LiveRun;
}

export type LiveRun = Pick<Run<Input>, 'engine' | 'inputs' | 'advance' | 'give' | 'fork' | 'replay'>;

interface Branch {
  readonly id: number;
  readonly name: string;
  readonly forkedAt: number | undefined;
  readonly forkedTime: number | undefined;
  readonly run: LiveRun;
  readonly snapshot: Snapshot;
}

/** A run lasts a day at most when it is opened again: a damaged file must not keep the worker busy for ever. */
const LONGEST_MICROS = 86_400_000_000;

export const FIRST_FILTER: Filter = { grain: 'step', scope: 'story' };

/** One run with its branches, the cursor in each, and the ways to move. Knows nothing of messages. */
export class Simulation {
  filter = FIRST_FILTER;
  breakpoints: readonly Breakpoint[] = [];
  stoppedAfter: number | undefined;
  hitBreakpoint: string | undefined;
  private readonly branches: Branch[] = [];
  private current: Branch;
  private restlessFrom = 0;
  /** Whether the cursor goes along with what happens in a run that somebody else drives. */
  private follows = true;

  constructor(
    readonly description: RunDescription,
    private readonly options: SimulationOptions,
  ) {
    const engineOptions = {
      seed: description.seed,
      kinds: options.kinds,
      startTime: options.startTime,
      recording: 'full' as const,
      maxSteps: options.maxSteps,
      freeze: false,
    };
    const run = options.live ?? new Run<Input>(() => options.program(description), engineOptions);
    this.current = this.addBranch(run, 'main', undefined);
    if (options.live === undefined && description.inputs.length === 0)
      run.advance({ time: options.startTime + options.settleMicros });
    const latest = options.startTime + LONGEST_MICROS;
    const inputs = options.live === undefined ? description.inputs : [];
    for (const given of inputs) run.replay({ ...given, time: Math.min(given.time, latest) });
    this.restlessFrom = run.engine.stepCount;
    this.refresh();
    // A run begins where its set-up ended: what is typed now is no fork.
    this.seekEnd();
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
    return this.branches.map(({ id, name, forkedAt, forkedTime, run }) => ({
      id,
      name,
      forkedAt,
      forkedTime,
      steps: run.engine.stepCount,
    }));
  }

  /** What it takes to execute the current branch again. */
  describe(): RunDescription {
    return { ...this.description, build: this.options.build, inputs: this.current.run.inputs };
  }

  private get zero(): number {
    return this.options.startTime + this.options.settleMicros;
  }

  get resting(): boolean {
    return this.options.live !== undefined || this.isAtRest;
  }

  /** What others drive may go on at any time. */
  private get isAtRest(): boolean {
    return this.options.live === undefined && (this.engine.quiescent || this.stoppedAfter !== undefined);
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
    const standing = index.countUpTo(cursor.position);
    const last = index.size - 1;
    const isOver = this.isAtRest && standing === index.size;
    const onStep = isOver || index.indexOf(cursor.position) !== undefined;
    const from = onStep || by > 0 ? standing - 1 : standing;
    const target = index.at(from + by);
    // To the last step belongs what the filter hides after it: a queue that empties, a watch that is told.
    const toEnd = by > 0 && (target === undefined || from + by === last);
    if (toEnd && this.isAtRest) cursor.seek(this.engine.journal.end - 1);
    else if (target !== undefined) cursor.seek(target);
    else if (by < 0) cursor.seek(this.engine.journal.base - 1);
    else if (!this.resting) return false;
    this.arrived(by);
    return true;
  }

  /** On to the next step, as while it plays: a breakpoint on the way ends it, also one on a step that the filter hides. */
  playOn(): boolean {
    const from = this.snapshot.cursor.position;
    if (!this.stepBy(1)) return false;
    if (this.breakpoints.length > 0) this.meetBreakpoint(from, this.snapshot.cursor.position, 1);
    return true;
  }

  /** To the next or previous scene, whatever the grain. */
  sceneBy(by: 1 | -1): boolean {
    const { cursor, scenes } = this.snapshot;
    this.hitBreakpoint = undefined;
    const scene = scenes.next(cursor.position, by);
    if (scene !== undefined) cursor.seek(scene.seq);
    else if (by < 0) cursor.seek(this.engine.journal.base - 1);
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
    this.seek(index <= 0 ? -1 : (target ?? this.engine.journal.end - 1));
  }

  /** Steps are counted as the place says, whatever filter the viewer has. */
  seekPlace(place: Place): void {
    if ('seq' in place) return this.seek(place.seq);
    this.snapshot.setFilter(place.filter);
    this.seekIndex(place.index);
    this.snapshot.setFilter(this.filter);
  }

  seekEnd(): true {
    this.seek(this.engine.journal.end - 1);
    return true;
  }

  /** Towards the next breakpoint in what is recorded. True when one was met. */
  seekBreakpoint(direction: 1 | -1): boolean {
    const { base, end } = this.engine.journal;
    const { position } = this.snapshot.cursor;
    const last = direction > 0 ? end - 1 : Math.min(position, base);
    if (this.meetBreakpoint(position, last, direction)) return true;
    this.seek(last);
    return false;
  }

  /** Stands at the first one after `from` that is not beyond `to`. */
  private meetBreakpoint(from: number, to: number, direction: 1 | -1): boolean {
    const { journal } = this.engine;
    for (let seq = from + direction; journal.has(seq) && (to - seq) * direction >= 0; seq += direction) {
      const met = breakpointAt(this.breakpoints, journal, seq);
      if (met === undefined) continue;
      this.snapshot.cursor.seek(seq);
      this.hitBreakpoint = met.id;
      this.arrived(direction);
      return true;
    }
    return false;
  }

  /** A step back from the end is one away from it, even where only what the filter hides comes after. */
  private arrived(direction: number): void {
    const { cursor, index } = this.snapshot;
    const last = index.at(index.size - 1) ?? this.engine.journal.end - 1;
    this.follows = direction > 0 && cursor.position >= last;
  }

  // Running

  /** One time slice of running ahead. */
  runSlice(occurrences: number): void {
    if (this.resting) return;
    this.current.run.advance({ quiescent: true, occurrences });
    if (this.engine.stepCount - this.restlessFrom > this.options.restlessAfter) {
      this.stoppedAfter = this.engine.stepCount - this.restlessFrom;
    }
    this.refresh();
  }

  /** Takes in what happened in a run that somebody else drives; who stood at its end stays there. */
  follow(): void {
    const { follows } = this;
    this.refresh();
    if (follows) this.seekEnd();
  }

  /** Goes on after a pause for not coming to rest. */
  allowMore(): void {
    this.restlessFrom = this.engine.stepCount;
    this.stoppedAfter = undefined;
  }

  wait(micros: number): void {
    this.current.run.advance({ time: this.engine.now + micros });
    this.allowMore();
    this.refresh();
    this.seekEnd();
  }

  /** Gives an input at the cursor. In the past this forks: the old branch is kept. */
  give(input: Input): void {
    const { cursor } = this.snapshot;
    if (this.options.live !== undefined) this.seekEnd();
    else if (cursor.position < this.engine.journal.end - 1) this.forkAt(cursor.position);
    const first = this.engine.stepCount;
    this.current.run.give(input);
    this.allowMore();
    this.refresh();
    this.snapshot.cursor.seek(Math.min(first, this.engine.journal.end - 1));
    this.follows = true;
  }

  switchTo(id: number): void {
    const branch = this.branches.find((candidate) => candidate.id === id);
    if (branch === undefined) return;
    this.current = branch;
    this.allowMore();
    this.snapshot.setFilter(this.filter);
  }

  private forkAt(step: number): void {
    const fork = this.current.run.fork(step);
    this.current = this.addBranch(fork, `branch ${this.branches.length + 1}`, step);
    this.refresh();
    this.snapshot.cursor.seek(this.engine.journal.end - 1);
  }

  private addBranch(run: LiveRun, name: string, forkedAt: number | undefined): Branch {
    const snapshot = new Snapshot(run.engine, this.filter, this.zero);
    const { journal } = run.engine;
    const at = forkedAt === undefined ? undefined : Math.min(forkedAt, journal.end - 1);
    const forkedTime = at !== undefined && journal.has(at) ? snapshot.sinceStart(journal.timeOf(at)) : undefined;
    const branch = { id: this.branches.length, name, forkedAt, forkedTime, run, snapshot };
    this.branches.push(branch);
    return branch;
  }

  private refresh(): void {
    this.snapshot.refresh();
    // A trimmed journal leaves a cursor behind: it moves to the oldest step that is left.
    const { journal } = this.engine;
    if (this.snapshot.cursor.position < journal.base - 1) {
      const branch = this.current;
      const snapshot = new Snapshot(branch.run.engine, this.filter, this.zero);
      this.current = { ...branch, snapshot };
      this.branches[branch.id] = this.current;
    }
  }
}
