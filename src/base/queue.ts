/** First in, first out, with amortised constant cost at both ends. Its room is used again whenever it runs empty. */
export class Queue<T> {
  private items: (T | undefined)[] = [];
  private head = 0;
  private tail = 0;

  get size(): number {
    return this.tail - this.head;
  }

  peek(): T | undefined {
    return this.items[this.head];
  }

  push(item: T): void {
    if (this.tail === this.items.length) this.items.push(item);
    else this.items[this.tail] = item;
    this.tail += 1;
  }

  shift(): T | undefined {
    if (this.head === this.tail) return undefined;
    const item = this.items[this.head];
    this.items[this.head] = undefined;
    this.head += 1;
    if (this.head === this.tail) {
      this.head = 0;
      this.tail = 0;
    } else if (this.head > 1024 && this.head * 2 > this.tail) {
      this.items = this.items.slice(this.head, this.tail);
      this.tail -= this.head;
      this.head = 0;
    }
    return item;
  }

  toArray(): readonly T[] {
    return this.items.slice(this.head, this.tail) as T[];
  }
}
