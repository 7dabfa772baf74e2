/** What stands in a list of what was used lately: it knows its neighbours, so that nobody need look it up. */
export interface Recent<T> {
  older: T | undefined;
  newer: T | undefined;
}

/** A list of bounded length: what was used longest ago makes room for what is new. */
export class RecentList<T extends Recent<T>> implements Iterable<T> {
  private length = 0;
  private oldest: T | undefined;
  private newest: T | undefined;

  constructor(private readonly most: number) {}

  get size(): number {
    return this.length;
  }

  /** One that is not there. What made room for it, if something had to. */
  add(item: T): T | undefined {
    this.append(item);
    this.length += 1;
    const { oldest } = this;
    if (this.length <= this.most || oldest === undefined) return undefined;
    this.unlink(oldest);
    this.length -= 1;
    return oldest;
  }

  /** One that is there, as if it had been added now. */
  renew(item: T): void {
    if (item === this.newest) return;
    this.unlink(item);
    this.append(item);
  }

  /** What was used longest ago comes first. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (let item = this.oldest; item !== undefined; item = item.newer) yield item;
  }

  private append(item: T): void {
    item.older = this.newest;
    item.newer = undefined;
    if (this.newest === undefined) this.oldest = item;
    else this.newest.newer = item;
    this.newest = item;
  }

  private unlink(item: T): void {
    const { older, newer } = item;
    if (older === undefined) this.oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.newest = older;
    else newer.older = older;
  }
}
