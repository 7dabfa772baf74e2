import { equalJson } from '../../base/equality.ts';
import type { BranchInfo, Filter, SentFrame, ToWorker } from '../../protocol/messages.ts';
import type { Query, QueryResult } from '../../protocol/queries.ts';
import type { KeptGrain, KeptPlace } from '../../protocol/reading/kept.ts';
import { isBefore, isUntold } from '../../protocol/reading/standing.ts';
import type { RunDescription } from '../../protocol/run-description.ts';
import type { ViewName } from '../../protocol/views.ts';
import { type KeptFiles, KeptPart } from './kept-part.ts';
import { isKeptGrain, isOfGrain, moved, placeOf } from './moves.ts';

export type Parts = Extract<ToWorker, { readonly type: 'parts' }>;

/** A message that nobody waits for by its id. */
export type Said = ToWorker extends infer M ? (M extends { readonly id: number } ? Omit<M, 'id'> : never) : never;

/** So near to the border of a piece the next one is fetched. */
const NEAR = 16;

/** A part of a scenario that is being read: where, and how far its reader has been. */
export class Reading {
  private at: number;
  /** The furthest place that the reader has been at. */
  private present: number;

  private constructor(
    private readonly part: KeptPart,
    private readonly grain: KeptGrain,
    private readonly opened: RunDescription,
    private readonly inputs: Parts['inputs'],
    readonly run: RunDescription,
    at: number,
  ) {
    this.at = at;
    this.present = Math.max(at, part.in(grain).begun);
  }

  /** Undefined where the record does not have what is asked for; rejects where there is no record. */
  static async begin(
    files: KeptFiles,
    opened: RunDescription,
    filter: Filter,
    { inputs, to }: Parts,
  ): Promise<Reading | undefined> {
    const { grain } = filter;
    if (opened.scenario === undefined || !isKeptGrain(grain) || !isOfGrain(filter, grain)) return undefined;
    const part = await KeptPart.open(files, opened.scenario, inputs.length);
    const run = { ...part.head.run, build: opened.build };
    const isSame = equalJson({ ...opened, inputs: [] }, { ...run, inputs: [] });
    const given = run.inputs.map(({ input }) => input);
    const at = placeOf(part.in(grain), grain, to);
    if (!isSame || !equalJson(inputs, given) || at === undefined) return undefined;
    await part.fetch(grain, at);
    const anchor = part.at(grain, at)?.anchor.anchor;
    if (to !== undefined && 'anchor' in to && !equalJson(anchor, to.anchor)) return undefined;
    return new Reading(part, grain, opened, inputs, run, at);
  }

  get branches(): readonly BranchInfo[] {
    return this.part.head.branches;
  }

  hasFilter(filter: Filter): boolean {
    return isOfGrain(filter, this.grain);
  }

  /** False where the move leads out of what is kept; rejects where a piece of that is missing. */
  async move(message: ToWorker): Promise<boolean> {
    const { part, grain } = this;
    const to = moved(part.in(grain), grain, this.at, message);
    if (to === undefined) return false;
    await part.fetch(grain, to);
    this.at = to;
    this.present = Math.max(to, this.present);
    part.fetchAhead(grain, to, NEAR);
    return true;
  }

  answerTo(query: Query): QueryResult | undefined {
    const { anchor: here, views } = this.here;
    if (query.type === 'anchor') return here;
    const { anchor, said } = here;
    if (query.type !== 'found' || query.branch !== undefined || anchor === undefined) return undefined;
    if (!equalJson(query.anchor, anchor)) return undefined;
    // A link to where one stands is followed to where one stands.
    const { seq, subject } = anchor;
    const found = { seq, how: 'same', isStorySame: true, beat: views.step?.beat?.seq, subject } as const;
    return { type: 'found', found, ...(said === undefined ? {} : { said }) };
  }

  /** A frame of the place, but for what of the run and its views has been told before. */
  get frame(): Omit<SentFrame, 'run' | 'branches' | 'views'> {
    const { frame, steps, numbers, before } = this.part.in(this.grain);
    const { seq, index, time, atEnd } = this.here;
    const told = { index, present: numbers[this.present] as number };
    const isLastUntold = isUntold(told, before, frame.total, true);
    return {
      ...frame,
      ...{ seq, index, time, atEnd },
      present: steps[this.present] ?? undefined,
      isPast: isBefore(told),
      untold: isLastUntold ? this.inputs.length - 1 : undefined,
    };
  }

  /** What is not as is wished is told at the end alone. */
  get views(): { readonly [view in ViewName]?: unknown } {
    return { ...this.part.in(this.grain).views, ...this.here.views };
  }

  /** What an engine has to be told to stand where this reader does, and to have told as much. */
  get said(): readonly Said[] {
    const { opened, inputs, grain, at, present } = this;
    const { steps } = this.part.in(grain);
    const furthest = steps[present] as number;
    return [
      { type: 'open', run: opened },
      { type: 'filter', filter: { grain, scope: 'story' } },
      { type: 'parts', inputs, to: { seq: furthest } },
      { type: 'seek', to: steps[at] ?? 'start' },
    ];
  }

  private get here(): KeptPlace {
    return this.part.at(this.grain, this.at) as KeptPlace;
  }
}
