export interface Timed {
  readonly time: number;
  readonly order: number;
}

/** Children of a place: wide heaps are shallow, and the children that are compared lie side by side. */
const WIDTH = 4;

/**
 * Min-heap in the total order (time, order). Both are kept beside the items, in arrays of plain numbers: most of the work is
 * comparing, and an item that is only compared need not be fetched.
 */
export class TimeHeap<T extends Timed> {
  private readonly items: T[] = [];
  private readonly times: number[] = [];
  private readonly orders: number[] = [];

  get size(): number {
    return this.items.length;
  }

  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const { time, order } = item;
    const at = this.items.length;
    this.items.push(item);
    this.times.push(time);
    this.orders.push(order);
    this.rise(at, item, time, order);
  }

  pop(): T | undefined {
    const top = this.items[0];
    const last = this.items.pop();
    const time = this.times.pop() as number;
    const order = this.orders.pop() as number;
    if (top === undefined || last === undefined || this.items.length === 0) return top;
    this.sink(last, time, order);
    return top;
  }

  private rise(from: number, item: T, time: number, order: number): void {
    const { times, orders } = this;
    let at = from;
    while (at > 0) {
      const parentAt = ((at - 1) / WIDTH) | 0;
      const parentTime = times[parentAt] as number;
      if (time > parentTime || (time === parentTime && order > (orders[parentAt] as number))) break;
      this.place(at, this.items[parentAt] as T, parentTime, orders[parentAt] as number);
      at = parentAt;
    }
    this.place(at, item, time, order);
  }

  private sink(item: T, time: number, order: number): void {
    const { times, orders } = this;
    const size = times.length;
    let at = 0;
    for (;;) {
      const first = at * WIDTH + 1;
      if (first >= size) break;
      const end = first + WIDTH < size ? first + WIDTH : size;
      let least = first;
      let leastTime = times[first] as number;
      for (let child = first + 1; child < end; child += 1) {
        const childTime = times[child] as number;
        if (childTime > leastTime) continue;
        if (childTime === leastTime && (orders[child] as number) > (orders[least] as number)) continue;
        least = child;
        leastTime = childTime;
      }
      if (time < leastTime || (time === leastTime && order < (orders[least] as number))) break;
      this.place(at, this.items[least] as T, leastTime, orders[least] as number);
      at = least;
    }
    this.place(at, item, time, order);
  }

  private place(at: number, item: T, time: number, order: number): void {
    this.items[at] = item;
    this.times[at] = time;
    this.orders[at] = order;
  }
}
