import { compareStrings } from './order.ts';

const CHUNK = 256;

/** What is kept in order of its key. */
interface Keyed {
  readonly key: string;
}

/**
 * Items in key order with cheap insertion anywhere: in chunks of bounded size, found by binary search. New ones are put in
 * order only when somebody asks for the order, which hardly anybody does while many are made. No two have the same key.
 */
export class SortedItems<T extends Keyed> {
  private readonly chunks: T[][] = [];
  private unordered: T[] = [];

  add(item: T): void {
    this.unordered.push(item);
  }

  /** Of an item that is there. */
  remove(key: string): void {
    this.order();
    const index = this.chunkFor(key);
    const chunk = this.chunks[index] as T[];
    chunk.splice(placeIn(chunk, key), 1);
    if (chunk.length === 0) this.chunks.splice(index, 1);
  }

  /** Visits [start, end) in key order until `visit` returns false. */
  scan(start: string, end: string | undefined, visit: (item: T) => boolean | undefined): void {
    this.order();
    let index = this.chunkFor(start);
    let at = -1;
    for (; index < this.chunks.length; index += 1) {
      const chunk = this.chunks[index] as T[];
      at = at < 0 ? placeIn(chunk, start) : 0;
      for (; at < chunk.length; at += 1) {
        const item = chunk[at] as T;
        if (end !== undefined && item.key >= end) return;
        if (visit(item) === false) return;
      }
    }
  }

  /** How many are in [start, end), without visiting them. */
  count(start: string, end: string | undefined): number {
    this.order();
    return this.rank(end) - this.rank(start);
  }

  /** How many are before this key; undefined: all. */
  private rank(key: string | undefined): number {
    const index = key === undefined ? this.chunks.length : this.chunkFor(key);
    let before = 0;
    for (let at = 0; at < index; at += 1) before += (this.chunks[at] as T[]).length;
    const chunk = this.chunks[index];
    return chunk === undefined || key === undefined ? before : before + placeIn(chunk, key);
  }

  private order(): void {
    if (this.unordered.length === 0) return;
    for (const item of this.unordered) this.insert(item);
    this.unordered = [];
  }

  private insert(item: T): void {
    const index = this.chunkFor(item.key);
    const chunk = this.chunks[index];
    if (chunk === undefined) {
      this.chunks.push([item]);
      return;
    }
    chunk.splice(placeIn(chunk, item.key), 0, item);
    if (chunk.length > CHUNK) this.chunks.splice(index + 1, 0, chunk.splice(chunk.length >> 1));
  }

  /** The chunk whose range covers the key: the last one that begins at or before it. */
  private chunkFor(key: string): number {
    const chunks = this.chunks;
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareStrings(((chunks[middle] as T[])[0] as T).key, key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : low - 1;
  }
}

/** Where the key is, or would be. */
function placeIn(chunk: readonly Keyed[], key: string): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chunk[middle] as Keyed).key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a map has a key, for as long as it has it: who holds on to it need not look again. */
export interface Cell<V> extends Keyed {
  /** Undefined: the key is gone, and when it comes again it has another cell. */
  value: V | undefined;
}

/** A map in key order. */
export class SortedMap<V> {
  private readonly cells = new Map<string, Cell<V>>();
  private readonly ordered = new SortedItems<Cell<V>>();
  /** Found last: who writes a key has most often just read it, and in a large map the way to it is long. */
  private last: Cell<V> | undefined;
  /** Looked for last in vain: who puts a new key has most often just seen that it is not there. */
  private missing: string | undefined;

  get size(): number {
    return this.cells.size;
  }

  get(key: string): V | undefined {
    return this.cell(key)?.value;
  }

  has(key: string): boolean {
    return this.cell(key) !== undefined;
  }

  cell(key: string): Cell<V> | undefined {
    if (this.last !== undefined && this.last.key === key) return this.last;
    if (this.missing === key) return undefined;
    const found = this.cells.get(key);
    if (found === undefined) this.missing = key;
    else this.last = found;
    return found;
  }

  /** In the order in which the keys came: costs nothing. */
  *unsorted(): IterableIterator<[string, V]> {
    for (const { key, value } of this.cells.values()) yield [key, value as V];
  }

  set(key: string, value: V): void {
    const known = this.cell(key);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    this.insert(key, value);
  }

  /** A key that is not there: whoever has just seen that need not have it looked for again. */
  insert(key: string, value: V): Cell<V> {
    const cell: Cell<V> = { key, value };
    this.cells.set(key, cell);
    this.ordered.add(cell);
    this.last = cell;
    this.missing = undefined;
    return cell;
  }

  delete(key: string): boolean {
    const cell = this.cell(key);
    if (cell === undefined) return false;
    this.cells.delete(key);
    this.last = undefined;
    this.ordered.remove(key);
    cell.value = undefined;
    return true;
  }

  /** Visits [start, end) in key order until `visit` returns false. */
  scan(start: string, end: string | undefined, visit: (value: V, key: string) => boolean | undefined): void {
    this.ordered.scan(start, end, ({ value, key }) => visit(value as V, key));
  }

  /** How many keys are in [start, end), without visiting them. */
  count(start: string, end: string | undefined): number {
    return this.ordered.count(start, end);
  }
}

/** The first key after every key that begins with the prefix. */
export function prefixEnd(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
