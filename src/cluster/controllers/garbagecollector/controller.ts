import {
  allResources,
  apiVersionOf,
  customResource,
  qualifiedResource,
  type ResourceInfo,
  resourceOfObject,
} from '../../../api/scheme.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
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
 * Models pkg/controller/garbagecollector/garbagecollector.go (v1.36); custom resources join when their informers are asked for.
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
  /** By `group/Kind`: served now, and ever followed. */
  private readonly custom = new Map<string, ResourceInfo>();
  private readonly monitored = new Set<string>();

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
    });
    for (const info of resources) this.monitor(info);
    const definitions = resources.find(({ resource }) => resource === 'customresourcedefinitions');
    if (definitions !== undefined) this.followDefinitions(definitions);
  }

  private tellOf(ctx: Context, node: GraphNode, { apiVersion, kind, name, uid }: OwnerReference): void {
    const namespace = node.namespace ?? '';
    const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
    const message = `ownerRef ${owner} does not exist in namespace "${namespace}"`;
    this.recorder.event(ctx, asObject(node), 'Warning', 'OwnerRefInvalidNamespace', message);
  }

  /** Custom resources are followed while they are served. Deviation: at once, not at the next look at discovery. */
  private followDefinitions(info: ResourceInfo): void {
    this.runtime.informers.informer(info).addHandler(ACTOR, {
      onAdd: (_ctx, object) => this.learn(object as CustomResourceDefinition),
      onUpdate: (_ctx, _before, object) => this.learn(object as CustomResourceDefinition),
      onDelete: (_ctx, object) => this.forget(object as CustomResourceDefinition),
    });
  }

  private learn({ spec, status }: CustomResourceDefinition): void {
    const key = `${spec.group}/${spec.names.kind}`;
    const served = spec.versions.find((version) => version.served);
    const established = status.conditions?.some((each) => each.type === 'Established' && each.status === 'True');
    if (served === undefined || established !== true || this.custom.has(key)) return;
    const info = customResource({
      group: spec.group,
      version: served.name,
      resource: spec.names.plural,
      singular: spec.names.singular ?? '',
      kind: spec.names.kind,
      namespaced: spec.scope === 'Namespaced',
      shortNames: [],
      categories: [],
      subresources: [],
    });
    this.custom.set(key, info);
    if (!this.monitored.has(key)) this.monitor(info);
    this.monitored.add(key);
    this.runtime.informers.informer(info).resume();
  }

  private forget({ spec }: CustomResourceDefinition): void {
    const key = `${spec.group}/${spec.names.kind}`;
    const info = this.custom.get(key);
    if (info === undefined) return;
    this.custom.delete(key);
    this.runtime.informers.informer(info).stop();
  }

  private infoOf(reference: OwnerReference): ResourceInfo | undefined {
    return (
      resourceOfObject(reference) ?? this.custom.get(`${reference.apiVersion.split('/')[0] ?? ''}/${reference.kind}`)
    );
  }

  /** Follows one more resource. */
  monitor(info: ResourceInfo): void {
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
