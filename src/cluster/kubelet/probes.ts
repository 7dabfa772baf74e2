// Models pkg/kubelet/prober/worker.go (v1.36)

import type { Container, Probe } from '../../api/types/core.ts';
import type { Context, Process, Timer } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import type { RuntimeContainer } from '../ports/cri.ts';
import { FAILED_LIVENESS, FAILED_STARTUP } from './condemned.ts';
import { execProbe } from './exec-probe.ts';
import { fieldPathOf } from './image-puller.ts';
import { delay, type NodeServices } from './node-services.ts';
import type { PodState } from './pod-state.ts';
import { type Attempt, networkProbe } from './probe-attempt.ts';
import { subjectOf } from './status-manager.ts';

const SECOND = 1_000_000;
/** Until its first verdict a probe is part of the pod's story; later it is routine. */
const STORY_MICROS = 60 * SECOND;

type ProbeType = 'startup' | 'readiness' | 'liveness';

const TITLES: { readonly [type in ProbeType]: string } = {
  startup: 'Startup',
  readiness: 'Readiness',
  liveness: 'Liveness',
};

const TYPES: readonly ProbeType[] = ['startup', 'readiness', 'liveness'];
interface Runs {
  readonly successes: number;
  readonly failures: number;
}

const NO_RUNS: Runs = { successes: 0, failures: 0 };
const ERRORED = 'errored and resulted in unknown state';

/** The verdicts on one container of one attempt. */
export class ContainerProbes {
  ready: boolean;
  started: boolean;
  private readonly timers: (Timer | undefined)[] = [];
  /** How often in a row each has gone well, and badly, with this attempt. */
  private readonly runs = new Map<ProbeType, Runs>();
  private isStopped = false;
  /** Its container is being stopped. */
  private isEnding = false;

  constructor(
    private readonly services: NodeServices,
    private readonly state: PodState,
    private readonly container: Container,
    private readonly running: RuntimeContainer,
    private readonly changed: (ctx: Context) => void,
  ) {
    this.started = container.startupProbe === undefined;
    this.ready = container.readinessProbe === undefined && this.started;
  }

  start(ctx: Context): void {
    const { startupProbe, readinessProbe, livenessProbe } = this.container;
    if (startupProbe !== undefined) this.first(ctx, 'startup', startupProbe);
    if (readinessProbe !== undefined && startupProbe === undefined) this.first(ctx, 'readiness', readinessProbe);
    if (livenessProbe !== undefined) this.first(ctx, 'liveness', livenessProbe);
  }

  /**
   * Who waits for a verdict asks at once, and its clock ticks from then on; a liveness probe ticks since the pod was first
   * synced. A tick within the initial delay does nothing.
   */
  private first(ctx: Context, type: ProbeType, probe: Probe): void {
    const { now } = this.services.engine;
    const period = (probe.periodSeconds ?? 10) * SECOND;
    const earliest = (this.running.startedAt ?? now) + (probe.initialDelaySeconds ?? 0) * SECOND;
    const since = type === 'liveness' ? (this.state.probedSince ?? now) : now;
    const ticks = Math.max(
      type === 'liveness' ? Math.floor((now - since) / period) + 1 : 0,
      Math.ceil((earliest - since) / period),
    );
    this.after(ctx, type, probe, since + ticks * period - now);
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers) timer?.cancel();
  }

  /**
   * What is being stopped is still asked whether it is ready, at once if it was not, and nothing else: until it has ended it
   * may be sent requests.
   */
  ending(ctx: Context): void {
    this.isEnding = true;
    for (const type of ['startup', 'liveness'] as const) this.timers[TYPES.indexOf(type)]?.cancel();
    this.askAgain(ctx);
  }

  private askAgain(ctx: Context): void {
    const at = TYPES.indexOf('readiness');
    const { readinessProbe } = this.container;
    const timer = this.timers[at];
    if (this.ready || readinessProbe === undefined || timer === undefined) return;
    timer.cancel();
    this.first(ctx, 'readiness', readinessProbe);
  }

  private after(ctx: Context, type: ProbeType, probe: Probe, wait: number): void {
    const { engine } = this.services;
    const settled = type === 'liveness' || (type === 'readiness' ? this.ready : this.started);
    const background = settled || engine.now - (this.running.startedAt ?? engine.now) > STORY_MICROS;
    const at = TYPES.indexOf(type);
    this.timers[at] = ctx.after(wait, () => this.run(ctx, type, probe), background);
  }

  private run(ctx: Context, type: ProbeType, probe: Probe): void {
    if (type === 'startup' && this.started) return;
    const begun = ctx.now;
    this.timers[TYPES.indexOf(type)] = undefined;
    const goOn = (attempt: Attempt | undefined): void => {
      if (this.isOver(type)) return;
      const wasReady = this.ready;
      if (attempt !== undefined) this.judge(ctx, type, probe, attempt);
      if (this.isOver(type) || (type === 'startup' && this.started)) return;
      const period = (probe.periodSeconds ?? 10) * SECOND;
      const isNews = type === 'readiness' && wasReady && !this.ready;
      const { kubeletSync } = this.services.latencies;
      const wait = isNews ? delay(this.services, kubeletSync) : Math.max(0, begun + period - ctx.now);
      this.after(ctx, type, probe, wait);
    };
    const { runtime, engine, liveness } = this.services;
    const isAsked = (type === 'startup' || this.started) && runtime.isRunning(this.running.id);
    if (!isAsked || liveness.isKilled) return goOn(undefined);
    if (probe.exec !== undefined) engine.spawn(this.runCommand(ctx, probe, goOn));
    else {
      const attempt = networkProbe(ctx, this.services, this.state, this.container, this.running, probe);
      const isLate = probe.grpc !== undefined && attempt.result !== 'success';
      if (isLate) ctx.after((probe.timeoutSeconds ?? 1) * SECOND, () => goOn(attempt), ctx.background);
      else goOn(attempt);
    }
  }

  private isOver(type: ProbeType): boolean {
    const isCondemned = this.isEnding || this.state.condemned.has(this.container.name);
    return this.isStopped || (isCondemned && type !== 'readiness');
  }

  private *runCommand(ctx: Context, probe: Probe, done: (attempt: Attempt | undefined) => void): Process {
    done(yield* execProbe(ctx, this.services.runtime, this.running, probe));
  }

  private judge(ctx: Context, type: ProbeType, probe: Probe, { result, output }: Attempt): void {
    const { successes, failures } = this.runs.get(type) ?? NO_RUNS;
    const isWell = result === 'success';
    const count = isWell ? successes + 1 : failures + (result === 'failure' ? 1 : 0);
    const probed = ctx.step(kinds.probed, subjectOf(this.state.pod), {
      container: this.container.name,
      probe: type,
      result: isWell ? 'success' : output,
      count,
    });
    if (!isWell) this.tell(probed, `${TITLES[type]} probe ${result === 'failure' ? 'failed' : ERRORED}: ${output}`);
    // A prober that failed itself has found out nothing.
    if (result === 'unknown') return;
    this.runs.set(type, isWell ? { successes: count, failures: 0 } : { successes: 0, failures: count });
    const threshold = isWell ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3);
    if (count >= threshold) this.verdict(probed, type, isWell);
  }

  private tell(ctx: Context, message: string): void {
    const { recorder } = this.services;
    const fieldPath = fieldPathOf(this.state, this.container.name);
    recorder?.event(ctx, this.state.eventObject, 'Warning', 'Unhealthy', message, { fieldPath });
  }

  private verdict(ctx: Context, type: ProbeType, success: boolean): void {
    if (type === 'readiness') {
      if (this.ready !== success) this.change(ctx, type, () => (this.ready = success), success);
      return;
    }
    if (success) {
      if (type !== 'startup' || this.started) return;
      const { readinessProbe } = this.container;
      const begin = (): void => {
        this.started = true;
        this.ready = readinessProbe === undefined;
      };
      this.change(ctx, type, begin, success);
      if (readinessProbe !== undefined) this.first(ctx, 'readiness', readinessProbe);
      return;
    }
    this.state.condemned.set(this.container.name, type === 'liveness' ? FAILED_LIVENESS : FAILED_STARTUP);
    this.change(ctx, type, () => {}, success);
  }

  private change(ctx: Context, probe: ProbeType, apply: () => void, success: boolean): void {
    const { pod } = this.state;
    const result = success ? 'success' : 'failure';
    const changed = ctx.step(kinds.probeChanged, subjectOf(pod), { container: this.container.name, probe, result });
    apply();
    this.changed(changed);
  }
}
