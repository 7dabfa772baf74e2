/** A map that is empty nearly always: it takes room only once something has been put into it. */
export class SparseMap<V> {
  private entries: Map<string, V> | undefined;

  get(key: string): V | undefined {
    return this.entries?.get(key);
  }

  has(key: string): boolean {
    return this.entries?.has(key) === true;
  }

  set(key: string, value: V): void {
    this.entries ??= new Map();
    this.entries.set(key, value);
  }

  delete(key: string): boolean {
    return this.entries?.delete(key) === true;
  }

  values(): Iterable<V> {
    return this.entries?.values() ?? NONE;
  }

  keys(): readonly string[] {
    return this.entries === undefined ? [] : [...this.entries.keys()];
  }
}

const NONE: readonly never[] = [];
