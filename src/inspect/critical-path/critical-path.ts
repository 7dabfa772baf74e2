import type { Journal } from '../../engine/index.ts';
import type { CriticalPath, HopSort, PathLeg } from '../../protocol/critical-path.ts';
import { laneOf } from '../actors.ts';
import { ThreadIndex } from '../beats/thread-index.ts';
import type { Snapshot } from '../snapshot.ts';
import { sortOfHop } from './hop-sorts.ts';

/** So many earlier steps of a thread are looked through for the one that was waited for. */
const LOOK_BACK = 400;
const LONGEST_WALK = 100_000;

interface Hop {
  readonly from: number;
  readonly to: number;
  readonly micros: number;
  readonly sort: HopSort;
  /** Whose time it was. */
  readonly actor: string;
}

/**
 * Where the time of the story at the cursor went: from the command that began it to its last beat, hop by hop along
 * what each step had waited for last. The hops lie end to end, so their times add up to the whole.
 */
export function criticalPath(snapshot: Snapshot): CriticalPath | undefined {
  const { journal } = snapshot;
  const story = storyHere(snapshot);
  if (story === undefined) return undefined;
  const end = lastResult(snapshot, story);
  const steps = pathTo(journal, story, end);
  const first = steps[0];
  if (first === undefined) return undefined;
  return {
    first: snapshot.view(first),
    last: snapshot.view(end),
    micros: journal.timeOf(end) - journal.timeOf(first),
    legs: legsOf(hopsOf(journal, steps)).map((leg): PathLeg => {
      const { sort, actor, micros } = leg;
      return {
        sort,
        actor,
        micros,
        from: snapshot.sinceStart(journal.timeOf(leg.from)),
        step: snapshot.view(leg.longest.to),
      };
    }),
  };
}

/** The story of the step at the cursor; where that belongs to none, the one before it. */
function storyHere({ journal, cursor }: Snapshot): number | undefined {
  for (let seq = journal.momentAt(cursor.position); seq >= journal.base; seq = journal.momentAt(seq - 1)) {
    const story = journal.storyOf(seq);
    if (story >= 0) return journal.has(story) ? story : undefined;
  }
  return undefined;
}

/** What the story came to: its last beat, or where it has none its last step. */
function lastResult({ beats, journal }: Snapshot, story: number): number {
  for (let place = beats.size - 1; place >= 0; place -= 1) {
    const beat = beats.at(place);
    if (beat?.story === story) return beat.last;
  }
  let seq = journal.end - 1;
  while (seq > story && journal.storyOf(seq) !== story) seq = journal.momentAt(seq - 1);
  return seq;
}

/** The steps from the beginning of a story to one of its steps, each the last that the next one had to wait for. */
export function pathTo(journal: Journal, story: number, end: number): readonly number[] {
  const threads = threadsOf(journal, story, end);
  const path: number[] = [];
  let at: number | undefined = end;
  while (at !== undefined && path.length < LONGEST_WALK) {
    path.push(at);
    at = at === story ? undefined : waitedFor(journal, story, threads, at);
  }
  return path.reverse();
}

/** Of each step the steps of its thread, in order, and its place among them. */
type Threads = ReadonlyMap<number, { readonly steps: readonly number[]; readonly place: number }>;

function threadsOf(journal: Journal, story: number, end: number): Threads {
  const index = new ThreadIndex(journal);
  const byThread = new Map<object, number[]>();
  const threads = new Map<number, { readonly steps: readonly number[]; readonly place: number }>();
  for (let seq = story; seq <= end; seq = journal.after(seq)) {
    const thread = index.take(seq);
    if (thread === undefined || journal.storyOf(seq) !== story) continue;
    const steps = byThread.get(thread) ?? [];
    byThread.set(thread, steps);
    threads.set(seq, { steps, place: steps.length });
    steps.push(seq);
  }
  return threads;
}

/**
 * What came last of that without which a step would not be: its latest cause; or, where its cause had other things done
 * before it in the same thread, as a kubelet has volumes mounted before it makes a sandbox, the end of those.
 */
function waitedFor(journal: Journal, story: number, threads: Threads, seq: number): number | undefined {
  const causes = journal.step(seq).causes.filter((cause) => journal.has(cause) && journal.storyOf(cause) === story);
  if (causes.length === 0) return undefined;
  const cause = Math.max(...causes);
  const { steps, place } = threads.get(seq) ?? { steps: [], place: 0 };
  for (let at = place - 1; at >= Math.max(0, place - LOOK_BACK); at -= 1) {
    const earlier = steps[at] as number;
    if (earlier <= cause) break;
    if (comesFrom(journal, earlier, cause)) return earlier;
  }
  return cause;
}

function comesFrom(journal: Journal, seq: number, cause: number): boolean {
  let at = seq;
  while (at > cause) at = journal.causeOf(at);
  return at === cause;
}

function hopsOf(journal: Journal, steps: readonly number[]): readonly Hop[] {
  return steps.slice(1).map((to, place): Hop => {
    const from = steps[place] as number;
    const micros = journal.timeOf(to) - journal.timeOf(from);
    return { from, to, micros, sort: sortOfHop(journal, from, to), actor: laneOf(journal.actorOf(to)) };
  });
}

interface Leg extends Hop {
  /** The hop of it that took longest: what one would look at. */
  readonly longest: Hop;
}

/** Hops of one sort and actor that follow one another are one leg; those that took no time belong to what they lie in. */
function legsOf(hops: readonly Hop[]): readonly Leg[] {
  const legs: Leg[] = [];
  for (const hop of hops) {
    if (hop.micros === 0) continue;
    const open = legs.at(-1);
    if (open === undefined || open.sort !== hop.sort || open.actor !== hop.actor) {
      legs.push({ ...hop, longest: hop });
      continue;
    }
    const longest = hop.micros > open.longest.micros ? hop : open.longest;
    legs[legs.length - 1] = { ...open, to: hop.to, micros: open.micros + hop.micros, longest };
  }
  return legs;
}
