// Models pkg/kubelet/eviction/eviction_manager.go, pkg/kubelet/images/image_gc_manager.go (v1.36)

import type { Pod } from '../../../api/types/core.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Origin, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { isCritical } from '../admission/preemption.ts';
import { removeOldAttempts } from '../containers/container-gc.ts';
import { ImageCollector, unusedImages } from '../images/image-gc.ts';
import type { NodeAgent } from '../node/agent.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { type Pressure, setPressure } from './conditions.ts';
import {
  evictionMessage,
  isMet,
  localStorageProblem,
  type Observation,
  observe,
  type Resource,
  ranked,
  usesOf,
} from './signals.ts';

const INTERVAL = 10 * SECOND;
/** A condition stays for as long after it was last seen. */
const TRANSITION = 300 * SECOND;
/** How long it is waited for pods that were evicted. */
const MOST_SECONDS = 30;
const PRESSURES: { readonly [resource in Resource]: Pressure } = {
  memory: 'MemoryPressure',
  'ephemeral-storage': 'DiskPressure',
};

export interface EvictionParts {
  readonly services: NodeServices;
  readonly agent: NodeAgent;
  readonly states: ReadonlyMap<string, PodState>;
}

/** Looks every ten seconds, from the moment on when there is something to see. */
export class EvictionManager {
  private readonly lastSeen = new Map<Resource, number>();
  private readonly pressures = new Set<Resource>();
  private readonly images: ImageCollector;
  private isPlanned = false;
  private origin: Origin;

  constructor(private readonly parts: EvictionParts) {
    this.origin = parts.services.base.originOnly();
    this.images = new ImageCollector(parts.services, parts.agent, () => this.observed()[1]);
  }

  /** Something took memory or disk. */
  noticed(origin: Origin): void {
    this.origin = origin;
    this.killByKernel();
    this.images.noticed(this.parts.services.base.from(origin));
    this.plan();
  }

  /** Why a pod may not begin here now. */
  refuses(pod: Pod): string | undefined {
    const { spec, status } = pod;
    if (this.pressures.size === 0 || isCritical(pod)) return undefined;
    const tolerated = spec.tolerations?.some(({ key }) => key === 'node.kubernetes.io/memory-pressure') === true;
    const isMemoryAlone = !this.pressures.has('ephemeral-storage');
    if (isMemoryAlone && (status.qosClass !== 'BestEffort' || tolerated)) return undefined;
    return `The node had condition: [${[...this.pressures].map((resource) => PRESSURES[resource]).join(' ')}]. `;
  }

  private get active(): readonly PodState[] {
    return [...this.parts.states.values()].filter(
      ({ end: { why: evicted }, deleting, seen: { sandbox } }) =>
        !deleting && evicted === undefined && sandbox !== undefined,
    );
  }

  private get evictable(): readonly PodState[] {
    return this.active.filter(({ pod }) => !isCritical(pod));
  }

  private observed(): readonly [memory: Observation, disk: Observation] {
    const { node, runtime } = this.parts.services;
    return observe(node, this.parts.states.values(), runtime);
  }

  /** More than there is nobody can have: the kernel chooses who goes. */
  private killByKernel(): void {
    const { services } = this.parts;
    const { runtime, recorder, base } = services;
    const [memory] = observe(services.node, this.parts.states.values(), runtime);
    if (memory.available >= 0) return;
    const running = this.active.flatMap(({ seen: { sandbox } }) =>
      sandbox === undefined ? [] : runtime.listContainers(sandbox.id),
    );
    const [victim] = [...running].sort((a, b) => runtime.usage(b.id).memory - runtime.usage(a.id).memory);
    if (victim === undefined) return;
    const ctx = base.from(this.origin).step(kinds.nodeChanged, `nodes/${services.node.name}`, { change: 'SystemOOM' });
    const process = (victim.config.command[0] ?? victim.config.name).split('/').pop() ?? '';
    recorder?.event(
      ctx,
      this.parts.agent.reference(),
      'Warning',
      'SystemOOM',
      `System OOM encountered, victim process: ${process}, pid: ${4000 + (victim.createdAt % 1000)}`,
    );
    runtime.killForMemory(ctx, victim.id);
  }

  private plan(): void {
    if (this.isPlanned) return;
    const isMetNow =
      this.observed().some(isMet) || this.evictable.some((state) => this.localProblem(state) !== undefined);
    if (!isMetNow && this.pressures.size === 0) return;
    this.isPlanned = true;
    const { base, engine } = this.parts.services;
    const ctx = base.from(this.origin);
    const wait = isMetNow ? INTERVAL - (engine.now % INTERVAL) : INTERVAL;
    ctx.after(wait, () => engine.spawn(this.synchronize(ctx)), !isMetNow);
  }

  private localProblem(state: PodState): string | undefined {
    return localStorageProblem(state, this.parts.services.runtime);
  }

  private *synchronize(ctx: Context): Process {
    this.isPlanned = false;
    const { node, liveness } = this.parts.services;
    // Whoever starts it again lets it look.
    if (liveness.isKilled) return;
    const seen = this.observed();
    const met = seen.filter(isMet);
    const looked = ctx.step(kinds.evictionLook, `nodes/${node.name}`, {
      memory: Math.round((seen[0]?.available ?? 0) / 1_048_576),
      disk: Math.round((seen[1]?.available ?? 0) / 1_048_576),
      met: met.map(({ resource }) => resource).join(', '),
    });
    yield* this.setConditions(looked, met);
    const local = this.evictable.map((state) => ({ state, problem: this.localProblem(state) }));
    const over = local.filter(({ problem }) => problem !== undefined);
    for (const { state, problem = '' } of over) this.evict(looked, state, problem, false);
    const [first] = met;
    const victim = over.length === 0 && first !== undefined ? yield* this.reclaim(looked, first) : undefined;
    const gone = victim === undefined ? over.map(({ state }) => state) : [victim];
    if (gone.length > 0) yield* this.lookWhenGone(looked, gone);
    else this.plan();
  }

  /** Who is evicted is waited for, and then it is looked at once whether that was enough. */
  private *lookWhenGone(ctx: Context, gone: readonly PodState[]): Process {
    this.isPlanned = true;
    for (let seconds = 0; seconds < MOST_SECONDS; seconds += 1) {
      yield ctx.sleep(SECOND);
      if (gone.every(({ sync: { phase: state } }) => state === 'terminated')) break;
    }
    yield* this.synchronize(ctx);
  }

  /** What is seen now, and what was seen within the last five minutes. */
  private *setConditions(ctx: Context, met: readonly Observation[]): Process {
    const { now } = this.parts.services.engine;
    for (const { resource } of met) this.lastSeen.set(resource, now);
    for (const [resource, pressure] of Object.entries(PRESSURES) as [Resource, Pressure][]) {
      const isOn = now - (this.lastSeen.get(resource) ?? -TRANSITION) < TRANSITION;
      if (isOn === this.pressures.has(resource)) continue;
      if (isOn) this.pressures.add(resource);
      else this.pressures.delete(resource);
      yield* setPressure(ctx, this.parts.services, this.parts.agent, pressure, isOn);
    }
  }

  private *reclaim(ctx: Context, seen: Observation): Process<PodState | undefined> {
    const { agent, services } = this.parts;
    const { resource } = seen;
    services.recorder?.event(
      ctx,
      agent.reference(),
      'Warning',
      'EvictionThresholdMet',
      `Attempting to reclaim ${resource}`,
    );
    if (resource === 'ephemeral-storage') {
      yield* this.removeDeadContainers(ctx);
      yield* this.removeUnusedImages(ctx);
      if (!this.observed().some((each) => each.resource === resource && isMet(each))) return undefined;
    }
    const [victim] = ranked(this.evictable, services.runtime, resource);
    if (victim === undefined || usesOf(victim, services.runtime).length === 0) return undefined;
    this.evict(ctx, victim, evictionMessage(victim, services.runtime, seen), true);
    return victim;
  }

  /** Ends a pod at once, for good. */
  private evict(ctx: Context, state: PodState, message: string, isDisruption: boolean): void {
    const reason = 'Evicted';
    state.end.kill({ reason, message, grace: 1, isKill: true, ...(isDisruption && { disruption: message }) });
    const evicted = ctx.step(kinds.evicted, state.subject, { message });
    this.parts.services.recorder?.event(evicted, state.eventObject, 'Warning', reason, message);
    state.wake(evicted);
  }

  private *removeDeadContainers(ctx: Context): Process {
    const { runtime } = this.parts.services;
    for (const {
      seen: { sandbox },
    } of this.parts.states.values())
      yield* removeOldAttempts(ctx, runtime, sandbox?.id);
  }

  private *removeUnusedImages(ctx: Context): Process {
    const { runtime } = this.parts.services;
    for (const image of unusedImages(runtime)) yield* runtime.removeImage(ctx, image);
  }
}
