// Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go (v1.36)

import type { DaemonSet, StatefulSet } from '../../../../api/types/apps.ts';
import type { PodTemplateSpec } from '../../../../api/types/core.ts';
import type { KObject, LabelSelector } from '../../../../api/types/meta.ts';

export interface DeploymentLike extends KObject {
  readonly spec: {
    readonly replicas?: number;
    readonly paused?: boolean;
    readonly selector?: LabelSelector;
    readonly template: PodTemplateSpec;
    readonly [field: string]: unknown;
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
    readonly conditions?: readonly { readonly type: string; readonly reason?: string }[];
  };
}

export interface RolloutStatus {
  readonly text: string;
  readonly done: boolean;
  readonly error?: string;
}

/** Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go DeploymentStatusViewer (v1.36) */
export function rolloutStatus(deployment: DeploymentLike, revision: number): RolloutStatus {
  const { name, generation = 0, annotations = {} } = deployment.metadata;
  if (revision > 0) {
    const current = Number(annotations['deployment.kubernetes.io/revision'] ?? '0');
    if (current !== revision) {
      return {
        text: '',
        done: false,
        error: `desired revision (${revision}) is different from the running revision (${current})`,
      };
    }
  }
  const {
    observedGeneration = 0,
    replicas = 0,
    updatedReplicas = 0,
    availableReplicas = 0,
    conditions = [],
  } = deployment.status ?? {};
  if (generation > observedGeneration)
    return { text: 'Waiting for deployment spec update to be observed...\n', done: false };
  if (conditions.some(({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded')) {
    return { text: '', done: false, error: `deployment "${name}" exceeded its progress deadline` };
  }
  const waiting = (text: string) => ({
    text: `Waiting for deployment "${name}" rollout to finish: ${text}...\n`,
    done: false,
  });
  const wanted = deployment.spec.replicas ?? 1;
  if (updatedReplicas < wanted) return waiting(`${updatedReplicas} out of ${wanted} new replicas have been updated`);
  if (replicas > updatedReplicas) return waiting(`${replicas - updatedReplicas} old replicas are pending termination`);
  if (availableReplicas < updatedReplicas)
    return waiting(`${availableReplicas} of ${updatedReplicas} updated replicas are available`);
  return { text: `deployment "${name}" successfully rolled out\n`, done: true };
}

const NOT_ROLLING = 'rollout status is only available for RollingUpdate strategy type';

const waiting = (text: string): RolloutStatus => ({ text, done: false });

/** Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go DaemonSetStatusViewer (v1.36) */
export function daemonSetStatus({ metadata, spec, status }: DaemonSet): RolloutStatus {
  if (spec.updateStrategy?.type !== 'RollingUpdate') return { text: '', done: false, error: NOT_ROLLING };
  if ((metadata.generation ?? 0) > (status?.observedGeneration ?? 0)) {
    return waiting('Waiting for daemon set spec update to be observed...\n');
  }
  const wanted = status?.desiredNumberScheduled ?? 0;
  const updated = status?.updatedNumberScheduled ?? 0;
  const available = status?.numberAvailable ?? 0;
  const title = `Waiting for daemon set "${metadata.name}" rollout to finish:`;
  if (updated < wanted) return waiting(`${title} ${updated} out of ${wanted} new pods have been updated...\n`);
  if (available < wanted) return waiting(`${title} ${available} of ${wanted} updated pods are available...\n`);
  return { text: `daemon set "${metadata.name}" successfully rolled out\n`, done: true };
}

/** Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go StatefulSetStatusViewer (v1.36) */
export function statefulSetStatus({ metadata, spec, status }: StatefulSet): RolloutStatus {
  if (spec.updateStrategy?.type !== 'RollingUpdate') return { text: '', done: false, error: NOT_ROLLING };
  const observed = status?.observedGeneration ?? 0;
  if (observed === 0 || (metadata.generation ?? 0) > observed) {
    return waiting('Waiting for statefulset spec update to be observed...\n');
  }
  const replicas = spec.replicas ?? 1;
  const ready = status?.readyReplicas ?? 0;
  const updated = status?.updatedReplicas ?? 0;
  if (ready < replicas) return waiting(`Waiting for ${replicas - ready} pods to be ready...\n`);
  const partition = spec.updateStrategy.rollingUpdate?.partition;
  if (partition !== undefined) {
    const wanted = replicas - partition;
    if (updated < wanted) {
      const text = `${updated} out of ${wanted} new pods have been updated`;
      return waiting(`Waiting for partitioned roll out to finish: ${text}...\n`);
    }
    return { text: `partitioned roll out complete: ${updated} new pods have been updated...\n`, done: true };
  }
  if (status?.updateRevision !== status?.currentRevision) {
    const text = `${updated} pods at revision ${status?.updateRevision}`;
    return waiting(`waiting for statefulset rolling update to complete ${text}...\n`);
  }
  const text = `${status?.currentReplicas ?? 0} pods at revision ${status?.currentRevision}`;
  return { text: `statefulset rolling update complete ${text}...\n`, done: true };
}
