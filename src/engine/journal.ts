import { assert } from '../base/assert.ts';
import type { Micros } from '../base/time/units.ts';
import { CHUNK, CHUNK_BITS, CHUNK_MASK, Chunk, type Read } from './chunk.ts';
import type { Level, StepArgs, StepKind } from './kind.ts';
import { thinOut } from './thin-out.ts';

export type { Read } from './chunk.ts';

/** `full`: steps, their reads and every table change. `thin`: scene steps alone. `off`: nothing (re-execution of a known prefix). */
export type Recording = 'full' | 'thin' | 'off';

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

/** How a journal thins out what it holds. What is not told of here it holds whole. */
export interface Thinning {
  /** So many steps are held whole from each input on. */
  readonly whole: number;
  /** So many of the newest steps are held whole in any case, at least. */
  readonly newest: number;
  /** Of what is thinned out, so many moments and changes are held: above it there are fewer moments. */
  readonly most: number;
}

/** A reader that stands at a step. The journal keeps that step as long as the reader stands there. */
export interface Reader {
  readonly position: number;
}

/** The thinned part of a run: steps from `from` up to before `to`, and how many of them are held. */
export interface Thinned {
  readonly from: number;
  readonly to: number;
  readonly moments: number;
}

/** Moments of what is thinned out are at first so far apart, as a power of two. */
const FIRST_STRETCH = 9;

/** Further apart than this they make no sense: what somebody keeps is then more than the bound. */
const MOST_BITS = 40;

/** Stands in for a step that is no longer held: it has no arguments, and counts as a detail of the background. */
const DROPPED: StepKind = { name: 'journal.dropped', level: 'detail' };

/**
 * Everything that happened, in order, so that it can be undone and done again.
 *
 * Promises: of steps `base` to `end` it holds moments, each with what changed in tables since the one before, and what the
 * tables were just before `base`; unless it is told to thin out, every step is one. What is held is never altered, so that
 * any number of cursors may read at once; its memory is bounded by `maxSteps`: the oldest steps are folded into `baseTables`
 * and dropped, a quarter at a time. Where it thins out, and how, depends on the steps, the inputs and who holds what alone.
 * Does not promise: to hold any certain step for ever. Ask `has` first; a dropped one is read as a step that says nothing.
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
  /** In the order of their steps; the last one is `tail`. Those before it are full: they are replaced when they are thinned out, and never written to. */
  private chunks: Chunk[] = [];
  /** The chunk that grows. */
  private tail = new Chunk();
  /** Tables as they were just before step `base`; index = table number. */
  readonly baseTables: Map<string, unknown>[] = [];

  /** Steps and thinned changes that are held. */
  private held = 0;
  /** Up to there it is decided which chunks are thinned out. */
  private decided = 0;
  /** How far apart moments are, as a power of two. */
  private bits = FIRST_STRETCH;
  /** The part of `held` that is in thinned chunks. */
  private thinWeight = 0;
  /** How many steps are held no more that others come after and before. */
  droppedSteps = 0;
  /** The first steps of inputs. */
  private inputs: number[] = [0];
  /** Steps that are held whatever is thinned out around them. */
  private kept = new Set<number>();
  /** Cursors that stand somewhere: the steps at which they stand are held. */
  private readonly readers = new Set<Reader>();

  constructor(
    private readonly kinds: readonly StepKind[],
    private readonly actors: readonly string[],
    private readonly maxSteps: number,
    private readonly thinning?: Thinning,
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
    const tail = this.tail;
    const row = tail.rows;
    if (tail.places !== undefined) tail.places[row] = place & CHUNK_MASK;
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
    tail.rows = row + 1;
    this.end += 1;
    this.held += 1;
  }

  private addChunk(): void {
    this.tail = new Chunk();
    this.chunks.push(this.tail);
  }

  /** Adds a change to the newest step. */
  change(table: number, key: string, before: unknown, after: unknown): void {
    assert(this.end > this.base, 'a change belongs to a step');
    this.tail.change(table, key, before, after);
  }

  /** Is the step held? */
  has(seq: number): boolean {
    return seq >= this.base && seq < this.end && this.chunkOf(seq).rowOf(this.placeOf(seq)) >= 0;
  }

  /** The newest step up to this one that is held; the one before `base` where there is none. */
  momentAt(seq: number): number {
    for (let at = Math.min(seq, this.end - 1); at >= this.base; at = this.startOf(at) - 1) {
      const chunk = this.chunkOf(at);
      const row = chunk.rowUpTo(this.placeOf(at));
      if (row < 0) continue;
      return Math.max(this.startOf(at) + chunk.placeOf(row), this.base - 1);
    }
    return this.base - 1;
  }

  /** The oldest step after this one that is held; `end` where there is none. */
  after(seq: number): number {
    if (seq + 1 >= this.wholeFrom) return Math.min(seq + 1, this.end);
    for (let at = Math.max(seq + 1, this.base); at < this.end; at = this.startOf(at) + CHUNK) {
      const chunk = this.chunkOf(at);
      const row = chunk.rowUpTo(this.placeOf(at) - 1) + 1;
      if (row < chunk.rows) return this.startOf(at) + chunk.placeOf(row);
    }
    return this.end;
  }

  private chunkOf(seq: number): Chunk {
    return this.chunks[(seq - this.origin) >> CHUNK_BITS] as Chunk;
  }

  private placeOf(seq: number): number {
    return (seq - this.origin) & CHUNK_MASK;
  }

  /** The first step of the chunk that one is in. */
  private startOf(seq: number): number {
    return seq - this.placeOf(seq);
  }

  /** Below 0: it is held no more. */
  private rowOf(seq: number): number {
    return this.chunkOf(seq).rowOf(this.placeOf(seq));
  }

  step(seq: number): Step {
    assert(seq >= this.base && seq < this.end, `step ${seq} is not in the journal [${this.base}, ${this.end})`);
    const chunk = this.chunkOf(seq);
    const row = this.rowOf(seq);
    if (row < 0) return this.dropped(seq);
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

  private dropped(seq: number): Step {
    const time = this.timeOf(seq);
    return { seq, time, kind: DROPPED, actor: '', subject: '', causes: [], story: BACKGROUND, args: {}, reads: [] };
  }

  timeOf(seq: number): number {
    const row = this.rowOf(seq);
    if (row >= 0) return this.chunkOf(seq).time[row] as number;
    const moment = this.momentAt(seq);
    return moment < this.base ? this.timeOf(this.after(seq)) : this.timeOf(moment);
  }
  storyOf(seq: number): number {
    const row = this.rowOf(seq);
    return row < 0 ? BACKGROUND : (this.chunkOf(seq).story[row] as number);
  }
  levelOf(seq: number): Level {
    return this.kindOf(seq).level;
  }
  kindOf(seq: number): StepKind {
    const row = this.rowOf(seq);
    return row < 0 ? DROPPED : (this.kinds[this.chunkOf(seq).kind[row] as number] as StepKind);
  }
  actorOf(seq: number): string {
    const row = this.rowOf(seq);
    return row < 0 ? '' : (this.actors[this.chunkOf(seq).actor[row] as number] as string);
  }
  subjectOf(seq: number): string {
    const row = this.rowOf(seq);
    return row < 0 ? '' : (this.chunkOf(seq).subjects[row] as string);
  }
  causeOf(seq: number): number {
    const row = this.rowOf(seq);
    return row < 0 ? BACKGROUND : (this.chunkOf(seq).cause[row] as number);
  }

  /** The changes of a step; of a moment whose steps before it are gone also theirs. */
  deltasOf(seq: number): readonly Delta[] {
    const found: Delta[] = [];
    this.eachDelta(seq, (table, key, before, after) => found.push({ table, key, before, after }));
    return found;
  }

  eachDelta(seq: number, visit: (table: number, key: string, before: unknown, after: unknown) => void): void {
    const chunk = this.chunkOf(seq);
    const row = this.rowOf(seq);
    if (row < 0) return;
    const end = chunk.deltaEnd[row] as number;
    for (let i = chunk.deltaStart(row); i < end; i += 1) {
      visit(chunk.deltaTable[i] as number, chunk.deltaKey[i] as string, chunk.deltaBefore[i], chunk.deltaAfter[i]);
    }
  }

  /** The changes of one step, newest first: what stepping back must undo. */
  eachDeltaBackwards(seq: number, visit: (table: number, key: string, before: unknown, after: unknown) => void): void {
    const chunk = this.chunkOf(seq);
    const row = this.rowOf(seq);
    if (row < 0) return;
    for (let i = (chunk.deltaEnd[row] as number) - 1; i >= chunk.deltaStart(row); i -= 1) {
      visit(chunk.deltaTable[i] as number, chunk.deltaKey[i] as string, chunk.deltaBefore[i], chunk.deltaAfter[i]);
    }
  }

  /** An occurrence is over: the newest step ends it. Keeps the bounds; never called within one. */
  occurred(): void {
    if (this.end > this.base) this.tail.ends[this.tail.rows - 1] = 1;
    if (this.thinning !== undefined) this.thinOut(this.thinning);
    this.trim();
  }

  /** An input is given: the steps that follow are held whole, and so is the moment before it. */
  input(): void {
    this.inputs.push(this.end);
    this.keep(this.end - 1);
  }

  /** A step that is not to be dropped, if it is there still. */
  keep(seq: number): void {
    if (this.thinning !== undefined && seq >= this.decided) this.kept.add(seq);
  }

  /** He stands at a step of it from now on, until he leaves. */
  enter(reader: Reader): void {
    if (this.thinning !== undefined) this.readers.add(reader);
  }

  leave(reader: Reader): void {
    this.readers.delete(reader);
  }

  /** From this step on all are held. */
  get wholeFrom(): number {
    return Math.max(this.base, this.decided);
  }

  /** The part of the run of which only some steps can be revisited; undefined while all can. */
  get thinned(): Thinned | undefined {
    if (this.droppedSteps === 0) return undefined;
    let first = -1;
    let last = -1;
    let moments = 0;
    for (const [at, { places, rows }] of this.chunks.entries()) {
      if (places === undefined) continue;
      if (first < 0) first = at;
      last = at;
      moments += rows;
    }
    return {
      from: Math.max(this.base, this.startAtPlace(first)),
      to: Math.min(this.end, this.startAtPlace(last + 1)),
      moments,
    };
  }

  private thinOut(thinning: Thinning): void {
    const oldest = Math.max(this.decided, this.origin);
    this.decided = this.startOf(oldest);
    while (this.decided + CHUNK + thinning.newest <= this.end) {
      const at = (this.decided - this.origin) >> CHUNK_BITS;
      this.decided += CHUNK;
      if (!this.isNearInput(this.decided - CHUNK, thinning.whole))
        this.thinOutChunks(this.isThin(at - 1) ? at - 1 : at, at + 1);
    }
    while (this.thinWeight > thinning.most && this.bits < MOST_BITS) this.thinOutMore();
  }

  private isThin(at: number): boolean {
    return this.chunks[at]?.places !== undefined;
  }

  /** Does a chunk hold steps that come soon after an input? */
  private isNearInput(start: number, whole: number): boolean {
    return this.inputs.some((input) => input < start + CHUNK && input + whole > start);
  }

  private thinOutChunks(from: number, to: number): void {
    const before = this.chunks.slice(from, to);
    const standing = new Set([...this.readers].map(({ position }) => position));
    const isHeld = (seq: number) => this.kept.has(seq) || standing.has(seq);
    const after = thinOut(before, { first: this.startAtPlace(from), base: this.base, bits: this.bits, isHeld });
    for (const [place, chunk] of after.entries()) {
      const was = before[place] as Chunk;
      const begun = Math.max(0, this.base - this.startAtPlace(from + place));
      const gone = was.weightFrom(begun);
      this.droppedSteps += was.rows - was.rowUpTo(begun - 1) - 1 - chunk.rows;
      this.held += chunk.weightFrom(0) - gone;
      this.thinWeight += chunk.weightFrom(0) - (was.places === undefined ? 0 : gone);
      this.chunks[from + place] = chunk;
    }
  }

  /** The first step of the n-th chunk. */
  private startAtPlace(at: number): number {
    return this.origin + (at << CHUNK_BITS);
  }

  /** Moments twice as far apart. */
  private thinOutMore(): void {
    this.bits += 1;
    const last = (this.decided - this.origin) >> CHUNK_BITS;
    for (let from = 0; from < last; from += 1) {
      let to = from;
      while (to < last && this.isThin(to)) to += 1;
      if (to > from) this.thinOutChunks(from, to);
      from = to;
    }
  }

  /** Drops the oldest quarter once the bound is reached. */
  private trim(): void {
    if (this.held <= this.maxSteps) return;
    const drop = Math.max(this.held - this.maxSteps, Math.floor(this.maxSteps / 4));
    const fold = (table: number, key: string, _before: unknown, after: unknown): void =>
      applyTo(this.baseTables, table, key, after);
    let dropped = 0;
    while (dropped < drop && this.base < this.end) {
      const seq = this.after(this.base - 1);
      this.eachDelta(seq, fold);
      const chunk = this.chunkOf(seq);
      const weight = chunk.weightOf(this.rowOf(seq));
      if (chunk.places !== undefined) this.thinWeight -= weight;
      dropped += weight;
      this.base = seq + 1;
    }
    this.held -= dropped;
    const whole = Math.min((this.base - this.origin) >> CHUNK_BITS, this.chunks.length - 1);
    this.chunks = this.chunks.slice(whole);
    this.origin += whole * CHUNK;
  }

  /** An empty journal whose first step will be `seq`, on the ground of these tables. */
  startAt(seq: number, tables: readonly Map<string, unknown>[]): void {
    assert(this.end === this.base, 'only an empty journal can start late');
    this.base = seq;
    this.end = seq;
    this.origin = seq;
    this.decided = seq;
    this.inputs = [seq];
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
    this.takeBounds(parent);
    parent.baseTables.forEach((table, index) => {
      this.baseTables[index] = new Map(table);
    });
  }

  private takeBounds(parent: Journal): void {
    const { end } = this;
    this.decided = Math.min(parent.decided, end);
    this.bits = parent.bits;
    this.droppedSteps = parent.droppedSteps;
    this.inputs = parent.inputs.filter((input) => input <= end);
    this.kept = new Set([...parent.kept].filter((seq) => seq < end));
    this.held = 0;
    this.thinWeight = 0;
    for (const [at, chunk] of this.chunks.entries()) {
      const weight = chunk.weightFrom(Math.max(0, this.base - this.startAtPlace(at)));
      this.held += weight;
      if (chunk.places !== undefined) this.thinWeight += weight;
    }
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
