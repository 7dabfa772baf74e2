// Models pkg/kubelet/kubelet_pods.go getPullSecretsForPod (v1.36)

import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { NodeServices } from '../node/services.ts';
import { cached } from '../objects/object-cache.ts';
import type { PodState } from '../pods/pod-state.ts';

const REASON = 'FailedToRetrieveImagePullSecret';

/** Says which of a pod's pull secrets are missing; its images are pulled all the same. */
export function* lookUpPullSecrets(ctx: Context, services: NodeServices, state: PodState): Process {
  const missing: string[] = [];
  const { namespace = 'default' } = state.pod.metadata;
  for (const { name = '' } of state.pod.spec.imagePullSecrets ?? []) {
    const known = yield* cached(ctx, services, 'secret', namespace, name);
    if (typeof known === 'string') missing.push(name);
  }
  if (missing.length === 0) return;
  const names = missing.join(', ');
  const failed = ctx.step(kinds.pullSecretsMissing, state.subject, { names });
  const message = `Unable to retrieve some image pull secrets (${names}); attempting to pull the image may not succeed.`;
  services.recorder?.event(failed, state.eventObject, 'Warning', REASON, message);
}
