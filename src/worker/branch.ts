import type { Run } from '../engine/index.ts';
import { commandsAt, commandsAtHead, foregroundOf } from '../inspect/commands.ts';
import { Snapshot } from '../inspect/snapshot.ts';
import type { BranchInfo, Filter, Giving } from '../protocol/messages.ts';
import { isBefore, isUntold } from '../protocol/reading/standing.ts';
import type {
  EtcdctlInput,
  Input,
  KubectlInput,
  LineInput,
  PacketInput,
  RunDescription,
} from '../protocol/run-description.ts';

export type LiveRun = Pick<Run<Input>, 'engine' | 'inputs' | 'advance' | 'give' | 'fork' | 'before' | 'replay'>;

/** Inputs that the shell runs one after the other. All other inputs take effect at once. */
export type CommandInput = KubectlInput | EtcdctlInput | LineInput | PacketInput;

export interface WaitingCommand {
  readonly input: CommandInput;
  readonly how: Giving;
}

/** Where a branch began in another one. */
export interface Origin {
  readonly parent: Branch;
  readonly step: number;
  readonly time: number | undefined;
}

export function isCommand(input: Input): input is CommandInput {
  return input.type === 'kubectl' || input.type === 'etcdctl' || input.type === 'line' || input.type === 'packet';
}

/** One line of inputs: its run, the instant that is looked at, and how far its reader has come. */
export class Branch {
  run: LiveRun;
  snapshot: Snapshot;
  /**
   * The present: the newest step that the reader has been at. What the engine has run ahead of it is not told yet, and
   * gives way to what is given there.
   */
  present = -1;
  /** How often it was told anew from somewhere. */
  edition = 0;
  waiting: readonly WaitingCommand[] = [];
  /** Why there is no more of it, where it is known to end its engine. */
  ended: string | undefined;
  /** The inputs that are parts of a scenario, by their place. */
  parts: ReadonlySet<number> = new Set();
  /** The name that the reader has given to it. */
  ownName: string | undefined;
  isDeleted = false;

  constructor(
    readonly id: number,
    /** Of what sort of cluster it is a run; what was given is known by the run. */
    readonly description: RunDescription,
    run: LiveRun,
    filter: Filter,
    private readonly zero: number,
    readonly origin?: Origin,
  ) {
    this.run = run;
    this.snapshot = new Snapshot(run.engine, filter, zero);
    this.ownName = origin === undefined ? description.name : undefined;
  }

  get name(): string {
    return this.ownName ?? (this.id === 0 ? 'main' : `branch ${this.id + 1}`);
  }

  get info(): BranchInfo {
    const { id, name, origin, run } = this;
    return {
      id,
      name,
      forkedAt: origin?.step,
      forkedTime: origin?.time,
      ...(origin === undefined ? {} : { parentName: origin.parent.name }),
      ...(origin === undefined || origin.parent.isDeleted ? {} : { parent: origin.parent.id }),
      steps: run.engine.stepCount,
    };
  }

  /** What it takes to execute it again. */
  describe(build: string): RunDescription {
    const { inputs, parts, ownName } = this;
    const described = inputs.map((given, place) => (parts.has(place) ? { ...given, isPart: true } : given));
    const { name: _, ...description } = this.description;
    return { ...description, build, ...(ownName === undefined ? {} : { name: ownName }), inputs: described };
  }

  get inputs(): LiveRun['inputs'] {
    return this.run.inputs;
  }

  get head(): number {
    return this.run.engine.journal.end - 1;
  }

  /** Another run in the place of its own, which is the same up to that one's head. */
  tellAnew(run: LiveRun, filter: Filter): void {
    this.run = run;
    this.ended = undefined;
    this.edition += 1;
    this.parts = new Set([...this.parts].filter((place) => place < run.inputs.length));
    this.lookAnew(filter);
    this.present = this.head;
  }

  /** The same run with a new cursor, at the oldest step that there is. */
  lookAnew(filter: Filter): void {
    this.snapshot.cursor.leave();
    this.snapshot = new Snapshot(this.run.engine, filter, this.zero);
    this.snapshot.refresh();
  }

  /** The reader has been at this step. */
  tell(step: number): void {
    this.present = Math.max(this.present, step);
  }

  /** Are there steps of the filter between the cursor and the present? What it hides nobody has gone back over. */
  get isPast(): boolean {
    const { cursor, index } = this.snapshot;
    if (this.present === Number.POSITIVE_INFINITY) return cursor.position < this.head;
    return isBefore({ index: index.countUpTo(cursor.position), present: index.countUpTo(this.present) });
  }

  /** The place at which an input takes effect, unless the reader stands in the past. */
  get standing(): number {
    const { position } = this.snapshot.cursor;
    return this.present === Number.POSITIVE_INFINITY ? position : Math.max(position, this.present);
  }

  /** The newest input, by its place, unless all that it caused has been told. */
  untold(isAtRest: boolean): number | undefined {
    const { index, cursor } = this.snapshot;
    const newest = this.inputs.at(-1);
    if (newest === undefined || this.waiting.length > 0 || this.present === Number.POSITIVE_INFINITY) return undefined;
    const told = { index: index.countUpTo(cursor.position), present: index.countUpTo(this.present) };
    const before = index.countUpTo(newest.afterStep);
    return isUntold(told, before, index.size, isAtRest) ? this.inputs.length - 1 : undefined;
  }

  /** The command that holds up the next one, at the head. */
  get foreground(): number | undefined {
    return foregroundOf(commandsAtHead(this.snapshot));
  }

  /** Has the command that holds up the next one been running from the cursor on? */
  get isHeldUp(): boolean {
    const now = foregroundOf(commandsAt(this.snapshot));
    return now !== undefined && now === this.foreground;
  }
}
