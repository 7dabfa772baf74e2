/** Children of a place: wide heaps are shallow, and the children that are compared lie side by side. */
const WIDTH = 4;

/**
 * Min-heap in the total order (time, order). Both are kept beside the items, as plain numbers side by side: most of the work is
 * comparing, and an item that is only compared need not be fetched.
 */
export class TimeHeap<T> {
  private readonly items: T[] = [];
  /** Of each place its time, then its order. */
  private keys = new Float64Array(64);

  get size(): number {
    return this.items.length;
  }

  peek(): T | undefined {
    return this.items[0];
  }

  /** The time of what is first; only where there is anything. */
  get firstTime(): number {
    return this.keys[0] as number;
  }

  /** Likewise its order. */
  get firstOrder(): number {
    return this.keys[1] as number;
  }

  push(item: T, time: number, order: number): void {
    const at = this.items.length;
    this.items.push(item);
    if (2 * at === this.keys.length) this.grow();
    this.rise(at, item, time, order);
  }

  pop(): T | undefined {
    const { items, keys } = this;
    if (items.length === 0) return undefined;
    const top = items[0];
    const last = items.pop() as T;
    const size = items.length;
    if (size > 0) this.sink(last, keys[2 * size] as number, keys[2 * size + 1] as number);
    return top;
  }

  private grow(): void {
    const wider = new Float64Array(2 * this.keys.length);
    wider.set(this.keys);
    this.keys = wider;
  }

  private rise(from: number, item: T, time: number, order: number): void {
    const { keys } = this;
    let at = from;
    while (at > 0) {
      const parentAt = ((at - 1) / WIDTH) | 0;
      const parentTime = keys[2 * parentAt] as number;
      const parentOrder = keys[2 * parentAt + 1] as number;
      if (time > parentTime || (time === parentTime && order > parentOrder)) break;
      this.place(at, this.items[parentAt] as T, parentTime, parentOrder);
      at = parentAt;
    }
    this.place(at, item, time, order);
  }

  private sink(item: T, time: number, order: number): void {
    const { keys, items } = this;
    const size = items.length;
    let at = 0;
    for (;;) {
      const first = at * WIDTH + 1;
      if (first >= size) break;
      const end = first + WIDTH < size ? first + WIDTH : size;
      let least = first;
      let leastTime = keys[2 * first] as number;
      for (let child = first + 1; child < end; child += 1) {
        const childTime = keys[2 * child] as number;
        if (childTime > leastTime) continue;
        if (childTime === leastTime && (keys[2 * child + 1] as number) > (keys[2 * least + 1] as number)) continue;
        least = child;
        leastTime = childTime;
      }
      const leastOrder = keys[2 * least + 1] as number;
      if (time < leastTime || (time === leastTime && order < leastOrder)) break;
      this.place(at, items[least] as T, leastTime, leastOrder);
      at = least;
    }
    this.place(at, item, time, order);
  }

  private place(at: number, item: T, time: number, order: number): void {
    this.items[at] = item;
    this.keys[2 * at] = time;
    this.keys[2 * at + 1] = order;
  }
}
