export interface Timed {
  readonly time: number;
  readonly order: number;
}

/** Binary min-heap in the total order (time, order). */
export class TimeHeap<T extends Timed> {
  private readonly items: T[] = [];

  get size(): number {
    return this.items.length;
  }

  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const items = this.items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = items[parentAt] as T;
      if (!before(item, parent)) break;
      items[at] = parent;
      at = parentAt;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    this.sink(last);
    return top;
  }

  private sink(item: T): void {
    const items = this.items;
    const size = items.length;
    let at = 0;
    for (;;) {
      let childAt = 2 * at + 1;
      if (childAt >= size) break;
      const right = childAt + 1;
      if (right < size && before(items[right] as T, items[childAt] as T)) childAt = right;
      const child = items[childAt] as T;
      if (!before(child, item)) break;
      items[at] = child;
      at = childAt;
    }
    items[at] = item;
  }
}

function before(a: Timed, b: Timed): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}
