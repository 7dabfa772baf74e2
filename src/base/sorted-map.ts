import { compareStrings, lowerBound } from './order.ts';

const CHUNK = 256;

/**
 * A map in key order with cheap insertion anywhere: its keys in chunks of bounded size, found by binary search. New keys are
 * put in order only when somebody asks for the order, which hardly anybody does while many are made.
 */
export class SortedMap<V> {
  private readonly values = new Map<string, V>();
  private readonly chunks: string[][] = [];
  private unordered: string[] = [];

  get size(): number {
    return this.values.size;
  }

  get(key: string): V | undefined {
    return this.values.get(key);
  }

  has(key: string): boolean {
    return this.values.has(key);
  }

  /** In the order in which the keys came: costs nothing. */
  unsorted(): IterableIterator<[string, V]> {
    return this.values.entries();
  }

  set(key: string, value: V): void {
    const before = this.values.size;
    this.values.set(key, value);
    if (this.values.size > before) this.unordered.push(key);
  }

  delete(key: string): boolean {
    if (!this.values.delete(key)) return false;
    this.order();
    const index = this.chunkFor(key);
    const chunk = this.chunks[index] as string[];
    chunk.splice(lowerBound(chunk, key), 1);
    if (chunk.length === 0) this.chunks.splice(index, 1);
    return true;
  }

  /** Visits [start, end) in key order until `visit` returns false. */
  scan(start: string, end: string | undefined, visit: (value: V, key: string) => boolean | undefined): void {
    this.order();
    let index = this.chunkFor(start);
    let at = -1;
    for (; index < this.chunks.length; index += 1) {
      const chunk = this.chunks[index] as string[];
      at = at < 0 ? lowerBound(chunk, start) : 0;
      for (; at < chunk.length; at += 1) {
        const key = chunk[at] as string;
        if (end !== undefined && key >= end) return;
        if (visit(this.values.get(key) as V, key) === false) return;
      }
    }
  }

  /** How many keys are in [start, end), without visiting them. */
  count(start: string, end: string | undefined): number {
    this.order();
    return (end === undefined ? this.size : this.rank(end)) - this.rank(start);
  }

  /** How many keys are before this one. */
  private rank(key: string): number {
    const index = this.chunkFor(key);
    let before = 0;
    for (let at = 0; at < index; at += 1) before += (this.chunks[at] as string[]).length;
    const chunk = this.chunks[index];
    return chunk === undefined ? before : before + lowerBound(chunk, key);
  }

  private order(): void {
    if (this.unordered.length === 0) return;
    for (const key of this.unordered) this.insert(key);
    this.unordered = [];
  }

  private insert(key: string): void {
    const index = this.chunkFor(key);
    const chunk = this.chunks[index];
    if (chunk === undefined) {
      this.chunks.push([key]);
      return;
    }
    chunk.splice(lowerBound(chunk, key), 0, key);
    if (chunk.length > CHUNK) this.chunks.splice(index + 1, 0, chunk.splice(chunk.length >> 1));
  }

  /** The chunk whose range covers the key: the last one that begins at or before it. */
  private chunkFor(key: string): number {
    const chunks = this.chunks;
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareStrings((chunks[middle] as string[])[0] as string, key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : low - 1;
  }
}

/** The first key after every key that begins with the prefix. */
export function prefixEnd(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
