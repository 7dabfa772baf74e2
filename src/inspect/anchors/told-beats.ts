import { fnv1a } from '../../base/bytes/hash.ts';
import type { Journal } from '../../engine/index.ts';
import type { StepArgs } from '../../steps/define.ts';
import type { BeatIndex } from '../beats/beat-index.ts';
import { beatView } from '../beats/beat-view.ts';

/** A sentence of a story, and what tells it from others. */
export interface Said {
  readonly seq: number;
  readonly kind: string;
  readonly subject: string;
  readonly actor: string;
  /** A digest of what it says, in no language. */
  readonly says: string;
}

/** What all beats of a run say, and after each of them a digest of everything until then. Grows with the run. */
export class ToldBeats {
  private readonly said: Said[] = [];
  /** Before the first beat, after the first, and so on. */
  private readonly digests: number[] = [fnv1a('')];

  constructor(
    private readonly beats: BeatIndex,
    private readonly journal: Journal,
  ) {}

  get all(): readonly Said[] {
    const { beats, journal, said } = this;
    for (let place = said.length; place < beats.size; place += 1) {
      const { insight, seq } = beatView(beats, journal, place) as NonNullable<ReturnType<typeof beatView>>;
      const { kind, subject, args, actor } = insight;
      const says = digestOf(kind, subject, args);
      said.push({ seq, kind, subject, actor, says });
      this.digests.push(fnv1a(says, this.digests.at(-1)));
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
