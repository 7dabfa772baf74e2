import type { Frame, SentFrame } from '../../src/protocol/messages.ts';
import {
  KEPT_GRAINS,
  KEPT_VERSION,
  KEPT_VIEWS,
  type KeptFrame,
  type KeptGrain,
  type KeptHead,
  type KeptPiece,
  type KeptPlace,
  type KeptPlaces,
  type KeptView,
  type KeptViews,
  keptFilter,
  nameOfHead,
  nameOfPiece,
  pieceOf,
  VIEW_AT_REST,
} from '../../src/protocol/reading/kept.ts';
import { type Change, difference } from '../../src/protocol/share.ts';
import type { Scenario } from '../../src/scenarios/index.ts';
import { Reader } from './reader.ts';

/** One file of a record. */
export interface KeptFile {
  readonly name: string;
  readonly content: KeptHead | KeptPiece;
}

/** Nobody gets to see it: whoever reads a record puts his own in its place. */
const BUILD = 'kept';

/**
 * Reads every part of a scenario as the reader of a demo would, and keeps what the engine answers.
 *
 * Promises: nothing is written that the engine did not say; a part that does not come to rest, or of which not all is held, is
 * left out, and so are those after it. Called by: the build, and tests.
 */
export function recordScenario(scenario: Pick<Scenario, 'id' | 'cluster' | 'parts'>): readonly KeptFile[] {
  const { id, cluster, parts } = scenario;
  const reader = new Reader(BUILD);
  const run = { v: 1, build: BUILD, seed: 1, cluster, scenario: id, inputs: [] } as const;
  reader.ask({ type: 'hello' }, ...KEPT_VIEWS.map((view) => ({ type: 'subscribe', view }) as const));
  reader.ask({ type: 'open', run });
  const files: KeptFile[] = [];
  for (const [at, { input }] of parts.entries()) {
    reader.ask({ type: 'parts', inputs: [input] });
    const { frame, run: told } = reader;
    if (frame?.quiescent !== true || frame.thinned !== undefined || told === undefined) break;
    files.push(...recordPart(reader, scenario.id, at + 1));
  }
  return files;
}

function recordPart(reader: Reader, scenario: string, part: number): readonly KeptFile[] {
  const begun = reader.frame?.seq as number;
  const pieces: KeptFile[] = [];
  const placesIn = (grain: KeptGrain): KeptPlaces => {
    reader.ask({ type: 'filter', filter: keptFilter(grain) });
    const read = readPlaces(reader, part, begun);
    pieces.push(...piecesOf(read.places, (number) => nameOfPiece(scenario, part, grain, number)));
    return read.head;
  };
  const grains = Object.fromEntries(KEPT_GRAINS.map((grain) => [grain, placesIn(grain)]));
  const { build: _, ...run } = reader.run as NonNullable<Reader['run']>;
  const head: KeptHead = {
    v: KEPT_VERSION,
    run,
    branches: reader.branches ?? [],
    grains: grains as KeptHead['grains'],
  };
  return [{ name: nameOfHead(scenario, part), content: head }, ...pieces];
}

interface Read {
  readonly head: KeptPlaces;
  readonly places: readonly KeptPlace[];
}

/** Goes to every place of the newest part that reading leads to. */
function readPlaces(reader: Reader, part: number, begun: number): Read {
  const given = reader.run?.inputs[part - 1]?.afterStep as number;
  reader.ask({ type: 'seek', to: given });
  const before = numberOf(reader);
  const found = new Map<number | undefined, KeptPlace>();
  const scenes = scenesAfter(reader);
  const between = new Set<number | undefined>();
  const keep = (isBetween: boolean) => {
    const place = placeAt(reader);
    if (found.has(place.seq)) return;
    found.set(place.seq, place);
    if (isBetween) between.add(place.seq);
  };
  for (let number = before + 1; number <= total(reader); number += 1) {
    reader.ask({ type: 'seekIndex', index: number });
    keep(false);
  }
  if (part === 1) {
    reader.ask({ type: 'seek', to: 'start' });
    keep(true);
  }
  for (const seq of [begun, ...scenes]) {
    reader.ask({ type: 'seek', to: seq });
    keep(true);
  }
  // What is not as is wished is asked for once one has come to the end.
  reader.ask({ type: 'seek', to: 'end' }, { type: 'subscribe', view: VIEW_AT_REST });
  const end = placeAt(reader, [...KEPT_VIEWS, VIEW_AT_REST]);
  if (!found.has(end.seq)) between.add(end.seq);
  found.set(end.seq, end);
  const frame = frameOf(reader.frame as SentFrame);
  reader.ask({ type: 'unsubscribe', view: VIEW_AT_REST });
  const sorted = [...found.values()].sort((a, b) => (a.seq ?? -1) - (b.seq ?? -1));
  const [views, places] = sharedViews(sorted);
  const placeOf = (seq: number | undefined) => places.findIndex((place) => place.seq === seq);
  const placesOf = (seqs: Iterable<number | undefined>) => [...seqs].map(placeOf).sort((a, b) => a - b);
  return {
    places,
    head: {
      frame,
      views,
      steps: places.map(({ seq }) => seq ?? null),
      numbers: places.map(({ index }) => index),
      between: placesOf(between),
      scenes: placesOf(scenes),
      begun: placeOf(begun),
      before,
    },
  };
}

/** The scenes that begin behind the cursor, by their steps. */
function scenesAfter(reader: Reader): readonly number[] {
  const marks = reader.views.timeline?.marks ?? [];
  const from = reader.frame?.seq ?? -1;
  return marks.filter(({ seq, type }) => type !== 'quiet' && seq > from).map(({ seq }) => seq);
}

function placeAt(reader: Reader, wanted: readonly KeptView[] = KEPT_VIEWS): KeptPlace {
  const { seq, index, time, atEnd } = reader.frame as SentFrame;
  const views = Object.fromEntries(wanted.map((view) => [view, reader.views[view]]));
  return { seq, index, time, atEnd, views, anchor: reader.query({ type: 'anchor' }) };
}

/** The views that are the same wherever one stands, and the places without those. */
function sharedViews(places: readonly KeptPlace[]): readonly [KeptViews, readonly KeptPlace[]] {
  const first = places[0]?.views ?? {};
  const isShared = (view: KeptView) => places.every(({ views }) => views[view] === first[view]);
  const shared = KEPT_VIEWS.filter(isShared);
  const only = (views: KeptViews, isWanted: (name: KeptView) => boolean): KeptViews =>
    Object.fromEntries(Object.entries(views).filter(([name]) => isWanted(name as KeptView)));
  const isOfHead = (name: KeptView) => shared.some((each) => each === name);
  const rest = places.map((place) => ({ ...place, views: only(place.views, (name) => !isOfHead(name)) }));
  return [only(first, isOfHead), rest];
}

/** What of it is of the whole part. */
function frameOf(frame: SentFrame): KeptFrame {
  const { seq, index, time, atEnd, present, isPast, untold, run, branches, views, failedViews, crowd, ...kept } = frame;
  return kept;
}

function numberOf({ frame }: Reader): number {
  return (frame as Pick<Frame, 'index'>).index;
}

function total({ frame }: Reader): number {
  return (frame as Pick<Frame, 'total'>).total;
}

function piecesOf(places: readonly KeptPlace[], nameOf: (number: number) => string): readonly KeptFile[] {
  const files: KeptFile[] = [];
  for (let from = 0; from < places.length; ) {
    const number = places[from]?.index as number;
    const next = places.findIndex(({ index }) => pieceOf(index) > pieceOf(number));
    const own = places.slice(from, next < 0 ? undefined : next);
    files.push({ name: nameOf(number), content: { from, changes: changesOf(own) } });
    from += own.length;
  }
  return files;
}

function changesOf(places: readonly KeptPlace[]): KeptPiece['changes'] {
  const [first, ...rest] = places;
  const changes = rest.map((place, at): Change => difference(places[at], place) ?? { of: {} });
  return [{ to: first }, ...changes];
}
