import { fnv1a } from '../../base/bytes/hash.ts';
import type { Journal } from '../../engine/index.ts';
import type { InsightView } from '../../protocol/beat-view.ts';
import type { StepArgs } from '../../steps/define.ts';
import type { BeatIndex, Episode } from '../beats/beat-index.ts';
import { insightAt } from '../beats/beat-view.ts';
import { AHEAD } from '../beats/insights/requests.ts';

/** A sentence of a story, and what tells it from others. */
export interface Said {
  readonly seq: number;
  readonly kind: string;
  readonly subject: string;
  readonly actor: string;
  /** A digest of what it says, in no language. */
  readonly says: string;
}

/** What a beat says. */
export interface ToldBeat extends Said, InsightView {
  readonly kind: InsightView['kind'];
}

/** What all beats of a run say, and after each of them a digest of everything until then. Grows with the run. */
export class ToldBeats {
  private readonly said: ToldBeat[] = [];
  /** Before the first beat, after the first, and so on. */
  private readonly digests: number[] = [fnv1a('')];
  /** So many of them are said for good: no sentence looks further ahead than to steps that are there. */
  private settled = 0;
  /** What there was to tell of when it was last asked. */
  private seen = '';

  constructor(
    private readonly beats: BeatIndex,
    private readonly journal: Journal,
  ) {}

  get all(): readonly ToldBeat[] {
    const { beats, journal, said } = this;
    if (this.seen === `${journal.end} ${beats.seenTo} ${beats.size}`) return said;
    this.seen = `${journal.end} ${beats.seenTo} ${beats.size}`;
    said.length = this.settled;
    this.digests.length = this.settled + 1;
    for (let place = said.length; place < beats.size; place += 1) {
      const episode = beats.at(place) as Episode;
      const { kind, subject, args, actor } = insightAt(beats, episode);
      const says = digestOf(kind, subject, args);
      said.push({ seq: episode.last, kind, subject, actor, args, says });
      this.digests.push(fnv1a(says, this.digests.at(-1)));
      if (episode.last + AHEAD <= journal.end) this.settled = place + 1;
    }
    return said;
  }

  /** Of all that is told before a step. */
  before(seq: number): string {
    const { length } = this.all;
    const count = Math.min(length, this.beats.placeAt(seq - 1) + 1);
    return short(this.digests[count] as number);
  }

  /** Of all that is told. */
  whole(): string {
    return short(this.digests[this.all.length] as number);
  }
}

export function digestOf(kind: string, subject: string, args: StepArgs): string {
  const facts = Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return short(fnv1a(JSON.stringify([kind, subject, facts])));
}

function short(digest: number): string {
  return digest.toString(36).padStart(7, '0');
}
