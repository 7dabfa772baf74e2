import { qualifiedResource, type ResourceInfo } from '../../api/scheme/scheme.ts';
import { withMetadata } from '../../api/types/copies.ts';
import type { KObject } from '../../api/types/meta.ts';
import { without } from '../../base/extend.ts';
import type { Context, Process } from '../../engine/index.ts';
import type { Environment } from '../ports/environment.ts';
import type { RestClient } from './client.ts';
import type { Selector } from './reflector.ts';
import { SharedInformer, type Transform } from './shared-informer.ts';

/**
 * One informer for each type (and selector), shared by everything in one process.
 * Models staging/src/k8s.io/client-go/informers/factory.go (v1.36)
 */
export class SharedInformerFactory {
  private readonly informers = new Map<string, SharedInformer>();

  constructor(
    private readonly env: Environment,
    readonly component: string,
    private readonly client: RestClient,
    private readonly transform?: Transform,
  ) {}

  /** Its name is `<component>/<resource>[?selector]`, and so are its tables. A client of its own may be given for one informer. */
  informer<T extends KObject>(info: ResourceInfo<T>, selector: Selector = {}, client = this.client): SharedInformer<T> {
    const name = this.nameOf(info, selector);
    let informer = this.informers.get(name);
    if (informer === undefined) {
      informer = new SharedInformer(this.env, this.component, client, info, selector, name, this.transform);
      this.informers.set(name, informer);
      this.env.informers?.set(name, informer);
    }
    return informer as SharedInformer<T>;
  }

  /** Ends the watch of an informer that has no user left, and drops its cache. */
  drop(info: ResourceInfo, selector: Selector): void {
    const name = this.nameOf(info, selector);
    this.informers.get(name)?.retire();
    this.informers.delete(name);
    this.env.informers?.delete(name);
  }

  private nameOf(info: ResourceInfo, selector: Selector): string {
    return `${this.component}/${qualifiedResource(info)}${selectorText(selector)}`;
  }

  /** Starts whatever has been asked for and does not run yet. */
  start(_ctx?: Context): void {
    for (const informer of this.informers.values()) informer.start();
  }

  *waitForSync(_ctx?: Context): Process<void> {
    for (const informer of this.informers.values()) yield* informer.waitForSync();
  }

  stop(): void {
    for (const informer of this.informers.values()) informer.stop();
  }
}

/** A transform: who changed which field is of no use to a controller, and takes as much memory as the object itself. */
export function withoutManagedFields(object: KObject): KObject {
  if (object.metadata.managedFields === undefined) return object;
  return withMetadata(object, without(object.metadata, 'managedFields'));
}

function selectorText({ field, label, namespace, metadataOnly }: Selector): string {
  const parts: string[] = [];
  if (namespace !== undefined) parts.push(`namespace=${namespace}`);
  if (field !== undefined) parts.push(`fieldSelector=${field}`);
  if (label !== undefined) parts.push(`labelSelector=${label}`);
  if (metadataOnly === true) parts.push('metadata');
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
