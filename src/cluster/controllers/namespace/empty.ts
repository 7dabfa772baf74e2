import { isFailure, type Status } from '../../../api/errors/status.ts';
import { qualifiedResource, type ResourceInfo, resourceOf } from '../../../api/scheme/scheme.ts';
import type { Namespace, Pod } from '../../../api/types/core.ts';
import type { KList, KObject } from '../../../api/types/meta.ts';
import { parseTime, rfc3339 } from '../../../api/values/time.ts';
import { type Micros, SECOND } from '../../../base/time/units.ts';
import type { Context, Process, Random } from '../../../engine/index.ts';
import { namespaceSteps } from '../../../steps/controllers/namespace.ts';
import type { RestClient } from '../../clientgo/index.ts';
import type { Chance } from '../../ports/environment.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isFinished } from '../shared/pods.ts';
import { type NamespaceCondition, nextConditions } from './conditions.ts';
import { deletableResources } from './discovery.ts';

const FINALIZER = 'kubernetes';
/** So many attempts that leave the same are enough to see that nobody takes it away. */
const STUCK = 4;
/** How long to wait for whoever is to remove finalizers. */
const FINALIZER_ESTIMATE = 15;
const CONFLICT_TRIES = 5;
const NOTHING: ReadonlyMap<never, never> = new Map<never, never>();

type TerminatingNamespace = Namespace & {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly conditions?: readonly NamespaceCondition[] };
};

interface Progress {
  readonly remaining: Map<ResourceInfo, number>;
  readonly finalizers: Map<string, number>;
  readonly errors: string[];
  /** Seconds until it is worth looking again; 0: everything is gone. */
  estimate: number;
}

/** What emptying needs of the controller. */
export interface Tools {
  readonly client: RestClient;
  readonly random: Random;
  readonly order: Chance['contentOrder'];
  lookAgain(ctx: Context, name: string, micros: Micros, background: boolean): void;
}

/**
 * Empties one namespace after another.
 * Models pkg/controller/namespace/deletion/namespaced_resources_deleter.go (v1.36)
 */
export class Emptying {
  private readonly info = resourceOf('namespaces');
  private readonly pods = resourceOf('pods');
  /** By namespace: what the last attempt left. */
  private readonly held = new Map<string, { readonly left: string; readonly times: number }>();

  constructor(private readonly tools: Tools) {}

  *sync(ctx: Context, name: string): Process<boolean> {
    const subject = subjectOf(this.info, undefined, name);
    const synced = ctx.step(namespaceSteps.sync, subject);
    const answer = yield* this.tools.client.get(synced, this.info, undefined, name);
    if (isFailure(answer)) return answer.reason === 'NotFound';
    const namespace = answer as TerminatingNamespace;
    const { deletionTimestamp } = namespace.metadata;
    if (deletionTimestamp === undefined || (namespace.spec?.finalizers ?? []).length === 0) return true;
    const { progress, isKnown } = yield* this.empty(synced, namespace);
    if (progress.errors.length > 0 || !isKnown) return false;
    if (progress.estimate > 0) {
      const seconds = Math.floor(progress.estimate / 2) + 1;
      const waiting = synced.step(namespaceSteps.waiting, subject, { seconds, ...summary(progress) });
      const nobodyActs = waiting.background || this.isStuck(name, progress);
      this.tools.lookAgain(waiting, name, seconds * SECOND, nobodyActs);
      return true;
    }
    this.held.delete(name);
    return yield* this.finalize(synced, namespace);
  }

  /** Whether nothing has gone for some attempts: who waits for a person holds off nobody else's rest. */
  private isStuck(name: string, { estimate, remaining, finalizers }: Progress): boolean {
    const left = [estimate, ...remaining.values(), ...[...finalizers].flat()].join(' ');
    const before = this.held.get(name);
    const times = before?.left === left ? before.times + 1 : 1;
    this.held.set(name, { left, times });
    return times >= STUCK;
  }

  /** Upstream goes through a Go map, whose order is random. */
  private inSomeOrder(name: string, resources: readonly ResourceInfo[]): readonly ResourceInfo[] {
    const given = this.tools.order?.(name);
    if (given === undefined) return shuffled(resources, this.tools.random);
    const place = (info: ResourceInfo): number => given.indexOf(qualifiedResource(info));
    return [...resources].sort((a, b) => place(a) - place(b));
  }

  /** One attempt at all content, and what it has found in the conditions. */
  private *empty(
    ctx: Context,
    namespace: TerminatingNamespace,
  ): Process<{ readonly progress: Progress; readonly isKnown: boolean }> {
    const name = namespace.metadata.name ?? '';
    const progress: Progress = { remaining: new Map(), finalizers: new Map(), errors: [], estimate: 0 };
    const { resources, failure } = yield* deletableResources(ctx, this.tools.client);
    const isPods = (info: ResourceInfo): boolean => info.resource === 'pods' && info.group === '';
    const content = ctx.step(namespaceSteps.content, subjectOf(this.info, undefined, name), {
      types: resources.length,
    });
    for (const info of resources.filter(isPods)) yield* this.remove(content, namespace, info, progress);
    const podsRemain = progress.remaining.size > 0;
    if (!podsRemain) {
      const others = this.inSomeOrder(
        name,
        resources.filter((info) => !isPods(info)),
      );
      for (const info of others) yield* this.remove(content, namespace, info, progress);
    }
    // While Pods are there the conditions do not say so: it is counted when all types have been asked.
    const counted = podsRemain ? { errors: progress.errors, remaining: NOTHING, finalizers: NOTHING } : progress;
    const findings = { ...counted, discoveryFailure: failure };
    const conditions = nextConditions(namespace.status?.conditions ?? [], findings, rfc3339(content.wall));
    if (conditions !== undefined) {
      const writing = content.step(namespaceSteps.conditions, subjectOf(this.info, undefined, name), summary(progress));
      const status = { ...namespace.status, phase: 'Terminating', conditions };
      // A refusal does not matter: the next attempt writes them again.
      yield* this.tools.client.update(writing, this.info, { ...namespace, status }, { subresource: 'status' });
    }
    return { progress, isKnown: failure === undefined };
  }

  private *remove(
    ctx: Context,
    namespace: TerminatingNamespace,
    info: ResourceInfo,
    progress: Progress,
  ): Process<void> {
    const name = namespace.metadata.name ?? '';
    const pods = info.resource === 'pods' && info.group === '';
    const estimate = pods ? yield* this.graceOf(ctx, namespace) : 0;
    const failure = info.verbs.includes('deletecollection')
      ? yield* this.tools.client.deleteCollection(ctx, info, name, { propagationPolicy: 'Background' })
      : yield* this.removeEach(ctx, name, info);
    if (failure !== undefined) {
      progress.errors.push(failure.message ?? '');
      return;
    }
    if (!info.verbs.includes('list')) return;
    const left = yield* this.tools.client.list(ctx, info, name);
    if (isFailure(left)) {
      progress.errors.push(left.message ?? '');
      return;
    }
    const items = (left as KList).items;
    if (items.length === 0) return;
    const finalizers = items.flatMap(({ metadata }) => metadata.finalizers ?? []);
    const wait = estimate > 0 ? estimate : finalizers.length > 0 ? FINALIZER_ESTIMATE : 0;
    progress.estimate = Math.max(progress.estimate, wait);
    if (wait === 0) {
      const type = `${info.group}/${info.version}, Resource=${info.resource}`;
      progress.errors.push(`unexpected items still remain in namespace: ${name} for gvr: ${type}`);
      // Of Pods only what is waited for keeps the rest from being deleted.
      if (pods) return;
    }
    progress.remaining.set(info, items.length);
    for (const finalizer of finalizers)
      progress.finalizers.set(finalizer, (progress.finalizers.get(finalizer) ?? 0) + 1);
  }

  private *removeEach(ctx: Context, namespace: string, info: ResourceInfo): Process<Status | undefined> {
    const listed = yield* this.tools.client.list(ctx, info, namespace);
    if (isFailure(listed)) return listed;
    for (const { metadata } of (listed as KList).items) {
      const options = { propagationPolicy: 'Background' } as const;
      const answer = yield* this.tools.client.delete(ctx, info, namespace, metadata.name ?? '', options);
      if (isFailure(answer) && answer.reason !== 'NotFound') return answer;
    }
    return undefined;
  }

  /** How long the slowest Pod may take; once that is over, they should be gone. Models estimateGracefulTermination (v1.36) */
  private *graceOf(ctx: Context, namespace: TerminatingNamespace): Process<number> {
    const listed = yield* this.tools.client.list(ctx, this.pods, namespace.metadata.name);
    if (isFailure(listed)) return 0;
    const since = parseTime(namespace.metadata.deletionTimestamp) ?? ctx.wall;
    let longest = 0;
    for (const pod of (listed as KList).items as readonly Pod[]) {
      if (isFinished(pod)) continue;
      longest = Math.max(longest, pod.spec.terminationGracePeriodSeconds ?? 0);
    }
    return ctx.wall - since >= longest * SECOND ? 0 : longest;
  }

  /** The last finalizer goes, and with it the namespace. */
  private *finalize(ctx: Context, namespace: TerminatingNamespace): Process<boolean> {
    const name = namespace.metadata.name ?? '';
    const subject = subjectOf(this.info, undefined, name);
    let current = namespace;
    for (let tries = 0; tries < CONFLICT_TRIES; tries += 1) {
      const finalizing = ctx.step(namespaceSteps.finalize, subject);
      const finalizers = (current.spec?.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
      const body = {
        kind: 'Namespace',
        apiVersion: 'v1',
        metadata: current.metadata,
        spec: finalizers.length === 0 ? {} : { finalizers },
        status: {},
      };
      const answer = yield* this.tools.client.update(finalizing, this.info, body, { subresource: 'finalize' });
      if (!isFailure(answer) || answer.reason === 'NotFound') return true;
      if (answer.reason !== 'Conflict') return false;
      const fresh = yield* this.tools.client.get(finalizing, this.info, undefined, name);
      if (isFailure(fresh)) return fresh.reason === 'NotFound';
      if ((fresh as KObject).metadata.uid !== namespace.metadata.uid) return false;
      current = fresh as TerminatingNamespace;
    }
    return false;
  }
}

function summary({ remaining, finalizers }: Progress): { remaining: string; finalizers: string } {
  return {
    remaining: [...remaining].map(([info, count]) => `${count} ${qualifiedResource(info)}`).join(', '),
    finalizers: [...finalizers.keys()].join(', '),
  };
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const at = random.below(last + 1);
    [order[last], order[at]] = [order[at] as T, order[last] as T];
  }
  return order;
}
