import { CACHES_TABLE, WATCHES_TABLE } from '../../cluster/apiserver/watchcache/rows.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import { type PartView, type PassedView, readPart } from '../../protocol/part-view.ts';
import type { Phrase } from '../../protocol/views.ts';
import { SERVER_STATIONS } from '../../steps/define.ts';
import { laneOf } from '../actors.ts';
import type { RequestRecord } from '../request-index.ts';
import type { Snapshot } from '../snapshot.ts';
import { trunkOf } from '../stations.ts';
import { thoughtsOf } from '../thoughts.ts';
import { requestView } from './step.ts';

const MOST_SHOWN = 3;
/** So many requests are looked through: of a station that few reach, the last may be long ago. */
const LOOK_BACK = 120;

/** One part of the map asked about: computed while its card is open, and only then. */
export function partView(snapshot: Snapshot, params: ViewParams): PartView {
  const id = params.name ?? '';
  const { sort, of } = readPart(id);
  switch (sort) {
    case 'station':
      if (of === 'etcd') return { id, thoughts: storeThoughts(snapshot), requests: [] };
      if (of === 'watch-cache') return { id, thoughts: cacheThoughts(snapshot), requests: [] };
      return { id, thoughts: [], requests: passing(snapshot, of) };
    case 'actor':
      return { id, thoughts: thoughtsOf(snapshot, of), requests: sentBy(snapshot, of) };
    case 'node':
      return { id, thoughts: thoughtsOf(snapshot, `kubelet/${of}`), requests: [] };
  }
  return { id, thoughts: [], requests: [] };
}

function storeThoughts(snapshot: Snapshot): readonly Phrase[] {
  return [{ key: 'thought.keys', args: { count: snapshot.table(KEYS_TABLE).size } }];
}

function cacheThoughts(snapshot: Snapshot): readonly Phrase[] {
  const caches = snapshot.table(CACHES_TABLE).size;
  const watches = snapshot.table(WATCHES_TABLE).size;
  return [{ key: 'thought.watches', args: { caches, watches } }];
}

/** The newest requests of the stories that have come as far as this station. */
function passing(snapshot: Snapshot, station: string): readonly PassedView[] {
  const place = (SERVER_STATIONS as readonly string[]).indexOf(station);
  return newest(snapshot, (record) => {
    const at = trunkOf(snapshot, record, false)[place];
    return at?.verdict === undefined ? undefined : { verdict: at.verdict, refused: at.state === 'refused' };
  });
}

function sentBy(snapshot: Snapshot, actor: string): readonly PassedView[] {
  return newest(snapshot, (record) => {
    if (laneOf(record.client) !== actor) return undefined;
    const refused = record.lastStep <= snapshot.cursor.position && (record.code ?? 0) >= 400;
    return { verdict: undefined, refused };
  });
}

type Found = Pick<PassedView, 'verdict' | 'refused'>;

function newest(snapshot: Snapshot, look: (record: RequestRecord) => Found | undefined): readonly PassedView[] {
  const { requests, cursor, index } = snapshot;
  const isOfStory = index.filter.scope === 'story';
  const found: PassedView[] = [];
  let left = LOOK_BACK;
  for (let place = requests.countAt(cursor.position) - 1; place >= 0 && left > 0; place -= 1, left -= 1) {
    const record = requests.all[place] as RequestRecord;
    if (isOfStory && record.story < 0) continue;
    const what = look(record);
    if (what === undefined) continue;
    const { method, resource, actor, code } = requestView(snapshot, record, cursor.position);
    const seq = Math.min(record.lastStep, cursor.position);
    found.push({ seq, method, resource, actor, code, ...what });
    if (found.length === MOST_SHOWN) break;
  }
  return found;
}
