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

  put(key: string, value: V): void {
    const known = this.nodes.get(key);
    if (known !== undefined) {
      known.value = value;
      if (known === this.newest) return;
      this.unlink(known);
      this.append(known);
      return;
    }
    const node: Node<V> = { key, value, older: undefined, newer: undefined };
    this.nodes.set(key, node);
    this.append(node);
    if (this.nodes.size <= this.most || this.oldest === undefined) return;
    this.nodes.delete(this.oldest.key);
    this.unlink(this.oldest);
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
