// Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go (v1.36)

import type { PodTemplateSpec } from '../../../api/types/core.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';

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
