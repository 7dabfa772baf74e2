import {
  allResources,
  qualifiedResource,
  type ResourceInfo,
  resourceByGVR,
  resourceOf,
  resourceOfObject,
} from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { present } from '../../../base/assert.ts';
import type { Table } from '../../../engine/index.ts';
import type { Environment } from '../../ports/environment.ts';
import type { KvStore } from '../../ports/kv.ts';
import { apiServiceStrategy } from '../strategies/api-service-strategy.ts';
import { certificateStrategy } from '../strategies/certificate-strategy.ts';
import { definitionStrategy } from '../strategies/definition-strategy.ts';
import { type Strategy, strategyOf } from '../strategies/strategy.ts';
import { Cacher } from '../watchcache/cacher.ts';
import { CACHES_TABLE, type CacheInfoRow } from '../watchcache/rows.ts';
import { LeaseManager } from './lease-manager.ts';
import { ResourceStore } from './store.ts';

/** Kinds that are answered but not kept. */
const VIRTUAL: ReadonlySet<string> = new Set([
  'bindings',
  'componentstatuses',
  'selfsubjectreviews.authentication.k8s.io',
  'tokenreviews.authentication.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
]);

/** Kinds of the servers before and behind this one. */
const OWN_STRATEGIES: ReadonlyMap<string, Strategy> = new Map([
  ['customresourcedefinitions.apiextensions.k8s.io', definitionStrategy],
  ['apiservices.apiregistration.k8s.io', apiServiceStrategy],
]);

/** One store for each resource; several groups or versions may share one. */
// Models pkg/controlplane/instance.go, the REST storage of all groups (v1.36)
export class Stores {
  private readonly byPrefix = new Map<string, ResourceStore>();
  private readonly byResource = new Map<ResourceInfo, ResourceStore>();
  private readonly byQualified = new Map<string, ResourceStore>();
  private readonly custom = new Map<string, ResourceInfo>();
  private readonly cacheInfos: Table<CacheInfoRow>;

  constructor(
    private readonly env: Environment,
    private readonly kv: KvStore,
    eventTtlSeconds: number,
  ) {
    this.cacheInfos = env.engine.viewTable(CACHES_TABLE, () => this.viewOfCaches());
    const eventLeases = new LeaseManager(kv, eventTtlSeconds);
    for (const info of allResources()) {
      if (VIRTUAL.has(qualifiedResource(info))) continue;
      const known = this.byPrefix.get(info.storagePrefix);
      const store = known ?? this.build(info, info.resource === 'events' ? eventLeases : undefined);
      this.byPrefix.set(info.storagePrefix, store);
      this.byResource.set(info, store);
      const qualified = qualifiedResource(info);
      if (!this.byQualified.has(qualified)) this.byQualified.set(qualified, store);
    }
  }

  /** Built in or made by a definition. */
  find(group: string, version: string, resource: string): ResourceInfo | undefined {
    return resourceByGVR(group, version, resource) ?? this.custom.get(`${group}/${version}/${resource}`);
  }

  /** All custom resources that are served, in no particular order. */
  customResources(): readonly ResourceInfo[] {
    return [...this.custom.values()];
  }

  /** Counts definitions that came, changed or went. */
  generation = 0;

  /** Serves the versions of a custom resource from one store. A cacher that is given goes on. */
  define(versions: readonly ResourceInfo[], storage: ResourceInfo, strategy: Strategy, known?: Cacher): ResourceStore {
    const qualified = qualifiedResource(storage);
    const { engine } = this.env;
    const cacher = known ?? new Cacher(engine, storage, this.kv, undefined, this.cacheInfos, this.kv.revision + 1);
    const random = engine.random(`kube-apiserver/${qualified}`);
    const store = new ResourceStore(storage, strategy, cacher, this.kv, random, undefined);
    for (const info of versions) {
      this.custom.set(`${info.group}/${info.version}/${info.resource}`, info);
      this.byResource.set(info, store);
    }
    this.byResource.set(storage, store);
    this.byPrefix.set(storage.storagePrefix, store);
    this.byQualified.set(qualified, store);
    this.generation += 1;
    return store;
  }

  /** No longer serves them. The store itself goes with `forget`. */
  withdraw(versions: readonly ResourceInfo[]): void {
    for (const info of versions) {
      this.custom.delete(`${info.group}/${info.version}/${info.resource}`);
      this.byResource.delete(info);
    }
    this.generation += 1;
  }

  forget(store: ResourceStore): void {
    this.byResource.delete(store.info);
    this.byPrefix.delete(store.info.storagePrefix);
    this.byQualified.delete(qualifiedResource(store.info));
  }

  of(info: ResourceInfo): ResourceStore | undefined {
    return this.byResource.get(info);
  }

  /** By `pods` or `deployments.apps`. */
  byName(qualified: string): ResourceStore | undefined {
    return this.byQualified.get(qualified);
  }

  /** An object as the watch cache of its resource has it. */
  peek(qualified: string, namespace: string, name: string): KObject | undefined {
    return this.byQualified.get(qualified)?.cacher.get(namespace, name);
  }

  all(): Iterable<ResourceStore> {
    return this.byPrefix.values();
  }

  forObject(object: KObject): ResourceStore {
    const { apiVersion = '', kind = '' } = object;
    const [group, version] = splitGroupVersion(apiVersion);
    const info =
      resourceOfObject({ apiVersion, kind }) ??
      this.customResources().find((each) => each.group === group && each.version === version && each.kind === kind);
    const store = info === undefined ? undefined : this.byResource.get(info);
    return present(store, `resource for ${apiVersion} ${kind}`);
  }

  private *viewOfCaches(): Iterable<readonly [string, CacheInfoRow]> {
    for (const { cacher } of this.all()) {
      const { shown } = cacher;
      if (shown !== undefined) yield [shown.resource, shown];
    }
  }

  private build(info: ResourceInfo, leases: LeaseManager | undefined): ResourceStore {
    const storage = info.resource === 'events' ? (resourceOf('events') ?? info) : info;
    const engine = this.env.engine;
    const trigger = info.resource === 'pods' ? nodeNameOf : undefined;
    const cacher = new Cacher(engine, storage, this.kv, trigger, this.cacheInfos);
    const random = engine.random(`kube-apiserver/${qualifiedResource(storage)}`);
    const strategy = OWN_STRATEGIES.get(qualifiedResource(storage)) ?? strategyFor(storage);
    return new ResourceStore(storage, strategy, cacher, this.kv, random, leases);
  }
}

function strategyFor(info: ResourceInfo): Strategy {
  return info.resource === 'certificatesigningrequests' ? certificateStrategy : strategyOf(info);
}

/** Kubelets watch by this field: their watches are found by its value. */
function nodeNameOf(pod: KObject): string | undefined {
  return (pod.spec as { readonly nodeName?: string } | undefined)?.nodeName ?? '';
}
