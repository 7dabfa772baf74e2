import { CHUNK_BITS, Chunk } from './chunk.ts';

interface NetChange {
  readonly before: unknown;
  after: unknown;
}

/** The changes of several steps as one: of a key that changed twice, only the first value and the last. */
class NetChanges {
  private readonly tables = new Map<number, Map<string, NetChange>>();

  take(chunk: Chunk, row: number): void {
    const end = chunk.deltaEnd[row] as number;
    for (let at = chunk.deltaStart(row); at < end; at += 1) {
      const table = chunk.deltaTable[at] as number;
      const key = chunk.deltaKey[at] as string;
      const changes = this.tables.get(table) ?? new Map<string, NetChange>();
      this.tables.set(table, changes);
      const known = changes.get(key);
      if (known === undefined) changes.set(key, { before: chunk.deltaBefore[at], after: chunk.deltaAfter[at] });
      else known.after = chunk.deltaAfter[at];
    }
  }

  /** Gives all of them to the newest row of a chunk. */
  giveTo(chunk: Chunk): void {
    for (const [table, changes] of this.tables)
      for (const [key, { before, after }] of changes) if (before !== after) chunk.change(table, key, before, after);
    this.tables.clear();
  }
}

interface Wanted {
  /** The step that the first place of the chunks is of, and the oldest one that counts still. */
  readonly first: number;
  readonly base: number;
  /** How far apart moments are, as a power of two. */
  readonly bits: number;
  readonly isHeld: (seq: number) => boolean;
}

/**
 * The same chunks with only some of their steps: the last that ends an occurrence in every stretch of `2 ** bits` steps,
 * those that somebody holds with the end of their occurrence, and what comes after the last end of all. Each has the
 * changes of those before it that are gone.
 */
export function thinOut(chunks: readonly Chunk[], wanted: Wanted): readonly Chunk[] {
  const { first, base } = wanted;
  const begun = chunks.map((chunk, at) => chunk.rowUpTo(base - 1 - first - (at << CHUNK_BITS)) + 1);
  const kept = marksOf(chunks, begun, wanted);
  const net = new NetChanges();
  return chunks.map((chunk, at) => {
    const marks = kept[at] as Uint8Array;
    const thin = new Chunk(
      true,
      marks.reduce((sum, mark) => sum + mark, 0),
      0,
    );
    for (let row = begun[at] as number; row < chunk.rows; row += 1) {
      net.take(chunk, row);
      if (marks[row] === 0) continue;
      thin.take(chunk, row);
      net.giveTo(thin);
    }
    return thin;
  });
}

/** By chunk and row, 1 for what stays. */
function marksOf(
  chunks: readonly Chunk[],
  begun: readonly number[],
  { first, bits, isHeld }: Wanted,
): readonly Uint8Array[] {
  const marks = chunks.map(({ rows }) => new Uint8Array(rows));
  const mark = ({ at, row }: Place) => {
    (marks[at] as Uint8Array)[row] = 1;
  };
  const stretchOf = (seq: number) => Math.floor(seq / 2 ** bits);
  let end: (Place & { readonly seq: number }) | undefined;
  let since: Place[] = [];
  let isEndHeld = false;
  for (const [at, chunk] of chunks.entries()) {
    for (let row = begun[at] as number; row < chunk.rows; row += 1) {
      const seq = first + (at << CHUNK_BITS) + chunk.placeOf(row);
      if (end !== undefined && stretchOf(seq) !== stretchOf(end.seq)) mark(end);
      if (isHeld(seq)) {
        isEndHeld = true;
        mark({ at, row });
      }
      if (chunk.ends[row] === 0) since.push({ at, row });
      else {
        end = { at, row, seq };
        since = [];
        if (isEndHeld) mark(end);
        isEndHeld = false;
      }
    }
  }
  if (end !== undefined) mark(end);
  for (const place of since) mark(place);
  return marks;
}

interface Place {
  readonly at: number;
  readonly row: number;
}
