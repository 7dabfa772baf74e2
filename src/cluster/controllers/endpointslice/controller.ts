import { resourceOf } from '../../../api/scheme.ts';
import { matchesMap } from '../../../api/selectors.ts';
import type { Pod, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers.ts';
import { EventRecorder, objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import {
  choosesPods,
  MANAGED_BY,
  queueServicesOfPods,
  SERVICE_NAME,
  TriggerTimes,
} from '../shared/service-endpoints.ts';
import { SLICE_MANAGER } from './names.ts';
import { planSlices } from './reconcile.ts';
import { writePlan } from './write-plan.ts';

const NAME = 'endpointslice-controller';
const WORKERS = 5;
const SLICE_INDEX = 'service';
const ZONE = 'topology.kubernetes.io/zone';

/**
 * Lists the addresses of a Service's pods, ready or not, in slices of at most a hundred.
 * Models pkg/controller/endpointslice/endpointslice_controller.go (v1.36)
 */
export class EndpointSliceController implements Controller {
  readonly name = NAME;
  private readonly services: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly nodes: SharedInformer;
  private readonly slices: SharedInformer;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private readonly triggers = new TriggerTimes();
  /** The generation of the slices that were written here, by UID: an older one in the cache is stale. */
  private readonly written = new Map<string, number>();
  private readonly info = resourceOf('endpointslices', 'discovery.k8s.io');
  private readonly serviceInfo = resourceOf('services');

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(NAME);
    this.services = informers.informer(this.serviceInfo);
    this.pods = informers.informer(resourceOf('pods'));
    this.nodes = informers.informer(resourceOf('nodes'));
    this.slices = informers.informer(this.info);
    this.queue = new WorkQueue(env, 'endpoint_slice', NAME);
    this.recorder = new EventRecorder(env, this.client, { component: NAME }, 'core/v1');
    this.slices.addIndexers({ [SLICE_INDEX]: serviceOf });
    this.services.addHandler(NAME, {
      onAdd: (ctx, service) => this.queue.add(ctx, objectKey(service)),
      onUpdate: (ctx, _, service) => this.queue.add(ctx, objectKey(service)),
      onDelete: (ctx, service) => this.queue.add(ctx, objectKey(service)),
    });
    this.slices.addHandler(NAME, {
      onUpdate: (ctx, _, slice) => this.sliceChanged(ctx, slice),
      onDelete: (ctx, slice) => this.sliceDeleted(ctx, slice),
    });
    queueServicesOfPods(NAME, this.pods, this.services, this.queue);
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.sync(ctx, key));
  }

  /** Somebody else has written one of ours. */
  private sliceChanged(ctx: Context, slice: KObject): void {
    const { uid = '', generation = 0 } = slice.metadata;
    const own = this.written.get(uid);
    if (own !== undefined && generation > own) for (const key of serviceOf(slice)) this.queue.add(ctx, key);
  }

  private sliceDeleted(ctx: Context, slice: KObject): void {
    if (!this.written.delete(slice.metadata.uid ?? '')) return;
    for (const key of serviceOf(slice)) this.queue.add(ctx, key);
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const service = this.services.indexer.get(ctx, key) as Service | undefined;
    if (service === undefined) {
      this.triggers.forget(key);
      return true;
    }
    if (!choosesPods(service)) return true;
    const slices = this.slices.indexer.byIndex(ctx, SLICE_INDEX, key) as readonly EndpointSlice[];
    if (slices.some((slice) => this.isStale(slice))) return false;
    const pods = this.podsOf(ctx, service);
    const trigger = this.triggers.next(key, service, pods);
    const existing = slices.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const { create, update, remove } = planSlices(service, pods, existing, trigger, (node) => this.zoneOf(ctx, node));
    const args = { pods: pods.length, created: create.length, updated: update.length, deleted: remove.length };
    const { namespace, name = '' } = service.metadata;
    const synced = ctx.step(controllersSteps.endpointSlices, subjectOf(this.serviceInfo, namespace, name), args);
    const problem = yield* writePlan(synced, { client: this.client, written: this.written }, service, {
      create,
      update,
      remove,
    });
    if (problem === undefined) return true;
    const message = `Error updating Endpoint Slices for Service ${key}: failed to ${problem}`;
    this.recorder.event(synced, service, 'Warning', 'FailedToUpdateEndpointSlices', message);
    return false;
  }

  private isStale({ metadata }: EndpointSlice): boolean {
    return (metadata.generation ?? 0) < (this.written.get(metadata.uid ?? '') ?? 0);
  }

  private podsOf(ctx: Context, service: Service): readonly Pod[] {
    const { selector } = service.spec;
    const pods = this.pods.indexer.list(ctx, service.metadata.namespace) as readonly Pod[];
    return pods.filter((pod) => matchesMap(selector, pod.metadata.labels));
  }

  private zoneOf(ctx: Context, node: string): string | undefined {
    return this.nodes.indexer.get(ctx, node)?.metadata.labels?.[ZONE];
  }
}

function serviceOf({ metadata }: KObject): readonly string[] {
  if (metadata.labels?.[MANAGED_BY] !== SLICE_MANAGER) return [];
  return [`${metadata.namespace}/${metadata.labels[SERVICE_NAME]}`];
}
