import { countWhile } from '../base/order.ts';
import type { Journal } from '../engine/index.ts';
import { apiserver } from '../steps/apiserver.ts';
import { dns } from '../steps/dns.ts';
import { etcd } from '../steps/etcd.ts';

/** One request at the API server, from arrival to answer, as the journal tells it. */
export interface RequestRecord {
  /** The step of its arrival, which is also its number. */
  readonly received: number;
  readonly client: string;
  readonly story: number;
  readonly verb: string;
  readonly path: string;
  readonly startTime: number;
  subject: string;
  endTime: number | undefined;
  lastStep: number;
  code: number | undefined;
  revision: number | undefined;
}

export const RECEIVED = apiserver.received.name;
const RESPONDED = apiserver.responded.name;
const APPLIED = etcd.applied.name;
const NAME_FOUND = dns.answered.name;
const WATCH_OPENED = apiserver.watchOpened.name;
/** Steps that follow from a write but are no longer part of its request. */
const AFTERWARDS: ReadonlySet<string> = new Set([
  apiserver.cached.name,
  apiserver.graphUpdated.name,
  apiserver.bookmarked.name,
]);
const SERVERS: ReadonlySet<string> = new Set(['kube-apiserver', 'etcd']);
const NONE = -1;
/** More requests than this are never in flight at once in a story that a person follows. */
const LOOK_BACK = 64;

/** Which request each step belongs to; read from causes, in one pass that follows the journal. */
export class RequestIndex {
  private readonly requestOfStep = new Map<number, number>();
  private readonly records = new Map<number, RequestRecord>();
  private order: RequestRecord[] = [];
  /** Up to there, dropped steps belong to no request any more. */
  private left: number;
  private scanned: number;

  constructor(private readonly journal: Journal) {
    this.left = journal.base;
    this.scanned = journal.base;
  }

  refresh(): void {
    const { journal } = this;
    this.letGo();
    let seq = journal.after(this.scanned - 1);
    for (; seq < journal.end; seq = journal.after(seq)) this.take(seq);
    this.scanned = seq;
  }

  /** What a long run was thinned out by is gone. */
  private letGo(): void {
    const { journal } = this;
    if (journal.wholeFrom <= this.left || journal.droppedSteps === 0) return;
    const from = this.left;
    // What was dropped before it was looked at never belonged to one.
    const until = Math.min(this.scanned, journal.wholeFrom);
    for (; this.left < until; this.left += 1) {
      if (journal.has(this.left)) continue;
      this.requestOfStep.delete(this.left);
      this.records.delete(this.left);
    }
    this.left = journal.wholeFrom;
    const first = this.countAt(from - 1);
    this.order = [
      ...this.order.slice(0, first),
      ...this.order.slice(first).filter((each) => this.records.has(each.received)),
    ];
  }

  /** The request in whose course a step is. */
  of(seq: number): RequestRecord | undefined {
    return this.records.get(this.requestOfStep.get(seq) ?? NONE);
  }

  get all(): readonly RequestRecord[] {
    return this.order;
  }

  /** Requests that have arrived at a step and are not yet answered. Answers come soon, so only the newest need a look. */
  openAt(seq: number): readonly RequestRecord[] {
    const open: RequestRecord[] = [];
    for (let place = this.countAt(seq) - 1; place >= 0 && place > this.countAt(seq) - 1 - LOOK_BACK; place -= 1) {
      const record = this.order[place] as RequestRecord;
      if (record.lastStep >= seq) open.push(record);
    }
    return open.reverse();
  }

  /** How many have arrived at a step. */
  countAt(seq: number): number {
    return countWhile(this.order.length, (place) => (this.order[place] as RequestRecord).received <= seq);
  }

  /** The steps of a request up to and including `until`. */
  stepsOf(record: RequestRecord, until: number): readonly number[] {
    const steps: number[] = [];
    const end = Math.min(until, record.lastStep);
    const { journal } = this;
    for (let seq = journal.after(record.received - 1); seq <= end && seq < journal.end; seq = journal.after(seq)) {
      if (this.requestOfStep.get(seq) === record.received) steps.push(seq);
    }
    return steps;
  }

  private take(seq: number): void {
    const { journal } = this;
    const kind = journal.kindOf(seq).name;
    if (kind === RECEIVED) {
      this.open(seq);
      return;
    }
    if (!SERVERS.has(journal.actorOf(seq)) || AFTERWARDS.has(kind)) return;
    const request = this.requestOfStep.get(journal.causeOf(seq));
    const record = request === undefined ? undefined : this.records.get(request);
    if (record === undefined) return;
    this.requestOfStep.set(seq, record.received);
    record.lastStep = seq;
    const { args, subject } = journal.step(seq);
    if (kind === RESPONDED || kind === WATCH_OPENED) {
      record.endTime = journal.timeOf(seq);
      record.code = typeof args.code === 'number' ? args.code : 200;
      record.subject = subject;
    }
    if (kind === APPLIED && typeof args.revision === 'number') record.revision = args.revision;
  }

  /** The step in which it was sent: what comes between was only asked for the server's address. */
  private senderOf(seq: number): number {
    const { journal } = this;
    let cause = journal.causeOf(seq);
    while (journal.has(cause) && journal.kindOf(cause).name === NAME_FOUND) cause = journal.causeOf(cause);
    return cause;
  }

  private open(seq: number): void {
    const { journal } = this;
    const cause = this.senderOf(seq);
    const { args } = journal.step(seq);
    const record: RequestRecord = {
      received: seq,
      client: journal.has(cause) ? journal.actorOf(cause) : journal.actorOf(seq),
      story: journal.storyOf(seq),
      verb: String(args.verb ?? ''),
      path: String(args.path ?? ''),
      startTime: journal.has(cause) ? journal.timeOf(cause) : journal.timeOf(seq),
      subject: journal.subjectOf(seq),
      endTime: undefined,
      lastStep: seq,
      code: undefined,
      revision: undefined,
    };
    this.requestOfStep.set(seq, seq);
    this.records.set(seq, record);
    this.order.push(record);
  }
}
