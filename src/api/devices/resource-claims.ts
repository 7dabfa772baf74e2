// Models staging/src/k8s.io/dynamic-resource-allocation/resourceclaim/claim.go (v1.36)

import type { Pod, PodResourceClaim } from '../types/core.ts';
import type { KObject } from '../types/meta.ts';
import type { ResourceClaim } from '../types/resource.ts';

export interface ClaimOfPod {
  /** Undefined: the controller found that none is needed. */
  readonly name: string | undefined;
  /** Made for the Pod, out of a template. */
  readonly isOwn: boolean;
}

/** The claim behind an entry of a Pod; a text says why there is none yet. */
export function claimOfPod({ metadata, status }: Pod, entry: PodResourceClaim): ClaimOfPod | string {
  if (entry.resourceClaimName !== undefined) return { name: entry.resourceClaimName, isOwn: false };
  const pod = `pod "${metadata.namespace}/${metadata.name}"`;
  if (entry.resourceClaimTemplateName === undefined) {
    return `${pod}, spec.resourceClaim "${entry.name}": none of the supported fields are set`;
  }
  const known = status.resourceClaimStatuses?.find(({ name }) => name === entry.name);
  return known === undefined ? `${pod}: ResourceClaim not created yet` : { name: known.resourceClaimName, isOwn: true };
}

/** The names of the claims that a Pod has already. */
export function resourceClaimsOf(pod: KObject): readonly string[] {
  const of = pod as Pod;
  return (of.spec.resourceClaims ?? []).flatMap((entry) => {
    const claim = claimOfPod(of, entry);
    return typeof claim === 'string' ? [] : (claim.name ?? []);
  });
}

/** Why a claim is not the one that was made for a Pod; undefined: it is. */
export function notOwnClaim(pod: KObject, claim: KObject): string | undefined {
  const { namespace, name, uid } = pod.metadata;
  const { ownerReferences = [], ...own } = claim.metadata;
  if (ownerReferences.some((owner) => owner.controller === true && owner.uid === uid)) return undefined;
  return `ResourceClaim ${own.namespace}/${own.name} was not created for pod ${namespace}/${name} (pod is not owner)`;
}

export function isReservedFor(pod: KObject, { status }: ResourceClaim): boolean {
  return status?.reservedFor?.some(({ uid }) => uid === pod.metadata.uid) === true;
}

/** The claim with one more Pod that uses it. */
export function reservedFor(pod: KObject, claim: ResourceClaim): ResourceClaim {
  const { name = '', uid = '' } = pod.metadata;
  const consumers = [...(claim.status?.reservedFor ?? []), { resource: 'pods', name, uid }];
  return { ...claim, status: { ...claim.status, reservedFor: consumers } };
}
