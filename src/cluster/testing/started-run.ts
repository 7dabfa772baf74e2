import { SECOND } from '../../base/time/units.ts';
import { type EngineOptions, Run } from '../../engine/index.ts';
import type { ClusterConfig } from '../config/cluster-config.ts';
import type { Given } from '../inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from '../kubectl/session/rows.ts';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../program.ts';

/** A whole cluster that has come to rest, for tests. */
export function startedRun(
  config: ClusterConfig,
  options: Partial<EngineOptions> = {},
  /** Else what is thrown fails the test. */
  outlives = false,
): Run<Given> {
  const run = new Run<Given>(() => clusterProgram(config, outlives), {
    seed: 1,
    kinds: clusterKinds,
    startTime: CLUSTER_START_TIME,
    recording: 'full',
    maxSteps: 1_000_000,
    freeze: false,
    ...options,
  });
  run.advance({ time: CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS });
  return run;
}

/** Types a line at the shell and waits until it has ended. */
export function typeLine(run: Run<Given>, line: string, files: { readonly [name: string]: string } = {}): CommandRow {
  const commands = run.engine.table<CommandRow>(COMMANDS_TABLE);
  const id = String(commands.size + 1);
  const argv = line.split(' ');
  run.give(argv[0] === 'etcdctl' ? { type: 'etcdctl', argv } : { type: 'kubectl', argv, files });
  run.advance({ quiescent: true, when: () => commands.get(id)?.exitCode !== undefined });
  return commands.get(id) as CommandRow;
}

export function wait(run: Run<Given>, seconds: number): void {
  run.advance({ time: run.engine.now + seconds * SECOND });
}

/** Types a line as it is at the shell, and waits until it has ended. */
export function typeAsIs(run: Run<Given>, line: string, files: { readonly [name: string]: string } = {}): CommandRow {
  const commands = run.engine.table<CommandRow>(COMMANDS_TABLE);
  const id = String(commands.size + 1);
  run.give({ type: 'line', line, files });
  run.advance({ quiescent: true, when: () => commands.get(id)?.exitCode !== undefined });
  return commands.get(id) as CommandRow;
}
