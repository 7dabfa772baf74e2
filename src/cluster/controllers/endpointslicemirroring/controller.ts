import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Endpoints, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { EventRecorder, objectKey, type SharedInformer } from '../../clientgo/index.ts';
import { type ControllerRuntime, MANY_TRIES, QueueController } from '../shared/runtime.ts';
import { MANAGED_BY, SERVICE_NAME } from '../shared/service-endpoints.ts';
import { SliceTracker } from '../shared/slice-tracker.ts';
import { isMirrored, MIRROR_MANAGER, SLICE_INDEX, selects } from './names.ts';
import type { MirrorParts } from './parts.ts';
import { syncMirror } from './sync.ts';

const NAME = 'endpointslicemirroring-controller';
const BACK_OFF = { first: SECOND, longest: 100 * SECOND };
const ENDPOINTS = resourceOf('endpoints');
const SLICES = resourceOf('endpointslices', 'discovery.k8s.io');

/**
 * Endpoints that somebody writes by hand are copied into EndpointSlices, which is what kube-proxy reads.
 * Models pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go (v1.36)
 */
export class EndpointSliceMirroringController extends QueueController implements MirrorParts {
  readonly endpoints: SharedInformer<Endpoints>;
  readonly services: SharedInformer<Service>;
  readonly slices: SharedInformer<EndpointSlice>;
  readonly recorder: EventRecorder;
  readonly tracker = new SliceTracker();

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'endpoint_slice_mirroring', workers: 5, backOff: BACK_OFF, mostTries: MANY_TRIES });
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
      filter: (service) => !selects(service),
      onAdd: add,
      onUpdate: (ctx, before, after) => {
        if (selects(before) !== selects(after)) add(ctx, after);
      },
      onDelete: add,
    });
    this.slices.addHandler(NAME, {
      filter: (slice) => sourceOf(slice).length > 0,
      onAdd: (ctx, slice) => this.changed(ctx, slice),
      onUpdate: (ctx, _, slice) => this.changed(ctx, slice),
      onDelete: (ctx, slice) => {
        for (const key of sourceOf(slice)) if (this.tracker.lost(key, slice)) this.queue.add(ctx, key);
      },
    });
  }

  /** Somebody else has written one of ours. */
  private changed(ctx: Context, slice: KObject): void {
    for (const key of sourceOf(slice)) if (this.tracker.isNews(key, slice)) this.queue.add(ctx, key);
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const endpoints = this.endpoints.indexer.get(ctx, key);
    const isNobodys = endpoints === undefined || !isMirrored(endpoints);
    if (isNobodys && this.slices.indexer.byIndex(ctx, SLICE_INDEX, key).length === 0) return true;
    return yield* syncMirror(ctx, this, key);
  }
}

/** Those that a controller of the cluster writes are not looked at: their Service has a selector. */
function concerns(endpoints: KObject): boolean {
  return (
    endpoints.metadata.labels?.['endpoints.kubernetes.io/managed-by'] === undefined &&
    isMirrored(endpoints as Endpoints)
  );
}

function sourceOf({ metadata }: KObject): readonly string[] {
  if (metadata.labels?.[MANAGED_BY] !== MIRROR_MANAGER) return [];
  return [`${metadata.namespace}/${metadata.labels[SERVICE_NAME]}`];
}
