import { countWhile } from '../../base/order.ts';
import type { Journal } from '../../engine/index.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { auditSteps } from '../../steps/audit.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import { cri } from '../../steps/cri.ts';
import { kubelet } from '../../steps/kubelet.ts';
import { aspectOf } from './aspects.ts';
import { HEARING } from './hearing.ts';
import { INTEREST } from './interest/index.ts';
import type { Interest } from './interest/rule.ts';
import { Moment } from './moment.ts';
import { type Thread, ThreadIndex } from './thread-index.ts';

/** A part of a thread that ends with something: told as a beat, or folded into the next one that is. */
export interface Episode {
  /** The step that it ends at, which is also its number. */
  readonly last: number;
  /** Its steps, in order; those of other episodes may lie in between. */
  readonly steps: readonly number[];
  readonly rule: Interest;
  readonly story: number;
  readonly request: number | undefined;
  readonly applied: number | undefined;
  /** How many beats with the same sentence were told before it in the run. */
  readonly before: number;
}

/** What becomes of an Event is never told. */
const EVENT_RULES: ReadonlyMap<string, readonly Interest[]> = new Map([
  [clientgoSteps.response.name, [{ ends: clientgoSteps.response.name, because: 'never', fold: 'aside' }]],
]);
const rulesOf = (rules: readonly Interest[]): ReadonlyMap<string, readonly Interest[]> =>
  new Map(rules.map(({ ends }) => [ends, rules.filter((rule) => rule.ends === ends)]));
const RULES = rulesOf(INTEREST);
/** What a log tells of a request says all that is known of it. */
const RULES_OF_LOGS = rulesOf(INTEREST.filter(({ ends }) => ends.startsWith('audit.')));

/**
 * The beats of every story, in one pass that follows the journal. Whether something is told depends on what was told
 * before it alone, so that what has been told stays so as the run goes on.
 */
export class BeatIndex {
  private readonly threads: ThreadIndex;
  private readonly episodes: Episode[] = [];
  /** Places of those that are told. */
  private readonly told: number[] = [];
  private readonly seqs = new Set<number>();
  private readonly seen = new Map<string, number>();
  /** Beats told, by sentence. */
  private readonly sentences = new Map<string, number>();
  /** By story. */
  private readonly heroes = new Map<number, { readonly thread: Thread; readonly subject: string }>();
  private scanned: number;
  /** How many steps the journal had dropped when what belongs to them was let go. */
  private gone = 0;

  constructor(
    private readonly journal: Journal,
    private readonly tableName: (id: number) => string,
  ) {
    this.threads = new ThreadIndex(journal);
    this.scanned = journal.base;
  }

  /** The run is told by an audit log, and says so at its first step. */
  private get isOfLog(): boolean {
    const { journal } = this;
    return journal.has(journal.base) && journal.kindOf(journal.base) === auditSteps.begun;
  }

  /** All steps before this one have been taken in. */
  get seenTo(): number {
    return this.scanned;
  }

  /** Takes in what the journal has gained. As long as the run is not at rest, the last news may still be on its way. */
  refresh(isAtRest = true): void {
    const { journal } = this;
    this.letGo();
    for (
      this.scanned = journal.after(this.scanned - 1);
      this.scanned < journal.end;
      this.scanned = journal.after(this.scanned)
    ) {
      if (!isAtRest && this.isOnItsWay(this.scanned)) return;
      this.take(this.scanned);
    }
  }

  /** Of what a long run was thinned out by, beats stay with those of their steps that do. */
  private letGo(): void {
    const { journal } = this;
    if (journal.droppedSteps < this.gone + MANY_GONE) return;
    this.gone = journal.droppedSteps;
    this.threads.letGo();
    const told = new Set(this.told);
    const left = this.episodes
      .map((episode, place) => ({ episode, isTold: told.has(place) }))
      .filter(({ episode, isTold }) => isTold || journal.has(episode.last));
    this.episodes.length = 0;
    this.told.length = 0;
    for (const { episode, isTold } of left) {
      if (isTold) this.told.push(this.episodes.length);
      this.episodes.push({ ...episode, steps: episode.steps.filter((seq) => journal.has(seq)) });
    }
  }

  /** Who hears of a change, and whether he has anything to do, is only known when he has heard. */
  private isOnItsWay(seq: number): boolean {
    const { journal } = this;
    return journal.kindOf(seq) === apiserver.cached && journal.timeOf(journal.end - 1) - journal.timeOf(seq) <= HEARING;
  }

  /** Does a beat stand at this step? */
  has(seq: number): boolean {
    return this.seqs.has(seq);
  }

  get size(): number {
    return this.told.length;
  }

  /** The n-th beat, from 0. */
  at(index: number): Episode | undefined {
    return this.episodes[this.told[index] ?? -1];
  }

  /** The place of the newest beat that stands at `seq` or before it, from 0; -1 before the first. */
  placeAt(seq: number): number {
    return countWhile(this.told.length, (place) => (this.at(place) as Episode).last <= seq) - 1;
  }

  /** The place of the beat that a step is in, or stands in for: the one whose thread has it, else the next to come. */
  placeOf(seq: number): number {
    const next = this.placeAt(seq - 1) + 1;
    for (let place = next; place < Math.min(this.size, next + LOOK_AHEAD); place += 1)
      if (this.at(place)?.steps.includes(seq)) return place;
    return next < this.size ? next : this.size - 1;
  }

  /** Steps at which something ended that touched an object, after a step; also what is folded, where one looks at all. */
  touching(object: string, after: number): { readonly seqs: readonly number[]; readonly next: number } {
    const { journal } = this;
    const first = this.episodes.findLastIndex(({ last }) => last <= after) + 1;
    const seqs = this.episodes
      .slice(first)
      .filter(({ rule, steps }) => rule.because !== 'never' && steps.some((seq) => journal.subjectOf(seq) === object))
      .map(({ last }) => last);
    return { seqs, next: this.episodes.at(-1)?.last ?? after };
  }

  /** What ended since the beat before, and is not told. */
  foldedInto(index: number): readonly Episode[] {
    const place = this.told[index];
    if (place === undefined) return [];
    const from = index === 0 ? 0 : (this.told[index - 1] as number) + 1;
    return this.episodes.slice(from, place).filter(({ steps }) => steps.length > 0);
  }

  momentOf({ steps, request, applied, before }: Episode): Moment {
    return new Moment(this.journal, steps, { request, applied }, this.tableName, before === 0);
  }

  private take(seq: number): void {
    const thread = this.threads.take(seq);
    if (thread === undefined) return;
    const kind = this.journal.kindOf(seq).name;
    const rules = this.isOfLog ? RULES_OF_LOGS.get(kind) : thread.isOfEvents ? EVENT_RULES.get(kind) : RULES.get(kind);
    if (rules === undefined) return;
    const moment = new Moment(this.journal, thread.pending, thread, this.tableName);
    const rule = rules.find(({ has, when }) => (has === undefined || moment.of(has)) && (when?.(moment) ?? true));
    if (rule === undefined) return;
    const isTold = this.isFollowed(rule, thread, moment) && this.isNews(rule, moment);
    if (isTold) {
      this.told.push(this.episodes.length);
      this.seqs.add(seq);
      this.journal.keep(seq);
    } else if (rule.fold === undefined) return;
    this.episodes.push(this.end(seq, thread, rule, isTold));
  }

  /** The Pod that a kubelet took in first is followed, as long as all is well with it. */
  private isFollowed({ follows, insight, because }: Interest, thread: Thread, { last }: Moment): boolean {
    const hero = this.heroes.get(last.story);
    const isHero = hero !== undefined && (hero.thread === thread || hero.subject === last.subject);
    if (isHero && ENDS_WELL_BEING.has(last.kind.name)) this.heroes.delete(last.story);
    if (follows === undefined || because === 'never') return true;
    if (hero === undefined && insight === 'podStarts') this.heroes.set(last.story, { thread, subject: last.subject });
    return hero === undefined || isHero;
  }

  private end(last: number, thread: Thread, rule: Interest, isTold: boolean): Episode {
    const steps = thread.pending;
    thread.pending = [];
    const sentence = rule.insight ?? rule.ends;
    const before = this.sentences.get(sentence) ?? 0;
    if (isTold) this.sentences.set(sentence, before + 1);
    const { request, applied } = thread;
    return { last, steps, rule, story: this.journal.storyOf(last), request, applied, before };
  }

  private isNews(rule: Interest, moment: Moment): boolean {
    if (rule.because === 'never') return false;
    const aspects = (rule.by ?? ['resource']).map((aspect) => aspectOf(aspect, moment));
    const where = rule.per === 'run' ? '' : String(moment.last.story);
    const mark = [where, rule.sort ?? rule.insight ?? rule.ends, ...aspects].join('\n');
    const count = (this.seen.get(mark) ?? 0) + 1;
    this.seen.set(mark, count);
    return count <= (rule.most ?? 1);
  }
}

/** What keeps a Pod from going the way that the others go. */
const ENDS_WELL_BEING: ReadonlySet<string> = new Set([
  kubelet.podRejected.name,
  kubelet.mountFailed.name,
  kubelet.sandboxFailed.name,
  kubelet.imageFailed.name,
  kubelet.containerFailed.name,
  kubelet.podDeleting.name,
  cri.pullFailed.name,
]);
/** It is not worth looking through all of them for less. */
const MANY_GONE = 50_000;
/** Threads that take turns with others end soon. */
const LOOK_AHEAD = 24;
