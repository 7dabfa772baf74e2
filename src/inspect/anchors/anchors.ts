import type { Journal } from '../../engine/index.ts';
import type { Anchor, FoundAnchor } from '../../protocol/link/anchor.ts';
import type { BeatIndex } from '../beats/beat-index.ts';
import { withoutGenerated } from './generated-names.ts';
import { digestOf, type Said, type ToldBeats } from './told-beats.ts';

/** What anchors are made of and looked up in. */
export interface Told {
  readonly journal: Journal;
  readonly beats: BeatIndex;
  readonly told: ToldBeats;
}

/** A step of a run, so that it is found again in another build; `byBeats`: as the beat that stands at it, where one does. */
export function anchorAt(told: Told, seq: number, byBeats: boolean): Anchor | undefined {
  const { journal, beats } = told;
  if (!journal.has(seq)) return undefined;
  const by = byBeats && beats.has(seq) ? 'beat' : 'step';
  const story = storyNumber(journal, seq);
  const own = by === 'beat' ? told.told.all[beats.placeAt(seq)] : saidByStep(journal, seq);
  if (own === undefined) return undefined;
  const before = alikeIn(told, { ...thingOf(own), by, story }).filter((each) => each.seq <= seq);
  return {
    seq,
    story,
    by,
    kind: own.kind,
    subject: own.subject,
    actor: own.actor,
    nth: before.filter(({ subject }) => subject === own.subject).length,
    like: before.length,
    says: own.says,
    before: told.told.before(seq),
  };
}

/** Where an anchor is in this run, which may be of another build than the one it was made in. */
export function findAnchor(told: Told, anchor: Anchor): FoundAnchor {
  const { journal, beats } = told;
  const alike = alikeIn(told, anchor);
  const exact = alike.filter(({ subject }) => subject === anchor.subject);
  const { how, said } = choice(exact, alike, anchor);
  const seq = said?.seq ?? nearest(journal, anchor.seq);
  const beat = journal.has(seq) && journal.storyOf(seq) >= 0 ? beats.at(beats.placeOf(seq))?.last : undefined;
  return {
    seq,
    how,
    isStorySame: told.told.before(seq) === anchor.before,
    beat,
    subject: said?.subject ?? anchor.subject,
  };
}

function choice(
  exact: readonly Said[],
  alike: readonly Said[],
  anchor: Anchor,
): { readonly how: FoundAnchor['how']; readonly said: Said | undefined } {
  const nth = exact[anchor.nth - 1];
  if (nth?.says === anchor.says) return { how: 'same', said: nth };
  // As often before as it was, but once more or less of the same: the one that says what it said, and is nearest.
  const same = exact.filter(({ says }) => says === anchor.says).toSorted(byDistanceTo(anchor.seq))[0];
  if (same !== undefined) return { how: 'same', said: same };
  if (nth !== undefined) return { how: 'otherwise', said: nth };
  const like = alike[anchor.like - 1];
  if (exact.length === 0 && like !== undefined) return { how: 'alike', said: like };
  return { how: 'gone', said: exact.at(-1) ?? alike.at(-1) };
}

/** All that might be meant: the beats, or the steps, of one story, that are the same but for generated names. */
function alikeIn(told: Told, thing: Thing & Pick<Anchor, 'by' | 'story'>): readonly Said[] {
  const { journal } = told;
  const { by, story } = thing;
  const root = rootOf(journal, story);
  if (root === undefined) return [];
  const isOfStory = (seq: number) => (story === 0 ? journal.storyOf(seq) < 0 : journal.storyOf(seq) === root);
  const names = { actor: withoutGenerated(thing.actor), subject: withoutGenerated(thing.subject) };
  const isAlike = ({ actor, subject }: Omit<Thing, 'kind'>) =>
    withoutGenerated(actor) === names.actor && withoutGenerated(subject) === names.subject;
  if (by === 'beat')
    return told.told.all.filter((each) => each.kind === thing.kind && isOfStory(each.seq) && isAlike(each));
  const steps: Said[] = [];
  for (let seq = journal.after(root - 1); seq < journal.end; seq = journal.after(seq)) {
    if (journal.kindOf(seq).name !== thing.kind || !isOfStory(seq)) continue;
    const said = saidByStep(journal, seq);
    if (isAlike(said)) steps.push(said);
  }
  return steps;
}

/** Its digest is made when it is asked for: there are many steps. */
function saidByStep(journal: Journal, seq: number): Said {
  return {
    seq,
    kind: journal.kindOf(seq).name,
    subject: journal.subjectOf(seq),
    actor: journal.actorOf(seq),
    get says() {
      const { kind, subject, args } = journal.step(seq);
      return digestOf(kind.name, subject, args);
    },
  };
}

type Thing = Pick<Said, 'kind' | 'actor' | 'subject'>;

function thingOf({ kind, actor, subject }: Thing): Thing {
  return { kind, actor, subject };
}

/** The place of a step's story among those of the run, from 1. */
function storyNumber(journal: Journal, seq: number): number {
  const story = journal.storyOf(seq);
  if (story < 0) return 0;
  let count = 0;
  for (let at = journal.after(journal.base - 1); at <= story && at < journal.end; at = journal.after(at))
    if (journal.storyOf(at) === at) count += 1;
  return count;
}

/** The first step of the n-th story; of what is of no story, the oldest step that there is. */
function rootOf(journal: Journal, story: number): number | undefined {
  let left = story;
  for (let at = journal.after(journal.base - 1); at < journal.end; at = journal.after(at)) {
    if (story === 0) return at;
    if (journal.storyOf(at) === at) left -= 1;
    if (left === 0) return at;
  }
  return undefined;
}

function nearest(journal: Journal, seq: number): number {
  return Math.min(Math.max(seq, journal.base), journal.end - 1);
}

function byDistanceTo(seq: number): (a: Said, b: Said) => number {
  return (a, b) => Math.abs(a.seq - seq) - Math.abs(b.seq - seq);
}
