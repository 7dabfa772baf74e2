// Models pkg/controller/volume/pvcprotection/pvc_protection_controller.go, pvprotection/pv_protection_controller.go, vacprotection/vac_protection_controller.go (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { claimNameOf, notMadeFor } from '../../../api/pods/claims.ts';
import { type ResourceInfo, resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { KList, KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { PODS } from '../shared/pod-control.ts';
import { ATTRIBUTES_CLASSES, attributesClasses } from './attributes-class.ts';
import { CLAIM_FINALIZER, CLASS_FINALIZER, needsFinalizer, VOLUME_FINALIZER } from './finalizers.ts';

const CLAIMS = resourceOf('persistentvolumeclaims');
const VOLUMES = resourceOf('persistentvolumes');

export function* protectClaim(
  ctx: Context,
  key: string,
  claims: SharedInformer<PersistentVolumeClaim>,
  pods: SharedInformer<Pod>,
  client: RestClient,
): Process<boolean> {
  const claim = claims.indexer.get(ctx, key);
  if (claim === undefined || !needsFinalizer(claim, CLAIM_FINALIZER)) return true;
  if (claim.metadata.deletionTimestamp === undefined)
    return yield* protect(ctx, CLAIMS, claim, CLAIM_FINALIZER, client);
  const { namespace } = claim.metadata;
  let user = userOf(claim, pods.indexer.list(ctx, namespace));
  if (user === undefined) {
    // A Pod may be so new that nobody has told of it yet.
    const live = yield* client.list(ctx, PODS, namespace);
    if (isFailure(live)) return false;
    user = userOf(claim, (live as KList).items as readonly Pod[]);
  }
  return yield* release(ctx, CLAIMS, claim, CLAIM_FINALIZER, client, user?.metadata.name);
}

/** A Pod on a node has it as long as there is that Pod, ended or not; what a Pod brought itself only until it is shut down. */
function userOf(claim: KObject, pods: readonly Pod[]): Pod | undefined {
  return pods.find(
    (pod) =>
      (pod.spec.nodeName ?? '') !== '' &&
      pod.spec.volumes?.some(
        (volume) =>
          claimNameOf(pod.metadata.name, volume) === claim.metadata.name &&
          (volume.ephemeral === undefined || (!isShutDown(pod) && notMadeFor(pod, claim) === undefined)),
      ),
  );
}

function isShutDown({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
}

export function* protectVolume(
  ctx: Context,
  key: string,
  volumes: SharedInformer<PersistentVolume>,
  client: RestClient,
): Process<boolean> {
  const volume = volumes.indexer.get(ctx, key) as
    | (KObject & { readonly status?: { readonly phase?: string } })
    | undefined;
  if (volume === undefined || !needsFinalizer(volume, VOLUME_FINALIZER)) return true;
  if (volume.metadata.deletionTimestamp === undefined)
    return yield* protect(ctx, VOLUMES, volume, VOLUME_FINALIZER, client);
  const user = volume.status?.phase === 'Bound' ? 'its claim' : undefined;
  return yield* release(ctx, VOLUMES, volume, VOLUME_FINALIZER, client, user);
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
  if (found === undefined || !needsFinalizer(found, CLASS_FINALIZER)) return true;
  if (found.metadata.deletionTimestamp === undefined)
    return yield* protect(ctx, ATTRIBUTES_CLASSES, found, CLASS_FINALIZER, client);
  const user = users
    .flatMap(({ indexer }) => indexer.list(ctx))
    .find((object) => attributesClasses(object).includes(name));
  return yield* release(ctx, ATTRIBUTES_CLASSES, found, CLASS_FINALIZER, client, user?.metadata.name);
}

/** Admission does so for new ones; who takes it off what is not deleted finds it there again. */
function* protect(
  ctx: Context,
  info: ResourceInfo,
  object: KObject,
  finalizer: string,
  client: RestClient,
): Process<boolean> {
  const finalizers = [...(object.metadata.finalizers ?? []), finalizer];
  const next = { ...object, metadata: { ...object.metadata, finalizers } } as KObject;
  const answer = yield* client.update(ctx, info, next);
  return !isFailure(answer) || answer.reason === 'NotFound';
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
