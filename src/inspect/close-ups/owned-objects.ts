import type { ReplicaSet } from '../../api/types/apps.ts';
import type { ObjectsByResource } from '../../api/types/by-resource.ts';
import type { Pod } from '../../api/types/core.ts';
import type { ObjectMeta } from '../../api/types/meta.ts';
import { compareStrings } from '../../base/order.ts';
import { indexerTable } from '../../cluster/clientgo/rows.ts';
import type { Step } from '../../engine/index.ts';
import type { CloseUpView } from '../../protocol/views.ts';
import { OWNERS } from '../owners.ts';
import { podTile } from '../pods/pod-tile.ts';
import type { Snapshot } from '../snapshot.ts';
import { headOf } from './facts.ts';

type Table = Extract<CloseUpView, { readonly type: 'table' }>;
const REVISION = 'deployment.kubernetes.io/revision';

/** A controller compares what is wanted with what its cache holds: the step's numbers, and the objects they count. */
export function ownedObjects(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const [resource = '', namespace = '', name = ''] = step.subject.split('/');
  const owner = OWNERS[resource];
  if (owner === undefined || owner.makes.resource === 'jobs.batch' || name === '') return undefined;
  const { kind } = owner;
  const owned = <R extends 'replicasets.apps' | 'pods'>(made: R): readonly ObjectsByResource[R][] =>
    [...snapshot.table(indexerTable('kube-controller-manager', made)).values()]
      .filter(({ metadata }) => metadata.namespace === namespace && isOwnedBy(metadata, kind, name))
      .sort((a, b) => compareStrings(a.metadata.name ?? '', b.metadata.name ?? ''));
  return {
    type: 'table',
    ...headOf(step),
    ...(kind === 'Deployment' ? replicaSets(owned('replicasets.apps')) : pods(owned('pods'))),
  };
}

function isOwnedBy(metadata: ObjectMeta, kind: string, name: string): boolean {
  return metadata.ownerReferences?.some((owner) => owner.kind === kind && owner.name === name) ?? false;
}

function replicaSets(found: readonly ReplicaSet[]): Pick<Table, 'columns' | 'rows' | 'none'> {
  return {
    columns: ['ReplicaSet', 'revision', 'wanted', 'current', 'ready', 'available'],
    rows: found.map(({ metadata, spec, status }) => ({
      cells: [
        metadata.name ?? '',
        metadata.annotations?.[REVISION] ?? '',
        String(spec?.replicas ?? 0),
        String(status?.replicas ?? 0),
        String(status?.readyReplicas ?? 0),
        String(status?.availableReplicas ?? 0),
      ],
      now: false,
      quiet: spec?.replicas === 0,
      ok: undefined,
    })),
    none: 'noReplicaSets',
  };
}

function pods(found: readonly Pod[]): Pick<Table, 'columns' | 'rows' | 'none'> {
  return {
    columns: ['Pod', 'phase', 'ready', 'node'],
    rows: found.map((pod) => {
      const { word, ready } = podTile(pod, false);
      return {
        cells: [pod.metadata.name ?? '', word, ready, pod.spec?.nodeName ?? '–'],
        now: false,
        quiet: pod.metadata.deletionTimestamp !== undefined,
        ok: undefined,
      };
    }),
    none: 'noPods',
  };
}
