// Models pkg/controller/garbagecollector/garbagecollector.go Sync and pkg/controller/resourcequota Sync (v1.36).
// Deviation: what is new is followed at once, not at the next look at discovery, which is half a minute later at most.

import { customResource, type ResourceInfo, resourceOf } from '../../../api/scheme/scheme.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import type { SharedInformerFactory } from '../../clientgo/index.ts';

const NAME = 'custom-resources';

/** What custom resources are served, and an informer of each while it is. */
export class CustomResources {
  /** By `group/Kind`: served now, and ever followed. */
  private readonly served = new Map<string, ResourceInfo>();
  private readonly followed = new Set<string>();
  private readonly scaled = new Set<string>();
  private readonly followers: ((info: ResourceInfo) => void)[] = [];

  constructor(private readonly informers: SharedInformerFactory) {}

  /** The follower hears of every resource once, before its informer starts. */
  follow(follower: (info: ResourceInfo) => void): void {
    this.followers.push(follower);
    if (this.followers.length > 1) return;
    this.informers.informer(resourceOf('customresourcedefinitions', 'apiextensions.k8s.io')).addHandler(NAME, {
      onAdd: (_ctx, object) => this.learn(object),
      onUpdate: (_ctx, _before, object) => this.learn(object),
      onDelete: (_ctx, object) => this.forget(object),
    });
  }

  find(group: string, kind: string): ResourceInfo | undefined {
    return this.served.get(`${group}/${kind}`);
  }

  /** Whether its objects have a size. */
  hasScale(group: string, kind: string): boolean {
    return this.scaled.has(`${group}/${kind}`);
  }

  private learn({ spec, status }: CustomResourceDefinition): void {
    const key = `${spec.group}/${spec.names.kind}`;
    const version = spec.versions.find((each) => each.served);
    const established = status.conditions?.some((each) => each.type === 'Established' && each.status === 'True');
    if (version === undefined || established !== true || this.served.has(key)) return;
    const info = customResource({
      group: spec.group,
      version: version.name,
      resource: spec.names.plural,
      singular: spec.names.singular ?? '',
      kind: spec.names.kind,
      namespaced: spec.scope === 'Namespaced',
      shortNames: [],
      categories: [],
      subresources: [],
    });
    this.served.set(key, info);
    if (version.subresources?.scale !== undefined) this.scaled.add(key);
    if (!this.followed.has(key)) for (const follower of this.followers) follower(info);
    this.followed.add(key);
    this.informers.informer(info).resume();
  }

  private forget({ spec }: CustomResourceDefinition): void {
    const key = `${spec.group}/${spec.names.kind}`;
    const info = this.served.get(key);
    if (info === undefined) return;
    this.served.delete(key);
    this.scaled.delete(key);
    this.informers.informer(info).stop();
  }
}
