// Models pkg/kubelet/lifecycle/handlers.go (v1.36)

import { quote } from '../../../api/go/quote.ts';
import type { Container, LifecycleHandler } from '../../../api/types/core.ts';
import { type Micros, SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { isRuntimeError, type RuntimeContainer } from '../../ports/cri.ts';
import { fieldPathOf } from '../images/image-puller.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import type { NotStarted } from '../pods/waiting.ts';
import { answerProblem } from '../probes/attempt.ts';

const ROUND_TRIP = 2000;

export interface Hook {
  readonly name: 'postStart' | 'preStop';
  readonly handler: LifecycleHandler;
  /** How long it may take. */
  readonly micros: Micros | undefined;
}

/** What went wrong, in the words of its message; undefined when nothing did, or when the time was up. */
export function* runHook(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  container: Container,
  running: RuntimeContainer,
  hook: Hook,
): Process<string | undefined> {
  const subject = state.subject;
  const args = { container: container.name, hook: hook.name };
  const begun = ctx.step(kinds.hookRuns, subject, { ...args, what: whatOf(hook.handler) });
  const problem = yield* handle(begun, services, state, container, running, hook);
  if (problem !== undefined) begun.step(kinds.hookFailed, subject, { ...args, error: problem });
  return problem;
}

/** The hook after a container's start. What went wrong may hold secrets: the event does not say it. */
export function* runPostStart(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  container: Container,
  running: RuntimeContainer,
  handler: LifecycleHandler,
): Process<RuntimeContainer | NotStarted> {
  const hook = { name: 'postStart', handler, micros: undefined } as const;
  const message = yield* runHook(ctx, services, state, container, running, hook);
  if (message === undefined) return running;
  const fieldPath = fieldPathOf(state, container.name);
  const said = 'PostStartHook failed';
  services.recorder?.event(ctx, state.eventObject, 'Warning', 'FailedPostStartHook', said, { fieldPath });
  return { reason: 'PostStartHookError', message, toKill: running };
}

function* handle(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  container: Container,
  running: RuntimeContainer,
  { handler, micros }: Hook,
): Process<string | undefined> {
  const { runtime } = services;
  const { exec, httpGet, sleep } = handler;
  const { name, namespace, uid } = state.pod.metadata;
  const where = `for Container "${container.name}" in Pod "${name}_${namespace}(${uid})" failed - error:`;
  if (exec !== undefined) {
    const command = exec.command ?? [];
    const result = yield* runtime.execSync(ctx, running.id, command, micros);
    if (result === undefined) return undefined;
    const what = `Exec lifecycle hook ([${command.join(' ')}]) ${where}`;
    if (isRuntimeError(result)) return `${what} rpc error: code = Unknown desc = ${result.error}, message: ""`;
    const { exitCode, stdout, stderr } = result;
    if (exitCode === 0) return undefined;
    const error = `command '${command.join(' ')}' exited with ${exitCode}: ${stderr}`;
    return `${what} ${error}, message: ${quote(`${stdout}${stderr}`)}`;
  }
  if (httpGet !== undefined) {
    yield ctx.sleep(ROUND_TRIP);
    const problem = answerProblem(ctx, services, state, container, running, httpGet);
    return problem === undefined ? undefined : `HTTP lifecycle hook (${httpGet.path}) ${where} ${problem}`;
  }
  if (sleep === undefined) return 'Cannot run handler: invalid handler';
  // Whoever sleeps does not hear that the container has ended.
  const seconds = sleep.seconds * SECOND;
  yield ctx.sleep(Math.min(seconds, micros ?? seconds));
  return undefined;
}

function whatOf({ exec, httpGet, sleep }: LifecycleHandler): string {
  if (exec !== undefined) return (exec.command ?? []).join(' ').slice(0, 80);
  if (httpGet !== undefined) return `GET ${httpGet.path ?? '/'}`;
  return sleep === undefined ? '' : `sleep ${sleep.seconds}`;
}
