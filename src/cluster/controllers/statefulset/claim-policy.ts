// Models pkg/controller/statefulset/stateful_set_utils.go isClaimOwnerUpToDate, updateClaimOwnerRefForSetAndPod (v1.36)

import type { StatefulSet } from '../../../api/types/apps.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/types/core.ts';
import type { KObject, OwnerReference } from '../../../api/types/meta.ts';
import { controllerReference } from '../shared/owner.ts';
import { ordinalOf, startOf } from './identity.ts';

/** Who a claim goes with. */
export type ClaimOwner = 'set' | 'pod' | 'nobody';

interface Kind {
  readonly kind: string;
  readonly apiVersion: string;
}

const SET: Kind = { kind: 'StatefulSet', apiVersion: 'apps/v1' };
const POD: Kind = { kind: 'Pod', apiVersion: 'v1' };

/** With `whenScaled: Delete` the claim of a surplus pod goes with it, with `whenDeleted: Delete` all others go with the set. */
export function claimOwner(set: StatefulSet, pod: KObject): ClaimOwner {
  const { whenScaled, whenDeleted } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  if (whenScaled === 'Delete' && isSurplus(set, pod)) return 'pod';
  return whenDeleted === 'Delete' ? 'set' : 'nobody';
}

function keepsAll(set: StatefulSet): boolean {
  const { whenScaled, whenDeleted } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  return whenScaled !== 'Delete' && whenDeleted !== 'Delete';
}

function isSurplus(set: StatefulSet, pod: KObject): boolean {
  const ordinal = ordinalOf(set, pod);
  const start = startOf(set);
  return ordinal < start || ordinal >= start + (set.spec.replicas ?? 1);
}

/** A controller that is neither this set nor this pod: then the policy is not followed. */
export function hasOtherController(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): boolean {
  if (keepsAll(set)) return false;
  return ownersOf(claim).some((owner) => {
    if (names(owner, set, SET)) return owner.uid !== set.metadata.uid;
    if (names(owner, pod, POD)) return owner.uid !== pod.metadata.uid;
    return owner.controller === true;
  });
}

/** Whether the owners of a claim are what the policy wants; one of an earlier set or pod of the name is not touched. */
export function hasRightOwners(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): boolean {
  if (hasFormerOwner(claim, set, SET) || hasFormerOwner(claim, pod, POD)) return true;
  const [bySet, byPod] = [isOwnedBy(claim, set, SET), isOwnedBy(claim, pod, POD)];
  if (hasOtherController(claim, set, pod)) return !bySet && !byPod;
  if (ownersOf(claim).some((owner) => isOneOf(owner, set, pod) && owner.controller !== true)) return false;
  const wanted = claimOwner(set, pod);
  return bySet === (wanted === 'set') && byPod === (wanted === 'pod');
}

/** The owners of another pod of this name: the claim is about to go with that one. */
export function isStale(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): boolean {
  return set.spec.persistentVolumeClaimRetentionPolicy?.whenScaled === 'Delete' && hasFormerOwner(claim, pod, POD);
}

export function withRightOwners(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): PersistentVolumeClaim {
  const others = ownersOf(claim).filter((owner) => !isOneOf(owner, set, pod));
  const wanted = hasOtherController(claim, set, pod) ? 'nobody' : claimOwner(set, pod);
  const added = wanted === 'nobody' ? [] : [wanted === 'set' ? referenceTo(set, SET) : referenceTo(pod, POD)];
  const ownerReferences = [...others, ...added];
  const { ownerReferences: _, ...metadata } = claim.metadata;
  return { ...claim, metadata: { ...metadata, ...(ownerReferences.length > 0 && { ownerReferences }) } };
}

function referenceTo(object: KObject, { kind, apiVersion }: Kind): OwnerReference {
  return controllerReference(object, apiVersion, kind);
}

function ownersOf({ metadata }: PersistentVolumeClaim): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

function names(owner: OwnerReference, { metadata }: KObject, { kind, apiVersion }: Kind): boolean {
  return owner.kind === kind && owner.apiVersion === apiVersion && owner.name === metadata.name;
}

function isOneOf(owner: OwnerReference, set: StatefulSet, pod: Pod): boolean {
  return names(owner, set, SET) || names(owner, pod, POD);
}

function isOwnedBy(claim: PersistentVolumeClaim, object: KObject, kind: Kind): boolean {
  return ownersOf(claim).some((owner) => names(owner, object, kind) && owner.uid === object.metadata.uid);
}

function hasFormerOwner(claim: PersistentVolumeClaim, object: KObject, kind: Kind): boolean {
  return ownersOf(claim).some((owner) => names(owner, object, kind) && owner.uid !== object.metadata.uid);
}
