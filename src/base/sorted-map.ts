import { compareStrings } from './order.ts';

const CHUNK = 256;

interface Chunk<V> {
  keys: string[];
  values: V[];
}

/** A map in key order with cheap insertion anywhere: chunks of bounded size, found by binary search. */
export class SortedMap<V> {
  private chunks: Chunk<V>[] = [];
  private count = 0;

  get size(): number {
    return this.count;
  }

  get(key: string): V | undefined {
    const chunk = this.chunks[this.chunkFor(key)];
    if (chunk === undefined) return undefined;
    const at = lowerBound(chunk.keys, key);
    return chunk.keys[at] === key ? chunk.values[at] : undefined;
  }

  set(key: string, value: V): void {
    const index = this.chunkFor(key);
    const chunk = this.chunks[index];
    if (chunk === undefined) {
      this.chunks.push({ keys: [key], values: [value] });
      this.count += 1;
      return;
    }
    const at = lowerBound(chunk.keys, key);
    if (chunk.keys[at] === key) {
      chunk.values[at] = value;
      return;
    }
    chunk.keys.splice(at, 0, key);
    chunk.values.splice(at, 0, value);
    this.count += 1;
    if (chunk.keys.length > CHUNK) this.split(index, chunk);
  }

  delete(key: string): boolean {
    const index = this.chunkFor(key);
    const chunk = this.chunks[index];
    if (chunk === undefined) return false;
    const at = lowerBound(chunk.keys, key);
    if (chunk.keys[at] !== key) return false;
    chunk.keys.splice(at, 1);
    chunk.values.splice(at, 1);
    this.count -= 1;
    if (chunk.keys.length === 0) this.chunks.splice(index, 1);
    return true;
  }

  /** Visits [start, end) in key order until `visit` returns false. */
  scan(start: string, end: string | undefined, visit: (value: V, key: string) => boolean | undefined): void {
    let index = this.chunkFor(start);
    let at = -1;
    for (; index < this.chunks.length; index += 1) {
      const chunk = this.chunks[index] as Chunk<V>;
      at = at < 0 ? lowerBound(chunk.keys, start) : 0;
      for (; at < chunk.keys.length; at += 1) {
        const key = chunk.keys[at] as string;
        if (end !== undefined && key >= end) return;
        if (visit(chunk.values[at] as V, key) === false) return;
      }
    }
  }

  private split(index: number, chunk: Chunk<V>): void {
    const half = chunk.keys.length >> 1;
    const right = { keys: chunk.keys.splice(half), values: chunk.values.splice(half) };
    this.chunks.splice(index + 1, 0, right);
  }

  /** The chunk whose range covers the key: the last one that begins at or before it. */
  private chunkFor(key: string): number {
    const chunks = this.chunks;
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareStrings((chunks[middle] as Chunk<V>).keys[0] as string, key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : low - 1;
  }
}

function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first key after every key that begins with the prefix. */
export function prefixEnd(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
