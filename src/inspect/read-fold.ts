import { onlyLooks } from '../cluster/kubectl/find-command.ts';
import type { Journal } from '../engine/index.ts';
import { apiserver } from '../steps/apiserver.ts';
import { kubectl } from '../steps/kubectl.ts';
import type { RequestIndex } from './request-index.ts';
import type { SceneIndex } from './scenes.ts';

const READS: ReadonlySet<string> = new Set(['get', 'list']);
/** What every request goes through when nothing is wrong with it. */
const STAGES: ReadonlySet<string> = new Set([
  apiserver.received.name,
  apiserver.authenticated.name,
  apiserver.authorized.name,
  apiserver.listed.name,
  apiserver.responded.name,
]);
const RESOURCE = /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/[^/?]/;

/**
 * At the usual grain a story of writes tells of a read that it was made and what came of it; how the server let it
 * through is a detail, as it was the same for the request before. A refusal is always told.
 */
export class ReadFold {
  private readonly looking = new Map<number, boolean>();

  constructor(
    private readonly journal: Journal,
    private readonly requests: RequestIndex,
    private readonly scenes: SceneIndex,
  ) {}

  hides(seq: number): boolean {
    const { journal, requests } = this;
    const kind = journal.kindOf(seq).name;
    // What kubectl learns from discovery is a step of its own.
    if (kind === kubectl.request.name) return !RESOURCE.test(String(journal.step(seq).args.path));
    if (kind === kubectl.response.name) return this.isDiscovery(journal.causeOf(seq)) && this.codeOf(seq) < 400;
    if (!STAGES.has(kind)) return false;
    const record = requests.of(seq);
    if (record === undefined || !READS.has(record.verb)) return false;
    if (!RESOURCE.test(record.path)) return true;
    if (this.isLook(record.story)) return false;
    // kubectl says itself that it asks, and what it is told.
    if (record.client === 'kubectl') return true;
    return kind !== apiserver.received.name && !(kind === apiserver.responded.name && this.codeOf(seq) >= 400);
  }

  private isDiscovery(seq: number): boolean {
    const record = this.requests.of(seq);
    return record !== undefined && !RESOURCE.test(record.path);
  }

  private codeOf(seq: number): number {
    return Number(this.journal.step(seq).args.code ?? 0);
  }

  private isLook(story: number): boolean {
    const known = this.looking.get(story);
    if (known !== undefined) return known;
    const enter = this.scenes.all.find(({ key, seq }) => key === 'enter' && this.journal.storyOf(seq) === story);
    if (enter === undefined) return false;
    const line = String(this.journal.step(enter.seq).args.line ?? '');
    // There the way of a read is the story.
    const looks = line !== '' && onlyLooks(line.split(' '));
    this.looking.set(story, looks);
    return looks;
  }
}
