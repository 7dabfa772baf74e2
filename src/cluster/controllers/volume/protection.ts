// Models pkg/controller/volume/pvcprotection/pvc_protection_controller.go, pvprotection/pv_protection_controller.go, vacprotection/vac_protection_controller.go (v1.36)

import { claimNameOf } from '../../../api/pod-claims.ts';
import { type ResourceInfo, resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isFinished } from '../shared/pods.ts';
import { ATTRIBUTES_CLASSES, attributesClasses } from './attributes-class.ts';

const CLAIM_FINALIZER = 'kubernetes.io/pvc-protection';
const VOLUME_FINALIZER = 'kubernetes.io/pv-protection';
const CLASS_FINALIZER = 'kubernetes.io/vac-protection';

export function* protectClaim(
  ctx: Context,
  key: string,
  claims: SharedInformer,
  pods: SharedInformer,
  client: RestClient,
): Process<boolean> {
  const claim = claims.indexer.get(ctx, key);
  if (claim === undefined || !isHeld(claim, CLAIM_FINALIZER)) return true;
  const { namespace, name } = claim.metadata;
  const user = (pods.indexer.list(ctx, namespace) as readonly Pod[]).find(
    (pod) =>
      pod.spec.nodeName !== undefined &&
      !isFinished(pod) &&
      pod.spec.volumes?.some((volume) => claimNameOf(pod.metadata.name, volume) === name),
  );
  return yield* release(ctx, resourceOf('persistentvolumeclaims'), claim, CLAIM_FINALIZER, client, user?.metadata.name);
}

export function* protectVolume(
  ctx: Context,
  key: string,
  volumes: SharedInformer,
  client: RestClient,
): Process<boolean> {
  const volume = volumes.indexer.get(ctx, key) as
    | (KObject & { readonly status?: { readonly phase?: string } })
    | undefined;
  if (volume === undefined || !isHeld(volume, VOLUME_FINALIZER)) return true;
  const user = volume.status?.phase === 'Bound' ? 'its claim' : undefined;
  return yield* release(ctx, resourceOf('persistentvolumes'), volume, VOLUME_FINALIZER, client, user);
}

/** A class stays while claims or volumes have it, or are to get it. */
export function* protectClass(
  ctx: Context,
  name: string,
  classes: SharedInformer,
  users: readonly SharedInformer[],
  client: RestClient,
): Process<boolean> {
  const found = classes.indexer.get(ctx, name);
  if (found === undefined || !isHeld(found, CLASS_FINALIZER)) return true;
  const user = users
    .flatMap(({ indexer }) => indexer.list(ctx))
    .find((object) => attributesClasses(object).includes(name));
  return yield* release(ctx, ATTRIBUTES_CLASSES, found, CLASS_FINALIZER, client, user?.metadata.name);
}

function isHeld({ metadata }: KObject, finalizer: string): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(finalizer) === true;
}

function* release(
  ctx: Context,
  info: ResourceInfo,
  object: KObject,
  finalizer: string,
  client: RestClient,
  user: string | undefined,
): Process<boolean> {
  const { namespace, name = '' } = object.metadata;
  const checked = ctx.step(controllersSteps.protection, subjectOf(info, namespace, name), { user: user ?? '' });
  if (user !== undefined) return true;
  const finalizers = object.metadata.finalizers?.filter((each) => each !== finalizer);
  const next = { ...object, metadata: { ...object.metadata, finalizers } } as KObject;
  const answer = yield* client.update(checked, info, next);
  return !isFailure(answer) || answer.reason === 'NotFound';
}
