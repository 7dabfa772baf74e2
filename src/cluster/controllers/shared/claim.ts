import { isFailure, type Status } from '../../../api/errors/status.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/index.ts';
import { controllerOf, controllerReference } from './owner.ts';

export interface Claim {
  readonly client: RestClient;
  readonly owner: KObject;
  readonly ownerInfo: ResourceInfo;
  readonly ownerApiVersion: string;
  readonly dependentInfo: ResourceInfo;
  readonly selector: LabelSelector | undefined;
  /** Put on what is adopted, taken off what is released. */
  readonly finalizers?: readonly string[];
  /** Emits the step of the decision. */
  adopting(ctx: Context, object: KObject): Context;
  releasing(ctx: Context, object: KObject): Context;
}

/**
 * Which of the candidates belong to the owner: matching orphans are adopted, its own that no longer match are released.
 * Models pkg/controller/controller_ref_manager.go (v1.36)
 */
export function* claimObjects<T extends KObject>(
  ctx: Context,
  claim: Claim,
  candidates: readonly T[],
): Process<readonly T[] | Status> {
  const claimed: T[] = [];
  let mayAdopt: true | Status | undefined;
  // What fails with one keeps nobody from the others.
  let failure: Status | undefined;
  const { owner, finalizers } = claim;
  for (const object of candidates) {
    const controller = controllerOf(object);
    const matches = matchesLabels(claim.selector, object.metadata.labels);
    if (controller !== undefined) {
      if (controller.uid !== owner.metadata.uid) continue;
      if (matches) claimed.push(object);
      else if (owner.metadata.deletionTimestamp === undefined) {
        const failed = yield* release(ctx, claim, object);
        failure ??= failed;
      }
      continue;
    }
    if (!matches || owner.metadata.deletionTimestamp !== undefined) continue;
    if (object.metadata.deletionTimestamp !== undefined || object.metadata.namespace !== owner.metadata.namespace)
      continue;
    mayAdopt ??= yield* checkOwner(ctx, claim);
    const adopted = mayAdopt === true ? yield* adopt(ctx, claim, object) : mayAdopt;
    if (!isFailure(adopted)) claimed.push(finalizers === undefined ? object : withFinalizers(object, finalizers));
    else if (adopted.reason !== 'NotFound' || mayAdopt !== true) failure ??= adopted;
  }
  return failure ?? claimed;
}

function withFinalizers<T extends KObject>(object: T, added: readonly string[]): T {
  const finalizers = [...new Set([...(object.metadata.finalizers ?? []), ...added])];
  return { ...object, metadata: { ...object.metadata, finalizers } };
}

/** A live read, so that an owner that is being deleted does not adopt on the word of a stale cache. */
function* checkOwner(ctx: Context, { client, owner, ownerInfo }: Claim): Process<true | Status> {
  const { namespace, name = '', uid } = owner.metadata;
  const fresh = yield* client.get(ctx, ownerInfo, namespace, name);
  if (isFailure(fresh)) return fresh;
  const live = fresh;
  if (live.metadata.uid !== uid)
    return refusal(`original ${owner.kind} ${namespace}/${name} is gone: got uid ${live.metadata.uid}, wanted ${uid}`);
  if (live.metadata.deletionTimestamp !== undefined) {
    return refusal(`${namespace}/${name} has just been deleted at ${live.metadata.deletionTimestamp}`);
  }
  return true;
}

function* adopt(ctx: Context, claim: Claim, object: KObject): Process<KObject | Status> {
  const { client, owner, ownerApiVersion, ownerInfo, dependentInfo, finalizers } = claim;
  const { namespace, name = '', uid } = object.metadata;
  const step = claim.adopting(ctx, object);
  const reference = controllerReference(owner, ownerApiVersion, ownerInfo.kind);
  const body = { metadata: { ownerReferences: [reference], uid, ...(finalizers && { finalizers }) } };
  return yield* client.patch(step, dependentInfo, namespace, name, { type: 'strategic', body });
}

function* release(ctx: Context, claim: Claim, object: KObject): Process<Status | undefined> {
  const { client, owner, dependentInfo, finalizers } = claim;
  const { namespace, name = '', uid } = object.metadata;
  const step = claim.releasing(ctx, object);
  const freed = finalizers && { '$deleteFromPrimitiveList/finalizers': finalizers };
  const body = { metadata: { ownerReferences: [{ $patch: 'delete', uid: owner.metadata.uid }], uid, ...freed } };
  const answer = yield* client.patch(step, dependentInfo, namespace, name, { type: 'strategic', body });
  if (!isFailure(answer) || answer.reason === 'NotFound' || answer.reason === 'Invalid') return undefined;
  return answer;
}

function refusal(message: string): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason: 'Conflict', code: 409 };
}
