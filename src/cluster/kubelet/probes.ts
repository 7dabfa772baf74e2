// Models pkg/kubelet/prober/worker.go (v1.36)

import type { Container, Pod, Probe } from '../../api/types/core.ts';
import type { Context, Timer } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import type { ContainerRuntime, RuntimeContainer } from '../ports/cri.ts';
import { execProblem } from './exec-probe.ts';
import type { NodeServices } from './node-services.ts';
import type { PodState } from './pod-state.ts';
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

/** The verdicts on one container of one attempt. */
export class ContainerProbes {
  ready: boolean;
  started: boolean;
  private readonly timers: (Timer | undefined)[] = [];

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
    this.after(ctx, type, probe, since + ticks * period - now, 0, 0);
  }

  stop(): void {
    for (const timer of this.timers) timer?.cancel();
  }

  private again(ctx: Context, type: ProbeType, probe: Probe, successes: number, failures: number): void {
    this.after(ctx, type, probe, (probe.periodSeconds ?? 10) * SECOND, successes, failures);
  }

  private after(ctx: Context, type: ProbeType, probe: Probe, wait: number, successes: number, failures: number): void {
    const { engine } = this.services;
    const settled = type === 'liveness' || (type === 'readiness' ? this.ready : this.started);
    const background = settled || engine.now - (this.running.startedAt ?? engine.now) > STORY_MICROS;
    const at = ['startup', 'readiness', 'liveness'].indexOf(type);
    this.timers[at] = ctx.after(wait, () => this.run(ctx, type, probe, successes, failures), background);
  }

  private run(ctx: Context, type: ProbeType, probe: Probe, successes: number, failures: number): void {
    if (type !== 'startup' && !this.started) return this.again(ctx, type, probe, successes, failures);
    if (type === 'startup' && this.started) return;
    const problem = tryProbe(this.services.runtime, this.state, this.container, this.running, probe, ctx.now);
    const { pod } = this.state;
    const count = problem === undefined ? successes + 1 : failures + 1;
    const probed = ctx.step(kinds.probed, subjectOf(pod), {
      container: this.container.name,
      probe: type,
      result: problem ?? 'success',
      count,
    });
    if (problem !== undefined) {
      const path = `spec.containers{${this.container.name}}`;
      this.services.recorder?.event(
        probed,
        this.state.eventObject,
        'Warning',
        'Unhealthy',
        `${TITLES[type]} probe failed: ${problem}`,
        { fieldPath: path },
      );
    }
    const done =
      problem === undefined ? count >= (probe.successThreshold ?? 1) : count >= (probe.failureThreshold ?? 3);
    if (done) this.verdict(probed, type, problem === undefined);
    if (this.state.condemned.has(this.container.name)) return;
    this.again(ctx, type, probe, problem === undefined ? count : 0, problem === undefined ? 0 : count);
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
    this.state.condemned.set(this.container.name, `failed ${type} probe`);
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

/** What is wrong, or undefined. Answers depend on whether the program listens, not on what it would say. */
function tryProbe(
  runtime: ContainerRuntime,
  { pod, ip: known, sandbox }: PodState,
  container: Container,
  running: RuntimeContainer,
  probe: Probe,
  now: number,
): string | undefined {
  const listening = runtime.listening(running.id);
  const port = portOf(pod, running, probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port);
  if (probe.exec !== undefined)
    return execProblem(container, probe.exec.command ?? [], (now - (running.startedAt ?? now)) / SECOND, (path) =>
      runtime.hasFile(running.id, path),
    );
  const ip = known ?? sandbox?.ip ?? pod.status.podIP ?? '127.0.0.1';
  if (listening !== undefined && listening.port === port && listening.from <= now)
    return probe.httpGet === undefined
      ? undefined
      : pageProblem(runtime, running, container, probe.httpGet.path ?? '/');
  const refused = `dial tcp ${ip}:${port}: connect: connection refused`;
  return probe.httpGet === undefined ? refused : `Get "http://${ip}:${port}${probe.httpGet.path ?? '/'}": ${refused}`;
}

/** Why a request got no answer; which one it got is not asked. */
export function answerProblem(
  runtime: ContainerRuntime,
  state: PodState,
  running: RuntimeContainer,
  { port: wanted, path = '/' }: NonNullable<Probe['httpGet']>,
  now: number,
): string | undefined {
  const listening = runtime.listening(running.id);
  const port = portOf(state.pod, running, wanted);
  if (listening !== undefined && listening.port === port && listening.from <= now) return undefined;
  const address = `${state.ip ?? state.sandbox?.ip ?? '127.0.0.1'}:${port}`;
  return `Get "http://${address}${path}": dial tcp ${address}: connect: connection refused`;
}

/** A web server has the pages of its image and of what is mounted. */
function pageProblem(
  runtime: ContainerRuntime,
  running: RuntimeContainer,
  { image = '' }: Container,
  path: string,
): string | undefined {
  if (!WEB_SERVER.test(image)) return undefined;
  const code = runtime.page(running.id, path.startsWith('/') ? path : `/${path}`)?.code ?? FOUND;
  return code < 400 ? undefined : `HTTP probe failed with statuscode: ${code}`;
}

const WEB_SERVER = /(^|\/)(nginx|httpd)(:|@|$)/;
const FOUND = 200;

function portOf(pod: Pod, running: RuntimeContainer, port: number | string | undefined): number {
  if (typeof port === 'number' || port === undefined) return port ?? 0;
  const container = pod.spec.containers.find(({ name }) => name === running.config.name);
  return container?.ports?.find(({ name }) => name === port)?.containerPort ?? Number(port);
}
