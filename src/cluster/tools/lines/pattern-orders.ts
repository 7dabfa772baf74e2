// Models posix/regcomp.c of glibc: an expression as orders that are followed one by one (v1.36)

/** Whether a letter, by its code, is one of those that are meant. */
export type Fits = (code: number) => boolean;

/** Of words: an end of one, none, its beginning, its end; no letter of one before, none behind. */
export type Place = '^' | '$' | 'b' | 'B' | '<' | '>' | '[' | ']';

export type Pattern =
  | { readonly kind: 'letter'; readonly fits: Fits }
  | { readonly kind: 'row' | 'either'; readonly of: readonly Pattern[] }
  | { readonly kind: 'repeated'; readonly of: Pattern; readonly least: number; readonly most: number }
  | { readonly kind: 'group'; readonly of: Pattern; readonly number: number }
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'again'; readonly number: number };

export type Order =
  | { readonly do: 'letter'; readonly fits: Fits }
  | { readonly do: 'fork'; to: number; other: number }
  | { readonly do: 'jump'; to: number }
  | { readonly do: 'mark'; readonly slot: number }
  | { readonly do: 'place'; readonly place: Place }
  | { readonly do: 'again'; readonly number: number }
  | { readonly do: 'found' };

/** What stands at one side of a place: the end of the text, a letter of a word, any other. */
export type Side = 'edge' | 'word' | 'other';

export function isWordLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

export const sideOf = (code: number): Side => (isWordLetter(code) ? 'word' : 'other');

export function isAt(place: Place, before: Side, behind: Side): boolean {
  switch (place) {
    case '^':
      return before === 'edge';
    case '$':
      return behind === 'edge';
    case '[':
      return before !== 'word';
    case ']':
      return behind !== 'word';
    case '<':
      return before !== 'word' && behind === 'word';
    case '>':
      return before === 'word' && behind !== 'word';
    default:
      return ((before === 'word') !== (behind === 'word')) === (place === 'b');
  }
}

/** An expression that is longer is refused. */
const MOST_ORDERS = 20_000;

/** It is longer than can be worked with. */
export class TooBig extends Error {}

/** Backwards it finds where matches begin, and keeps no groups. */
export function ordersOf(pattern: Pattern, isBackward: boolean): readonly Order[] {
  const writer = new Writer(isBackward);
  writer.add(pattern);
  writer.orders.push({ do: 'found' });
  return writer.orders;
}

class Writer {
  readonly orders: Order[] = [];

  constructor(private readonly isBackward: boolean) {}

  private put<Kind extends Order>(order: Kind): Kind {
    this.orders.push(order);
    if (this.orders.length > MOST_ORDERS) throw new TooBig();
    return order;
  }

  private get next(): number {
    return this.orders.length;
  }

  add(pattern: Pattern): void {
    switch (pattern.kind) {
      case 'letter':
        this.put({ do: 'letter', fits: pattern.fits });
        return;
      case 'row':
        for (const each of this.isBackward ? [...pattern.of].reverse() : pattern.of) this.add(each);
        return;
      case 'either':
        return this.either(pattern.of);
      case 'repeated':
        return this.repeated(pattern.of, pattern.least, pattern.most);
      case 'group':
        if (!this.isBackward) this.put({ do: 'mark', slot: 2 * pattern.number });
        this.add(pattern.of);
        if (!this.isBackward) this.put({ do: 'mark', slot: 2 * pattern.number + 1 });
        return;
      case 'place':
        this.put({ do: 'place', place: pattern.place });
        return;
      case 'again':
        this.put({ do: 'again', number: pattern.number });
    }
  }

  private either(all: readonly Pattern[]): void {
    const ends: { to: number }[] = [];
    for (const [index, each] of all.entries()) {
      if (index === all.length - 1) {
        this.add(each);
        continue;
      }
      const fork = this.put({ do: 'fork', to: this.next + 1, other: 0 });
      this.add(each);
      ends.push(this.put({ do: 'jump', to: 0 }));
      fork.other = this.next;
    }
    for (const end of ends) end.to = this.next;
  }

  private repeated(of: Pattern, least: number, most: number): void {
    for (let count = 0; count < least; count += 1) this.add(of);
    if (most === Number.POSITIVE_INFINITY) {
      const begin = this.next;
      const fork = this.put({ do: 'fork', to: begin + 1, other: 0 });
      this.add(of);
      this.put({ do: 'jump', to: begin });
      fork.other = this.next;
      return;
    }
    const forks: { other: number }[] = [];
    for (let count = least; count < most; count += 1) {
      forks.push(this.put({ do: 'fork', to: this.next + 1, other: 0 }));
      this.add(of);
    }
    for (const fork of forks) fork.other = this.next;
  }
}
