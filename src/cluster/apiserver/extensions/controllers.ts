import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context } from '../../../engine/index.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import { WorkQueue, worker } from '../../clientgo/work-queue.ts';
import { draw } from '../../ports/latency.ts';
import { lasting } from '../../ports/panic.ts';
import type { ServerCore } from '../core/core.ts';
import { DEFINITIONS, definitionSubject, isGoing, isTrue } from '../definitions/conditions.ts';
import type { CacheEvent } from '../watchcache/event-buffer.ts';
import { DefinitionSync } from './definition-sync.ts';
import { Registration } from './registration.ts';
import type { CustomResources } from './registry.ts';

const ACTOR = 'kube-apiserver';

interface Queues {
  readonly naming: WorkQueue;
  readonly establishing: WorkQueue;
  readonly finalizer: WorkQueue;
  readonly registration: Registration;
}

/** What the server does by itself about definitions: names, establishing, removal of instances, registration. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go, start-apiextensions-controllers (v1.36)
export class DefinitionControllers {
  /** The definitions as the controllers know them: a moment behind the watch cache. */
  private readonly known = new Map<string, CustomResourceDefinition>();
  private queues: Queues | undefined;
  private lastArrival = 0;

  constructor(
    private readonly core: ServerCore,
    private readonly resources: CustomResources,
  ) {
    core.stores.byName(DEFINITIONS)?.cacher.onEvent((ctx, event) => this.heard(ctx, event));
  }

  /** A definition that is there before the first request. */
  install(object: KObject): void {
    const definition = object as CustomResourceDefinition;
    this.known.set(definition.metadata.name ?? '', definition);
    this.resources.accept(definition);
  }

  private heard(ctx: Context, event: CacheEvent): void {
    const definition = event.object as CustomResourceDefinition;
    const name = definition.metadata.name ?? '';
    if (event.type === 'DELETED') {
      if (this.resources.storeOf(name) !== undefined) {
        const own = ctx.step(steps.withdrawn, definitionSubject(name), { path: pathOf(definition) });
        this.resources.remove(own, name);
      }
    } else this.serve(ctx, definition);
    const { random, env } = this.core;
    const arrival = Math.max(this.lastArrival, ctx.now + draw(random, env.latencies.informer));
    this.lastArrival = arrival;
    ctx.at(arrival, () => this.learn(ctx, event));
  }

  private serve(ctx: Context, definition: CustomResourceDefinition): void {
    const before = this.core.stores.generation;
    this.resources.accept(definition);
    if (this.core.stores.generation === before) return;
    const served = definition.spec.versions.filter((each) => each.served);
    const versions = served.map((each) => each.name).join(', ');
    ctx.step(steps.served, definitionSubject(definition.metadata.name ?? ''), { versions, path: pathOf(definition) });
  }

  private learn(ctx: Context, { type, object }: CacheEvent): void {
    const definition = object as CustomResourceDefinition;
    const name = definition.metadata.name ?? '';
    if (type === 'DELETED') this.known.delete(name);
    else this.known.set(name, definition);
    const { naming, establishing, finalizer, registration } = this.started();
    registration.changed(ctx, definition);
    if (type === 'DELETED') {
      this.requeueGroup(ctx, naming, definition);
      return;
    }
    naming.add(ctx, name);
    if (isTrue(definition, 'NamesAccepted') && !isTrue(definition, 'Established')) establishing.add(ctx, name);
    if (isGoing(definition)) finalizer.add(ctx, name);
  }

  /** A name that is free again may be what another definition waits for. */
  private requeueGroup(ctx: Context, naming: WorkQueue, { spec }: CustomResourceDefinition): void {
    for (const [name, other] of this.known) if (other.spec.group === spec.group) naming.add(ctx, name);
  }

  /** Nothing of this exists in a cluster without definitions. */
  private started(): Queues {
    if (this.queues !== undefined) return this.queues;
    const { env, engine } = this.core;
    const naming = new WorkQueue(env, 'crd_naming_condition_controller', ACTOR);
    const establishing = new WorkQueue(env, 'crdEstablishing', ACTOR);
    const finalizer = new WorkQueue(env, 'crd_finalizer', ACTOR);
    const again = (ctx: Context, name: string): void => naming.add(ctx, name);
    const sync = new DefinitionSync(this.core, this.resources, this.known, again);
    engine.spawn(lasting(engine, () => worker(naming, (ctx, key) => sync.syncNames(ctx, key))));
    engine.spawn(lasting(engine, () => worker(establishing, (ctx, key) => sync.establish(ctx, key))));
    engine.spawn(lasting(engine, () => worker(finalizer, (ctx, key) => sync.finalize(ctx, key))));
    const registration = new Registration(this.core, () => [...this.known.values()]);
    this.queues = { naming, establishing, finalizer, registration };
    return this.queues;
  }
}

function pathOf({ spec }: CustomResourceDefinition): string {
  return `/apis/${spec.group}`;
}
