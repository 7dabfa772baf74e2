import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Run, Step } from '../../src/engine/index.ts';
import { texts } from '../../src/narration/en/index.ts';
import { plainText, render } from '../../src/narration/render.ts';
import type { ClusterConfig, Input } from '../../src/protocol/run-description.ts';
import { readRun } from '../../src/protocol/run-file.ts';
import { SCENARIOS, type Scenario } from '../../src/scenarios/index.ts';
import { newRun, SETTLED } from '../../src/worker/scenario-run.ts';
import { isFile, type Options, type Until } from './options.ts';

const MOST_STEPS = 5_000_000;

/** The run that a manifest or a saved run describes, with all its inputs given; a text when it describes none. */
export function startRun(options: Options): Run<Input> | string {
  const { file } = options;
  const scenario = SCENARIOS.find(({ id }) => id === file);
  if (scenario !== undefined && !isFile(file)) return startScenario(scenario, options);
  return startFile(options, readFileSync(file, 'utf8'));
}

function startScenario({ cluster, parts }: Scenario, options: Options): Run<Input> {
  const run = runOf(cluster, options, 1);
  run.advance({ time: SETTLED });
  for (const { input } of parts) {
    run.advance({ quiescent: true, steps: MOST_STEPS });
    run.give(input);
  }
  return run;
}

/** As it is described, but for what the options say otherwise. */
function runOf(cluster: ClusterConfig, { seed, nodes, etcdMembers }: Options, course: number): Run<Input> {
  const config: ClusterConfig = {
    ...cluster,
    ...(etcdMembers === undefined ? {} : { etcdMembers }),
    nodes: nodes ?? cluster.nodes,
  };
  return newRun(config, seed ?? course, MOST_STEPS);
}

function startFile(options: Options, text: string): Run<Input> | string {
  const { file, seed, nodes, etcdMembers } = options;
  const saved = file.endsWith('.json') && text.includes('"kubestep"') ? readRun(text) : undefined;
  if (typeof saved === 'string') return `${file}: ${saved}`;
  const described = saved?.run;
  const run = runOf({ nodes: 3, latencies: 'realistic', ...described?.cluster }, options, described?.seed ?? 1);
  if (described === undefined) {
    run.advance({ time: SETTLED });
    const name = basename(file);
    run.give({ type: 'kubectl', argv: ['apply', '-f', name], files: { [name]: text } });
  } else if (seed === undefined && nodes === undefined && etcdMembers === undefined) {
    for (const given of described.inputs) run.replay(given);
  } else {
    // In another course of events the same inputs come at the same times.
    for (const { time, input } of described.inputs) {
      run.advance({ time });
      run.give(input);
    }
  }
  return run;
}

export function advance(run: Run<Input>, until: Until): void {
  if (until === 'quiescent') run.advance({ quiescent: true, steps: MOST_STEPS });
  else if (until === 'ready') run.advance({ quiescent: true, steps: MOST_STEPS, when: () => allReady(run) });
  else run.advance({ time: Math.max(run.engine.now, SETTLED) + until.seconds * 1_000_000 });
}

interface PodLike {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

function allReady(run: Run<Input>): boolean {
  const keys = run.engine.table<{ readonly key: string; readonly value: PodLike }>('etcd/keys');
  let pods = 0;
  for (const { key, value } of keys.values()) {
    if (!key.startsWith('/registry/pods/')) continue;
    pods += 1;
    if (!value.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')) return false;
  }
  return pods > 0;
}

/** One step as a line: its number, when, who, what. */
export function line(step: Step): string {
  const say = texts[step.kind.name]?.say;
  const template = typeof say === 'function' ? say(step.args) : (say ?? step.kind.name);
  const time = ((step.time - SETTLED) / 1000).toFixed(1).padStart(9);
  const told = plainText(render(template, step.args, step.subject));
  return `${String(step.seq).padStart(6)} ${time} ms  ${step.actor.padEnd(22)} ${told}`;
}
