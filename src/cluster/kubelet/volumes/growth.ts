// Models pkg/volume/util/operationexecutor/node_expander.go (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { claimNameOf } from '../../../api/pods/claims.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Volume } from '../../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { present } from '../../../base/assert.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { csi } from '../../../steps/csi.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { subjectOf } from '../status/status-manager.ts';

const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');
/** A Pod is synced again after so long, and up to half as much more: its claims are looked up then. */
const RESYNC = MINUTE;

/** For as long as the Pod is there: a volume that its driver has made larger is made use of. */
export function* followGrowth(
  services: NodeServices,
  state: PodState,
  volume: Volume,
  { metadata }: PersistentVolume,
): Process {
  const { base, client, random } = services;
  const { namespace, name: pod } = state.pod.metadata;
  const name = claimNameOf(pod, volume) ?? '';
  for (;;) {
    yield base.sleep(RESYNC + random.below(RESYNC / 2));
    if (state.deleting || state.end.why !== undefined) return;
    const found = yield* client.get(base, CLAIMS, namespace, name);
    if (isFailure(found)) continue;
    const claim = found as PersistentVolumeClaim;
    if (claim.status?.allocatedResourceStatuses?.storage !== 'NodeResizePending') continue;
    yield* expand(services, state, claim, metadata.name ?? '');
  }
}

function* expand(services: NodeServices, state: PodState, claim: PersistentVolumeClaim, volume: string): Process {
  const { base, client, node, recorder } = services;
  const { namespace, name = '' } = claim.metadata;
  const storage = claim.status?.allocatedResources?.storage;
  const write = (cause: Context, status: object) =>
    client.patch(cause, CLAIMS, namespace, name, { type: 'strategic', body: { status }, subresource: 'status' });
  const begun = base.step(csi.fileSystemGrown, subjectOf(state.pod), { volume, size: String(storage ?? '') });
  yield* write(begun, { allocatedResourceStatuses: { storage: 'NodeResizeInProgress' } });
  const message = `MountVolume.NodeExpandVolume succeeded for volume "${volume}" ${node.name}`;
  for (const object of [state.eventObject, claim as KObject])
    recorder?.event(begun, object, 'Normal', 'FileSystemResizeSuccessful', message);
  yield* write(begun, { allocatedResourceStatuses: null, capacity: { storage }, conditions: null });
}
