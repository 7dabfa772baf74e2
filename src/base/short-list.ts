/**
 * A short list of what comes again and again. What is asked for moves up by one, and what is new takes the places of the later
 * half in turn: what comes only once never drives away what comes often.
 */
export class ShortList<T> {
  readonly items: T[] = [];
  private next = 0;

  constructor(private readonly most: number) {}

  note(item: T): void {
    this.items[this.next] = item;
    this.next = this.next + 1 === this.most ? this.most >> 1 : this.next + 1;
  }

  moveUp(at: number): void {
    if (at === 0) return;
    const { items } = this;
    const item = items[at] as T;
    items[at] = items[at - 1] as T;
    items[at - 1] = item;
  }
}
