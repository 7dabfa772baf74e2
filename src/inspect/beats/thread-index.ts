import type { Journal } from '../../engine/index.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import { etcd } from '../../steps/etcd.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { kubelet } from '../../steps/kubelet.ts';
import { rawClient } from '../../steps/raw-client.ts';

/** What somebody does in one go: the steps that follow from one another, whoever made them. */
export interface Thread {
  /** Steps that no moment has taken yet, in order. */
  pending: number[];
  /** An event on its way to whoever it will wake; from then on its steps are theirs. */
  readonly isDelivery: boolean;
  /** An Event is written: a record of what happened. */
  readonly isOfEvents: boolean;
  /** The last request that arrived at the server in it. */
  request: number | undefined;
  /** The last write of that request. */
  applied: number | undefined;
}

/** Kinds that begin a thread, although something caused them: another one acts from here on, or somebody hears. */
const OPENS: ReadonlySet<string> = new Set([
  kubectl.command.name,
  rawClient.sent.name,
  apiserver.cached.name,
  clientgoSteps.received.name,
  clientgoSteps.dequeued.name,
  clientgoSteps.eventRecorded.name,
  clientgoSteps.eventCorrelated.name,
]);
const RECORDS: ReadonlySet<string> = new Set([clientgoSteps.eventRecorded.name, clientgoSteps.eventCorrelated.name]);
const DELIVERED = clientgoSteps.received.name;
/** How an event gets from the watch to the one who acts on it. */
const DELIVERY: ReadonlySet<string> = new Set([
  DELIVERED,
  clientgoSteps.indexed.name,
  clientgoSteps.notified.name,
  clientgoSteps.queued.name,
  clientgoSteps.delayed.name,
]);
const WAKES = clientgoSteps.dequeued.name;
const RECEIVED = apiserver.received.name;
const APPLIED = etcd.applied.name;
/** What a kubelet's status manager does beside the worker that set the status: a thread of its own for each status. */
const BESIDE: { readonly [cause: string]: ReadonlySet<string> | undefined } = {
  [kubelet.statusSet.name]: new Set([
    clientgoSteps.request.name,
    kubelet.statusPatch.name,
    kubelet.statusRefused.name,
    kubelet.podReady.name,
  ]),
};
/** The server's requests to itself are part of the one it answers. */
const LOOPBACK = /^kube-apiserver\//;
const LONGEST_DELIVERY = 8;

/**
 * Which thread each step of a story is in, in one pass that follows the journal. A step goes on with the thread of its
 * cause. Steps of different threads may take turns in time.
 */
export class ThreadIndex {
  /** By step, counted from where the journal began when this was made. */
  private readonly owners: (Thread | undefined)[] = [];
  private readonly beside = new Map<number, Thread>();
  private readonly first: number;
  /** Up to there who had dropped steps is forgotten. */
  private left: number;

  constructor(private readonly journal: Journal) {
    this.first = journal.base;
    this.left = journal.base;
  }

  /** Takes in the next step; undefined for background. */
  take(seq: number): Thread | undefined {
    const { journal } = this;
    if (journal.storyOf(seq) < 0) return undefined;
    const kind = journal.kindOf(seq);
    const thread = this.threadFor(seq, kind.name, kind.level === 'detail');
    this.owners[seq - this.first] = thread;
    thread.pending.push(seq);
    if (kind.name === RECEIVED && !LOOPBACK.test(String(journal.step(seq).args.userAgent))) {
      thread.request = seq;
      thread.applied = undefined;
    }
    if (kind.name === APPLIED) thread.applied = seq;
    return thread;
  }

  /** What was dropped has nobody any more. */
  letGo(): void {
    const { journal } = this;
    // What was dropped before it was taken in never had anybody.
    const until = Math.min(this.first + this.owners.length, journal.wholeFrom);
    for (; this.left < until; this.left += 1)
      if (!journal.has(this.left)) this.owners[this.left - this.first] = undefined;
    this.left = Math.max(this.left, journal.wholeFrom);
    for (const cause of this.beside.keys()) if (!journal.has(cause)) this.beside.delete(cause);
  }

  private threadFor(seq: number, kind: string, isDetail: boolean): Thread {
    const cause = this.journal.causeOf(seq);
    const thread = this.of(cause);
    if (thread === undefined) return opened(kind);
    if (kind === WAKES || (thread.isDelivery && !isDetail && !DELIVERY.has(kind))) return this.wake(seq, kind);
    if (OPENS.has(kind)) return opened(kind);
    return BESIDE[this.journal.kindOf(cause).name]?.has(kind) === true ? this.besideOf(cause, kind) : thread;
  }

  private of(seq: number): Thread | undefined {
    return this.journal.has(seq) ? this.owners[seq - this.first] : undefined;
  }

  private besideOf(cause: number, kind: string): Thread {
    const known = this.beside.get(cause);
    if (known !== undefined) return known;
    const thread = opened(kind);
    this.beside.set(cause, thread);
    return thread;
  }

  /** Somebody acts on what was delivered: the way of the news to them is the beginning of what they do. */
  private wake(seq: number, kind: string): Thread {
    const thread = opened(kind);
    const taken: number[] = [];
    for (const cause of this.journal.step(seq).causes) this.takeOver(cause, thread, taken);
    thread.pending.push(...taken.sort((a, b) => a - b));
    return thread;
  }

  private takeOver(from: number, thread: Thread, taken: number[]): void {
    let at = from;
    for (let hop = 0; hop < LONGEST_DELIVERY; hop += 1) {
      const owner = this.of(at);
      if (owner === undefined || !DELIVERY.has(this.journal.kindOf(at).name)) return;
      const place = owner.pending.lastIndexOf(at);
      if (place < 0) return;
      owner.pending.splice(place, 1);
      this.owners[at - this.first] = thread;
      taken.push(at);
      at = this.journal.causeOf(at);
    }
  }
}

function opened(kind: string): Thread {
  return {
    pending: [],
    isDelivery: kind === DELIVERED,
    isOfEvents: RECORDS.has(kind),
    request: undefined,
    applied: undefined,
  };
}
