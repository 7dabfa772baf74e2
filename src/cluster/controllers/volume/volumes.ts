// Models pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, reclaimVolume (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { makerOf, modeOf } from '../../../api/storage/persistent-volumes.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { subjectOf } from '../../ports/subject.ts';
import { BOUND_BY_CONTROLLER } from './annotations.ts';
import type { VolumeParts } from './parts.ts';

const CLAIMS = resourceOf('persistentvolumeclaims');
const VOLUMES = resourceOf('persistentvolumes');

export function* syncVolume(parts: VolumeParts, ctx: Context, name: string): Process<boolean> {
  const volume = parts.volumes.heard(ctx, name);
  if (volume === undefined) return true;
  const { claimRef, csi } = volume.spec;
  if (csi !== undefined) parts.driverAsked();
  const synced = ctx.step(controllersSteps.volume, subjectOf(VOLUMES, undefined, name), {
    phase: volume.status?.phase ?? '',
    claim: claimRef === undefined ? '' : `${claimRef.namespace}/${claimRef.name}`,
  });
  if (claimRef === undefined || (claimRef.uid ?? '') === '') return yield* setPhase(parts, synced, volume, 'Available');
  const key = `${claimRef.namespace}/${claimRef.name}`;
  const claim = yield* claimOf(parts, synced, volume, key);
  if (claim === 'unanswered') return false;
  if (claim === undefined) return yield* reclaim(parts, synced, volume);
  const { volumeName = '' } = claim.spec;
  if (volumeName === name) return yield* setPhase(parts, synced, volume, 'Bound');
  if (volumeName === '') {
    if (modeOf(volume) === modeOf(claim)) parts.now(synced, key);
    else {
      tellOfModes(parts, synced, volume, claim);
      parts.laterVolume(synced, name);
    }
    return true;
  }
  const isUnwanted = makerOf(volume) !== undefined && volume.spec.persistentVolumeReclaimPolicy === 'Delete';
  if (isUnwanted) return yield* reclaim(parts, synced, volume);
  return yield* unbind(parts, synced, volume);
}

/** Before a volume counts as left behind the server is asked: the claim may be so new that nobody has told of it yet. */
function* claimOf(
  parts: VolumeParts,
  ctx: Context,
  { spec, status }: PersistentVolume,
  key: string,
): Process<PersistentVolumeClaim | 'unanswered' | undefined> {
  const { namespace, name = '', uid } = spec.claimRef ?? {};
  const known = parts.claims.get(ctx, key);
  if (known?.metadata.uid === uid) return known;
  if (known === undefined && (status?.phase === 'Released' || status?.phase === 'Failed')) return undefined;
  const live = yield* parts.client.get(ctx, CLAIMS, namespace, name);
  if (isFailure(live)) return live.reason === 'NotFound' ? undefined : 'unanswered';
  return live.metadata.uid === uid ? live : undefined;
}

function tellOfModes(parts: VolumeParts, ctx: Context, volume: PersistentVolume, claim: PersistentVolumeClaim): void {
  const why = `to requested PersistentVolumeClaim "${claim.metadata.name}" due to incompatible volumeMode.`;
  parts.recorder.event(ctx, volume, 'Warning', 'VolumeMismatch', `Cannot bind PersistentVolume ${why}`);
  const message = `Cannot bind PersistentVolume "${volume.metadata.name}" ${why}`;
  parts.recorder.event(ctx, claim, 'Warning', 'VolumeMismatch', message);
}

/** The claim took another volume: this one is free again; what a person promised stays promised. */
function* unbind(parts: VolumeParts, ctx: Context, volume: PersistentVolume): Process<boolean> {
  const { annotations, ...metadata } = volume.metadata;
  const { claimRef, ...spec } = volume.spec;
  let next: object = { ...volume, spec: { ...spec, claimRef: { ...claimRef, uid: undefined } } };
  if (annotations?.[BOUND_BY_CONTROLLER] !== undefined) {
    const { [BOUND_BY_CONTROLLER]: _, ...rest } = annotations;
    const kept = Object.keys(rest).length === 0 ? metadata : { ...metadata, annotations: rest };
    next = { ...volume, metadata: kept, spec };
  }
  const answer = yield* parts.client.update(ctx, VOLUMES, next as KObject);
  if (isFailure(answer)) return false;
  const freed = answer;
  parts.volumes.wrote(freed);
  return yield* setPhase(parts, ctx, freed, 'Available');
}

function* reclaim(parts: VolumeParts, ctx: Context, volume: PersistentVolume): Process<boolean> {
  const { phase } = volume.status ?? {};
  let current = volume;
  if (phase !== 'Released' && phase !== 'Failed') {
    const answer = yield* writePhase(parts, ctx, volume, 'Released');
    if (answer === undefined) return false;
    current = answer;
  }
  const policy = volume.spec.persistentVolumeReclaimPolicy;
  if (policy !== 'Delete' && policy !== 'Recycle') return true;
  const problem = policy === 'Delete' ? undeletable(volume) : 'No recycler plugin found for the volume!';
  if (problem === undefined) return yield* removeVolume(parts, ctx, volume.metadata.name ?? '');
  // Whoever made the volume is to delete it.
  if (problem === '' || current.status?.phase === 'Failed') return true;
  const failed = yield* writePhase(parts, ctx, current, 'Failed', problem);
  if (failed === undefined) return false;
  const reason = policy === 'Delete' ? 'VolumeFailedDelete' : 'VolumeFailedRecycle';
  parts.recorder.event(ctx, failed, 'Warning', reason, problem);
  return true;
}

/** As it is by now: who goes already is not told again. Models deleteVolumeOperation (v1.36) */
function* removeVolume(parts: VolumeParts, ctx: Context, name: string): Process<boolean> {
  const live = yield* parts.client.get(ctx, VOLUMES, undefined, name);
  if (isFailure(live) || (live as KObject).metadata.deletionTimestamp !== undefined) return true;
  const answer = yield* parts.client.delete(ctx, VOLUMES, undefined, name);
  return !isFailure(answer) || answer.reason === 'NotFound';
}

/** Only folders below /tmp are deleted here; a text why not, empty when it is somebody else's to delete. */
function undeletable(volume: PersistentVolume): string | undefined {
  const { metadata, spec } = volume;
  const maker = makerOf(volume);
  if (maker !== undefined && !maker.startsWith('kubernetes.io/')) return '';
  const { path } = spec.hostPath ?? spec.local ?? { path: '' };
  if (spec.hostPath === undefined)
    return `error getting deleter volume plugin for volume "${metadata.name}": no deletable volume plugin matched`;
  if (/^\/tmp\/.+/.test(path)) return undefined;
  return `host_path deleter only supports /tmp/.+ but received provided ${path}`;
}

export function* setPhase(parts: VolumeParts, ctx: Context, volume: PersistentVolume, phase: string): Process<boolean> {
  if (volume.status?.phase === phase) return true;
  return (yield* writePhase(parts, ctx, volume, phase)) !== undefined;
}

function* writePhase(
  parts: VolumeParts,
  ctx: Context,
  volume: PersistentVolume,
  phase: string,
  message?: string,
): Process<PersistentVolume | undefined> {
  const status = { phase, ...(message !== undefined && { message }), lastPhaseTransitionTime: rfc3339(ctx.wall) };
  const answer = yield* parts.client.update(ctx, VOLUMES, { ...volume, status } as KObject, { subresource: 'status' });
  if (isFailure(answer)) return undefined;
  parts.volumes.wrote(answer);
  return answer;
}
