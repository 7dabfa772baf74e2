import { equalJson } from '../../../api/json.ts';
import { equalAmounts } from '../../../api/quota/amounts.ts';
import { resourceMeasuredBy, usageUnder } from '../../../api/quota/evaluators.ts';
import type { QuotaView } from '../../../api/quota/scopes.ts';
import { allResources, qualifiedResource, type ResourceInfo, resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers.ts';
import { objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isFinished } from '../shared/pods.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';

const NAME = 'resourcequota-controller';
const WORKERS = 5;
const RECOUNT = 300_000_000;

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
  private readonly quotas: SharedInformer;
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
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.sync(ctx, key));
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
    const ends = givesBack.get(resource);
    informer.addHandler(NAME, {
      onDelete,
      ...(ends === undefined
        ? undefined
        : {
            onUpdate: (ctx: Context, before: KObject, after: KObject) => {
              if (ends(before, after)) this.replenish(ctx, resource, after);
            },
          }),
    });
  }

  private replenish(ctx: Context, resource: string, { metadata }: KObject): void {
    for (const quota of this.quotas.indexer.list(ctx, metadata.namespace)) {
      const measured = Object.keys(hardOf(quota)).some((name) => resourceMeasuredBy(name) === resource);
      if (measured) this.queue.add(ctx, objectKey(quota));
    }
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const quota = this.quotas.indexer.get(ctx, key) as QuotaView | undefined;
    if (quota === undefined) return true;
    const { namespace, name } = quota.metadata;
    const used = usageUnder(quota, (resource) => this.informers.get(resource)?.indexer.list(ctx, namespace) ?? []);
    const hard = quota.spec?.hard ?? {};
    const status = quota.status;
    const settled =
      status?.hard !== undefined &&
      status.used !== undefined &&
      equalAmounts(hard, status.hard) &&
      equalAmounts(used, status.used);
    const text = Object.keys(used).map((each) => `${each} ${used[each]}/${hard[each] ?? '0'}`);
    const counted = ctx.step(controllersSteps.quotaCounted, subjectOf(this.info, namespace, name ?? ''), {
      usage: text.join(', '),
      changed: !settled,
    });
    if (settled) return true;
    const answer = yield* this.client.update(
      counted,
      this.info,
      { ...quota, status: { hard, used } },
      { subresource: 'status' },
    );
    return !isFailure(answer) || answer.reason === 'NotFound';
  }
}

type Ends = (before: KObject, after: KObject) => boolean;

// Models pkg/quota/v1/install/update_filter.go (v1.36)
const givesBack: ReadonlyMap<string, Ends> = new Map<string, Ends>([
  ['pods', (before, after) => podCountsOtherwise(before as Pod, after as Pod)],
  ['services', (before, after) => typeOf(before) !== typeOf(after)],
  ['persistentvolumeclaims', (before, after) => before.spec !== after.spec],
]);

/** It has ended, its containers have other shares, or it counts for other scopes. */
function podCountsOtherwise(before: Pod, after: Pod): boolean {
  if (isFinished(after) && !isFinished(before)) return true;
  if ((before.spec.activeDeadlineSeconds === undefined) !== (after.spec.activeDeadlineSeconds === undefined))
    return true;
  const known = before.status?.containerStatuses ?? [];
  return (after.status?.containerStatuses ?? []).some(({ name, resources }) => {
    const former = known.find((each) => each.name === name);
    return former !== undefined && former.resources !== resources && !equalJson(former.resources, resources);
  });
}

function typeOf(service: KObject): string | undefined {
  return (service.spec as { readonly type?: string } | undefined)?.type;
}

function hardOf(quota: KObject): { readonly [resource: string]: string } {
  return (quota as QuotaView).spec?.hard ?? {};
}
