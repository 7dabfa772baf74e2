import { SECOND } from '../../../base/time/units.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../../cluster/kubectl/session/rows.ts';
import type { Run } from '../../../engine/index.ts';
import type { ClusterConfig, Input } from '../../../protocol/run-description.ts';
import type { Case, Deed } from './case.ts';

const MOST_STEPS = 400_000;

export function clusterOf({ cluster }: Case): ClusterConfig {
  return { nodes: 3, latencies: 'realistic', proxy: 'none', ...cluster };
}

/** Does one thing after the other to a cluster, each when it has come to rest. A command that fails is an error of the case. */
export function doAll(run: Run<Input>, deeds: readonly Deed[], isRefused = false): void {
  for (const deed of deeds) {
    give(run, deed);
    run.advance({ quiescent: true, steps: MOST_STEPS });
  }
  for (const { argv, exitCode, stderr } of run.engine.table<CommandRow>(COMMANDS_TABLE).values())
    if (exitCode !== 0 && !isRefused) throw new Error(`${argv.join(' ')}: ${stderr}`);
}

function give(run: Run<Input>, deed: Deed): void {
  if (typeof deed === 'string') run.give({ type: 'kubectl', argv: deed.split(' '), files: {} });
  else if ('apply' in deed) {
    const { apply, named = 'given.yaml' } = deed;
    run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', named], files: { [named]: apply } });
  } else if ('give' in deed) run.give(deed.give);
  else run.advance({ time: run.engine.now + deed.wait * SECOND });
}
