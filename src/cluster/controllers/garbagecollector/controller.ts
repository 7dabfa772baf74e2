import {
  allResources,
  apiVersionOf,
  qualifiedResource,
  type ResourceInfo,
  resourceOfObject,
} from '../../../api/scheme/scheme.ts';
import type { KObject, OwnerReference } from '../../../api/types/meta.ts';
import type { Context } from '../../../engine/index.ts';
import { EventRecorder, type RestClient, WorkQueue } from '../../clientgo/index.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { Collector } from './collect.ts';
import { Graph, type GraphNode } from './graph.ts';

const ACTOR = 'garbage-collector';
const SERVICE_ACCOUNT = 'generic-garbage-collector';
const WORKERS = 20;

/** Events are ignored: they have no owners and there are too many. Models pkg/controller/garbagecollector/graph_builder.go DefaultIgnoredResources (v1.36) */
function collectedResources(): readonly ResourceInfo[] {
  const seen = new Set<string>();
  return allResources().filter((info) => {
    const name = qualifiedResource(info);
    if (info.resource === 'events' || seen.has(name)) return false;
    seen.add(name);
    return ['delete', 'list', 'watch'].every((verb) => info.verbs.includes(verb));
  });
}

/**
 * Deletes what has lost its owners, lets owners wait for their dependents, sets dependents free.
 * Models pkg/controller/garbagecollector/garbagecollector.go (v1.36)
 */
export class GarbageCollector implements Controller {
  readonly name = ACTOR;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private readonly toDelete: WorkQueue;
  private readonly toOrphan: WorkQueue;
  private readonly graph: Graph;
  /** Made when there is something to act on. */
  private collector: Collector | undefined;

  constructor(
    private readonly runtime: ControllerRuntime,
    resources: readonly ResourceInfo[] = collectedResources(),
  ) {
    const { env } = runtime;
    this.client = runtime.client(SERVICE_ACCOUNT);
    this.recorder = new EventRecorder(env, this.client, { component: `${ACTOR}-controller` }, 'core/v1');
    this.toDelete = new WorkQueue(env, 'garbage_collector_attempt_to_delete', ACTOR);
    this.toOrphan = new WorkQueue(env, 'garbage_collector_attempt_to_orphan', ACTOR);
    this.graph = new Graph(env, {
      attemptToDelete: (ctx, node) => this.toDelete.add(ctx, node.uid),
      attemptToOrphan: (ctx, node) => this.toOrphan.add(ctx, node.uid),
      ownerElsewhere: (ctx, node, reference) => this.tellOf(ctx, node, reference),
      infoOf: (reference) => this.infoOf(reference),
    });
    for (const info of resources) this.monitor(info);
    runtime.custom.follow((info) => this.monitor(info));
  }

  private tellOf(ctx: Context, node: GraphNode, { apiVersion, kind, name, uid }: OwnerReference): void {
    const namespace = node.namespace ?? '';
    const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
    const message = `ownerRef ${owner} does not exist in namespace "${namespace}"`;
    this.recorder.event(ctx, asObject(node), 'Warning', 'OwnerRefInvalidNamespace', message);
  }

  private infoOf(reference: OwnerReference): ResourceInfo | undefined {
    const [group = ''] = reference.apiVersion.split('/');
    return resourceOfObject(reference) ?? this.runtime.custom.find(group, reference.kind);
  }

  private monitor(info: ResourceInfo): void {
    this.runtime.informers.informer(info).addHandler(ACTOR, {
      onAdd: (ctx, object) => this.graph.observe(ctx, info, undefined, object),
      onUpdate: (ctx, before, after) => this.graph.observe(ctx, info, before, after),
      onDelete: (ctx, object) => this.graph.remove(ctx, object.metadata.uid ?? ''),
    });
  }

  start(): void {
    startWorkers(this.runtime, this.toDelete, WORKERS, (ctx, uid) => this.acting().attemptToDelete(ctx, uid));
    startWorkers(this.runtime, this.toOrphan, WORKERS, (ctx, uid) => this.acting().attemptToOrphan(ctx, uid));
  }

  private acting(): Collector {
    this.collector ??= new Collector({
      client: this.client,
      graph: this.graph,
      infoOf: (reference) => this.infoOf(reference),
      lookAgain: (ctx, uid) => this.toDelete.add(ctx, uid),
    });
    return this.collector;
  }
}

/** As much of an object as an event says of what it is about. */
function asObject({ info, namespace, name, uid }: GraphNode): KObject {
  return { apiVersion: apiVersionOf(info), kind: info.kind, metadata: { name, namespace, uid } } as KObject;
}
