// Models pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, bind (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import { claimNameOf } from '../../../api/pods/claims.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { DEFAULT_STORAGE_CLASS, newestDefault } from '../../../api/storage/default-class.ts';
import { MIGRATED_PLUGINS } from '../../../api/storage/migrated-plugins.ts';
import { bestVolume, classOf, hasClass, isPromised, mismatch } from '../../../api/storage/persistent-volumes.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { StorageClass } from '../../../api/types/storage.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { objectKey } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isFinished } from '../shared/pods.ts';
import { BOUND_BY_CONTROLLER } from './annotations.ts';
import type { VolumeParts } from './parts.ts';
import { setPhase } from './volumes.ts';

const CLAIMS = resourceOf('persistentvolumeclaims');
const VOLUMES = resourceOf('persistentvolumes');
const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
const FORMER_PROVISIONER = 'volume.beta.kubernetes.io/storage-provisioner';
const PROVISIONER = 'volume.kubernetes.io/storage-provisioner';
const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

export function* syncClaim(parts: VolumeParts, ctx: Context, key: string): Process<boolean> {
  const claim = parts.claims.heard(ctx, key);
  if (claim === undefined) return true;
  const bound = claim.metadata.annotations?.[BIND_COMPLETED] !== undefined;
  const { namespace, name = '' } = claim.metadata;
  const volume = volumeFor(parts, ctx, claim);
  const args = { phase: claim.status?.phase ?? '', volume: volume?.metadata.name ?? '' };
  const synced = ctx.step(controllersSteps.claim, subjectOf(CLAIMS, namespace, name), args);
  if (bound) return yield* syncBound(parts, synced, claim, volume);
  if ((claim.spec.volumeName ?? '') !== '') return yield* syncNamed(parts, synced, claim, volume);
  if (volume !== undefined) return yield* bind(parts, synced, claim, volume);
  const given = yield* giveDefaultClass(parts, synced, claim);
  if (given !== undefined) return given;
  parts.later(synced, key);
  return yield* explainWait(parts, synced, claim);
}

/** A claim that was there before any class was the default one gets that class. Models assignDefaultStorageClass (v1.36) */
function* giveDefaultClass(
  parts: VolumeParts,
  ctx: Context,
  claim: PersistentVolumeClaim,
): Process<boolean | undefined> {
  if (hasClass(claim)) return undefined;
  const found = newestDefault(parts.classes.indexer.list(ctx), DEFAULT_STORAGE_CLASS);
  if (found === undefined) return undefined;
  const next = { ...claim, spec: { ...claim.spec, storageClassName: found.metadata.name } };
  const answer = yield* parts.client.update(ctx, CLAIMS, next as KObject);
  if (isFailure(answer)) return false;
  parts.claims.wrote(answer);
  return true;
}

/** The volume that the claim names, or else the smallest that would do. */
function volumeFor(parts: VolumeParts, ctx: Context, claim: PersistentVolumeClaim): PersistentVolume | undefined {
  const { volumeName = '' } = claim.spec;
  if (volumeName !== '') return parts.volumes.get(ctx, volumeName);
  return bestVolume(claim, parts.volumes.list(ctx), isBoundByScheduler(parts, ctx, claim));
}

/** The scheduler chooses for these, when it knows the node. */
function isBoundByScheduler(parts: VolumeParts, ctx: Context, claim: PersistentVolumeClaim): boolean {
  return storageClass(parts, ctx, claim)?.volumeBindingMode === 'WaitForFirstConsumer';
}

function waits(parts: VolumeParts, ctx: Context, claim: PersistentVolumeClaim): boolean {
  return claim.metadata.annotations?.[SELECTED_NODE] === undefined && isBoundByScheduler(parts, ctx, claim);
}

function storageClass(parts: VolumeParts, ctx: Context, claim: PersistentVolumeClaim): StorageClass | undefined {
  return parts.classes.indexer.get(ctx, classOf(claim));
}

function* syncBound(
  parts: VolumeParts,
  ctx: Context,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
): Process<boolean> {
  if (volume === undefined) {
    const message = 'Bound claim has lost its PersistentVolume. Data on the volume is lost!';
    return yield* lose(parts, ctx, claim, 'ClaimLost', message);
  }
  if (volume.spec.claimRef === undefined || volume.spec.claimRef.uid === claim.metadata.uid)
    return yield* bind(parts, ctx, claim, volume);
  const message = 'Two claims are bound to the same volume, this one is bound incorrectly';
  return yield* lose(parts, ctx, claim, 'ClaimMisbound', message);
}

function* lose(
  parts: VolumeParts,
  ctx: Context,
  claim: PersistentVolumeClaim,
  reason: string,
  message: string,
): Process<boolean> {
  if (claim.status?.phase === 'Lost') return true;
  const { accessModes: _, capacity: __, ...others } = claim.status ?? {};
  if (!(yield* writeStatus(parts, ctx, claim, { ...others, phase: 'Lost' }))) return false;
  parts.recorder.event(ctx, claim, 'Warning', reason, message);
  return true;
}

/** A person has chosen the volume. */
function* syncNamed(
  parts: VolumeParts,
  ctx: Context,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
): Process<boolean> {
  if (volume !== undefined && isPromised(volume, claim)) return yield* bind(parts, ctx, claim, volume);
  const unclaimed = volume?.spec.claimRef === undefined;
  const problem = volume === undefined || !unclaimed ? undefined : mismatch(claim, volume);
  if (volume !== undefined && unclaimed && problem === undefined) return yield* bind(parts, ctx, claim, volume);
  parts.later(ctx, objectKey(claim));
  if (volume === undefined) return true;
  const { name } = volume.metadata;
  if (problem !== undefined) {
    const message = `Cannot bind to requested volume "${name}": ${problem}`;
    parts.recorder.event(ctx, claim, 'Warning', 'VolumeMismatch', message);
  } else if (claim.metadata.annotations?.[BOUND_BY_CONTROLLER] === undefined) {
    const message = `volume "${name}" already bound to a different claim.`;
    parts.recorder.event(ctx, claim, 'Warning', 'FailedBinding', message);
  }
  return true;
}

function* explainWait(parts: VolumeParts, ctx: Context, claim: PersistentVolumeClaim): Process<boolean> {
  if (waits(parts, ctx, claim)) {
    const pods = usersOf(parts, ctx, claim);
    if (pods.length === 0) {
      const message = 'waiting for first consumer to be created before binding';
      parts.recorder.event(ctx, claim, 'Normal', 'WaitForFirstConsumer', message);
    } else {
      const message = `waiting for pod${pods.length > 1 ? 's' : ''} ${pods.join(',')} to be scheduled`;
      parts.recorder.event(ctx, claim, 'Normal', 'WaitForPodScheduled', message);
    }
    return true;
  }
  if (classOf(claim) !== '') return yield* provision(parts, ctx, claim);
  const message = 'no persistent volumes available for this claim and no storage class is set';
  parts.recorder.event(ctx, claim, 'Normal', 'FailedBinding', message);
  return true;
}

/** Who wants the claim and has no node yet, by name. */
function usersOf(parts: VolumeParts, ctx: Context, { metadata }: PersistentVolumeClaim): readonly string[] {
  return parts.pods.indexer
    .list(ctx, metadata.namespace)
    .filter(
      (pod) =>
        (pod.spec.nodeName ?? '') === '' &&
        !isFinished(pod) &&
        pod.spec.volumes?.some((volume) => claimNameOf(pod.metadata.name, volume) === metadata.name),
    )
    .map((pod) => pod.metadata.name ?? '');
}

/** The controller makes no volumes; whoever should is told, and the claim's owner too. */
function* provision(parts: VolumeParts, ctx: Context, claim: PersistentVolumeClaim): Process<boolean> {
  const say = (type: 'Normal' | 'Warning', reason: string, message: string): boolean => {
    parts.recorder.event(ctx, claim, type, reason, message);
    return true;
  };
  const name = classOf(claim);
  const found = storageClass(parts, ctx, claim);
  if (found === undefined)
    return say('Warning', 'ProvisioningFailed', `storageclass.storage.k8s.io "${name}" not found`);
  const provisioner = MIGRATED_PLUGINS[found.provisioner] ?? found.provisioner;
  if (provisioner.startsWith('kubernetes.io/'))
    return say('Warning', 'ProvisioningFailed', `no volume plugin matched name: ${provisioner}`);
  parts.driverAsked();
  let current = claim;
  if (claim.metadata.annotations?.[PROVISIONER] !== provisioner) {
    const marks = { [FORMER_PROVISIONER]: provisioner, [PROVISIONER]: provisioner };
    const annotations = { ...claim.metadata.annotations, ...marks };
    const marked = { ...claim, metadata: { ...claim.metadata, annotations } };
    const answer = yield* parts.client.update(ctx, CLAIMS, marked as KObject);
    if (isFailure(answer)) return false;
    current = answer;
    parts.claims.wrote(current);
  }
  const message = `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`;
  parts.recorder.event(ctx, current, 'Normal', 'ExternalProvisioning', message);
  return true;
}

/** Four writes: the volume says whose it is, its phase, the claim says which it has, its phase. */
function* bind(
  parts: VolumeParts,
  ctx: Context,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): Process<boolean> {
  const { metadata } = claim;
  let chosen = volume;
  if (volume.spec.claimRef?.uid !== metadata.uid) {
    const { namespace, name, uid, resourceVersion } = metadata;
    const claimRef = { kind: 'PersistentVolumeClaim', namespace, name, uid, apiVersion: 'v1', resourceVersion };
    const promised = volume.spec.claimRef !== undefined;
    const annotations = { ...volume.metadata.annotations, ...(!promised && { [BOUND_BY_CONTROLLER]: 'yes' }) };
    const own = Object.keys(annotations).length === 0 ? volume.metadata : { ...volume.metadata, annotations };
    const next = { ...volume, metadata: own, spec: { ...volume.spec, claimRef } };
    const answer = yield* parts.client.update(ctx, VOLUMES, next as KObject);
    if (isFailure(answer)) return false;
    chosen = answer;
    parts.volumes.wrote(chosen);
  }
  if (!(yield* setPhase(parts, ctx, chosen, 'Bound'))) return false;
  let taken = claim;
  const named = claim.spec.volumeName === chosen.metadata.name;
  if (!named || metadata.annotations?.[BIND_COMPLETED] === undefined) {
    const marks = { [BIND_COMPLETED]: 'yes', ...(!named && { [BOUND_BY_CONTROLLER]: 'yes' }) };
    const next = {
      ...claim,
      metadata: { ...metadata, annotations: { ...metadata.annotations, ...marks } },
      spec: { ...claim.spec, volumeName: chosen.metadata.name },
    };
    const answer = yield* parts.client.update(ctx, CLAIMS, next as KObject);
    if (isFailure(answer)) return false;
    taken = answer;
    parts.claims.wrote(taken);
  }
  const { accessModes, capacity, volumeAttributesClassName } = chosen.spec;
  // How much a claim has grown, and what became of its volume since, is for others to say.
  const first = taken.status?.phase !== 'Bound' && {
    ...(capacity && { capacity }),
    ...(volumeAttributesClassName && { currentVolumeAttributesClassName: volumeAttributesClassName }),
  };
  return yield* writeStatus(parts, ctx, taken, {
    ...taken.status,
    phase: 'Bound',
    ...(accessModes && { accessModes }),
    ...first,
  });
}

function* writeStatus(
  parts: VolumeParts,
  ctx: Context,
  claim: PersistentVolumeClaim,
  status: PersistentVolumeClaim['status'],
): Process<boolean> {
  if (equalJson(claim.status, status)) return true;
  const next = { ...claim, status } as KObject;
  const answer = yield* parts.client.update(ctx, CLAIMS, next, { subresource: 'status' });
  if (isFailure(answer)) return false;
  parts.claims.wrote(answer);
  return true;
}
