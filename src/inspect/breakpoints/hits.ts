import type { Keepsake } from '../../base/keepsakes.ts';
import { countWhile } from '../../base/order.ts';
import { asksTheSame, type Breakpoint, type BreakpointState, type BreakpointsView } from '../../protocol/breakpoint.ts';
import type { Snapshot } from '../snapshot.ts';
import { Asked } from './asked.ts';

export interface Hit {
  readonly seq: number;
  readonly id: string;
}

/** More marks than this nobody tells apart. */
const MOST_TIMES = 2_000;

interface Entry {
  breakpoint: Breakpoint;
  readonly asked: Asked;
  /** The steps at which it stops, in order. */
  readonly seqs: number[];
  /** One past the newest step that it was asked of. */
  scanned: number;
}

/**
 * The steps at which breakpoints stop.
 *
 * Promises: a search asks each breakpoint of each step once, in the order of the steps, however often one searches and in
 * whichever direction; so the next one forwards and the next one back are two looks at the same list.
 * Does not promise: to have asked of all steps. `scan` does a bounded part of that, so that whoever searches can be
 * interrupted; `next` says `unknown` where the answer depends on steps that are still to come.
 * Called by: the simulation, which runs to breakpoints; the view of them.
 */
export class Hits {
  private list: readonly Breakpoint[] = [];
  private entries: readonly Entry[] = [];

  constructor(private readonly snapshot: Snapshot) {}

  /** What was asked already is kept, also of one that is disabled meanwhile. */
  use(list: readonly Breakpoint[]): void {
    if (list === this.list) return;
    this.list = list;
    const before = this.entries;
    this.entries = list.map((breakpoint) => {
      const known = before.find((entry) => asksTheSame(entry.breakpoint, breakpoint));
      return known === undefined ? this.begun(breakpoint) : { ...known, breakpoint };
    });
  }

  private begun(breakpoint: Breakpoint): Entry {
    const { snapshot } = this;
    return { breakpoint, asked: new Asked(breakpoint, snapshot), seqs: [], scanned: snapshot.journal.base };
  }

  private get enabled(): readonly Entry[] {
    return this.entries.filter(({ breakpoint }) => breakpoint.enabled);
  }

  /** What asking has cost so far. */
  get cost(): number {
    return this.entries.reduce((sum, { asked }) => sum + asked.cost, 0);
  }

  /** All steps that there are have been asked of. */
  get isWhole(): boolean {
    const { end } = this.snapshot.journal;
    return this.enabled.every(({ scanned }) => scanned >= end);
  }

  /** Asks of more steps, until that has cost so much. */
  scan(budget: number): void {
    let left = budget;
    for (const entry of this.enabled) left -= this.scanOne(entry, left);
  }

  private scanOne(entry: Entry, budget: number): number {
    const { journal } = this.snapshot;
    const { asked, seqs } = entry;
    const before = asked.cost;
    let seq = journal.after(entry.scanned - 1);
    for (; seq < journal.end && asked.cost - before < budget; seq = journal.after(seq))
      if (asked.holdsAt(seq)) seqs.push(seq);
    entry.scanned = seq;
    return asked.cost - before;
  }

  /** The nearest one beyond a step; undefined where there is none. */
  next(from: number, direction: 1 | -1): Hit | 'unknown' | undefined {
    let nearest: Hit | undefined;
    let known = Number.POSITIVE_INFINITY;
    for (const { breakpoint, seqs, scanned } of this.enabled) {
      known = Math.min(known, scanned);
      const seq = this.heldFrom(seqs, direction > 0 ? countUpTo(seqs, from) : countUpTo(seqs, from - 1) - 1, direction);
      if (seq === undefined) continue;
      if (nearest === undefined || (seq - nearest.seq) * direction < 0) nearest = { seq, id: breakpoint.id };
    }
    const { end } = this.snapshot.journal;
    const needed = direction < 0 ? Math.min(from, end) : Math.min((nearest?.seq ?? end) + 1, end);
    return known < needed ? 'unknown' : nearest;
  }

  /** A long run does not hold all of its steps. */
  private heldFrom(seqs: readonly number[], place: number, direction: 1 | -1): number | undefined {
    let at = place;
    while (at in seqs && !this.snapshot.journal.has(seqs[at] as number)) at += direction;
    return seqs[at];
  }

  /** The first breakpoint that holds in a short stretch of steps, whatever has been asked so far. */
  within(from: number, to: number): Hit | undefined {
    const { journal } = this.snapshot;
    const { enabled } = this;
    for (let seq = journal.after(from - 1); seq <= to && seq < journal.end; seq = journal.after(seq)) {
      const met = enabled.find(({ asked, seqs, scanned }) =>
        seq < scanned ? seqs[countUpTo(seqs, seq) - 1] === seq : asked.holdsAt(seq),
      );
      if (met !== undefined) return { seq, id: met.breakpoint.id };
    }
    return undefined;
  }

  view(): BreakpointsView {
    const { cursor } = this.snapshot;
    return {
      states: this.entries.map(({ breakpoint, asked, seqs }): BreakpointState => {
        const { problem } = asked;
        const passed = countUpTo(seqs, cursor.position);
        return { id: breakpoint.id, hits: seqs.length, passed, ...(problem === undefined ? {} : { problem }) };
      }),
      isWhole: this.isWhole,
      ...this.inOrder(),
    };
  }

  private inOrder(): Pick<BreakpointsView, 'times' | 'places'> {
    const { journal, index } = this.snapshot;
    const seqs = new Set(this.enabled.flatMap((entry) => entry.seqs.slice(-MOST_TIMES)));
    const ordered = [...seqs].filter((seq) => journal.has(seq)).sort((a, b) => a - b);
    const some = ordered.slice(0, MOST_TIMES);
    return {
      times: some.map((seq) => this.snapshot.sinceStart(journal.timeOf(seq))),
      places: some.map((seq) => index.countUpTo(seq)),
    };
  }
}

/** How many are at or before a step. */
function countUpTo(seqs: readonly number[], seq: number): number {
  return countWhile(seqs.length, (place) => (seqs[place] as number) <= seq);
}

const HITS: Keepsake<{ hits?: Hits }> = { begin: () => ({}) };

/** Those of a snapshot: they stay as its cursor moves. */
export function hitsOf(snapshot: Snapshot): Hits {
  const kept = snapshot.keepsakes.of(HITS);
  kept.hits ??= new Hits(snapshot);
  return kept.hits;
}
