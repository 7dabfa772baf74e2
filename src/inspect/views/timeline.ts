import type { Keepsake } from '../../base/keepsakes.ts';
import { SECOND } from '../../base/time/units.ts';
import { isByBeats } from '../../protocol/filter-check.ts';
import type { TimelineView } from '../../protocol/views.ts';
import { laneOf } from '../actors.ts';
import type { Snapshot } from '../snapshot.ts';

type Span = TimelineView['lanes'][number]['spans'][number];

/** Lanes in the order in which actors come in; every request a bar. Heartbeats stay out unless everything is shown. */
export function timelineView(snapshot: Snapshot): TimelineView {
  const key = `${snapshot.journal.base} ${snapshot.journal.end} ${snapshot.engine.quiescent}`;
  const drawn = snapshot.keepsakes.of(DRAWN);
  if (drawn.view !== undefined && drawn.key === key && drawn.index === snapshot.index) return drawn.view;
  drawn.key = key;
  drawn.index = snapshot.index;
  drawn.view = timelineOf(snapshot);
  return drawn.view;
}

/** Where they are what one steps through. */
function beatTimes(snapshot: Snapshot): readonly number[] {
  const { beats, journal, index } = snapshot;
  if (!isByBeats(index.filter)) return [];
  const isPart = index.filter.object !== undefined;
  const [size, lastAt] = isPart
    ? [index.size, (place: number) => index.at(place)]
    : [beats.size, (place: number) => beats.at(place)?.last];
  return Array.from({ length: size }, (_, place) => snapshot.sinceStart(journal.timeOf(lastAt(place) ?? 0)));
}

const TYPES: ReadonlyMap<string, TimelineView['marks'][number]['type']> = new Map([
  ['enter', 'input'],
  ['podUnschedulable', 'failure'],
  ['fault', 'fault'],
] as const);

/** When a fault that was caused for a while ends. */
function untilOf(snapshot: Snapshot, seq: number): { readonly until?: number } {
  const { journal } = snapshot;
  const { seconds } = journal.step(seq).args;
  return typeof seconds === 'number' ? { until: snapshot.sinceStart(journal.timeOf(seq)) + seconds * SECOND } : {};
}

/** The cursor is not part of it: while nothing new happens it stays as it is. */
const DRAWN: Keepsake<{ key: string; index?: Snapshot['index']; view?: TimelineView }> = { begin: () => ({ key: '' }) };

function timelineOf(snapshot: Snapshot): TimelineView {
  const { journal, requests, scenes, engine } = snapshot;
  const everything = snapshot.index.filter.scope === 'everything';
  const lanes = new Map<string, Span[]>();
  const revisions: number[] = [];
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const request of requests.all) {
    if (!everything && request.story < 0) continue;
    const lane = laneOf(request.client);
    const spans = lanes.get(lane) ?? [];
    lanes.set(lane, spans);
    const end = request.endTime ?? request.startTime;
    first = Math.min(first, request.startTime);
    last = Math.max(last, end);
    spans.push({
      from: snapshot.sinceStart(request.startTime),
      to: snapshot.sinceStart(end),
      fromSeq: request.received,
      toSeq: request.lastStep,
      kind: 'request',
      refused: request.code !== undefined && request.code >= 400,
      label: request.subject,
    });
    if (request.revision !== undefined) revisions.push(snapshot.sinceStart(end));
  }
  const marks: TimelineView['marks'][number][] = scenes.all.map(({ seq, key, subject }) => ({
    time: snapshot.sinceStart(journal.timeOf(seq)),
    seq,
    type: TYPES.get(key) ?? 'scene',
    key,
    text: key === 'enter' ? String(journal.step(seq).args.line ?? '') : subject,
    ...(key === 'fault' ? untilOf(snapshot, seq) : {}),
  }));
  if (journal.end > journal.base) {
    const firstSeq = snapshot.index.at(0) ?? journal.base;
    first = Math.min(first, journal.timeOf(firstSeq));
    const lastSeq = snapshot.index.at(snapshot.index.size - 1) ?? journal.end - 1;
    last = Math.max(last, journal.timeOf(lastSeq));
    if (engine.quiescent && marks.length > 0) {
      marks.push({
        time: snapshot.sinceStart(journal.timeOf(lastSeq)),
        seq: lastSeq,
        type: 'quiet',
        key: 'quiet',
        text: '',
      });
    }
  }
  return {
    startTime: Number.isFinite(first) ? snapshot.sinceStart(first) : 0,
    endTime: Math.max(0, snapshot.sinceStart(last)),
    lanes: [...lanes].map(([actor, spans]) => ({ actor, spans })),
    marks,
    beats: beatTimes(snapshot),
    revisions,
  };
}
