// Models pkg/kubelet/kubelet_pods.go getPullSecretsForPod (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import { isStatus } from '../../api/status.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import type { NodeServices } from './node-services.ts';
import type { PodState } from './pod-state.ts';

const SECRETS = present(resourceOf('secrets'), 'secrets');
const REASON = 'FailedToRetrieveImagePullSecret';

/** Says which of a pod's pull secrets are missing; its images are pulled all the same. */
export function* lookUpPullSecrets(ctx: Context, { client, recorder }: NodeServices, state: PodState): Process {
  const missing: string[] = [];
  for (const { name = '' } of state.pod.spec.imagePullSecrets ?? []) {
    const answer = yield* client.get(ctx, SECRETS, state.pod.metadata.namespace, name);
    if (isStatus(answer)) missing.push(name);
  }
  if (missing.length === 0) return;
  const names = missing.join(', ');
  const failed = ctx.step(kinds.pullSecretsMissing, state.subject, { names });
  const message = `Unable to retrieve some image pull secrets (${names}); attempting to pull the image may not succeed.`;
  recorder?.event(failed, state.eventObject, 'Warning', REASON, message);
}
