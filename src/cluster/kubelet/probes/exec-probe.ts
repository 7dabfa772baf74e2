// Models pkg/probe/exec/exec.go (v1.36)

import type { Container, Probe } from '../../../api/types/core.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { type ContainerRuntime, isRuntimeError, type RuntimeContainer } from '../../ports/cri.ts';
import { expanded, isExpandable } from '../process/expansion.ts';
import type { Attempt } from './attempt.ts';

/** Runs the command in the container; undefined: the container ended meanwhile, so that nobody wants to know. */
export function* execProbe(
  ctx: Context,
  runtime: ContainerRuntime,
  running: RuntimeContainer,
  { exec, timeoutSeconds = 1 }: Probe,
  { env }: Container,
): Process<Attempt | undefined> {
  const command = withStatic(exec?.command ?? [], env);
  const result = yield* runtime.execSync(ctx, running.id, command, timeoutSeconds * SECOND);
  if (!runtime.isRunning(running.id)) return undefined;
  if (result === undefined) {
    const output = `command timed out: "${command.join(' ')}" timed out after ${timeoutSeconds}s`;
    return { result: 'failure', output };
  }
  if (isRuntimeError(result)) return { result: 'unknown', output: `rpc error: code = Unknown desc = ${result.error}` };
  const output = `${result.stdout}${result.stderr}`;
  return { result: result.exitCode === 0 ? 'success' : 'failure', output };
}

/**
 * Only what stands in the container itself is put in for `$(NAME)`: nothing for what comes from elsewhere.
 * Models pkg/kubelet/container/helpers.go ExpandContainerCommandOnlyStatic (v1.36)
 */
function withStatic(command: readonly string[], env: Container['env']): readonly string[] {
  if (!command.some(isExpandable)) return command;
  const known = new Map((env ?? []).map(({ name, value = '' }) => [name, value]));
  return command.map((word) => expanded(word, (name) => known.get(name)));
}
