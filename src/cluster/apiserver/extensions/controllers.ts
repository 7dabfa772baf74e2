import { equalJson } from '../../../api/json.ts';
import { isStatus, type Status } from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
} from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import { WorkQueue, worker } from '../../clientgo/work-queue.ts';
import { draw } from '../../ports/latency.ts';
import type { Services } from '../services.ts';
import type { CacheEvent } from '../watchcache/event-buffer.ts';
import { CLEANUP, conditionOf, isTrue, sameCondition, withCondition } from './conditions.ts';
import { removeInstances } from './instances.ts';
import { verdictOn } from './names.ts';
import { Registration } from './registration.ts';
import type { CustomResources } from './registry.ts';

const ACTOR = 'kube-apiserver';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

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
    private readonly services: Services,
    private readonly resources: CustomResources,
  ) {
    services.stores.byName(DEFINITIONS)?.cacher.onEvent((ctx, event) => this.heard(ctx, event));
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
        const own = ctx.step(steps.withdrawn, subjectOf(name), { path: pathOf(definition) });
        this.resources.remove(own, name);
      }
    } else this.serve(ctx, definition);
    const { random, env } = this.services;
    const arrival = Math.max(this.lastArrival, ctx.now + draw(random, env.latencies.informer));
    this.lastArrival = arrival;
    ctx.after(arrival - ctx.now, () => this.learn(ctx, event));
  }

  private serve(ctx: Context, definition: CustomResourceDefinition): void {
    const before = this.services.stores.generation;
    this.resources.accept(definition);
    if (this.services.stores.generation === before) return;
    const served = definition.spec.versions.filter((each) => each.served);
    const versions = served.map((each) => each.name).join(', ');
    ctx.step(steps.served, subjectOf(definition.metadata.name ?? ''), { versions, path: pathOf(definition) });
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
    const { env, engine } = this.services;
    const naming = new WorkQueue(env, 'crd_naming_condition_controller', ACTOR);
    const establishing = new WorkQueue(env, 'crdEstablishing', ACTOR);
    const finalizer = new WorkQueue(env, 'crd_finalizer', ACTOR);
    engine.spawn(worker(naming, (ctx, key) => this.syncNames(ctx, key)));
    engine.spawn(worker(establishing, (ctx, key) => this.establish(ctx, key)));
    engine.spawn(worker(finalizer, (ctx, key) => this.finalize(ctx, key)));
    const registration = new Registration(this.services, () => [...this.known.values()]);
    this.queues = { naming, establishing, finalizer, registration };
    return this.queues;
  }

  // Models pkg/controller/status/naming_controller.go (v1.36)
  private *syncNames(ctx: Context, name: string): Process<boolean> {
    const definition = this.known.get(name);
    if (definition === undefined) return true;
    const others = [...this.known.values()].filter((each) => each !== definition);
    const { names, naming, established } = verdictOn(definition, others);
    const { status } = definition;
    if (equalJson(names, status.acceptedNames) && sameCondition(conditionOf(definition, naming.type), naming))
      return true;
    const own = ctx.step(steps.namesChecked, subjectOf(name), {
      accepted: naming.status === 'True',
      reason: naming.reason ?? '',
      message: naming.message ?? '',
    });
    const time = rfc3339(ctx.now);
    let next: CustomResourceDefinitionStatus = { ...status, acceptedNames: inOrder(names) };
    next = withCondition(next, naming, time);
    if (established !== undefined) next = withCondition(next, established, time);
    const answer = yield* this.write(own, { ...definition, status: next });
    if (isStatus(answer)) return answer.reason === 'NotFound' || answer.reason === 'Conflict';
    for (const [other, { spec }] of this.known) {
      if (other !== name && spec.group === definition.spec.group) this.started().naming.add(own, other);
    }
    return true;
  }

  // Models pkg/controller/establish/establishing_controller.go (v1.36)
  private *establish(ctx: Context, name: string): Process<boolean> {
    const definition = this.known.get(name);
    if (definition === undefined || !isTrue(definition, 'NamesAccepted') || isTrue(definition, 'Established'))
      return true;
    const status = withCondition(
      definition.status,
      {
        type: 'Established',
        status: 'True',
        reason: 'InitialNamesAccepted',
        message: 'the initial names have been accepted',
      },
      rfc3339(ctx.now),
    );
    const answer = yield* this.write(ctx, { ...definition, status });
    if (isStatus(answer)) return answer.reason === 'NotFound' || answer.reason === 'Conflict';
    ctx.step(steps.established, subjectOf(name), {
      resource: `${definition.spec.names.plural}.${definition.spec.group}`,
    });
    return true;
  }

  // Models pkg/controller/finalizer/crd_finalizer.go (v1.36)
  private *finalize(ctx: Context, name: string): Process<boolean> {
    const found = this.known.get(name);
    if (found === undefined || !isGoing(found)) return true;
    const begun = withCondition(
      found.status,
      {
        type: 'Terminating',
        status: 'True',
        reason: 'InstanceDeletionInProgress',
        message: 'CustomResource deletion is in progress',
      },
      rfc3339(ctx.now),
    );
    const marked = yield* this.write(ctx, { ...found, status: begun });
    if (isStatus(marked)) return marked.reason === 'NotFound' || marked.reason === 'Conflict';
    const store = this.resources.storeOf(name);
    const outcome = store === undefined ? undefined : yield* removeInstances(ctx, store, subjectOf(name));
    const condition = outcome ?? {
      type: 'Terminating',
      status: 'False',
      reason: 'InstanceDeletionCompleted',
      message: 'removed all instances',
    };
    const status = withCondition(marked.status, condition, rfc3339(ctx.now));
    if (outcome !== undefined) {
      yield* this.write(ctx, { ...marked, status });
      return false;
    }
    const { finalizers = [], ...metadata } = marked.metadata;
    const kept = finalizers.filter((each) => each !== CLEANUP);
    const freed = kept.length === 0 ? metadata : { ...metadata, finalizers: kept };
    const answer = yield* this.write(ctx, { ...marked, metadata: freed, status });
    return !isStatus(answer) || answer.reason === 'NotFound' || answer.reason === 'Conflict';
  }

  private *write(ctx: Context, definition: CustomResourceDefinition): Process<CustomResourceDefinition | Status> {
    const path = `${PATH}/${definition.metadata.name ?? ''}/status`;
    return (yield* this.services.callSelf(ctx, 'PUT', path, definition)) as CustomResourceDefinition | Status;
  }
}

function isGoing({ metadata }: CustomResourceDefinition): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(CLEANUP) === true;
}

function pathOf({ spec }: CustomResourceDefinition): string {
  return `/apis/${spec.group}`;
}

function subjectOf(name: string): string {
  return `${DEFINITIONS}/${name}`;
}

const NAME_FIELDS = ['plural', 'singular', 'shortNames', 'kind', 'listKind', 'categories'] as const;

function inOrder(names: CustomResourceDefinitionNames): CustomResourceDefinitionNames {
  const found = NAME_FIELDS.flatMap((key) => (names[key] === undefined ? [] : [[key, names[key]] as const]));
  return Object.fromEntries(found) as unknown as CustomResourceDefinitionNames;
}
