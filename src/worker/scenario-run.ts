import { COMMANDS_TABLE, type CommandRow } from '../cluster/kubectl/session/rows.ts';
import { RAW_REQUESTS_TABLE } from '../cluster/ports/raw-requests.ts';
import { CLUSTER_SETTLE_MICROS, clusterKinds, clusterProgram, startTimeOf } from '../cluster/program.ts';
import { Run } from '../engine/index.ts';
import type { ClusterConfig, Input } from '../protocol/run-description.ts';
import type { Scenario } from '../scenarios/index.ts';

export interface ToldPart {
  /** What it printed or was answered: the text of a command, the code and body of a request, the events of streams. */
  readonly said: string;
  readonly exitCode: number | undefined;
  readonly quiescent: boolean;
  /** The step after which it began. */
  readonly after: number;
}

export interface ToldScenario {
  readonly run: Run<Input>;
  readonly parts: readonly ToldPart[];
}

/** When the cluster of a run has settled. */
export function settledAt({ options }: Pick<Run<Input>, 'options'>): number {
  return options.startTime + CLUSTER_SETTLE_MICROS;
}

/** A cluster of its own, without a page; it stands at its first moment. As on the page, a panic is a step of it, unless it is to end here. */
export function newRun(cluster: ClusterConfig, seed: number, maxSteps: number, outlives = true): Run<Input> {
  return new Run<Input>(() => clusterProgram(cluster, outlives), {
    seed,
    startTime: startTimeOf(cluster),
    maxSteps,
    freeze: false,
    kinds: clusterKinds,
    recording: 'full',
  });
}

/** Goes through a scenario without a page, each part when the cluster has come to rest. */
export function tellScenario(scenario: Scenario, most = 60_000): ToldScenario {
  const run = newRun(scenario.cluster, 1, 1_000_000, false);
  run.advance({ time: settledAt(run) });
  const commands = run.engine.table<CommandRow>(COMMANDS_TABLE);
  const requests = run.engine.table(RAW_REQUESTS_TABLE);
  const parts = scenario.parts.map(({ input }): ToldPart => {
    const [ran, sent] = [commands.size, requests.size];
    const after = run.engine.stepCount;
    run.give(input);
    run.advance({ quiescent: true, steps: most });
    const command = [...commands.values()].slice(ran)[0];
    const request = [...requests.values()].slice(sent)[0];
    const streams = [...requests.values()].filter(({ frames }) => frames.length > 0);
    const said = [
      command === undefined ? '' : `${command.stdout}${command.stderr}`,
      request === undefined ? '' : `${request.code} ${textOf(request.body)}`,
      ...streams.map(({ id, frames }) => `stream ${id}: ${frames.map(({ type }) => type).join(' ')}`),
    ];
    return {
      said: said.filter((text) => text !== '').join('\n'),
      exitCode: command?.exitCode,
      quiescent: run.engine.quiescent,
      after,
    };
  });
  return { run, parts };
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
}
