import { SECOND } from '../../base/time/units.ts';
import type { Journal } from '../../engine/index.ts';
import type { BeatView, FoldView, InsightView } from '../../protocol/beat-view.ts';
import type { KindName } from '../../steps/index.ts';
import type { BeatIndex, Episode } from './beat-index.ts';
import { insightOf } from './insight.ts';

const LONG = 5 * SECOND;

/** A beat as the page is told of it. */
export function beatView(beats: BeatIndex, journal: Journal, place: number): BeatView | undefined {
  const episode = beats.at(place);
  if (episode === undefined) return undefined;
  const { explains, ...insight } = insightAt(beats, episode);
  const { kind, args, subject } = journal.step(explains);
  return {
    index: place + 1,
    count: beats.size,
    seq: episode.last,
    thread: threadOf(journal, episode),
    insight,
    passed: passedBefore(beats, journal, place),
    explains: { kind: kind.name as KindName, args, subject },
    folded: foldsOf(beats, journal, place),
  };
}

/** Time since the beat before, where one notices it. With what a person does, and where he only waits, it is no news. */
function passedBefore(beats: BeatIndex, journal: Journal, place: number): number {
  const [before, episode] = [beats.at(place - 1), beats.at(place)];
  if (before === undefined || episode === undefined || episode.steps.includes(episode.story)) return 0;
  if (episode.rule.insight === 'printed' && /^sleep /.test(String(journal.step(episode.story).args.line))) return 0;
  const passed = journal.timeOf(episode.last) - journal.timeOf(before.last);
  return passed < LONG ? 0 : passed;
}

/** Its steps as one walks through them: details only where there is nothing else. The last is where the beat stands. */
export function threadOf(journal: Journal, { steps, last }: Episode): readonly number[] {
  return steps.filter((seq) => seq === last || journal.levelOf(seq) !== 'detail');
}

/** What a beat says, and which of its steps that explains. */
export function insightAt(beats: BeatIndex, episode: Episode): InsightView & { readonly explains: number } {
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
