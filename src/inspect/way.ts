import { isByBeats } from '../protocol/filter-check.ts';
import type { WayStop } from '../protocol/views.ts';
import { clientgoSteps } from '../steps/clientgo.ts';
import type { Station } from '../steps/define.ts';
import { laneOf, SERVER_ACTORS } from './actors.ts';
import type { Episode } from './beats/beat-index.ts';
import type { Snapshot } from './snapshot.ts';

/** Somebody hears of something. */
const HEARS: ReadonlySet<string> = new Set([clientgoSteps.received.name, clientgoSteps.notified.name]);

/** Its controllers share what it hears: they have stops, it has none. */
const SHARES = 'kube-controller-manager';

/** Where the thread of the beat at the cursor passes, each place at its first time; undefined where nothing is told by beats. */
export function wayOf(snapshot: Snapshot): readonly WayStop[] | undefined {
  const beat = beatAt(snapshot);
  if (beat === undefined) return undefined;
  const { journal, requests, cursor } = snapshot;
  const way = new Map<string, { at: string; actor: string; hears: boolean; isAhead: boolean }>();
  for (const seq of stepsOf(snapshot, beat)) {
    const kind = journal.kindOf(seq) as { readonly name: string; readonly station?: Station };
    const own = journal.actorOf(seq);
    if (kind.station === undefined && (SERVER_ACTORS.has(own) || own === SHARES)) continue;
    const client = kind.station === undefined ? own : (requests.of(seq)?.client ?? '');
    const [at, actor] = [kind.station ?? 'stop', laneOf(client)];
    const hears = HEARS.has(kind.name);
    const known = way.get(`${at} ${actor}`);
    if (known === undefined) way.set(`${at} ${actor}`, { at, actor, hears, isAhead: seq > cursor.position });
    else known.hears ||= hears;
  }
  return [...way.values()];
}

/** Its own steps; of a request that another beat began to tell also those before, from its sender on. */
function stepsOf({ journal, requests }: Snapshot, { steps, last }: Episode): readonly number[] {
  const [first] = steps;
  const request = steps.map((seq) => requests.of(seq)).find((record) => record !== undefined);
  if (first === undefined || request === undefined || request.received >= first) return steps;
  if (SERVER_ACTORS.has(request.client)) return steps;
  const before = requests.stepsOf(request, last).filter((seq) => seq < first);
  return [journal.causeOf(request.received), ...before, ...steps];
}

function beatAt({ index, beats, cursor }: Snapshot): Episode | undefined {
  const { within } = index.filter;
  if (within !== undefined) return beats.at(beats.placeAt(within));
  const beat = isByBeats(index.filter) ? beats.at(beats.placeAt(cursor.position)) : undefined;
  return beat?.last === cursor.position ? beat : undefined;
}
