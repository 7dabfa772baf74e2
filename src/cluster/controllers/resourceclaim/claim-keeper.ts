// Models pkg/controller/resourceclaim/controller.go (v1.36)

import {
  claimOfPod,
  isReservedFor,
  notOwnClaim,
  reservedFor,
  resourceClaimsOf,
} from '../../../api/devices/resource-claims.ts';
import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { ResourceClaim, ResourceClaimTemplate } from '../../../api/types/resource.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { FreshObjects } from '../../clientgo/fresh-objects.ts';
import {
  EventRecorder,
  objectKey,
  type RestClient,
  type SharedInformer,
  type WorkQueue,
} from '../../clientgo/index.ts';
import type { ControllerRuntime } from '../shared/runtime.ts';
import { type ClaimParts, newClaims } from './new-claims.ts';
import { isDone, release } from './release.ts';

const CLAIMS = resourceOf('resourceclaims', 'resource.k8s.io');
const TEMPLATES = resourceOf('resourceclaimtemplates', 'resource.k8s.io');
const PODS = resourceOf('pods');
const NAME = 'resourceclaim-controller';
const POD = 'pod:';
const CLAIM = 'claim:';

/** Knows claims, templates and who uses them. */
export class ClaimKeeper implements ClaimParts {
  readonly claims: FreshObjects<ResourceClaim>;
  readonly templates: SharedInformer<ResourceClaimTemplate>;
  readonly recorder: EventRecorder;
  /** Pods that are certainly gone, by uid. */
  readonly gone = new Set<string>();
  private readonly claimInformer: SharedInformer<ResourceClaim>;
  /** Keys of Pods by the key of a claim that they use. */
  private readonly users = new Map<string, Set<string>>();

  constructor(
    { env, informers }: ControllerRuntime,
    readonly client: RestClient,
    readonly pods: SharedInformer<Pod>,
    private readonly queue: WorkQueue,
  ) {
    this.claimInformer = informers.informer(CLAIMS);
    this.templates = informers.informer(TEMPLATES);
    this.claims = new FreshObjects(this.claimInformer);
    this.recorder = new EventRecorder(env, client, { component: 'resource_claim' }, 'core/v1');
    const changed = (ctx: Context, claim: KObject): void => {
      this.queue.add(ctx, `${CLAIM}${objectKey(claim)}`);
      this.usersChanged(ctx, claim);
    };
    this.claimInformer.addHandler(NAME, {
      onAdd: changed,
      onUpdate: (ctx, _, claim) => changed(ctx, claim),
      onDelete: (ctx, claim) => this.usersChanged(ctx, claim),
    });
    informers.start();
  }

  podChanged(ctx: Context, pod: Pod): void {
    for (const key of claimKeys(pod)) {
      const users = this.users.get(key) ?? new Set();
      this.users.set(key, users.add(objectKey(pod)));
    }
    if (isDone(pod)) this.claimsChanged(ctx, pod);
    else if (this.needsWork(ctx, pod)) this.queue.add(ctx, `${POD}${objectKey(pod)}`);
  }

  podGone(ctx: Context, pod: Pod): void {
    this.gone.add(pod.metadata.uid ?? '');
    for (const key of claimKeys(pod)) {
      const users = this.users.get(key);
      users?.delete(objectKey(pod));
      if (users?.size === 0) this.users.delete(key);
    }
    this.claimsChanged(ctx, pod);
  }

  *sync(ctx: Context, key: string): Process<boolean> {
    yield* this.claimInformer.waitForSync();
    yield* this.templates.waitForSync();
    return key.startsWith(POD)
      ? yield* this.syncPod(ctx, key.slice(POD.length))
      : yield* release(ctx, this, key.slice(CLAIM.length));
  }

  private claimsChanged(ctx: Context, pod: Pod): void {
    for (const key of claimKeys(pod)) this.queue.add(ctx, `${CLAIM}${key}`);
  }

  private usersChanged(ctx: Context, claim: KObject): void {
    for (const key of this.users.get(objectKey(claim)) ?? []) {
      const pod = this.pods.indexer.get(ctx, key);
      if (pod !== undefined) this.podChanged(ctx, pod);
    }
  }

  /** A claim is to be made, or to be reserved where the scheduler did not see the Pod. */
  private needsWork(ctx: Context, pod: Pod): boolean {
    const { deletionTimestamp, namespace } = pod.metadata;
    if (deletionTimestamp !== undefined) return false;
    for (const entry of pod.spec.resourceClaims ?? []) {
      const of = claimOfPod(pod, entry);
      if (typeof of === 'string') return true;
      if (of.name === undefined) return false;
      const claim = this.claims.get(ctx, `${namespace}/${of.name}`);
      if (claim === undefined) return entry.resourceClaimTemplateName !== undefined;
      if (of.isOwn && notOwnClaim(pod, claim) !== undefined) return false;
      if (mustReserve(pod, claim)) return true;
    }
    return false;
  }

  private *syncPod(ctx: Context, key: string): Process<boolean> {
    const pod = this.pods.indexer.get(ctx, key);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined || isDone(pod)) return true;
    const made = yield* newClaims(ctx, this, pod);
    if (made === undefined) return false;
    if (made.length > 0 && !(yield* this.tellPod(ctx, pod, made))) return false;
    for (const claimKey of claimKeys(pod)) {
      const claim = this.claims.get(ctx, claimKey);
      if (claim === undefined || !mustReserve(pod, claim)) continue;
      const wanted = reservedFor(pod, claim);
      const answer = yield* this.client.update(ctx, CLAIMS, wanted as KObject, { subresource: 'status' });
      if (isFailure(answer)) return false;
      this.claims.wrote(answer);
    }
    return true;
  }

  /** The names of the claims, beside those that it knew. */
  private *tellPod(
    ctx: Context,
    pod: Pod,
    made: readonly { readonly name: string; readonly resourceClaimName: string }[],
  ): Process<boolean> {
    const { name = '', namespace } = pod.metadata;
    const known = (pod.status.resourceClaimStatuses ?? []).filter(
      (old) => !made.some((each) => each.name === old.name),
    );
    const body = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name, namespace },
      status: { resourceClaimStatuses: [...known, ...made] },
    };
    const query = { fieldManager: 'ResourceClaimController', force: 'true' };
    const answer = yield* this.client.patch(ctx, PODS, namespace, name, {
      type: 'apply',
      body,
      subresource: 'status',
      query,
    });
    return !isFailure(answer);
  }
}

function mustReserve(pod: Pod, claim: ResourceClaim): boolean {
  const isPlaced = (pod.spec.nodeName ?? '') !== '';
  return isPlaced && claim.status?.allocation !== undefined && !isReservedFor(pod, claim);
}

function claimKeys(pod: Pod): readonly string[] {
  return resourceClaimsOf(pod).map((name) => `${pod.metadata.namespace}/${name}`);
}
