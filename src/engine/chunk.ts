import type { StepArgs } from './kind.ts';

export interface Read {
  readonly table: string;
  readonly key: string;
  readonly version: string;
}

/** Places of a chunk. Nothing is ever copied to make room, and old chunks are dropped whole. */
export const CHUNK_BITS = 12;
export const CHUNK = 1 << CHUNK_BITS;
export const CHUNK_MASK = CHUNK - 1;
/** Room for the table changes of a chunk. Of more, the lists grow. */
const DELTAS = (CHUNK * 5) >> 3;

/** The columns of CHUNK steps, or of some of them, and the table changes of those steps. A place is that of a step among all, a row that among those that are held. */
export class Chunk {
  readonly time: Float64Array;
  readonly kind: Uint16Array;
  readonly actor: Uint16Array;
  readonly cause: Int32Array;
  readonly story: Int32Array;
  /** One past the last change of a step, counted within the chunk. */
  readonly deltaEnd: Uint32Array;
  /** 1 for a step that an occurrence ends with. */
  readonly ends: Uint8Array;
  /** The place of each row, where not all are held. */
  readonly places: Uint16Array | undefined;
  // As long as they will be: growing by doubling would copy each of them a dozen times.
  readonly subjects: string[];
  readonly args: (StepArgs | undefined)[];
  /** By row: most steps follow no reads. */
  readonly reads = new Map<number, readonly Read[]>();
  /** By row: causes after the first. */
  readonly moreCauses = new Map<number, readonly number[]>();
  rows = 0;
  deltas = 0;
  readonly deltaTable: number[];
  readonly deltaKey: string[];
  readonly deltaBefore: unknown[];
  readonly deltaAfter: unknown[];

  constructor(isThin = false, room = CHUNK, changes = DELTAS) {
    this.time = new Float64Array(room);
    this.kind = new Uint16Array(room);
    this.actor = new Uint16Array(room);
    this.cause = new Int32Array(room);
    this.story = new Int32Array(room);
    this.deltaEnd = new Uint32Array(room);
    this.ends = new Uint8Array(room);
    this.places = isThin ? new Uint16Array(room) : undefined;
    this.subjects = new Array(room);
    this.args = new Array(room);
    this.deltaTable = new Array(changes);
    this.deltaKey = new Array(changes);
    this.deltaBefore = new Array(changes);
    this.deltaAfter = new Array(changes);
  }

  /** The row of a place; below 0 where that is not held. */
  rowOf(place: number): number {
    if (this.places === undefined) return place;
    const row = this.rowUpTo(place);
    return row >= 0 && this.places[row] === place ? row : -1;
  }

  /** The row of the newest place up to this one that is held; below 0 where there is none. */
  rowUpTo(place: number): number {
    const { places } = this;
    if (places === undefined) return Math.max(-1, Math.min(place, this.rows - 1));
    let low = 0;
    let high = this.rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) <= place) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  placeOf(row: number): number {
    return this.places === undefined ? row : (this.places[row] as number);
  }

  deltaStart(row: number): number {
    return row === 0 ? 0 : (this.deltaEnd[row - 1] as number);
  }

  /** How much it holds from a place on, for a bound: steps, and where they are thinned out also what they changed. */
  weightFrom(place: number): number {
    const first = this.rowUpTo(place - 1) + 1;
    return this.places === undefined ? this.rows - first : this.rows - first + this.deltas - this.deltaStart(first);
  }

  weightOf(row: number): number {
    return this.places === undefined ? 1 : 1 + (this.deltaEnd[row] as number) - this.deltaStart(row);
  }

  /** Takes a row of another one, without its changes. */
  take(from: Chunk, row: number): void {
    const at = this.rows;
    this.time[at] = from.time[row] as number;
    this.kind[at] = from.kind[row] as number;
    this.actor[at] = from.actor[row] as number;
    this.cause[at] = from.cause[row] as number;
    this.story[at] = from.story[row] as number;
    this.ends[at] = from.ends[row] as number;
    this.subjects[at] = from.subjects[row] as string;
    this.args[at] = from.args[row];
    const reads = from.reads.get(row);
    if (reads !== undefined) this.reads.set(at, reads);
    const more = from.moreCauses.get(row);
    if (more !== undefined) this.moreCauses.set(at, more);
    if (this.places !== undefined) this.places[at] = from.placeOf(row);
    this.deltaEnd[at] = this.deltas;
    this.rows = at + 1;
  }

  /** Adds a change to the newest row. */
  change(table: number, key: string, before: unknown, after: unknown): void {
    const at = this.deltas;
    this.deltaTable[at] = table;
    this.deltaKey[at] = key;
    this.deltaBefore[at] = before;
    this.deltaAfter[at] = after;
    this.deltas = at + 1;
    this.deltaEnd[this.rows - 1] = this.deltas;
  }

  /** The same steps before a place, for a journal that goes on in another way: there is room for the rest. */
  upTo(place: number): Chunk {
    const rows = this.rowUpTo(place - 1) + 1;
    const copy = new Chunk(this.places !== undefined);
    copy.rows = rows;
    copy.time.set(this.time.subarray(0, rows));
    copy.kind.set(this.kind.subarray(0, rows));
    copy.actor.set(this.actor.subarray(0, rows));
    copy.cause.set(this.cause.subarray(0, rows));
    copy.story.set(this.story.subarray(0, rows));
    copy.deltaEnd.set(this.deltaEnd.subarray(0, rows));
    copy.ends.set(this.ends.subarray(0, rows));
    if (this.places !== undefined) copy.places?.set(this.places.subarray(0, rows));
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
