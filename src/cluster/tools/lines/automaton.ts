// Models posix/regexec.c of glibc: all ways through an expression at once, letter by letter (v1.36)

import type { Work } from '../work.ts';
import { isAt, type Order, type Place, type Side, sideOf } from './pattern-orders.ts';

/** What comes of a letter: whether a match ends before it, and where that leads. */
interface Edge {
  readonly isFound: boolean;
  readonly to: State;
}

/** The orders that may come next, and what stands before. */
interface State {
  readonly orders: readonly number[];
  readonly before: Side;
  readonly edges: (Edge | undefined)[];
  readonly rare: Map<number, Edge>;
  end: Edge | undefined;
}

const USUAL_LETTERS = 128;
/** So many are kept; who needs more begins anew. */
const MOST_STATES = 2000;
/** To find out a new edge is as much work as to follow so many, for each order. */
const STEPS_AN_EDGE = 20;
const NO_LETTER = -1;

/** What it has found out once it keeps: a letter is one look into a table. */
export class Automaton {
  private readonly states = new Map<string, State>();
  private seen: number[] = [];
  private turn = 0;

  constructor(
    private readonly orders: readonly Order[],
    /** A match may begin at every place. */
    private readonly isOpen: boolean,
    private readonly isBackward: boolean,
    private readonly work: Work,
  ) {}

  /** The place of the first end of a match, or of the last one, of those that begin there; for one that is open, anywhere behind. */
  end(text: string, from: number, isSatisfied: boolean): number | undefined {
    let state = this.state([0], from === 0 ? 'edge' : sideOf(text.charCodeAt(from - 1)));
    let found: number | undefined;
    for (let at = from; ; at += 1) {
      const edge = this.edge(state, at < text.length ? text.charCodeAt(at) : NO_LETTER);
      if (edge.isFound) found = at;
      const isOver = at >= text.length || edge.to.orders.length === 0;
      if (isOver || (edge.isFound && isSatisfied)) {
        this.work.spend(1 + at - from);
        return found;
      }
      state = edge.to;
    }
  }

  /** Of one that goes backwards: at which places matches begin. */
  begins(text: string): Uint8Array {
    const places = new Uint8Array(text.length + 1);
    this.work.spend(text.length + 1);
    let state = this.state([0], 'edge');
    for (let at = text.length; at >= 0; at -= 1) {
      const edge = this.edge(state, at > 0 ? text.charCodeAt(at - 1) : NO_LETTER);
      if (edge.isFound) places[at] = 1;
      state = edge.to;
    }
    return places;
  }

  private state(orders: readonly number[], before: Side): State {
    const key = `${before} ${orders.join(' ')}`;
    let state = this.states.get(key);
    if (state === undefined) {
      if (this.states.size >= MOST_STATES) this.states.clear();
      state = { orders, before, edges: [], rare: new Map(), end: undefined };
      this.states.set(key, state);
    }
    return state;
  }

  private edge(state: State, code: number): Edge {
    const known = code === NO_LETTER ? state.end : code < USUAL_LETTERS ? state.edges[code] : state.rare.get(code);
    if (known !== undefined) return known;
    const edge = this.follow(state, code);
    if (code === NO_LETTER) state.end = edge;
    else if (code < USUAL_LETTERS) state.edges[code] = edge;
    else state.rare.set(code, edge);
    return edge;
  }

  private follow({ orders, before }: State, code: number): Edge {
    const behind: Side = code === NO_LETTER ? 'edge' : sideOf(code);
    const holds = (place: Place): boolean =>
      this.isBackward ? isAt(place, behind, before) : isAt(place, before, behind);
    this.turn += 1;
    const { seen, turn } = this;
    const open = [...orders];
    const next = new Set<number>(this.isOpen ? [0] : []);
    let isFound = false;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === turn) continue;
      seen[at] = turn;
      this.work.spend(STEPS_AN_EDGE);
      const order = this.orders[at] as Order;
      if (order.do === 'letter') {
        if (code !== NO_LETTER && order.fits(code)) next.add(at + 1);
      } else if (order.do === 'found') isFound = true;
      else if (order.do === 'fork') open.push(order.other, order.to);
      else if (order.do === 'jump') open.push(order.to);
      else if (order.do !== 'place' || holds(order.place)) open.push(at + 1);
    }
    return {
      isFound,
      to: this.state(
        [...next].sort((one, other) => one - other),
        behind,
      ),
    };
  }
}
