/** A map that is empty nearly always: all that are empty are one, which takes no room. */
export class SparseMap<V> {
  static readonly EMPTY: SparseMap<never> = new SparseMap(undefined);

  private constructor(private readonly entries: Map<string, V> | undefined) {}

  get(key: string): V | undefined {
    return this.entries?.get(key);
  }

  has(key: string): boolean {
    return this.entries?.has(key) === true;
  }

  /** `map = map.with(key, value)` */
  with(key: string, value: V): SparseMap<V> {
    if (this.entries === undefined) return new SparseMap(new Map([[key, value]]));
    this.entries.set(key, value);
    return this;
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
