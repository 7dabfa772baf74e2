// Models pkg/volume/csi/csi_attacher.go WaitForAttach (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { PersistentVolume } from '../../../api/types/core-volumes.ts';
import { present } from '../../../base/assert.ts';
import { MILLISECOND, SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { attachedName, attachmentName, type VolumeAttachment } from '../../ports/attachment.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';

const DRIVERS = present(resourceOf('csidrivers.storage.k8s.io'), 'drivers');
const ATTACHMENTS = present(resourceOf('volumeattachments.storage.k8s.io'), 'attachments');
const FIRST_PAUSE = 500 * MILLISECOND;
const LONGEST_PAUSE = 30 * SECOND;
/** After this time, waiting for a volume no longer keeps the run from being quiescent. */
const SOON = 8 * SECOND;

/** Waits until a volume is attached to this node, where its driver wants that, or until its Pod goes. */
export function* waitForAttachment(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  { spec: { csi } }: PersistentVolume,
): Process {
  if (csi === undefined) return;
  const { client, node, base } = services;
  const driver = yield* client.get(ctx, DRIVERS, undefined, csi.driver);
  // A driver that does not exist may need an attachment, so the volume is waited for.
  if (isFailure(driver) ? driver.reason !== 'NotFound' : driver.spec.attachRequired === false) return;
  services.volumesInUse ??= new Set();
  services.volumesInUse.add(attachedName(csi.driver, csi.volumeHandle));
  const name = attachmentName(csi.driver, csi.volumeHandle, node.name);
  for (let pause = FIRST_PAUSE; !state.deleting; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const found = yield* client.get(ctx, ATTACHMENTS, undefined, name);
    if (!isFailure(found) && (found as VolumeAttachment).status?.attached === true) return;
    yield (pause > SOON ? base : ctx).sleep(pause);
  }
}
