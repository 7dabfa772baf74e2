import { CONTAINER_TABLES, SANDBOX_TABLES } from '../../cluster/cri/rows.ts';
import { STATUS_TABLES, VOLUME_TABLES } from '../../cluster/kubelet/pods/rows.ts';
import type { Step, TableName } from '../../engine/index.ts';
import type { CloseUpView, Phrase } from '../../protocol/views.ts';
import { nodeOf } from '../actors.ts';
import type { Snapshot } from '../snapshot.ts';
import { headOf } from './facts.ts';

type Row = Extract<CloseUpView, { readonly type: 'table' }>['rows'][number];

/** What a node has made of the Pod so far: volumes, sandbox, containers, and the conditions that follow from them. */
export function onNode(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const node = nodeOf(step.actor);
  const [resource, namespace = '', name = ''] = step.subject.split('/');
  if (node === undefined || resource !== 'pods' || name === '') return undefined;
  const pod = `${namespace}/${name}`;
  return {
    type: 'table',
    ...headOf(step),
    columns: ['part', 'state', 'detail'],
    rows: [
      ...volumes(snapshot, node, pod),
      ...sandboxes(snapshot, node, namespace, name),
      ...containers(snapshot, node, namespace, name),
      ...conditions(snapshot, node, pod),
    ],
    none: 'nothingYet',
  };
}

function rowsOf<T>(
  snapshot: Snapshot,
  table: TableName<T>,
  fits: (row: T) => boolean,
  tell: (row: T) => Omit<Row, 'now' | 'quiet'>,
): readonly Row[] {
  const changed = snapshot.changedKeys(table);
  return [...snapshot.table(table)]
    .filter(([, row]) => fits(row))
    .map(([key, row]) => ({ ...tell(row), now: changed.has(key), quiet: false }));
}

/** What kind of thing it is, in words, and its name. */
function part(kind: 'volume' | 'sandbox' | 'container', name: string): Phrase {
  return { key: `part.${kind}`, args: { name } };
}

function volumes(snapshot: Snapshot, node: string, pod: string): readonly Row[] {
  return rowsOf(
    snapshot,
    VOLUME_TABLES.of(node),
    (row) => row.pod === pod,
    ({ volume, type, mounted }) => ({
      cells: [part('volume', volume), mounted ? 'mounted' : 'waiting', type],
      ok: mounted || undefined,
    }),
  );
}

function sandboxes(snapshot: Snapshot, node: string, namespace: string, name: string): readonly Row[] {
  return rowsOf(
    snapshot,
    SANDBOX_TABLES.of(node),
    (row) => row.pod === name && row.namespace === namespace,
    ({ id, ready, ip }) => ({
      cells: [part('sandbox', id.slice(0, 12)), ready ? 'ready' : 'not ready', ip ?? ''],
      ok: ready,
    }),
  );
}

function containers(snapshot: Snapshot, node: string, namespace: string, name: string): readonly Row[] {
  return rowsOf(
    snapshot,
    CONTAINER_TABLES.of(node),
    (row) => row.pod === name && row.namespace === namespace,
    ({ name: container, state, image, reason, exitCode }) => ({
      cells: [part('container', container), state.toLowerCase(), reason ?? image],
      // One that waits to be started has not failed.
      ok: state === 'created' ? undefined : state === 'running' || exitCode === 0,
    }),
  );
}

function conditions(snapshot: Snapshot, node: string, pod: string): readonly Row[] {
  const table = STATUS_TABLES.of(node);
  const found = [...snapshot.table(table).values()].find((row) => row.pod === pod);
  const before = snapshot.changesOf(table)[0]?.before;
  const stood = (type: string): string | undefined => before?.conditions.find((each) => each.type === type)?.status;
  const changed = snapshot.changedKeys(table).size > 0;
  return (found?.conditions ?? []).map(({ type, status, reason }) => ({
    cells: [type, status, reason ?? ''],
    now: changed && stood(type) !== status,
    quiet: status !== 'True',
    ok: status === 'True',
  }));
}
