// Models kubernetes-csi/external-resizer pkg/controller/controller.go, expand_and_recover.go (v2)

import { isFailure } from '../../api/errors/status.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import { compareQuantity } from '../../api/values/quantity.ts';
import { rfc3339 } from '../../api/values/time.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process } from '../../engine/index.ts';
import { csi as kinds } from '../../steps/csi.ts';
import type { EventRecorder, RestClient } from '../clientgo/index.ts';
import { subjectOf } from '../ports/subject.ts';

const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');
const VOLUMES = present(resourceOf('persistentvolumes'), 'volumes');
const PENDING = 'Waiting for user to (re-)start a pod to finish file system resize of volume on node.';

export interface ResizerParts {
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  /** What the storage takes for it, in microseconds. */
  pause(): number;
}

/** A claim that is bound and wants more than its volume has. */
export function wantsToGrow({ spec, status }: PersistentVolumeClaim): boolean {
  const [wanted, has] = [spec.resources?.requests?.storage, status?.capacity?.storage];
  if (status?.phase !== 'Bound' || wanted === undefined || has === undefined) return false;
  const state = status.allocatedResourceStatuses?.storage ?? '';
  return compareQuantity(wanted, has) > 0 && !state.startsWith('NodeResize');
}

/** The storage first; the file system is for the kubelet of a node that has the volume. */
export function* grow(
  ctx: Context,
  { client, recorder, pause }: ResizerParts,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): Process<boolean> {
  const { namespace, name = '' } = claim.metadata;
  const { name: of = '' } = volume.metadata;
  const driver = volume.spec.csi?.driver ?? '';
  const storage = String(claim.spec.resources?.requests?.storage ?? '');
  const subject = subjectOf(CLAIMS, namespace, name);
  const write = function* (cause: Context, type: string, state: string, message?: string): Process<boolean> {
    const said = { type, status: 'True', lastProbeTime: null, lastTransitionTime: rfc3339(cause.wall) };
    const conditions = [message === undefined ? said : { ...said, message }];
    const status = { allocatedResources: { storage }, allocatedResourceStatuses: { storage: state }, conditions };
    const change = { type: 'merge', body: { status }, subresource: 'status' } as const;
    return !isFailure(yield* client.patch(cause, CLAIMS, namespace, name, change));
  };
  const begun = ctx.step(kinds.growing, subject, { driver, volume: of, size: storage });
  recorder.event(begun, claim, 'Normal', 'Resizing', `External resizer is resizing volume ${of}`);
  if (!(yield* write(begun, 'Resizing', 'ControllerResizeInProgress'))) return false;
  yield begun.sleep(pause());
  const grown = begun.step(kinds.grown, subject, { driver, volume: of, size: storage });
  const body = { spec: { capacity: { storage } } };
  const written = yield* client.patch(grown, VOLUMES, undefined, of, { type: 'merge', body });
  if (isFailure(written)) return false;
  const told = 'Require file system resize of volume on node';
  recorder.event(grown, claim, 'Normal', 'FileSystemResizeRequired', told);
  return yield* write(grown, 'FileSystemResizePending', 'NodeResizePending', PENDING);
}
