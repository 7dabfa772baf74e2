import { assert } from '../base/assert.ts';
import type { Level, StepArgs, StepKind } from './kind.ts';

/** `full`: steps, their reads and every table change. `thin`: scene steps alone. `off`: nothing (re-execution of a known prefix). */
export type Recording = 'full' | 'thin' | 'off';

export interface Read {
  readonly table: string;
  readonly key: string;
  readonly version: string;
}

export interface Delta {
  readonly table: number;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A step as it is handed out; the journal itself is columnar. */
export interface Step {
  readonly seq: number;
  readonly time: number;
  readonly kind: StepKind;
  readonly actor: string;
  readonly subject: string;
  /** The first cause, then those merged with it. Empty for a root. */
  readonly causes: readonly number[];
  /** The step that began the story this belongs to; BACKGROUND for heartbeats and the like. */
  readonly story: number;
  readonly args: StepArgs;
  readonly reads: readonly Read[];
}

export const BACKGROUND = -1;

interface Columns {
  time: Float64Array;
  kind: Uint16Array;
  actor: Uint16Array;
  cause: Int32Array;
  story: Int32Array;
  deltaEnd: Uint32Array;
}

const FIRST_CAPACITY = 4096;

function columns(capacity: number): Columns {
  return {
    time: new Float64Array(capacity),
    kind: new Uint16Array(capacity),
    actor: new Uint16Array(capacity),
    cause: new Int32Array(capacity),
    story: new Int32Array(capacity),
    deltaEnd: new Uint32Array(capacity),
  };
}

function copyColumns(from: Columns, start: number, end: number, capacity: number): Columns {
  const to = columns(capacity);
  to.time.set(from.time.subarray(start, end));
  to.kind.set(from.kind.subarray(start, end));
  to.actor.set(from.actor.subarray(start, end));
  to.cause.set(from.cause.subarray(start, end));
  to.story.set(from.story.subarray(start, end));
  to.deltaEnd.set(from.deltaEnd.subarray(start, end));
  return to;
}

/**
 * Everything that happened, in order, reversible. Row i is step `base + i`; its table changes are
 * `deltas[deltaEnd(i-1) .. deltaEnd(i))`. Bounded: the oldest rows are folded into `baseTables` and dropped.
 */
export class Journal {
  /** Steps before `base` have been dropped. */
  base = 0;
  private rows = 0;
  private cols = columns(FIRST_CAPACITY);
  private subjects: string[] = [];
  private args: (StepArgs | undefined)[] = [];
  private deltaTable: number[] = [];
  private deltaKey: string[] = [];
  private deltaBefore: unknown[] = [];
  private deltaAfter: unknown[] = [];
  private reads: (readonly Read[] | undefined)[] = [];
  private readonly moreCauses = new Map<number, readonly number[]>();
  /** Tables as they were just before step `base`; index = table number. */
  readonly baseTables: Map<string, unknown>[] = [];

  constructor(
    private readonly kinds: readonly StepKind[],
    private readonly actors: readonly string[],
    private readonly maxSteps: number,
  ) {}

  /** One past the newest recorded step. */
  get end(): number {
    return this.base + this.rows;
  }

  get deltaCount(): number {
    return this.deltaTable.length;
  }

  append(
    time: number,
    kind: number,
    actor: number,
    subject: string,
    cause: number,
    more: readonly number[] | undefined,
    story: number,
    args: StepArgs | undefined,
    reads: readonly Read[] | undefined,
  ): void {
    if (this.rows === this.cols.time.length) this.grow();
    const row = this.rows;
    const cols = this.cols;
    cols.time[row] = time;
    cols.kind[row] = kind;
    cols.actor[row] = actor;
    cols.cause[row] = cause;
    cols.story[row] = story;
    cols.deltaEnd[row] = this.deltaTable.length;
    this.subjects[row] = subject;
    this.args[row] = args;
    if (more !== undefined) this.moreCauses.set(this.base + row, more);
    this.reads[row] = reads;
    this.rows += 1;
  }

  /** Adds a change to the newest step. */
  change(table: number, key: string, before: unknown, after: unknown): void {
    this.deltaTable.push(table);
    this.deltaKey.push(key);
    this.deltaBefore.push(before);
    this.deltaAfter.push(after);
    this.cols.deltaEnd[this.rows - 1] = this.deltaTable.length;
  }

  has(seq: number): boolean {
    return seq >= this.base && seq < this.end;
  }

  step(seq: number): Step {
    assert(this.has(seq), `step ${seq} is not in the journal [${this.base}, ${this.end})`);
    const row = seq - this.base;
    const cols = this.cols;
    const cause = cols.cause[row] as number;
    const more = this.moreCauses.get(seq);
    return {
      seq,
      time: cols.time[row] as number,
      kind: this.kinds[cols.kind[row] as number] as StepKind,
      actor: this.actors[cols.actor[row] as number] as string,
      subject: this.subjects[row] as string,
      causes: cause < 0 ? [] : more === undefined ? [cause] : [cause, ...more],
      story: cols.story[row] as number,
      args: this.args[row] ?? {},
      reads: this.reads[row] ?? [],
    };
  }

  timeOf(seq: number): number {
    return this.cols.time[seq - this.base] as number;
  }
  storyOf(seq: number): number {
    return this.cols.story[seq - this.base] as number;
  }
  levelOf(seq: number): Level {
    return (this.kinds[this.cols.kind[seq - this.base] as number] as StepKind).level;
  }
  kindOf(seq: number): StepKind {
    return this.kinds[this.cols.kind[seq - this.base] as number] as StepKind;
  }
  actorOf(seq: number): string {
    return this.actors[this.cols.actor[seq - this.base] as number] as string;
  }
  subjectOf(seq: number): string {
    return this.subjects[seq - this.base] as string;
  }
  causeOf(seq: number): number {
    return this.cols.cause[seq - this.base] as number;
  }

  deltasOf(seq: number): readonly Delta[] {
    const found: Delta[] = [];
    this.eachDelta(seq, (table, key, before, after) => found.push({ table, key, before, after }));
    return found;
  }

  eachDelta(seq: number, visit: (table: number, key: string, before: unknown, after: unknown) => void): void {
    const row = seq - this.base;
    const end = this.cols.deltaEnd[row] as number;
    for (let i = this.deltaStart(row); i < end; i += 1) {
      visit(this.deltaTable[i] as number, this.deltaKey[i] as string, this.deltaBefore[i], this.deltaAfter[i]);
    }
  }

  /** The changes of one step, newest first: what stepping back must undo. */
  eachDeltaBackwards(seq: number, visit: (table: number, key: string, before: unknown, after: unknown) => void): void {
    const row = seq - this.base;
    for (let i = (this.cols.deltaEnd[row] as number) - 1; i >= this.deltaStart(row); i -= 1) {
      visit(this.deltaTable[i] as number, this.deltaKey[i] as string, this.deltaBefore[i], this.deltaAfter[i]);
    }
  }

  private deltaStart(row: number): number {
    return row === 0 ? 0 : (this.cols.deltaEnd[row - 1] as number);
  }

  /** Drops the oldest quarter once the bound is reached. Called between occurrences, never within one. */
  trim(): void {
    if (this.rows <= this.maxSteps) return;
    const drop = Math.max(this.rows - this.maxSteps, Math.floor(this.maxSteps / 4));
    const deltas = this.deltaStart(drop);
    for (let i = 0; i < deltas; i += 1) {
      applyTo(this.baseTables, this.deltaTable[i] as number, this.deltaKey[i] as string, this.deltaAfter[i]);
    }
    const kept = this.rows - drop;
    this.cols = copyColumns(this.cols, drop, this.rows, this.cols.time.length);
    for (let row = 0; row < kept; row += 1) this.cols.deltaEnd[row] = (this.cols.deltaEnd[row] as number) - deltas;
    this.subjects = this.subjects.slice(drop);
    this.args = this.args.slice(drop);
    this.reads = this.reads.slice(drop);
    this.deltaTable = this.deltaTable.slice(deltas);
    this.deltaKey = this.deltaKey.slice(deltas);
    this.deltaBefore = this.deltaBefore.slice(deltas);
    this.deltaAfter = this.deltaAfter.slice(deltas);
    for (let seq = this.base; seq < this.base + drop; seq += 1) {
      this.moreCauses.delete(seq);
    }
    this.base += drop;
    this.rows = kept;
  }

  /** An empty journal whose first step will be `seq`, on the ground of these tables. */
  startAt(seq: number, tables: readonly Map<string, unknown>[]): void {
    assert(this.rows === 0, 'only an empty journal can start late');
    this.base = seq;
    tables.forEach((table, index) => {
      this.baseTables[index] = table;
    });
  }

  /** Takes over another journal's steps before `end`: a fork shares its parent's past. */
  adopt(parent: Journal, end: number): void {
    assert(this.rows === 0, 'only an empty journal can adopt a past');
    assert(end <= parent.end, 'the past to adopt must be recorded');
    const rows = Math.max(0, end - parent.base);
    let capacity = FIRST_CAPACITY;
    while (capacity < rows) capacity *= 2;
    const deltas = rows === 0 ? 0 : (parent.cols.deltaEnd[rows - 1] as number);
    this.base = parent.base;
    this.rows = rows;
    this.cols = copyColumns(parent.cols, 0, rows, capacity);
    this.subjects = parent.subjects.slice(0, rows);
    this.args = parent.args.slice(0, rows);
    this.reads = parent.reads.slice(0, rows);
    this.deltaTable = parent.deltaTable.slice(0, deltas);
    this.deltaKey = parent.deltaKey.slice(0, deltas);
    this.deltaBefore = parent.deltaBefore.slice(0, deltas);
    this.deltaAfter = parent.deltaAfter.slice(0, deltas);
    for (const [seq, causes] of parent.moreCauses) if (seq < end) this.moreCauses.set(seq, causes);
    parent.baseTables.forEach((table, index) => {
      this.baseTables[index] = new Map(table);
    });
  }

  private grow(): void {
    this.cols = copyColumns(this.cols, 0, this.rows, this.cols.time.length * 2);
  }
}

export function applyTo(tables: Map<string, unknown>[], table: number, key: string, value: unknown): void {
  let map = tables[table];
  if (map === undefined) {
    map = new Map();
    tables[table] = map;
  }
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
