import type { KeyRow, RevisionRow } from '../../cluster/etcd/rows.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { EtcdView } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';
import { yamlLines } from '../yaml-lines.ts';

const LOG_LENGTH = 60;

/** The store as it is at the cursor: keys with their revisions, and the newest changes. */
export function etcdView(snapshot: Snapshot, params: ViewParams): EtcdView {
  const rows = snapshot.table<KeyRow>('etcd/keys');
  const changed = snapshot.changedKeys('etcd/keys');
  const stamped = snapshot.changedKeys('etcd/revisions');
  const keys = [...rows.values()]
    .map(({ key, createRevision, modRevision, version, lease }) => ({
      key,
      createRevision,
      modRevision,
      version,
      lease: lease !== undefined,
      now: changed.has(key),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const log = newest(snapshot.table<RevisionRow>('etcd/revisions'), LOG_LENGTH).map(({ revision, key, op }) => ({
    revision,
    key,
    op,
    now: stamped.has(String(revision)),
  }));
  const selected = params.name === undefined ? undefined : rows.get(params.name);
  return {
    revision: log[0]?.revision ?? 0,
    keys,
    log,
    selected:
      selected === undefined
        ? undefined
        : {
            key: selected.key,
            value: yamlLines(selected.value)
              .map(({ text }) => text)
              .join('\n'),
          },
  };
}

/** Revisions only grow, so the newest rows are the last ones. */
export function newest(rows: ReadonlyMap<string, RevisionRow>, most: number): readonly RevisionRow[] {
  return [...rows.values()].sort((a, b) => b.revision - a.revision).slice(0, most);
}
