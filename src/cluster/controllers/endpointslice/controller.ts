import { resourceOf } from '../../../api/scheme/scheme.ts';
import { matchesMap } from '../../../api/selectors/selectors.ts';
import type { Node, Pod, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { EventRecorder, objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type Controller, type ControllerRuntime, MANY_TRIES, startWorkers } from '../shared/runtime.ts';
import {
  choosesPods,
  MANAGED_BY,
  queueServicesOfPods,
  SERVICE_NAME,
  TriggerTimes,
} from '../shared/service-endpoints.ts';
import { SliceTracker } from '../shared/slice-tracker.ts';
import { followsTopology, SLICE_MANAGER, ZONE } from './names.ts';
import { planSlices } from './reconcile.ts';
import { Topology } from './topology.ts';
import { writePlan } from './write-plan.ts';

const NAME = 'endpointslice-controller';
const WORKERS = 5;
const SLICE_INDEX = 'service';
const SLICE_DELAY = SECOND;
const BACK_OFF = { first: SECOND, longest: 1000 * SECOND };

/**
 * Lists the addresses of a Service's pods, ready or not, in slices of at most a hundred.
 * Models pkg/controller/endpointslice/endpointslice_controller.go (v1.36)
 */
export class EndpointSliceController implements Controller {
  readonly name = NAME;
  private readonly services: SharedInformer<Service>;
  private readonly pods: SharedInformer<Pod>;
  private readonly nodes: SharedInformer<Node>;
  private readonly slices: SharedInformer<EndpointSlice>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private readonly triggers = new TriggerTimes();
  private readonly tracker = new SliceTracker();
  /** Made when the first Service asks for hints that follow it. */
  private topology: Topology | undefined;
  private readonly info = resourceOf('endpointslices', 'discovery.k8s.io');
  private readonly serviceInfo = resourceOf('services');

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(NAME);
    this.services = informers.informer(this.serviceInfo);
    this.pods = informers.informer(resourceOf('pods'));
    this.nodes = informers.informer(resourceOf('nodes'));
    this.slices = informers.informer(this.info);
    this.queue = new WorkQueue(env, 'endpoint_slice', NAME, BACK_OFF);
    this.recorder = new EventRecorder(env, this.client, { component: 'endpoint-slice-controller' }, 'core/v1');
    this.slices.addIndexers({ [SLICE_INDEX]: serviceOf });
    this.services.addHandler(NAME, {
      onAdd: (ctx, service) => this.queue.add(ctx, objectKey(service)),
      onUpdate: (ctx, _, service) => this.queue.add(ctx, objectKey(service)),
      onDelete: (ctx, service) => this.queue.add(ctx, objectKey(service)),
    });
    this.slices.addHandler(NAME, {
      onAdd: (ctx, slice) => this.sliceChanged(ctx, slice),
      onUpdate: (ctx, before, slice) => this.sliceUpdated(ctx, before, slice),
      onDelete: (ctx, slice) => {
        for (const key of serviceOf(slice)) if (this.tracker.lost(key, slice)) this.later(ctx, key);
      },
    });
    this.nodes.addHandler(NAME, {
      onAdd: (ctx) => this.nodesChanged(ctx),
      onUpdate: (ctx, before, node) => {
        if (isReady(before) !== isReady(node) || zoneOf(before) !== zoneOf(node)) this.nodesChanged(ctx);
      },
      onDelete: (ctx) => this.nodesChanged(ctx),
    });
    queueServicesOfPods(NAME, this.pods, this.services, this.queue);
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.sync(ctx, key), MANY_TRIES);
  }

  /** Somebody else has written one of ours. */
  private sliceChanged(ctx: Context, slice: KObject): void {
    for (const key of serviceOf(slice)) if (this.tracker.isNews(key, slice)) this.later(ctx, key);
  }

  /** A label says whose it is: who has lost it and who has got it are looked at. */
  private sliceUpdated(ctx: Context, before: KObject, slice: KObject): void {
    const [former] = serviceOf(before);
    const [key] = serviceOf(slice);
    if (former === key) return this.sliceChanged(ctx, slice);
    if (key !== undefined) this.later(ctx, key);
    if (former !== undefined) this.later(ctx, former);
  }

  /** Changes of several slices are looked at together. */
  private later(ctx: Context, key: string): void {
    this.queue.addAfter(ctx, key, SLICE_DELAY);
  }

  private nodesChanged(ctx: Context): void {
    if (this.topology === undefined) return;
    this.topology.setNodes(this.nodes.indexer.list(ctx));
    for (const key of this.topology.overloaded()) this.queue.add(ctx, key);
  }

  private topologyFor(ctx: Context, service: Service): Topology | undefined {
    if (this.topology === undefined && followsTopology(service)) {
      this.topology = new Topology();
      this.topology.setNodes(this.nodes.indexer.list(ctx));
    }
    return this.topology;
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const service = this.services.indexer.get(ctx, key);
    if (service === undefined) {
      this.triggers.forget(key);
      this.tracker.forget(key);
      return true;
    }
    if (!choosesPods(service)) return true;
    const all = this.slices.indexer.byIndex(ctx, SLICE_INDEX, key);
    const existing = all.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (this.tracker.isStale(key, existing)) return false;
    const pods = this.podsOf(ctx, service);
    const trigger = this.triggers.next(key, service, pods);
    const nodeOf = (name: string) => this.nodes.indexer.get(ctx, name);
    const around = { trigger, nodeOf, topology: this.topologyFor(ctx, service) };
    const plan = planSlices(service, pods, existing, around);
    const { create, update, remove } = plan;
    const args = { pods: pods.length, created: create.length, updated: update.length, deleted: remove.length };
    const { namespace, name = '' } = service.metadata;
    const synced = ctx.step(controllersSteps.endpointSlices, subjectOf(this.serviceInfo, namespace, name), args);
    const problems = yield* writePlan(synced, this.client, this.tracker, service, plan);
    for (const { type, reason, message } of plan.notices) this.recorder.event(synced, service, type, reason, message);
    if (problems.length === 0) return true;
    const errors = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
    const message = `Error updating Endpoint Slices for Service ${key}: ${errors}`;
    this.recorder.event(synced, service, 'Warning', 'FailedToUpdateEndpointSlices', message);
    return false;
  }

  private podsOf(ctx: Context, service: Service): readonly Pod[] {
    const { selector } = service.spec;
    const pods = this.pods.indexer.list(ctx, service.metadata.namespace);
    return pods.filter((pod) => matchesMap(selector, pod.metadata.labels));
  }
}

function isReady({ status }: Node): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
}

function zoneOf({ metadata }: KObject): string | undefined {
  return metadata.labels?.[ZONE];
}

function serviceOf({ metadata }: KObject): readonly string[] {
  if (metadata.labels?.[MANAGED_BY] !== SLICE_MANAGER) return [];
  return [`${metadata.namespace}/${metadata.labels[SERVICE_NAME]}`];
}
