interface Node<V> {
  readonly key: string;
  value: V;
  older: Node<V> | undefined;
  newer: Node<V> | undefined;
}

/** A map of bounded size: the key that was put longest ago makes room for a new one. */
export class RecentMap<V> {
  private readonly nodes = new Map<string, Node<V>>();
  private oldest: Node<V> | undefined;
  private newest: Node<V> | undefined;

  constructor(private readonly most: number) {}

  get size(): number {
    return this.nodes.size;
  }

  get(key: string): V | undefined {
    return this.nodes.get(key)?.value;
  }

  /** What is there, as if it had been put again. */
  renew(key: string): V | undefined {
    const known = this.nodes.get(key);
    if (known !== undefined) this.toEnd(known);
    return known?.value;
  }

  /** In the order in which the keys came. */
  *entries(): IterableIterator<readonly [string, V]> {
    for (const { key, value } of this.nodes.values()) yield [key, value];
  }

  /** The key that made room, if one had to. */
  put(key: string, value: V): string | undefined {
    return this.replace(key, value) ? undefined : this.add(key, value);
  }

  /** As `put`, but a key that is not there, or no longer, is left out. */
  replace(key: string, value: V): boolean {
    const known = this.nodes.get(key);
    if (known === undefined) return false;
    known.value = value;
    this.toEnd(known);
    return true;
  }

  /** As `put`, for a key that is not there. */
  add(key: string, value: V): string | undefined {
    const node: Node<V> = { key, value, older: undefined, newer: undefined };
    this.nodes.set(key, node);
    this.append(node);
    if (this.nodes.size <= this.most || this.oldest === undefined) return undefined;
    const { key: forgotten } = this.oldest;
    this.nodes.delete(forgotten);
    this.unlink(this.oldest);
    return forgotten;
  }

  private toEnd(node: Node<V>): void {
    if (node === this.newest) return;
    this.unlink(node);
    this.append(node);
  }

  private append(node: Node<V>): void {
    node.older = this.newest;
    node.newer = undefined;
    if (this.newest === undefined) this.oldest = node;
    else this.newest.newer = node;
    this.newest = node;
  }

  private unlink({ older, newer }: Node<V>): void {
    if (older === undefined) this.oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.newest = older;
    else newer.older = older;
  }
}
