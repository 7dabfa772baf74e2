import type { Pod } from '../../api/types/core.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import type { PodLifeRow } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';

const MOST_ROWS = 40;

/** Phase and conditions of a Pod as they changed up to the cursor, each with who wrote it. */
export function podLife(snapshot: Snapshot, key: string): readonly PodLifeRow[] {
  const { journal, cursor, requests } = snapshot;
  const table = snapshot.tableId(KEYS_TABLE);
  const rows: PodLifeRow[] = [];
  for (const { seq, op } of snapshot.writesOf(key)) {
    if (seq > cursor.position) break;
    let pod: Pod | undefined;
    journal.eachDelta(seq, (id, changed, _before, after) => {
      if (id === table && changed === key) pod = (after as KeyRow | undefined)?.value as Pod | undefined;
    });
    const row: PodLifeRow = {
      seq,
      now: seq === cursor.position,
      writer: requests.of(seq)?.client ?? journal.actorOf(seq),
      phase: op === 'delete' ? '' : (pod?.status?.phase ?? ''),
      node: pod?.spec.nodeName ?? '',
      conditions: (pod?.status?.conditions ?? []).map(({ type, status }) => ({ type, isTrue: status === 'True' })),
      ending: pod?.metadata.deletionTimestamp !== undefined,
    };
    const before = rows.at(-1);
    if (before === undefined || told(before) !== told(row)) rows.push(row);
  }
  return rows.slice(-MOST_ROWS);
}

function told({ phase, node, conditions, ending }: PodLifeRow): string {
  return [phase, node, ending, ...conditions.map(({ type, isTrue }) => `${type}=${isTrue}`)].join(' ');
}
