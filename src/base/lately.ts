import { ShortList } from './short-list.ts';

interface Made<T> {
  readonly a: unknown;
  readonly b: unknown;
  readonly c: unknown;
  readonly d: unknown;
  readonly result: T;
}

/**
 * What was lately made of values that never change, found again by the very same values. Objects of one template share what
 * they have in common, so that what was worked out for one of them need not be worked out for the next.
 */
export class Lately<T> {
  private readonly made: ShortList<Made<T>>;

  constructor(most: number) {
    this.made = new ShortList(most);
  }

  get(a: unknown, b?: unknown, c?: unknown, d?: unknown): T | undefined {
    const { items } = this.made;
    for (let at = 0; at < items.length; at += 1) {
      const each = items[at] as Made<T>;
      if (each.a !== a || each.b !== b || each.c !== c || each.d !== d) continue;
      this.made.moveUp(at);
      return each.result;
    }
    return undefined;
  }

  note(result: T, a: unknown, b?: unknown, c?: unknown, d?: unknown): T {
    this.made.note({ a, b, c, d, result });
    return result;
  }
}
