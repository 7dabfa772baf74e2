import type { DaemonSet, StatefulSet } from '../api/types/apps.ts';
import type { KObject } from '../api/types/meta.ts';
import {
  type DeploymentLike,
  daemonSetStatus,
  type RolloutStatus,
  rolloutStatus,
  statefulSetStatus,
} from '../cluster/kubectl/commands/rollout/rollout-status.ts';
import type { Readiness } from './contract.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

interface Observed extends KObject {
  readonly spec?: { readonly replicas?: number; readonly [field: string]: unknown };
  readonly status?: {
    readonly phase?: string;
    readonly observedGeneration?: number;
    readonly readyReplicas?: number;
    readonly conditions?: readonly Condition[];
    readonly [field: string]: unknown;
  };
}

type Judge = (object: Observed) => Readiness;

/** By kind: what it is for such an object to be what it is meant to become. */
const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['Deployment', (object) => ofRollout(rolloutStatus(object as KObject as DeploymentLike, 0))],
  ['DaemonSet', (object) => ofRollout(daemonSetStatus(object as KObject as DaemonSet))],
  ['StatefulSet', (object) => ofRollout(statefulSetStatus(object as KObject as StatefulSet))],
  ['ReplicaSet', ofReplicas],
  ['ReplicationController', ofReplicas],
  ['Pod', ofPod],
  ['Job', (object) => ofCondition(object, 'Complete')],
  ['Node', (object) => ofCondition(object, 'Ready')],
  ['CustomResourceDefinition', (object) => ofCondition(object, 'Established')],
  ['APIService', (object) => ofCondition(object, 'Available')],
  ['PersistentVolumeClaim', (object) => ofPhase(object, ['Bound'])],
  ['PersistentVolume', (object) => ofPhase(object, ['Available', 'Bound'])],
  ['Namespace', (object) => ofPhase(object, ['Active'])],
]);

/** An object of another kind is ready when it says so by a condition, and else when it is there. */
export function readinessOf(object: KObject): Readiness {
  const observed = object as Observed;
  if (object.metadata.deletionTimestamp !== undefined) return { ready: false, reason: 'it is being deleted' };
  const judge = JUDGES.get(object.kind);
  if (judge !== undefined) return judge(observed);
  const { conditions = [] } = observed.status ?? {};
  const told = ['Ready', 'Available'].find((type) => conditions.some((each) => each.type === type));
  return told === undefined ? { ready: true, reason: 'it exists' } : ofCondition(observed, told);
}

function ofRollout({ done, text, error }: RolloutStatus): Readiness {
  return { ready: done, reason: error ?? text.trim() };
}

function ofReplicas({ metadata, spec, status }: Observed): Readiness {
  const wanted = spec?.replicas ?? 1;
  const { readyReplicas = 0, observedGeneration = 0 } = status ?? {};
  const isSeen = observedGeneration >= (metadata.generation ?? 0);
  return { ready: isSeen && readyReplicas === wanted, reason: `${readyReplicas} of ${wanted} replicas are ready` };
}

function ofPod(pod: Observed): Readiness {
  const phase = pod.status?.phase ?? 'Pending';
  return phase === 'Succeeded' ? { ready: true, reason: 'it has succeeded' } : ofCondition(pod, 'Ready');
}

function ofPhase({ status }: Observed, wanted: readonly string[]): Readiness {
  const phase = status?.phase ?? 'Pending';
  return { ready: wanted.includes(phase), reason: `its phase is ${phase}` };
}

function ofCondition({ metadata, status }: Observed, type: string): Readiness {
  const { conditions = [], observedGeneration } = status ?? {};
  if (observedGeneration !== undefined && observedGeneration < (metadata.generation ?? 0))
    return { ready: false, reason: 'its newest spec has not been observed' };
  const found = conditions.find((each) => each.type === type);
  if (found === undefined) return { ready: false, reason: `it has no condition ${type} yet` };
  const because = [found.reason, found.message].filter((text) => text !== undefined && text !== '').join(': ');
  return {
    ready: found.status === 'True',
    reason: `${type} is ${found.status}${because === '' ? '' : ` (${because})`}`,
  };
}
