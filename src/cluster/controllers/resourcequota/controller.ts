import { equalAmounts } from '../../../api/quota/amounts.ts';
import { resourceMeasuredBy } from '../../../api/quota/evaluators.ts';
import type { QuotaView } from '../../../api/quota/scopes.ts';
import { allResources, qualifiedResource, type ResourceInfo, resourceOf } from '../../../api/scheme/scheme.ts';
import type { ResourceQuota } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { givesBack, syncQuota } from './count.ts';

const NAME = 'resourcequota-controller';
const WORKERS = 5;
const RECOUNT = 5 * MINUTE;
/** Whose objects may count otherwise while they are there. */
const CHANGING: ReadonlySet<string> = new Set(['pods', 'services', 'persistentvolumeclaims']);

/** Everything that can be counted: what lives in a namespace and can be created, listed, watched and deleted. */
// Models pkg/quota/v1/install and pkg/controller/resourcequota/resource_quota_monitor.go (v1.36)
function countedResources(): readonly ResourceInfo[] {
  const seen = new Set<string>();
  return allResources().filter((info) => {
    const name = qualifiedResource(info);
    if (!info.namespaced || info.resource === 'events' || seen.has(name)) return false;
    seen.add(name);
    return ['create', 'list', 'watch', 'delete'].every((verb) => info.verbs.includes(verb));
  });
}

/**
 * Counts what the objects of a namespace use and writes it into the status of its quotas. The API server adds what is created;
 * this takes away again what is deleted or has ended, and every five minutes what was charged and never made.
 * Models pkg/controller/resourcequota/resource_quota_controller.go (v1.36)
 */
export class ResourceQuotaController implements Controller {
  readonly name = NAME;
  private readonly quotas: SharedInformer<ResourceQuota>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly info = resourceOf('resourcequotas');
  private readonly informers = new Map<string, SharedInformer>();

  constructor(private readonly runtime: ControllerRuntime) {
    this.client = runtime.client(NAME);
    this.quotas = runtime.informers.informer(this.info);
    this.queue = new WorkQueue(runtime.env, 'resourcequota_primary', NAME);
    const queue = (ctx: Context, quota: KObject): void => this.queue.add(ctx, objectKey(quota));
    this.quotas.addHandler(NAME, {
      onAdd: queue,
      onUpdate: (ctx, before, after) => {
        if (!equalAmounts(hardOf(before), hardOf(after))) queue(ctx, after);
      },
      onDelete: queue,
    });
    for (const info of countedResources()) this.monitor(info);
    runtime.custom.follow((info) => {
      if (info.namespaced) this.monitor(info);
    });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) =>
      syncQuota(ctx, key, this.quotas, this.informers, this.client),
    );
    this.runtime.env.engine.spawn(this.recount());
  }

  private *recount(): Process {
    const base = this.runtime.env.engine.background(NAME);
    for (;;) {
      yield base.sleep(RECOUNT);
      for (const quota of this.quotas.indexer.list(base)) this.queue.add(base, objectKey(quota));
    }
  }

  /** What goes away, or ends, gives room back. */
  private monitor(info: ResourceInfo): void {
    const resource = qualifiedResource(info);
    const informer = this.runtime.informers.informer(info);
    this.informers.set(resource, informer);
    const onDelete = (ctx: Context, object: KObject): void => this.replenish(ctx, resource, object);
    const onUpdate = (ctx: Context, before: KObject, after: KObject): void => {
      if (this.quotas.indexer.list(ctx, after.metadata.namespace).length === 0) return;
      if (givesBack(resource, before, after)) this.replenish(ctx, resource, after);
    };
    informer.addHandler(NAME, { onDelete, ...(CHANGING.has(resource) && { onUpdate }) });
  }

  private replenish(ctx: Context, resource: string, { metadata }: KObject): void {
    for (const quota of this.quotas.indexer.list(ctx, metadata.namespace)) {
      const measured = Object.keys(hardOf(quota)).some((name) => resourceMeasuredBy(name) === resource);
      if (measured) this.queue.add(ctx, objectKey(quota));
    }
  }
}

function hardOf(quota: KObject): { readonly [resource: string]: string } {
  return (quota as QuotaView).spec?.hard ?? {};
}
