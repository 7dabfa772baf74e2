// Models pkg/controller/resourceclaim/controller.go syncClaim (v1.36)

import { CLAIM_FINALIZER } from '../../../api/devices/claim-finalizer.ts';
import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { ConsumerReference, ResourceClaim } from '../../../api/types/resource.ts';
import { without } from '../../../base/extend.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { ClaimParts } from './new-claims.ts';

const CLAIMS = resourceOf('resourceclaims', 'resource.k8s.io');
const PODS = resourceOf('pods');

/** None of its containers runs, and none ever will. */
export function isDone({ metadata, spec, status }: Pod): boolean {
  if (status.phase === 'Succeeded' || status.phase === 'Failed') return true;
  return metadata.deletionTimestamp !== undefined && (spec.nodeName ?? '') === '';
}

/** Takes out Pods that use a claim no more; without any its devices are free, and what was made for a Pod goes. */
export function* release(ctx: Context, parts: ClaimParts, key: string): Process<boolean> {
  const claim = parts.claims.heard(ctx, key);
  if (claim === undefined) return true;
  const consumers = claim.status?.reservedFor ?? [];
  const valid: ConsumerReference[] = [];
  for (const consumer of consumers) if (yield* isUsed(ctx, parts, claim, consumer)) valid.push(consumer);
  const isKept = claim.metadata.finalizers?.includes(CLAIM_FINALIZER) === true;
  if (valid.length < consumers.length) {
    if (!(yield* shrink(ctx, parts, claim, valid))) return false;
  } else if (isKept && claim.metadata.deletionTimestamp !== undefined && valid.length === 0) {
    if (!(yield* shrink(ctx, parts, claim, []))) return false;
  }
  return valid.length > 0 || (yield* removeUnneeded(ctx, parts, claim));
}

function* isUsed(
  ctx: Context,
  { pods, gone, client }: ClaimParts,
  { metadata }: ResourceClaim,
  { name, uid }: ConsumerReference,
): Process<boolean> {
  if (gone.has(uid)) return false;
  const known = pods.indexer.get(ctx, `${metadata.namespace}/${name}`);
  if (known !== undefined) return known.metadata.uid === uid && !isDone(known);
  // It may be so new that nobody has told of it yet.
  const found = yield* client.get(ctx, PODS, metadata.namespace, name);
  return isFailure(found) ? found.reason !== 'NotFound' : found.metadata.uid === uid;
}

/** Without consumers the devices go back, and what kept the claim too. */
function* shrink(
  ctx: Context,
  { client, claims }: ClaimParts,
  claim: ResourceClaim,
  valid: readonly ConsumerReference[],
): Process<boolean> {
  const { finalizers = [] } = claim.metadata;
  const isFreed = valid.length === 0 && finalizers.includes(CLAIM_FINALIZER);
  let current = claim;
  if (claim.status?.allocation !== undefined || valid.length > 0) {
    const before = claim.status ?? {};
    const kept = isFreed ? {} : without(before, 'reservedFor');
    const status = valid.length === 0 ? kept : { ...before, reservedFor: valid };
    const answer = yield* client.update(ctx, CLAIMS, { ...claim, status } as KObject, { subresource: 'status' });
    if (isFailure(answer)) return false;
    current = answer;
    claims.wrote(current);
  }
  if (!isFreed) return true;
  const others = (current.metadata.finalizers ?? []).filter((each) => each !== CLAIM_FINALIZER);
  const answer = yield* client.update(ctx, CLAIMS, {
    ...current,
    metadata:
      others.length === 0 ? without(current.metadata, 'finalizers') : { ...current.metadata, finalizers: others },
  } as KObject);
  if (isFailure(answer)) return false;
  claims.wrote(answer);
  return true;
}

/** A claim that was made for a Pod which will not run any more. When that is gone, the garbage collector comes. */
function* removeUnneeded(ctx: Context, { pods, client }: ClaimParts, claim: ResourceClaim): Process<boolean> {
  const { namespace, name = '', ownerReferences } = claim.metadata;
  const owner = ownerReferences?.find(({ controller, kind }) => controller === true && kind === 'Pod');
  if (owner === undefined || claim.metadata.deletionTimestamp !== undefined) return true;
  const pod = pods.indexer.get(ctx, `${namespace}/${owner.name}`);
  if (pod === undefined || (pod.metadata.uid === owner.uid && !isDone(pod))) return true;
  return !isFailure(yield* client.delete(ctx, CLAIMS, namespace, name));
}
