import type { Journal } from '../engine/index.ts';
import { clientgoSteps } from '../steps/clientgo.ts';
import { laneOf } from './actors.ts';
import { RECEIVED } from './request-index.ts';

const HEARD: ReadonlySet<string> = new Set([clientgoSteps.received.name, clientgoSteps.notified.name]);
const BACKGROUND = -1;

/** Which clients have asked and heard what in which story, and since when: the lines that are drawn as travelled. */
export class TrafficIndex {
  private readonly names = new Set<string>();
  private readonly firstRequest = new Map<string, number>();
  private readonly firstHeard = new Map<string, number>();
  private scanned: number;

  constructor(private readonly journal: Journal) {
    this.scanned = journal.base;
  }

  refresh(): void {
    const { journal } = this;
    let seq = journal.after(this.scanned - 1);
    for (; seq < journal.end; seq = journal.after(seq)) {
      const kind = journal.kindOf(seq).name;
      if (kind === RECEIVED) this.note(this.firstRequest, seq, this.clientOf(seq));
      else if (HEARD.has(kind)) this.note(this.firstHeard, seq, journal.actorOf(seq));
    }
    this.scanned = seq;
  }

  /** Clients of the API server, in order of their first appearance. */
  get actors(): readonly string[] {
    return [...this.names];
  }

  requestedBy(actor: string, story: number, until: number): boolean {
    return (this.firstRequest.get(`${story} ${actor}`) ?? Number.POSITIVE_INFINITY) <= until;
  }

  heardBy(actor: string, story: number, until: number): boolean {
    return (this.firstHeard.get(`${story} ${actor}`) ?? Number.POSITIVE_INFINITY) <= until;
  }

  private clientOf(seq: number): string {
    const cause = this.journal.causeOf(seq);
    return this.journal.has(cause) ? this.journal.actorOf(cause) : this.journal.actorOf(seq);
  }

  private note(first: Map<string, number>, seq: number, actor: string): void {
    const lane = laneOf(actor);
    this.names.add(lane);
    const story = this.journal.storyOf(seq);
    if (story === BACKGROUND) return;
    const key = `${story} ${lane}`;
    if (!first.has(key)) first.set(key, seq);
  }
}
