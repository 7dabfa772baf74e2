import {
  allResources,
  qualifiedResource,
  type ResourceInfo,
  resourceOf,
  resourceOfObject,
} from '../../../api/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { present } from '../../../base/assert.ts';
import type { Environment } from '../../ports/environment.ts';
import type { KvStore } from '../../ports/kv.ts';
import { Cacher } from '../watchcache/cacher.ts';
import { LeaseManager } from './lease-manager.ts';
import { ResourceStore } from './store.ts';
import { strategyOf } from './strategy.ts';

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

/** One store for each resource; several groups or versions may share one. */
// Models pkg/controlplane/instance.go, the REST storage of all groups (v1.36)
export class Stores {
  private readonly byPrefix = new Map<string, ResourceStore>();
  private readonly byResource = new Map<ResourceInfo, ResourceStore>();
  private readonly byQualified = new Map<string, ResourceStore>();

  constructor(
    private readonly env: Environment,
    private readonly kv: KvStore,
    eventTtlSeconds: number,
  ) {
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

  of(info: ResourceInfo): ResourceStore | undefined {
    return this.byResource.get(info);
  }

  /** By `pods` or `deployments.apps`. */
  byName(qualified: string): ResourceStore | undefined {
    return this.byQualified.get(qualified);
  }

  all(): Iterable<ResourceStore> {
    return this.byPrefix.values();
  }

  forObject(object: KObject): ResourceStore {
    const { apiVersion = '', kind = '' } = object;
    const info = resourceOfObject({ apiVersion, kind });
    const store = info === undefined ? undefined : this.byResource.get(info);
    return present(store, `resource for ${apiVersion} ${kind}`);
  }

  private build(info: ResourceInfo, leases: LeaseManager | undefined): ResourceStore {
    const storage = info.resource === 'events' ? (resourceOf('events') ?? info) : info;
    const engine = this.env.engine;
    const cacher = new Cacher(engine, storage, this.kv, info.resource === 'pods' ? nodeNameOf : undefined);
    const random = engine.random(`kube-apiserver/${qualifiedResource(storage)}`);
    return new ResourceStore(storage, strategyOf(storage), cacher, this.kv, random, leases);
  }
}

/** Kubelets watch by this field: their watches are found by its value. */
function nodeNameOf(pod: KObject): string | undefined {
  return (pod.spec as { readonly nodeName?: string } | undefined)?.nodeName ?? '';
}
