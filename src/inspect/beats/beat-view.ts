import type { Journal } from '../../engine/index.ts';
import type { BeatView, FoldView, InsightView } from '../../protocol/beat-view.ts';
import type { BeatIndex, Episode } from './beat-index.ts';
import { insightOf } from './insight.ts';

/** A beat as the page is told of it. */
export function beatView(beats: BeatIndex, journal: Journal, place: number): BeatView | undefined {
  const episode = beats.at(place);
  if (episode === undefined) return undefined;
  const { explains, ...insight } = told(beats, episode);
  const { kind, args, subject } = journal.step(explains);
  return {
    index: place + 1,
    count: beats.size,
    seq: episode.last,
    thread: threadOf(journal, episode),
    insight,
    explains: { kind: kind.name, args, subject },
    folded: foldsOf(beats, journal, place),
  };
}

/** Its steps as one walks through them: details only where there is nothing else. The last is where the beat stands. */
export function threadOf(journal: Journal, { steps, last }: Episode): readonly number[] {
  return steps.filter((seq) => seq === last || journal.levelOf(seq) !== 'detail');
}

function told(beats: BeatIndex, episode: Episode): InsightView & { readonly explains: number } {
  const moment = beats.momentOf(episode);
  return { ...insightOf(episode.rule, moment), actor: moment.last.actor };
}

function foldsOf(beats: BeatIndex, journal: Journal, place: number): readonly FoldView[] {
  const groups = new Map<FoldView['key'], Episode[]>();
  for (const episode of beats.foldedInto(place)) {
    const key = episode.rule.fold ?? 'again';
    groups.set(key, [...(groups.get(key) ?? []), episode]);
  }
  return [...groups].map(([key, members]) => ({
    key,
    pods: new Set(members.map(({ last }) => journal.subjectOf(last)).filter((subject) => subject.startsWith('pods/')))
      .size,
    members: members.map(({ last }) => last),
  }));
}
