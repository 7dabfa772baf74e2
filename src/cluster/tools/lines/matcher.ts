// Models posix/regexec.c of glibc: the match that begins first, and of those the longest (v1.36)
// Deviation: what an expression names again is tried way by way, and the first that is found is taken.

import type { Work } from '../work.ts';
import { Automaton } from './automaton.ts';
import { isAt, type Order, ordersOf, type Pattern, sideOf } from './pattern-orders.ts';

/** What was found: from where, up to where, and what the groups hold, counted from one. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

/** A way through the expression: where it is, and where its groups begin and end. */
interface Way {
  readonly at: number;
  readonly marks: readonly number[];
}

/** To take one step of a way with what its groups hold is as much work as so many without. */
const STEPS_A_WAY = 20;

export class Matcher {
  private readonly orders: readonly Order[];
  private readonly hasAgain: boolean;
  private readonly open: Automaton;
  private readonly anchored: Automaton;
  private readonly backward: Automaton;
  /** Where matches begin in the text that was looked through last. */
  private known: { readonly text: string; readonly places: Uint8Array } | undefined;
  /** Which orders were come to at the same place of the text. */
  private readonly seen: number[] = [];
  private turn = 0;

  constructor(
    pattern: Pattern,
    private readonly work: Work,
  ) {
    this.orders = ordersOf(pattern, false);
    this.hasAgain = this.orders.some((order) => order.do === 'again');
    this.open = new Automaton(this.orders, true, false, work);
    this.anchored = new Automaton(this.orders, false, false, work);
    this.backward = new Automaton(ordersOf(pattern, true), true, true, work);
  }

  test(text: string): boolean {
    return this.hasAgain ? this.tried(text, 0) !== undefined : this.open.end(text, 0, true) !== undefined;
  }

  /** The first match that begins there or behind. */
  find(text: string, from = 0): Match | undefined {
    if (this.hasAgain) return this.tried(text, from);
    const start = this.placesOf(text).indexOf(1, from);
    if (start < 0) return undefined;
    const end = this.anchored.end(text, start, false) ?? start;
    const groupsOf = (): Match['groups'] => this.groupsOf(text, start, end);
    return {
      start,
      end,
      get groups() {
        return groupsOf();
      },
    };
  }

  private placesOf(text: string): Uint8Array {
    if (this.known?.text !== text) this.known = { text, places: this.backward.begins(text) };
    return this.known.places;
  }

  /** All matches, each behind the one before; nothing is found right behind what was found. */
  *all(text: string): Generator<Match> {
    if (!this.test(text)) return;
    let from = 0;
    let last = -1;
    while (from <= text.length) {
      const found = this.find(text, from);
      if (found === undefined) return;
      this.work.spend(STEPS_A_WAY);
      if (found.end > found.start || found.start !== last) yield found;
      last = found.end;
      from = found.end > found.start ? found.end : found.end + 1;
    }
  }

  /** How much of the beginning is like it; the least or the most. */
  lengthAtStart(text: string, isShortest: boolean): number | undefined {
    return this.anchored.end(text, 0, isShortest);
  }

  isWhole(text: string): boolean {
    return this.lengthAtStart(text, false) === text.length;
  }

  private isAt(order: Extract<Order, { readonly do: 'place' }>, text: string, place: number): boolean {
    const before = place === 0 ? 'edge' : sideOf(text.charCodeAt(place - 1));
    return isAt(order.place, before, place === text.length ? 'edge' : sideOf(text.charCodeAt(place)));
  }

  /** What the groups hold where the whole match is known: of ways that meet, the one that was to be taken first. */
  private groupsOf(text: string, start: number, end: number): Match['groups'] {
    let waiting: Way[] = [{ at: 0, marks: [] }];
    for (let place = start; ; place += 1) {
      this.turn += 1;
      const ways: Way[] = [];
      let found: readonly number[] | undefined;
      for (const way of waiting) found = this.follow(way, text, place, ways) ?? found;
      this.work.spend(STEPS_A_WAY * (1 + ways.length));
      if (place === end) return groupsIn(text, found ?? []);
      const code = text.charCodeAt(place);
      waiting = [];
      for (const { at, marks } of ways) {
        const order = this.orders[at];
        if (order?.do === 'letter' && order.fits(code)) waiting.push({ at: at + 1, marks });
      }
    }
  }

  /** Adds the orders for a letter that a way comes to; the marks it has if it comes to the end. */
  private follow(from: Way, text: string, place: number, ways: Way[]): readonly number[] | undefined {
    const open = [from];
    let found: readonly number[] | undefined;
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      const { at, marks } = way;
      if (this.seen[at] === this.turn) continue;
      this.seen[at] = this.turn;
      const order = this.orders[at] as Order;
      if (order.do === 'letter') ways.push(way);
      else if (order.do === 'found') found = marks;
      else if (order.do === 'fork') open.push({ at: order.other, marks }, { at: order.to, marks });
      else if (order.do === 'jump') open.push({ at: order.to, marks });
      else if (order.do === 'mark') open.push({ at: at + 1, marks: marked(marks, order.slot, place) });
      else if (order.do === 'place' && this.isAt(order, text, place)) open.push({ at: at + 1, marks });
    }
    return found;
  }

  /** One way after the other, as what names a group again has to be found. */
  private tried(text: string, from: number): Match | undefined {
    for (let start = from; start <= text.length; start += 1) {
      const found = this.triedAt(text, start);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private triedAt(text: string, start: number): Match | undefined {
    const open: (Way & { readonly place: number })[] = [{ at: 0, marks: [], place: start }];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      this.work.spend(STEPS_A_WAY);
      const { at, marks, place } = way;
      const order = this.orders[at] as Order;
      if (order.do === 'found') return { start, end: place, groups: groupsIn(text, marks) };
      if (order.do === 'fork') open.push({ at: order.other, marks, place }, { at: order.to, marks, place });
      else if (order.do === 'jump') open.push({ at: order.to, marks, place });
      else if (order.do === 'mark') open.push({ at: at + 1, marks: marked(marks, order.slot, place), place });
      else if (order.do === 'again') {
        const held = groupsIn(text, marks)[order.number - 1];
        if (held !== undefined && text.startsWith(held, place))
          open.push({ at: at + 1, marks, place: place + held.length });
      } else if (order.do === 'place') {
        if (this.isAt(order, text, place)) open.push({ at: at + 1, marks, place });
      } else if (place < text.length && order.fits(text.charCodeAt(place)))
        open.push({ at: at + 1, marks, place: place + 1 });
    }
    return undefined;
  }
}

function marked(marks: readonly number[], slot: number, place: number): readonly number[] {
  const next = [...marks];
  next[slot] = place;
  return next;
}

function groupsIn(text: string, marks: readonly (number | undefined)[]): Match['groups'] {
  const groups: (string | undefined)[] = [];
  for (let slot = 2; slot < marks.length; slot += 2) {
    const [from, until] = [marks[slot], marks[slot + 1]];
    groups.push(from === undefined || until === undefined ? undefined : text.slice(from, until));
  }
  return groups;
}
