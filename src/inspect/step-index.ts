import { countWhile } from '../base/order.ts';
import type { Journal } from '../engine/index.ts';
import { isByBeats } from '../protocol/filter-check.ts';
import type { Filter } from '../protocol/messages.ts';
import type { BeatIndex } from './beats/beat-index.ts';
import { threadOf } from './beats/beat-view.ts';
import type { ReadFold } from './read-fold.ts';
import type { SceneIndex } from './scenes.ts';

/** Records of what happened, not what makes it happen: in a story their own way into the store is a detail. */
const EVENTS = /^events(\.events\.k8s\.io)?\//;

const RANK = { scene: 0, step: 1, detail: 2 } as const;

/** Does a step count under this filter? A scene is the first of its kind in a story, so the journal alone cannot tell. */
export function accepts(asked: Filter, journal: Journal, scenes: SceneIndex, seq: number, reads?: ReadFold): boolean {
  const filter: Filter & { readonly grain: keyof typeof RANK } =
    asked.grain === 'beat' ? { ...asked, grain: 'step' } : { ...asked, grain: asked.grain };
  if (filter.grain === 'scene' ? !scenes.has(seq) : RANK[journal.levelOf(seq)] > RANK[filter.grain]) return false;
  if (filter.scope === 'story' && journal.storyOf(seq) < 0) return false;
  if (isToldBriefly(filter) && (EVENTS.test(journal.subjectOf(seq)) || reads?.hides(seq))) return false;
  if (filter.actor !== undefined && journal.actorOf(seq) !== filter.actor) return false;
  return filter.object === undefined || journal.subjectOf(seq) === filter.object;
}

function isToldBriefly({ grain, scope, actor, object }: Filter): boolean {
  return grain === 'step' && scope === 'story' && actor === undefined && object === undefined;
}

/** The steps that a filter lets through, in order; grows with the journal. */
export class StepIndex {
  private seqs: number[] = [];
  private scanned: number;
  /** Up to which step ends of beats were looked at, where one object is followed. */
  private ends = -1;
  /** How many steps the journal had dropped. */
  private gone = 0;

  constructor(
    private readonly journal: Journal,
    private readonly scenes: SceneIndex,
    readonly filter: Filter,
    private readonly reads?: ReadFold,
    private readonly beats?: () => BeatIndex,
  ) {
    this.scanned = journal.base;
  }

  /** Takes in what the journal has gained, and lets go of what it dropped. */
  refresh(): void {
    const { journal } = this;
    if ((this.seqs[0] ?? journal.base) < journal.base) this.seqs = this.seqs.slice(this.firstAtOrAfter(journal.base));
    this.letGo();
    const { within } = this.filter;
    if (within !== undefined) this.takeThread(within);
    else if (isByBeats(this.filter)) this.takeBeats();
    else this.takeSteps();
  }

  /** What a long run was thinned out by is gone. */
  private letGo(): void {
    const { journal } = this;
    if (journal.droppedSteps === this.gone) return;
    this.gone = journal.droppedSteps;
    const first = this.firstAtOrAfter(journal.thinned?.from ?? journal.end);
    const left = this.seqs.slice(first).filter((seq) => journal.has(seq));
    this.seqs.length = first;
    for (const seq of left) this.seqs.push(seq);
  }

  private takeThread(within: number): void {
    const beats = this.beats?.();
    const beat = beats?.at(beats.placeAt(within));
    this.seqs = beat?.last === within ? [...threadOf(this.journal, beat)] : [];
  }

  private takeBeats(): void {
    const beats = this.beats?.();
    if (beats === undefined) return;
    const { object } = this.filter;
    if (object !== undefined) {
      const { seqs, next } = beats.touching(object, this.ends);
      this.ends = next;
      this.seqs.push(...seqs);
      return;
    }
    for (let place = beats.placeAt(this.seqs.at(-1) ?? -1) + 1; place < beats.size; place += 1)
      this.seqs.push((beats.at(place) as { readonly last: number }).last);
  }

  private takeSteps(): void {
    const { journal } = this;
    let seq = journal.after(this.scanned - 1);
    for (; seq < journal.end; seq = journal.after(seq))
      if (accepts(this.filter, journal, this.scenes, seq, this.reads)) this.seqs.push(seq);
    this.scanned = seq;
  }

  get size(): number {
    return this.seqs.length;
  }

  at(index: number): number | undefined {
    return this.seqs[index];
  }

  /** How many accepted steps lie at or before `seq`: a cursor on `seq` stands on the n-th of them. */
  countUpTo(seq: number): number {
    return this.firstAtOrAfter(seq + 1);
  }

  /** Place of `seq` among the accepted steps, from 0; undefined when it is not one of them. */
  indexOf(seq: number): number | undefined {
    const index = this.firstAtOrAfter(seq);
    return this.seqs[index] === seq ? index : undefined;
  }

  private firstAtOrAfter(seq: number): number {
    return countWhile(this.seqs.length, (place) => (this.seqs[place] as number) < seq);
  }
}
