// Models pkg/scheduler/framework/plugins/dynamicresources/{dynamicresources,dra_manager}.go (v1.36)

import { CLAIM_FINALIZER } from '../../../api/devices/claim-finalizer.ts';
import { claimOfPod, isReservedFor, notOwnClaim, reservedFor } from '../../../api/devices/resource-claims.ts';
import { isFailure, isStatus } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { AllocationResult, DeviceClass, ResourceClaim, ResourceSlice } from '../../../api/types/resource.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { FreshObjects } from '../../clientgo/fresh-objects.ts';
import { objectKey, type RestClient, type SharedInformer, type SharedInformerFactory } from '../../clientgo/index.ts';
import { type Refusal, refusal } from '../framework/framework.ts';
import { nodeTest } from '../objects/match.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';
import type { ClusterEvent } from '../queue/hints.ts';
import { allocate, type Offers } from './allocator.ts';

const CLAIMS = resourceOf('resourceclaims', 'resource.k8s.io');
const CLASSES = resourceOf('deviceclasses', 'resource.k8s.io');
const SLICES = resourceOf('resourceslices', 'resource.k8s.io');
const NONE = refusal('cannot allocate all claims', true);
const ELSEWHERE = refusal('resourceclaim not available on the node', true);
const MOST_TRIES = 5;

/** What one scheduling cycle knows about the claims of its Pod. */
export interface DeviceCycle {
  readonly claims: readonly ResourceClaim[];
  readonly open: readonly ResourceClaim[];
  readonly offers: Offers;
}

/**
 * Claims, classes and slices, from the first Pod with claims on. What has been decided and not written yet counts as if it were.
 * Models pkg/scheduler/framework/plugins/dynamicresources (v1.36)
 */
export class DeviceView {
  private readonly claims: SharedInformer<ResourceClaim>;
  private readonly classes: SharedInformer<DeviceClass>;
  private readonly slices: SharedInformer<ResourceSlice>;
  /** Allocations that are being written, by the claim's uid. */
  private readonly inFlight = new Map<string, AllocationResult>();
  private readonly fresh: FreshObjects<ResourceClaim>;

  constructor(
    factory: SharedInformerFactory,
    private readonly base: Context,
    actor: string,
    happened: (ctx: Context, event: ClusterEvent) => void,
  ) {
    this.claims = factory.informer(CLAIMS);
    this.fresh = new FreshObjects(this.claims);
    this.classes = factory.informer(CLASSES);
    this.slices = factory.informer(SLICES);
    const changed = (ctx: Context): void => happened(ctx, { type: 'DeviceChange' });
    this.claims.addHandler(actor, {
      onAdd: (ctx, claim) => happened(ctx, { type: 'DeviceChange', deviceClaim: objectKey(claim) }),
      onUpdate: (ctx, before, after) => this.claimChanged(ctx, before, after, happened),
    });
    for (const informer of [this.classes, this.slices]) {
      informer.addHandler(actor, { onAdd: changed, onUpdate: changed });
    }
    factory.start(base);
  }

  /** Pods that came before everything was known are looked at again. */
  *catchUp(happened: (ctx: Context, event: ClusterEvent) => void): Process {
    for (const informer of [this.claims, this.classes, this.slices]) yield* informer.waitForSync();
    happened(this.base, { type: 'DeviceChange' });
  }

  /** Why a Pod cannot be looked at yet. Models dynamicresources.go PreEnqueue (v1.36) */
  hindrance(pod: PodInfo): string | undefined {
    const claims = this.claimsOf(pod);
    return typeof claims === 'string' ? claims : undefined;
  }

  /** Models dynamicresources.go PreFilter (v1.36) */
  begin(pod: PodInfo): DeviceCycle | string | undefined {
    const claims = this.claimsOf(pod);
    if (typeof claims === 'string') return claims;
    if (claims.length === 0) return undefined;
    const open = claims.filter(({ status }) => status?.allocation === undefined);
    const classes = this.knownClasses();
    for (const claim of open) {
      if (this.inFlight.has(claim.metadata.uid ?? '')) {
        return `resource claim ${objectKey(claim)} is in the process of being allocated`;
      }
      const missing = missingClass(claim, classes);
      if (missing !== undefined) return missing;
    }
    const slices = this.slices.indexer.list(this.base);
    return { claims, open, offers: { slices, classes, taken: this.taken() } };
  }

  /** Models dynamicresources.go Filter (v1.36) */
  problem({ claims, open, offers }: DeviceCycle, node: NodeInfo): Refusal | undefined {
    if (open.length > 0) {
      const found = allocate(node, open, offers);
      if (found === undefined) return NONE;
      if (typeof found === 'string') return { ...NONE, error: `running "DynamicResources" filter plugin: ${found}` };
    }
    return claims.every((claim) => isWithin(claim, node)) ? undefined : ELSEWHERE;
  }

  /** From the decision on others do not count on these devices. Models dynamicresources.go Reserve (v1.36) */
  reserve(pod: PodInfo, node: NodeInfo): void {
    const cycle = this.begin(pod);
    if (typeof cycle !== 'object' || cycle.open.length === 0) return;
    const found = allocate(node, cycle.open, cycle.offers);
    if (typeof found !== 'object') return;
    cycle.open.forEach((claim, at) => {
      this.inFlight.set(claim.metadata.uid ?? '', found[at] as AllocationResult);
    });
  }

  /** Writes what was decided; a text is what went wrong. Models dynamicresources.go PreBind (v1.36) */
  *bind(ctx: Context, client: RestClient, pod: PodInfo): Process<string | undefined> {
    const claims = this.claimsOf(pod);
    if (typeof claims === 'string') return claims;
    for (const claim of claims) {
      if (isReservedFor(pod.pod, claim)) continue;
      const uid = claim.metadata.uid ?? '';
      const problem = yield* this.bindClaim(ctx, client, pod, claim);
      this.inFlight.delete(uid);
      if (problem === undefined) continue;
      yield* this.unreserve(ctx, client, pod);
      return problem;
    }
    return undefined;
  }

  /** Takes back what cannot be used. Models dynamicresources.go Unreserve (v1.36) */
  *unreserve(ctx: Context, client: RestClient, pod: PodInfo): Process {
    const claims = this.claimsOf(pod);
    for (const claim of typeof claims === 'string' ? [] : claims) {
      this.inFlight.delete(claim.metadata.uid ?? '');
      if (claim.status?.allocation === undefined || !isReservedFor(pod.pod, claim)) continue;
      const { namespace, name = '', uid } = claim.metadata;
      const body = { metadata: { uid }, status: { reservedFor: [{ $patch: 'delete', uid: pod.uid }] } };
      this.fresh.forget(objectKey(claim));
      yield* client.patch(ctx, CLAIMS, namespace, name, { type: 'strategic', body, subresource: 'status' });
    }
  }

  /** A claim of the Pod that is allocated out of its reach, and that nobody else uses. Models dynamicresources.go PostFilter (v1.36) */
  idle(pod: PodInfo, nodes: readonly NodeInfo[]): ResourceClaim | undefined {
    const claims = this.claimsOf(pod);
    if (typeof claims === 'string') return undefined;
    return claims.find((claim) => {
      const consumers = claim.status?.reservedFor ?? [];
      const isFree = consumers.length === 0 || (consumers.length === 1 && consumers[0]?.uid === pod.uid);
      return isFree && nodes.some((node) => !isWithin(claim, node));
    });
  }

  *deallocate(ctx: Context, client: RestClient, claim: ResourceClaim): Process {
    yield* client.update(ctx, CLAIMS, { ...claim, status: {} } as KObject, { subresource: 'status' });
  }

  private *bindClaim(
    ctx: Context,
    client: RestClient,
    pod: PodInfo,
    known: ResourceClaim,
  ): Process<string | undefined> {
    const key = objectKey(known);
    const allocation = this.inFlight.get(known.metadata.uid ?? '');
    let claim = known;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (tries > 0) {
        const again = yield* client.get(ctx, CLAIMS, known.metadata.namespace, known.metadata.name ?? '');
        if (isFailure(again)) return `get updated claim ${key} after conflict: ${again.message}`;
        claim = again;
      }
      const problem = yield* this.write(ctx, client, pod, claim, allocation);
      if (problem === undefined || typeof problem === 'string') return problem;
    }
    return `add reservation to claim ${key}: too many conflicts`;
  }

  /** `false`: somebody else wrote at the same time. */
  private *write(
    ctx: Context,
    client: RestClient,
    { pod }: PodInfo,
    claim: ResourceClaim,
    allocation: AllocationResult | undefined,
  ): Process<string | false | undefined> {
    const key = objectKey(claim);
    if (claim.metadata.deletionTimestamp !== undefined) return `claim ${key} got deleted in the meantime`;
    let own = claim;
    if (allocation !== undefined) {
      if (claim.status?.allocation !== undefined) return `claim ${key} got allocated elsewhere in the meantime`;
      const { finalizers = [] } = claim.metadata;
      if (!finalizers.includes(CLAIM_FINALIZER)) {
        const kept = { ...claim, metadata: { ...claim.metadata, finalizers: [...finalizers, CLAIM_FINALIZER] } };
        const answer = yield* client.update(ctx, CLAIMS, kept as KObject);
        if (isFailure(answer)) {
          return answer.reason === 'Conflict' ? false : `add finalizer to claim ${key}: ${answer.message}`;
        }
        if (!isStatus(answer)) own = answer;
      }
    }
    const given = allocation ?? own.status?.allocation;
    const allocated = { ...given, allocationTimestamp: given?.allocationTimestamp ?? rfc3339(ctx.wall) };
    const wanted = reservedFor(pod, { ...own, status: { ...own.status, allocation: allocated } });
    const answer = yield* client.update(ctx, CLAIMS, wanted as KObject, { subresource: 'status' });
    const what = allocation === undefined ? 'reservation' : 'allocation and reservation';
    if (isFailure(answer)) {
      return answer.reason === 'Conflict' ? false : `add ${what} to claim ${key}: ${answer.message}`;
    }
    if (!isStatus(answer)) this.fresh.wrote(answer);
    return undefined;
  }

  /** The claims of a Pod, or why it must wait for them. */
  private claimsOf({ pod, namespace }: PodInfo): readonly ResourceClaim[] | string {
    if (!this.claims.synced || !this.classes.synced || !this.slices.synced) return 'waiting for resource claims';
    const found: ResourceClaim[] = [];
    for (const entry of pod.spec.resourceClaims ?? []) {
      const of = claimOfPod(pod, entry);
      if (typeof of === 'string') return of;
      if (of.name === undefined) continue;
      const claim = this.fresh.get(this.base, `${namespace}/${of.name}`);
      if (claim === undefined) return `could not find ResourceClaim "${namespace}/${of.name}"`;
      if (claim.metadata.deletionTimestamp !== undefined) return `resourceclaim "${of.name}" is being deleted`;
      const foreign = of.isOwn ? notOwnClaim(pod, claim) : undefined;
      if (foreign !== undefined) return foreign;
      found.push(claim);
    }
    return found;
  }

  private knownClasses(): ReadonlyMap<string, DeviceClass> {
    const classes = this.classes.indexer.list(this.base);
    return new Map(classes.map((each) => [each.metadata.name ?? '', each]));
  }

  private taken(): ReadonlySet<string> {
    const taken = new Set<string>();
    const take = (allocation: AllocationResult | undefined): void => {
      for (const { driver, pool, device, adminAccess } of allocation?.devices?.results ?? []) {
        if (adminAccess !== true) taken.add(`${driver}/${pool}/${device}`);
      }
    };
    for (const { status } of this.fresh.list(this.base)) take(status?.allocation);
    for (const allocation of this.inFlight.values()) take(allocation);
    return taken;
  }

  private claimChanged(
    ctx: Context,
    before: KObject,
    after: KObject,
    happened: (ctx: Context, event: ClusterEvent) => void,
  ): void {
    const [old, now] = [(before as ResourceClaim).status, (after as ResourceClaim).status];
    if (old?.allocation !== undefined && now?.allocation === undefined) happened(ctx, { type: 'DeviceChange' });
    else if (!equalJson(old, now)) happened(ctx, { type: 'DeviceChange', deviceClaim: objectKey(after) });
  }
}

function missingClass(
  { metadata, spec }: ResourceClaim,
  classes: ReadonlyMap<string, DeviceClass>,
): string | undefined {
  for (const { name, exactly, firstAvailable = [] } of spec.devices?.requests ?? []) {
    if (exactly === undefined && firstAvailable.length === 0) {
      return `resource claim ${metadata.namespace}/${metadata.name}, request ${name}: unknown request type`;
    }
    const asked = exactly === undefined ? firstAvailable.map((each) => [`${name}/${each.name}`, each] as const) : [];
    for (const [request, { deviceClassName }] of exactly === undefined ? asked : [[name, exactly] as const]) {
      if (!classes.has(deviceClassName)) return `request ${request}: device class ${deviceClassName} does not exist`;
    }
  }
  return undefined;
}

/** Devices that are allocated may be in reach of some nodes alone. */
function isWithin({ status }: ResourceClaim, node: NodeInfo): boolean {
  const terms = status?.allocation?.nodeSelector?.nodeSelectorTerms;
  return terms === undefined || nodeTest(undefined, terms)?.matches(node.name, node.labels) === true;
}
