import { assert } from '../base/assert.ts';
import type { Micros } from '../base/time/units.ts';
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
  readonly time: Micros;
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

/** A step of a known kind: its arguments are those that the kind declares. */
export type StepOf<A extends StepArgs> = Omit<Step, 'args'> & { readonly args: A };

export const BACKGROUND = -1;

/** Rows of a chunk. Nothing is ever copied to make room, and old chunks are dropped whole. */
const CHUNK_BITS = 12;
const CHUNK = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK - 1;
/** Room for the table changes of a chunk. Of more, the lists grow. */
const DELTAS = (CHUNK * 5) >> 3;

/** The columns of CHUNK steps, and the table changes of those steps. */
class Chunk {
  readonly time = new Float64Array(CHUNK);
  readonly kind = new Uint16Array(CHUNK);
  readonly actor = new Uint16Array(CHUNK);
  readonly cause = new Int32Array(CHUNK);
  readonly story = new Int32Array(CHUNK);
  /** One past the last change of a step, counted within the chunk. */
  readonly deltaEnd = new Uint32Array(CHUNK);
  // As long as they will be: growing by doubling would copy each of them a dozen times.
  readonly subjects: string[] = new Array(CHUNK);
  readonly args: (StepArgs | undefined)[] = new Array(CHUNK);
  /** By row: most steps follow no reads. */
  readonly reads = new Map<number, readonly Read[]>();
  /** By row: causes after the first. */
  readonly moreCauses = new Map<number, readonly number[]>();
  deltas = 0;
  readonly deltaTable: number[] = new Array(DELTAS);
  readonly deltaKey: string[] = new Array(DELTAS);
  readonly deltaBefore: unknown[] = new Array(DELTAS);
  readonly deltaAfter: unknown[] = new Array(DELTAS);

  deltaStart(row: number): number {
    return row === 0 ? 0 : (this.deltaEnd[row - 1] as number);
  }

  /** The same first `rows` steps, for a journal that goes on in another way. */
  upTo(rows: number): Chunk {
    const copy = new Chunk();
    copy.time.set(this.time.subarray(0, rows));
    copy.kind.set(this.kind.subarray(0, rows));
    copy.actor.set(this.actor.subarray(0, rows));
    copy.cause.set(this.cause.subarray(0, rows));
    copy.story.set(this.story.subarray(0, rows));
    copy.deltaEnd.set(this.deltaEnd.subarray(0, rows));
    copyInto(copy.subjects, this.subjects, rows);
    copyInto(copy.args, this.args, rows);
    for (const [row, reads] of this.reads) if (row < rows) copy.reads.set(row, reads);
    for (const [row, causes] of this.moreCauses) if (row < rows) copy.moreCauses.set(row, causes);
    const deltas = this.deltaStart(rows);
    copy.deltas = deltas;
    copyInto(copy.deltaTable, this.deltaTable, deltas);
    copyInto(copy.deltaKey, this.deltaKey, deltas);
    copyInto(copy.deltaBefore, this.deltaBefore, deltas);
    copyInto(copy.deltaAfter, this.deltaAfter, deltas);
    return copy;
  }
}

function copyInto<T>(to: T[], from: readonly T[], count: number): void {
  for (let i = 0; i < count; i += 1) to[i] = from[i] as T;
}

/**
 * Everything that happened, in order, so that it can be undone and done again.
 *
 * Promises: steps `base` to `end` are held whole, each with its changes of tables, and what the tables were just before
 * `base`; a step that was appended is never altered, so that any number of cursors may read at once; its memory is bounded
 * by `maxSteps`: the oldest steps are folded into `baseTables` and dropped, a quarter at a time, by whole chunks.
 * Does not promise: to hold any certain step for ever. Ask `has` first; the other methods take it for granted.
 * Called by: the engine, which alone appends; cursors and indexes, which read. A fork adopts its parent's past and shares
 * its full chunks: they must not be written to, by either.
 */
export class Journal {
  /** Steps before `base` have been dropped. */
  base = 0;
  /** One past the newest recorded step. */
  end = 0;
  /** The step that is row 0 of the first chunk. */
  private origin = 0;
  private chunks: Chunk[] = [];
  /** The chunk that grows. */
  private tail = new Chunk();
  /** Tables as they were just before step `base`; index = table number. */
  readonly baseTables: Map<string, unknown>[] = [];

  constructor(
    private readonly kinds: readonly StepKind[],
    private readonly actors: readonly string[],
    private readonly maxSteps: number,
  ) {
    this.chunks.push(this.tail);
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
    const place = this.end - this.origin;
    if (place >> CHUNK_BITS === this.chunks.length) this.addChunk();
    const row = place & CHUNK_MASK;
    const tail = this.tail;
    tail.time[row] = time;
    tail.kind[row] = kind;
    tail.actor[row] = actor;
    tail.cause[row] = cause;
    tail.story[row] = story;
    tail.deltaEnd[row] = tail.deltas;
    tail.subjects[row] = subject;
    tail.args[row] = args;
    if (reads !== undefined) tail.reads.set(row, reads);
    if (more !== undefined) tail.moreCauses.set(row, more);
    this.end += 1;
  }

  private addChunk(): void {
    this.tail = new Chunk();
    this.chunks.push(this.tail);
  }

  /** Adds a change to the newest step. */
  change(table: number, key: string, before: unknown, after: unknown): void {
    assert(this.end > this.base, 'a change belongs to a step');
    const tail = this.tail;
    const at = tail.deltas;
    tail.deltaTable[at] = table;
    tail.deltaKey[at] = key;
    tail.deltaBefore[at] = before;
    tail.deltaAfter[at] = after;
    tail.deltas = at + 1;
    tail.deltaEnd[(this.end - 1 - this.origin) & CHUNK_MASK] = tail.deltas;
  }

  has(seq: number): boolean {
    return seq >= this.base && seq < this.end;
  }

  private chunkOf(seq: number): Chunk {
    return this.chunks[(seq - this.origin) >> CHUNK_BITS] as Chunk;
  }

  private rowOf(seq: number): number {
    return (seq - this.origin) & CHUNK_MASK;
  }

  step(seq: number): Step {
    assert(this.has(seq), `step ${seq} is not in the journal [${this.base}, ${this.end})`);
    const chunk = this.chunkOf(seq);
    const row = this.rowOf(seq);
    const cause = chunk.cause[row] as number;
    const more = chunk.moreCauses.get(row);
    return {
      seq,
      time: chunk.time[row] as number,
      kind: this.kinds[chunk.kind[row] as number] as StepKind,
      actor: this.actors[chunk.actor[row] as number] as string,
      subject: chunk.subjects[row] as string,
      causes: cause < 0 ? [] : more === undefined ? [cause] : [cause, ...more],
      story: chunk.story[row] as number,
      args: chunk.args[row] ?? {},
      reads: chunk.reads.get(row) ?? [],
    };
  }

  timeOf(seq: number): number {
    return this.chunkOf(seq).time[this.rowOf(seq)] as number;
  }
  storyOf(seq: number): number {
    return this.chunkOf(seq).story[this.rowOf(seq)] as number;
  }
  levelOf(seq: number): Level {
    return this.kindOf(seq).level;
  }
  kindOf(seq: number): StepKind {
    return this.kinds[this.chunkOf(seq).kind[this.rowOf(seq)] as number] as StepKind;
  }
  actorOf(seq: number): string {
    return this.actors[this.chunkOf(seq).actor[this.rowOf(seq)] as number] as string;
  }
  subjectOf(seq: number): string {
    return this.chunkOf(seq).subjects[this.rowOf(seq)] as string;
  }
  causeOf(seq: number): number {
    return this.chunkOf(seq).cause[this.rowOf(seq)] as number;
  }

  deltasOf(seq: number): readonly Delta[] {
    const found: Delta[] = [];
    this.eachDelta(seq, (table, key, before, after) => found.push({ table, key, before, after }));
    return found;
  }

  eachDelta(seq: number, visit: (table: number, key: string, before: unknown, after: unknown) => void): void {
    const chunk = this.chunkOf(seq);
    const row = this.rowOf(seq);
    const end = chunk.deltaEnd[row] as number;
    for (let i = chunk.deltaStart(row); i < end; i += 1) {
      visit(chunk.deltaTable[i] as number, chunk.deltaKey[i] as string, chunk.deltaBefore[i], chunk.deltaAfter[i]);
    }
  }

  /** The changes of one step, newest first: what stepping back must undo. */
  eachDeltaBackwards(seq: number, visit: (table: number, key: string, before: unknown, after: unknown) => void): void {
    const chunk = this.chunkOf(seq);
    const row = this.rowOf(seq);
    for (let i = (chunk.deltaEnd[row] as number) - 1; i >= chunk.deltaStart(row); i -= 1) {
      visit(chunk.deltaTable[i] as number, chunk.deltaKey[i] as string, chunk.deltaBefore[i], chunk.deltaAfter[i]);
    }
  }

  /** Drops the oldest quarter once the bound is reached. Called between occurrences, never within one. */
  trim(): void {
    const rows = this.end - this.base;
    if (rows <= this.maxSteps) return;
    const drop = Math.max(rows - this.maxSteps, Math.floor(this.maxSteps / 4));
    const fold = (table: number, key: string, _before: unknown, after: unknown): void =>
      applyTo(this.baseTables, table, key, after);
    for (let seq = this.base; seq < this.base + drop; seq += 1) this.eachDelta(seq, fold);
    this.base += drop;
    const whole = (this.base - this.origin) >> CHUNK_BITS;
    this.chunks = this.chunks.slice(whole);
    this.origin += whole * CHUNK;
  }

  /** An empty journal whose first step will be `seq`, on the ground of these tables. */
  startAt(seq: number, tables: readonly Map<string, unknown>[]): void {
    assert(this.end === this.base, 'only an empty journal can start late');
    this.base = seq;
    this.end = seq;
    this.origin = seq;
    tables.forEach((table, index) => {
      this.baseTables[index] = table;
    });
  }

  /** Takes over another journal's steps before `end`: a fork shares its parent's past, all but the chunk that ends it. */
  adopt(parent: Journal, end: number): void {
    assert(this.end === this.base, 'only an empty journal can adopt a past');
    assert(end >= parent.base && end <= parent.end, 'the past to adopt must be recorded');
    this.base = parent.base;
    this.origin = parent.origin;
    this.end = end;
    const shared = (this.end - this.origin) >> CHUNK_BITS;
    const rows = (this.end - this.origin) & CHUNK_MASK;
    const last = parent.chunks[shared];
    this.tail = last === undefined ? new Chunk() : last.upTo(rows);
    this.chunks = [...parent.chunks.slice(0, shared), this.tail];
    parent.baseTables.forEach((table, index) => {
      this.baseTables[index] = new Map(table);
    });
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
