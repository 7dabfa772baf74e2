// Models pkg/kubelet/cm/dra/manager.go PrepareResources (v1.36)

import { claimOfPod, isReservedFor, notOwnClaim } from '../../../api/devices/resource-claims.ts';
import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';

const CLAIMS = resourceOf('resourceclaims', 'resource.k8s.io');
/** The sync ends as if all were well, so that only the next one that is due anyway tries again. */
const RESYNC = MINUTE;

/** Before the sandbox of a Pod with claims: each must be there, and be reserved for it. False: it is tried again later. */
export function* prepareDevices(ctx: Context, services: NodeServices, state: PodState): Process<boolean> {
  const error = yield* prepare(ctx, services, state);
  if (error === undefined) return true;
  const failed = ctx.step(kinds.devicesRefused, state.subject, { error });
  const message = `Failed to prepare dynamic resources: prepare dynamic resources: ${error}`;
  services.recorder?.event(failed, state.eventObject, 'Warning', 'FailedPrepareDynamicResources', message);
  const wait = RESYNC + services.random.below(RESYNC / 2);
  failed.after(wait, () => state.wake(failed), true);
  return false;
}

function* prepare(ctx: Context, { client }: NodeServices, { pod, subject }: PodState): Process<string | undefined> {
  for (const entry of pod.spec.resourceClaims ?? []) {
    const of = claimOfPod(pod, entry);
    if (typeof of === 'string') return of;
    if (of.name === undefined) continue;
    const found = yield* client.get(ctx, CLAIMS, pod.metadata.namespace, of.name);
    if (isFailure(found)) return `fetch ResourceClaim ${of.name}: ${found.message}`;
    const claim = found;
    const foreign = of.isOwn ? notOwnClaim(pod, claim) : undefined;
    if (foreign !== undefined) return foreign;
    if (!isReservedFor(pod, claim)) {
      const { name, uid } = pod.metadata;
      return `pod ${name} (${uid}) is not allowed to use ResourceClaim ${of.name} (${claim.metadata.uid})`;
    }
    const devices = (claim.status?.allocation?.devices?.results ?? []).map(({ device }) => device).join(', ');
    ctx.step(kinds.devicesPrepared, subject, { claim: of.name, devices });
  }
  return undefined;
}
