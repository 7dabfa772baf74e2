interface Made<T> {
  readonly b: unknown;
  readonly c: unknown;
  readonly d: unknown;
  readonly result: T;
}

/**
 * What was lately made of values that never change, found again by the very same values. Objects of one template share what
 * they have in common, so that what was worked out for one of them need not be worked out for the next.
 * What is found moves up by one, and what is new takes the places of the later half in turn, as in a `ShortList`.
 */
export class Lately<T> {
  /** What each was made of first, apart from the rest: most are told by it, and need not be touched to see that they are others. */
  private readonly firsts: unknown[] = [];
  private readonly made: Made<T>[] = [];
  private next = 0;

  constructor(private readonly most: number) {}

  get(a: unknown, b?: unknown, c?: unknown, d?: unknown): T | undefined {
    const { firsts } = this;
    for (let at = 0; at < firsts.length; at += 1) {
      if (firsts[at] !== a) continue;
      const each = this.made[at] as Made<T>;
      if (each.b !== b || each.c !== c || each.d !== d) continue;
      if (at > 0) this.moveUp(at);
      return each.result;
    }
    return undefined;
  }

  note(result: T, a: unknown, b?: unknown, c?: unknown, d?: unknown): T {
    this.firsts[this.next] = a;
    this.made[this.next] = { b, c, d, result };
    this.next = this.next + 1 === this.most ? this.most >> 1 : this.next + 1;
    return result;
  }

  private moveUp(at: number): void {
    const { firsts, made } = this;
    const a = firsts[at];
    const each = made[at] as Made<T>;
    firsts[at] = firsts[at - 1];
    made[at] = made[at - 1] as Made<T>;
    firsts[at - 1] = a;
    made[at - 1] = each;
  }
}
