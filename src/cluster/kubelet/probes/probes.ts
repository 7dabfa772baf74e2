// Models pkg/kubelet/prober/worker.go (v1.36)

import type { Container, Probe } from '../../../api/types/core.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process, Timer } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import { fieldPathOf } from '../images/image-puller.ts';
import type { NodeServices } from '../node/services.ts';
import { FAILED_LIVENESS, FAILED_STARTUP } from '../pods/condemned.ts';
import type { PodState } from '../pods/pod-state.ts';
import { subjectOf } from '../status/status-manager.ts';
import { type Attempt, networkProbe } from './attempt.ts';
import { execProbe } from './exec-probe.ts';

const ROUND_TRIP = 2000;
/** Until its first verdict a probe is part of the pod's story; later it is routine. */
const STORY_MICROS = 60 * SECOND;

type ProbeType = 'startup' | 'readiness' | 'liveness';

const TITLES: { readonly [type in ProbeType]: string } = {
  startup: 'Startup',
  readiness: 'Readiness',
  liveness: 'Liveness',
};

const TYPES: readonly ProbeType[] = ['startup', 'readiness', 'liveness'];
/** What the status says otherwise at once: `nothing`, when the first answer did not come up to hopes. */
export type Changed = ProbeType | 'nothing';

interface Runs {
  readonly successes: number;
  readonly failures: number;
}

const NO_RUNS: Runs = { successes: 0, failures: 0 };
const SAID = { warning: 'warning', failure: 'failed', unknown: 'errored and resulted in unknown state' } as const;

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
  /** The status says that it runs: nobody is asked before. */
  private isKnown = false;
  /** Whether it is ready is being asked, and is to be asked once more. */
  private isAsking = false;
  private isAskedAgain = false;
  private wasAsked = false;

  constructor(
    private readonly services: NodeServices,
    private readonly state: PodState,
    private readonly container: Container,
    private readonly running: RuntimeContainer,
    private readonly changed: (ctx: Context, what: Changed) => void,
  ) {
    this.started = container.startupProbe === undefined;
    this.ready = container.readinessProbe === undefined && this.started;
  }

  start(ctx: Context): void {
    const { startupProbe, livenessProbe } = this.container;
    if (startupProbe !== undefined) this.first(ctx, 'startup', startupProbe);
    if (livenessProbe !== undefined) this.first(ctx, 'liveness', livenessProbe);
  }

  /** A sync has said how it is: who is not ready is asked at once, and from then on every period. */
  looked(ctx: Context): void {
    const { readinessProbe, name } = this.container;
    const seen = this.state.seen.current(name);
    if (seen?.id !== this.running.id || seen.state !== 'running') return;
    this.isKnown = true;
    if (readinessProbe === undefined || this.ready || !this.started || this.isStopped) return;
    if (this.isAsking) {
      this.isAskedAgain = true;
      return;
    }
    this.timers[TYPES.indexOf('readiness')]?.cancel();
    this.first(ctx, 'readiness', readinessProbe);
  }

  /** Its clock ticks since the pod was first synced, or since a sync asked. A tick within the initial delay does nothing. */
  private first(ctx: Context, type: ProbeType, probe: Probe): void {
    const { now } = this.services.engine;
    const period = (probe.periodSeconds ?? 10) * SECOND;
    const earliest = (this.running.startedAt ?? now) + (probe.initialDelaySeconds ?? 0) * SECOND;
    const since = type === 'readiness' ? now : (this.state.probing.since ?? now);
    const ticks = Math.max(
      type === 'readiness' ? 0 : Math.floor((now - since) / period) + 1,
      Math.ceil((earliest - since) / period),
    );
    this.after(ctx, type, probe, since + ticks * period - now);
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers) timer?.cancel();
  }

  /** What is being stopped is still asked whether it is ready, and nothing else: until it has ended it may be sent requests. */
  ending(): void {
    this.isEnding = true;
    for (const type of ['startup', 'liveness'] as const) this.timers[TYPES.indexOf(type)]?.cancel();
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
      const isNext = type === 'readiness' && this.isAskedAgain;
      if (type === 'readiness') this.isAsking = this.isAskedAgain = false;
      if (this.isOver(type)) return;
      if (attempt !== undefined) this.judge(ctx, type, probe, attempt);
      if (this.isOver(type) || (type === 'startup' && this.started)) return;
      const period = (probe.periodSeconds ?? 10) * SECOND;
      this.after(ctx, type, probe, isNext && !this.ready ? 0 : Math.max(0, begun + period - ctx.now));
    };
    const { runtime, engine, liveness } = this.services;
    const isAsked = this.isKnown && (type === 'startup' || this.started) && runtime.isRunning(this.running.id);
    if (!isAsked || liveness.isKilled) return goOn(undefined);
    if (type === 'readiness') this.isAsking = true;
    if (probe.exec !== undefined) engine.spawn(this.runCommand(ctx, probe, goOn));
    else {
      const attempt = networkProbe(ctx, this.services, this.state, this.container, this.running, probe);
      const isLate = probe.grpc !== undefined && attempt.result !== 'success';
      const micros = isLate ? (probe.timeoutSeconds ?? 1) * SECOND : ROUND_TRIP;
      ctx.after(micros, () => goOn(attempt), ctx.background);
    }
  }

  private isOver(type: ProbeType): boolean {
    const isCondemned = this.isEnding || this.state.probing.condemned.has(this.container.name);
    return this.isStopped || (isCondemned && type !== 'readiness');
  }

  private *runCommand(ctx: Context, probe: Probe, done: (attempt: Attempt | undefined) => void): Process {
    done(yield* execProbe(ctx, this.services.runtime, this.running, probe, this.container));
  }

  private judge(ctx: Context, type: ProbeType, probe: Probe, { result, output }: Attempt): void {
    const { state } = this;
    const row = `${this.container.name}/${type}/${result}`;
    state.probing.count(row);
    const { successes, failures } = this.runs.get(type) ?? NO_RUNS;
    const isWell = result === 'success' || result === 'warning';
    const count = isWell ? successes + 1 : failures + (result === 'failure' ? 1 : 0);
    const probed = ctx.step(kinds.probed, subjectOf(this.state.pod), {
      container: this.container.name,
      probe: type,
      result: isWell ? 'success' : output,
      count,
    });
    if (result !== 'success') this.tell(probed, `${TITLES[type]} probe ${SAID[result]}: ${output}`, result);
    // A prober that failed itself has found out nothing.
    if (result === 'unknown') return;
    if (type === 'readiness' && !this.wasAsked && !isWell) this.changed(probed, 'nothing');
    if (type === 'readiness') this.wasAsked = true;
    this.runs.set(type, isWell ? { successes: count, failures: 0 } : { successes: 0, failures: count });
    const threshold = isWell ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3);
    if (count >= threshold) this.verdict(probed, type, isWell);
  }

  private tell(ctx: Context, message: string, result: Attempt['result']): void {
    const { recorder } = this.services;
    const fieldPath = fieldPathOf(this.state, this.container.name);
    const reason = result === 'warning' ? 'ProbeWarning' : 'Unhealthy';
    recorder?.event(ctx, this.state.eventObject, 'Warning', reason, message, { fieldPath });
  }

  private verdict(ctx: Context, type: ProbeType, success: boolean): void {
    if (type === 'readiness') {
      if (this.ready !== success) this.change(ctx, type, () => (this.ready = success), success);
      return;
    }
    if (success) {
      if (type !== 'startup' || this.started) return;
      const begin = (): void => {
        this.started = true;
        this.ready = this.container.readinessProbe === undefined;
      };
      this.change(ctx, type, begin, success);
      return;
    }
    this.state.probing.condemn(this.container.name, type === 'liveness' ? FAILED_LIVENESS : FAILED_STARTUP);
    this.change(ctx, type, () => {}, success);
  }

  private change(ctx: Context, probe: ProbeType, apply: () => void, success: boolean): void {
    const { pod } = this.state;
    const result = success ? 'success' : 'failure';
    const changed = ctx.step(kinds.probeChanged, subjectOf(pod), { container: this.container.name, probe, result });
    apply();
    this.changed(changed, probe);
  }
}
