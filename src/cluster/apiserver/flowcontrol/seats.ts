import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import { Deferred, type Table } from '../../../engine/index.ts';
import { sharedSeats, smoothed } from './borrowing.ts';
import type { Flow } from './classifier.ts';
import type { FlowRow } from './rows.ts';

interface LevelView extends KObject {
  readonly spec: {
    readonly type: string;
    readonly limited?: {
      readonly nominalConcurrencyShares?: number;
      readonly lendablePercent?: number;
      readonly borrowingLimitPercent?: number | null;
      readonly limitResponse?: {
        readonly type: string;
        readonly queuing?: { readonly queues: number; readonly handSize: number; readonly queueLengthLimit: number };
      };
    };
  };
}

interface Level {
  readonly name: string;
  /** Undefined: exempt from every limit. */
  seats: number | undefined;
  readonly nominal: number;
  /** What it lends at most, and what it borrows. */
  readonly least: number;
  readonly most: number;
  readonly queues: Waiting[][];
  readonly handSize: number;
  readonly queueLength: number;
  /** Seats that are taken, and requests in its queues. Nobody waits while there is room for the first. */
  executing: number;
  waiting: number;
  /** The most that were here at once since seats were given out. */
  high: number;
  /** `high` as it was over several rounds, by which seats are given out. */
  smooth: number;
  /** The queue that is served next. */
  turn: number;
}

/** A request in a queue, and how many seats it takes. */
interface Waiting {
  readonly width: number;
  readonly wait: Deferred<void>;
}

export type Entry =
  | 'at once'
  | 'rejected'
  | { readonly level: string; readonly queue: number; readonly wait: Deferred<void> };

/** Requests that may be worked on at the same time, as `--max-requests-inflight` and its companion add up to. */
const TOTAL_SEATS = 600;
const GIVEN_OUT_EVERY = 10 * SECOND;

/**
 * Seats inside each priority level, and queues for those who find none.
 *
 * Promises: a level never has more requests at work than it has seats, but for one that alone is wider than the level; who
 * waits in a queue is seated in the order of that queue, and queues take turns; what one level does not need, others may borrow.
 * Does not promise: that a request is ever worked on. `enter` may reject it, where the queues that it may join are full.
 * Called by: the server, once as a request enters and once as it leaves, with the flow that the classifier gave it. Each
 * request that was seated, at once or after waiting, must be followed by one `leave` of the same width.
 */
// Models staging/src/k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go (v1.36). Not modelled: seats that a write holds on to for its watchers; queues take turns.
export class Seats {
  /** The version of the configurations from which `levels` was made. */
  private generation = -1;
  private readonly levels = new Map<string, Level>();
  /** When seats were last divided among the levels. */
  private givenOut = 0;

  constructor(
    private readonly configurations: () => readonly KObject[],
    private readonly generationOf: () => number,
    private readonly table: Table<FlowRow>,
  ) {}

  /** Takes its seats, or a place in a queue, or neither. `now`: in virtual microseconds. */
  enter(flow: Omit<Flow, 'told'>, distinguisher: string, now = 0, width = 1): Entry {
    const level = this.levelOf(flow.level);
    if (level === undefined) return 'at once';
    if (now - this.givenOut >= GIVEN_OUT_EVERY) this.giveOut(now);
    const here = level.executing + level.waiting + width;
    if (here > level.high) level.high = here;
    if (level.waiting === 0 && hasRoom(level, width)) {
      level.executing += width;
      return 'at once';
    }
    const queue = shortestOf(level, `${flow.schema}/${distinguisher}`);
    if (queue === undefined) return 'rejected';
    const wait = new Deferred<void>();
    (level.queues[queue] as Waiting[]).push({ width, wait });
    level.waiting += 1;
    return { level: level.name, queue, wait };
  }

  /** Gives the seats back; whoever is next has them. */
  leave(flow: Omit<Flow, 'told'>, width = 1): void {
    const level = this.levels.get(flow.level);
    if (level === undefined) return;
    level.executing -= width;
    this.seat(level);
  }

  private seat(level: Level): void {
    if (level.seats === undefined) return;
    while (level.waiting > 0) {
      const queue = this.nextOf(level);
      const next = queue[0] as Waiting;
      if (!hasRoom(level, next.width)) return;
      queue.shift();
      level.turn = level.queues.indexOf(queue) + 1;
      level.waiting -= 1;
      level.executing += next.width;
      next.wait.resolve();
    }
  }

  /** Levels that need few of their seats lend them to those that need more. */
  private giveOut(now: number): void {
    this.givenOut = now;
    const limited = [...this.levels.values()].filter(({ seats }) => seats !== undefined);
    for (const level of limited) level.smooth = smoothed(level.smooth, level.high);
    // When every level has enough seats, none of them borrows.
    const crowded = limited.some(({ high, nominal }) => high > nominal);
    const shares = crowded ? sharedSeats(limited, TOTAL_SEATS) : limited.map(({ nominal }) => nominal);
    limited.forEach((level, at) => {
      level.seats = shares[at];
      level.high = level.executing + level.waiting;
      this.seat(level);
    });
  }

  /** Notes in the table how full a level is. Only where somebody waits: the rest is as it looks. */
  note(name: string): void {
    const level = this.levels.get(name);
    if (level === undefined) return;
    const { seats = 0, executing, waiting } = level;
    this.table.set(name, { level: name, seats, executing, waiting });
  }

  private nextOf(level: Level): Waiting[] {
    for (let step = 0; step < level.queues.length; step += 1) {
      const queue = level.queues[(level.turn + step) % level.queues.length];
      if (queue !== undefined && queue.length > 0) return queue;
    }
    throw new Error(`no request waits in ${level.name}`);
  }

  private levelOf(name: string): Level | undefined {
    const generation = this.generationOf();
    if (generation !== this.generation) {
      this.generation = generation;
      this.configure(this.configurations() as readonly LevelView[]);
    }
    return this.levels.get(name);
  }

  private configure(configurations: readonly LevelView[]): void {
    const shares = ({ spec }: LevelView): number => spec.limited?.nominalConcurrencyShares ?? 0;
    const all = configurations.reduce((sum, each) => sum + shares(each), 0);
    for (const each of configurations) {
      const name = each.metadata.name ?? '';
      const { limitResponse, lendablePercent = 0, borrowingLimitPercent } = each.spec.limited ?? {};
      const queuing = limitResponse?.type === 'Queue' ? limitResponse.queuing : undefined;
      const before = this.levels.get(name);
      const nominal = Math.ceil((TOTAL_SEATS * shares(each)) / Math.max(all, 1));
      const borrowed = Math.round((nominal * (borrowingLimitPercent ?? 0)) / 100);
      this.levels.set(name, {
        name,
        seats: each.spec.type === 'Exempt' ? undefined : nominal,
        nominal,
        least: nominal - Math.round((nominal * lendablePercent) / 100),
        most: typeof borrowingLimitPercent === 'number' ? nominal + borrowed : TOTAL_SEATS,
        queues: before?.queues ?? Array.from({ length: queuing?.queues ?? 0 }, () => []),
        handSize: queuing?.handSize ?? 0,
        queueLength: queuing?.queueLengthLimit ?? 0,
        executing: before?.executing ?? 0,
        waiting: before?.waiting ?? 0,
        high: before?.high ?? 0,
        smooth: before?.smooth ?? nominal,
        turn: before?.turn ?? 0,
      });
    }
  }
}

/** A request that needs more seats than the level has is let in when no other request is executing. */
function hasRoom({ seats, executing }: Level, width: number): boolean {
  return seats === undefined || executing + width <= seats || executing === 0;
}

/** The shortest of the few queues that a flow is dealt; undefined when it is full. Flows seldom share all of theirs. */
// Models staging/src/k8s.io/apiserver/pkg/util/shufflesharding/dealer.go (v1.36). Deviation: another hash.
function shortestOf({ queues, handSize, queueLength }: Level, flow: string): number | undefined {
  if (queues.length === 0) return undefined;
  let hash = 0x811c9dc5;
  for (let at = 0; at < flow.length; at += 1) hash = Math.imul(hash ^ flow.charCodeAt(at), 0x01000193);
  const dealt: number[] = [];
  let best: number | undefined;
  for (let card = 0; card < handSize && dealt.length < queues.length; card += 1) {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) + card;
    let place = (hash >>> 0) % queues.length;
    while (dealt.includes(place)) place = (place + 1) % queues.length;
    dealt.push(place);
    const length = (queues[place] as readonly unknown[]).length;
    if (best === undefined || length < (queues[best] as readonly unknown[]).length) best = place;
  }
  return best !== undefined && (queues[best] as readonly unknown[]).length < queueLength ? best : undefined;
}
