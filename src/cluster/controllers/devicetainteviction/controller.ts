import { claimOfPod, isReservedFor, notOwnClaim } from '../../../api/devices/resource-claims.ts';
import { isFailure } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { AllocatedDevice, Device, ResourceClaim, ResourceSlice } from '../../../api/types/resource.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { EventRecorder, objectKey, type SharedInformer } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { markAndDelete } from '../shared/mark-and-delete.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { evictionTime } from './eviction-time.ts';

const NAME = 'device-taint-eviction';
const PODS = resourceOf('pods');
const EVENT = 'DeviceTaintManagerEviction';
const DISRUPTION = {
  reason: 'DeletionByDeviceTaintManager',
  message: 'Device Taint manager: deleting due to NoExecute taint',
};

interface Sources {
  readonly claims: SharedInformer<ResourceClaim>;
  readonly slices: SharedInformer<ResourceSlice>;
}

/**
 * Ends Pods whose devices have got a taint NoExecute that they do not tolerate.
 * Models pkg/controller/devicetainteviction/device_taint_eviction.go (v1.36). Deviation: claims and slices are followed from the
 * first Pod on that uses any; DeviceTaintRules are a beta that is off.
 */
export class DeviceTaintEvictionController extends QueueController {
  private readonly pods = this.runtime.informers.informer(PODS);
  private readonly recorder: EventRecorder;
  private sources: Sources | undefined;
  /** When each Pod is to go, by its uid. */
  private readonly due = new Map<string, number>();

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'device_taint_eviction', account: 'device-taint-eviction-controller', workers: 10 });
    this.recorder = new EventRecorder(runtime.env, this.client, { component: NAME }, 'core/v1');
    this.pods.addHandler(NAME, {
      filter: (pod) => pod.spec.resourceClaims !== undefined,
      onAdd: (ctx, pod) => this.judge(ctx, pod),
      onUpdate: (ctx, before, after) => {
        if (usesChanged(before, after)) this.judge(ctx, after);
      },
      onDelete: (_, { metadata: { uid = '' } }) => this.due.delete(uid),
    });
  }

  /** Whoever begins to listen hears at once what the caches hold, and judges by both of them. */
  private get known(): Sources {
    if (this.sources !== undefined) return this.sources;
    const { informers } = this.runtime;
    const claims = informers.informer(resourceOf('resourceclaims', 'resource.k8s.io'));
    const slices = informers.informer(resourceOf('resourceslices', 'resource.k8s.io'));
    this.sources = { claims, slices };
    this.listen(this.sources);
    return this.sources;
  }

  private listen({ claims, slices }: Sources): void {
    const users = (ctx: Context, claim: KObject): void => this.judgeUsers(ctx, claim as ResourceClaim);
    claims.addHandler(NAME, { onAdd: users, onUpdate: (ctx, _, claim) => users(ctx, claim), onDelete: users });
    const changed = (ctx: Context, slice: KObject): void => this.sliceChanged(ctx, claims, slice as ResourceSlice);
    slices.addHandler(NAME, { onAdd: changed, onUpdate: (ctx, _, slice) => changed(ctx, slice), onDelete: changed });
    this.runtime.informers.start();
  }

  private sliceChanged(ctx: Context, claims: SharedInformer<ResourceClaim>, { spec }: ResourceSlice): void {
    for (const claim of claims.indexer.list(ctx)) {
      const isOf = ({ driver, pool }: AllocatedDevice): boolean => driver === spec.driver && pool === spec.pool.name;
      if (resultsOf(claim).some(isOf)) this.judgeUsers(ctx, claim);
    }
  }

  private judgeUsers(ctx: Context, { metadata, status }: ResourceClaim): void {
    for (const { name, uid } of status?.reservedFor ?? []) {
      const pod = this.pods.indexer.get(ctx, `${metadata.namespace}/${name}`);
      if (pod?.metadata.uid === uid) this.judge(ctx, pod);
    }
  }

  private judge(ctx: Context, pod: Pod): void {
    const sources = this.known;
    const { uid = '', deletionTimestamp } = pod.metadata;
    if ((pod.spec.nodeName ?? '') === '' || deletionTimestamp !== undefined) return;
    const known = this.due.get(uid);
    const time = this.timeFor(ctx, sources, pod, known);
    if (time === known) return;
    if (time === undefined) {
      this.due.delete(uid);
      const spared = ctx.step(upkeepSteps.deviceUntainted, subjectOfObject(PODS, pod));
      this.recorder.event(spared, reference(pod), 'Normal', EVENT, 'Cancelling deletion');
      return;
    }
    this.due.set(uid, time);
    const seconds = Math.max(0, time - ctx.wall) / SECOND;
    const tainted = ctx.step(upkeepSteps.deviceTainted, subjectOfObject(PODS, pod), { seconds });
    this.queue.addAfter(tainted, objectKey(pod), time - ctx.wall, seconds > 0);
  }

  /** The earliest of all its claims. What has no time of its own keeps the one that it was given. */
  private timeFor(ctx: Context, { claims, slices }: Sources, pod: Pod, known: number | undefined): number | undefined {
    const all = slices.indexer.list(ctx);
    const times = (pod.spec.resourceClaims ?? []).flatMap((entry) => {
      const used = claimOfPod(pod, entry);
      if (typeof used === 'string' || used.name === undefined) return [];
      const claim = claims.indexer.get(ctx, `${pod.metadata.namespace}/${used.name}`);
      if (claim === undefined || !isReservedFor(pod, claim)) return [];
      if (used.isOwn && notOwnClaim(pod, claim) !== undefined) return [];
      return resultsOf(claim).map((result) => evictionTime(result, deviceOf(all, result)?.taints, known ?? ctx.wall));
    });
    const found = times.filter((time) => time !== undefined);
    return found.length === 0 ? undefined : Math.min(...found);
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const pod = this.pods.indexer.get(ctx, key);
    const { uid = '', namespace, name = '' } = pod?.metadata ?? {};
    const time = this.due.get(uid);
    // Another time was set meanwhile, and comes by itself.
    if (pod === undefined || time === undefined || time > ctx.wall) return true;
    const live = yield* this.client.get(ctx, PODS, namespace, name);
    if (isFailure(live)) return live.reason === 'NotFound';
    if (live.metadata.uid !== uid) return true;
    const evicting = ctx.step(upkeepSteps.deviceTainted, subjectOfObject(PODS, pod), { seconds: 0 });
    this.recorder.event(evicting, reference(pod), 'Normal', EVENT, 'Marking for deletion');
    const problem = yield* markAndDelete(evicting, this.client, live, DISRUPTION, { preconditions: { uid } });
    if (problem === undefined) this.due.delete(uid);
    return problem === undefined || problem.reason === 'NotFound';
  }
}

function usesChanged(before: Pod, after: Pod): boolean {
  if (before.spec.nodeName !== after.spec.nodeName) return true;
  const [was, is] = [before.status.resourceClaimStatuses, after.status.resourceClaimStatuses];
  return was !== is && !equalJson(was, is);
}

function resultsOf({ status }: ResourceClaim): readonly AllocatedDevice[] {
  return status?.allocation?.devices?.results ?? [];
}

function deviceOf(slices: readonly ResourceSlice[], { driver, pool, device }: AllocatedDevice): Device | undefined {
  for (const { spec } of slices) {
    if (spec.driver !== driver || spec.pool.name !== pool) continue;
    const found = spec.devices?.find(({ name }) => name === device);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Its events name the Pod without a revision. */
function reference({ metadata: { namespace, name, uid } }: Pod): KObject {
  return { kind: 'Pod', apiVersion: 'v1', metadata: { namespace, name, uid } } as KObject;
}
