import { resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import type { Endpoints, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/upkeep.ts';
import { EventRecorder, objectKey, type SharedInformer } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { MANAGED_BY, SERVICE_NAME } from '../shared/service-endpoints.ts';
import { isMirrored, MIRROR_MANAGER, MOST_ADDRESSES } from './names.ts';
import { planMirror } from './plan.ts';

const NAME = 'endpointslicemirroring-controller';
const SLICE_INDEX = 'mirrored';
const ENDPOINTS = resourceOf('endpoints');
const SLICES = resourceOf('endpointslices', 'discovery.k8s.io');

/**
 * Endpoints that somebody writes by hand are copied into EndpointSlices, which is what kube-proxy reads.
 * Models pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go (v1.36)
 */
export class EndpointSliceMirroringController extends QueueController {
  private readonly endpoints: SharedInformer;
  private readonly services: SharedInformer;
  private readonly slices: SharedInformer;
  private readonly recorder: EventRecorder;
  /** The generation of the slices that were written here, by UID: an older one in the cache is stale. */
  private readonly written = new Map<string, number>();

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'endpoint_slice_mirroring', workers: 5 });
    const { informers, env } = runtime;
    this.endpoints = informers.informer(ENDPOINTS);
    this.services = informers.informer(resourceOf('services'));
    this.slices = informers.informer(SLICES);
    this.recorder = new EventRecorder(
      env,
      this.client,
      { component: 'endpoint-slice-mirroring-controller' },
      'core/v1',
    );
    this.slices.addIndexers({ [SLICE_INDEX]: sourceOf });
    const add = (ctx: Context, object: KObject): void => this.queue.add(ctx, objectKey(object));
    this.endpoints.addHandler(NAME, {
      filter: concerns,
      onAdd: add,
      onUpdate: (ctx, _, after) => add(ctx, after),
      onDelete: add,
    });
    this.services.addHandler(NAME, {
      filter: (service) => !selects(service as Service),
      onAdd: add,
      onUpdate: (ctx, before, after) => {
        if (selects(before as Service) !== selects(after as Service)) add(ctx, after);
      },
      onDelete: add,
    });
    this.slices.addHandler(NAME, {
      filter: (slice) => sourceOf(slice).length > 0,
      onUpdate: (ctx, _, slice) => this.changed(ctx, slice),
      onDelete: (ctx, slice) => this.deleted(ctx, slice),
    });
  }

  /** Somebody else has written one of ours. */
  private changed(ctx: Context, slice: KObject): void {
    const { uid = '', generation = 0 } = slice.metadata;
    if (generation > (this.written.get(uid) ?? generation)) for (const key of sourceOf(slice)) this.queue.add(ctx, key);
  }

  private deleted(ctx: Context, slice: KObject): void {
    if (this.written.delete(slice.metadata.uid ?? '')) for (const key of sourceOf(slice)) this.queue.add(ctx, key);
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const endpoints = this.endpoints.indexer.get(ctx, key) as Endpoints | undefined;
    const service = this.services.indexer.get(ctx, key) as Service | undefined;
    const slices = this.slices.indexer.byIndex(ctx, SLICE_INDEX, key) as readonly EndpointSlice[];
    if (endpoints === undefined || !isMirrored(endpoints) || service === undefined || selects(service)) {
      return yield* this.removeAll(ctx, key, slices);
    }
    if (slices.some((slice) => this.isStale(slice))) return false;
    const plan = planMirror(endpoints, slices);
    this.tellLeftOut(ctx, endpoints, plan.invalid, plan.skipped);
    const { create, update, remove } = plan;
    if (create.length + update.length + remove.length === 0) return true;
    const args = { created: create.length, updated: update.length, deleted: remove.length };
    const mirroring = ctx.step(upkeepSteps.mirrored, subjectOfObject(ENDPOINTS, endpoints), args);
    if (endpoints.metadata.deletionTimestamp === undefined) {
      for (const slice of create) if (!(yield* this.write(mirroring, slice, true))) return false;
    }
    for (const slice of update) if (!(yield* this.write(mirroring, slice, false))) return false;
    return yield* this.remove(mirroring, remove);
  }

  private *removeAll(ctx: Context, key: string, slices: readonly EndpointSlice[]): Process<boolean> {
    if (slices.length === 0) return true;
    const args = { created: 0, updated: 0, deleted: slices.length };
    return yield* this.remove(ctx.step(upkeepSteps.mirrored, `endpoints/${key}`, args), slices);
  }

  private *remove(ctx: Context, slices: readonly EndpointSlice[]): Process<boolean> {
    for (const { metadata } of slices) {
      const answer = yield* this.client.delete(ctx, SLICES, metadata.namespace, metadata.name ?? '');
      if (isFailure(answer) && answer.reason !== 'NotFound') return false;
      this.written.delete(metadata.uid ?? '');
    }
    return true;
  }

  private *write(ctx: Context, slice: EndpointSlice, isNew: boolean): Process<boolean> {
    const answer = isNew
      ? yield* this.client.create(ctx, SLICES, slice.metadata.namespace, slice)
      : yield* this.client.update(ctx, SLICES, slice);
    if (isFailure(answer))
      return answer.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true;
    const { uid = '', generation = 0 } = (answer as KObject).metadata;
    this.written.set(uid, generation);
    return true;
  }

  private tellLeftOut(ctx: Context, endpoints: Endpoints, invalid: number, skipped: number): void {
    if (invalid > 0) {
      const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
      this.recorder.event(ctx, endpoints, 'Warning', 'InvalidIPAddress', message);
    }
    if (skipped > invalid) {
      const message = `A max of ${MOST_ADDRESSES} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`;
      this.recorder.event(ctx, endpoints, 'Warning', 'TooManyAddressesToMirror', message);
    }
  }

  private isStale({ metadata }: EndpointSlice): boolean {
    return (metadata.generation ?? 0) < (this.written.get(metadata.uid ?? '') ?? 0);
  }
}

/** Those that a controller of the cluster writes are not looked at: their Service has a selector. */
function concerns(endpoints: KObject): boolean {
  return (
    endpoints.metadata.labels?.['endpoints.kubernetes.io/managed-by'] === undefined &&
    isMirrored(endpoints as Endpoints)
  );
}

function selects({ spec }: Service): boolean {
  return spec.selector !== undefined;
}

function sourceOf({ metadata }: KObject): readonly string[] {
  if (metadata.labels?.[MANAGED_BY] !== MIRROR_MANAGER) return [];
  return [`${metadata.namespace}/${metadata.labels[SERVICE_NAME]}`];
}
