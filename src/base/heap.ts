/** Children of a place: wide heaps are shallow, and the children that are compared lie side by side. */
const WIDTH = 4;
const ROOM = 64;

/**
 * Min-heap in the total order (time, order). Both are kept beside the items, as plain numbers side by side: most of the work is
 * comparing, and an item that is only compared need not be fetched. Nor is it moved: it stays in its slot, whose number moves,
 * for the collector is told of every object that is put anywhere.
 */
export class TimeHeap<T> {
  /** By slot. */
  private readonly items: (T | undefined)[] = [];
  private length = 0;
  /** Of each place its slot; those beyond the last place are free. */
  private slots = countTo(ROOM);
  /** Of each place its time, then its order. */
  private keys = new Float64Array(2 * ROOM);

  get size(): number {
    return this.length;
  }

  peek(): T | undefined {
    return this.length === 0 ? undefined : this.items[this.slots[0] as number];
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
    const at = this.length;
    if (at === this.slots.length) this.grow();
    const slot = this.slots[at] as number;
    this.items[slot] = item;
    this.length = at + 1;
    this.rise(at, slot, time, order);
  }

  pop(): T | undefined {
    const { items, slots, keys } = this;
    if (this.length === 0) return undefined;
    const size = this.length - 1;
    this.length = size;
    const slot = slots[0] as number;
    const top = items[slot];
    items[slot] = undefined;
    if (size > 0) this.sink(slots[size] as number, keys[2 * size] as number, keys[2 * size + 1] as number);
    slots[size] = slot;
    return top;
  }

  private grow(): void {
    const { length } = this.slots;
    const slots = countTo(2 * length);
    slots.set(this.slots);
    this.slots = slots;
    const keys = new Float64Array(4 * length);
    keys.set(this.keys);
    this.keys = keys;
  }

  private rise(from: number, slot: number, time: number, order: number): void {
    const { keys, slots } = this;
    let at = from;
    while (at > 0) {
      const parentAt = ((at - 1) / WIDTH) | 0;
      const parentTime = keys[2 * parentAt] as number;
      const parentOrder = keys[2 * parentAt + 1] as number;
      if (time > parentTime || (time === parentTime && order > parentOrder)) break;
      this.place(at, slots[parentAt] as number, parentTime, parentOrder);
      at = parentAt;
    }
    this.place(at, slot, time, order);
  }

  private sink(slot: number, time: number, order: number): void {
    const { keys, slots, length: size } = this;
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
      this.place(at, slots[least] as number, leastTime, leastOrder);
      at = least;
    }
    this.place(at, slot, time, order);
  }

  private place(at: number, slot: number, time: number, order: number): void {
    this.slots[at] = slot;
    this.keys[2 * at] = time;
    this.keys[2 * at + 1] = order;
  }
}

function countTo(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, at) => at);
}
