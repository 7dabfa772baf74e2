import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../src/cluster/assemble.ts';
import { Run, type Step } from '../src/engine/index.ts';
import { journalText } from '../src/inspect/answer.ts';
import { Snapshot } from '../src/inspect/snapshot.ts';
import { texts } from '../src/narration/en/index.ts';
import { plainText, render } from '../src/narration/render.ts';
import type { Input } from '../src/protocol/run-description.ts';

const USAGE = `Usage: npm run kubestep -- run FILE [options]

Runs \`kubectl apply -f FILE\` on a simulated cluster and prints the story, one step a line.

  --seed N               another course of the same story (default 1)
  --nodes N              nodes of the cluster (default 3)
  --until WHEN           quiescent (default), ready (every Pod is Ready), or virtual seconds
  --grain GRAIN          scene, step (default) or detail
  --journal OUT.jsonl    write every step, one a line
`;

interface Options {
  readonly file: string;
  readonly seed: number;
  readonly nodes: number;
  readonly until: string;
  readonly grain: 'scene' | 'step' | 'detail';
  readonly journal: string | undefined;
}

function readOptions(argv: readonly string[]): Options | string {
  const [command, ...rest] = argv;
  if (command !== 'run') return command === undefined ? 'say what to do' : `unknown command ${command}`;
  const values = new Map<string, string>();
  const words: string[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] as string;
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const [name = '', attached] = word.slice(2).split('=');
    const value = attached ?? rest[at + 1];
    if (value === undefined) return `--${name} needs a value`;
    if (attached === undefined) at += 1;
    values.set(name, value);
  }
  const known = ['seed', 'nodes', 'until', 'grain', 'journal'];
  const unknown = [...values.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) return `unknown option --${unknown}`;
  const [file] = words;
  if (file === undefined) return 'name a manifest';
  if (!existsSync(file)) return `there is no file ${file}`;
  const grain = values.get('grain') ?? 'step';
  if (grain !== 'scene' && grain !== 'step' && grain !== 'detail') return `unknown grain ${grain}`;
  const seed = Number(values.get('seed') ?? 1);
  const nodes = Number(values.get('nodes') ?? 3);
  if (!Number.isInteger(seed) || !Number.isInteger(nodes) || nodes < 1) return '--seed and --nodes take whole numbers';
  return { file, seed, nodes, until: values.get('until') ?? 'quiescent', grain, journal: values.get('journal') };
}

function main(): number {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === 'string') {
    console.error(`kubestep: ${options}\n\n${USAGE}`);
    return 2;
  }
  const run = new Run<Input>(() => clusterProgram({ nodes: options.nodes, latencies: 'realistic' }), {
    seed: options.seed,
    kinds: clusterKinds,
    startTime: CLUSTER_START_TIME,
    recording: 'full',
    maxSteps: 5_000_000,
    freeze: false,
  });
  run.advance({ time: CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS });
  const name = basename(options.file);
  run.give({ type: 'kubectl', argv: ['apply', '-f', name], files: { [name]: readFileSync(options.file, 'utf8') } });
  if (!advance(run, options.until)) {
    console.error(`kubestep: --until takes quiescent, ready or a number of virtual seconds`);
    return 2;
  }
  const snapshot = new Snapshot(run.engine, { grain: options.grain, scope: 'story' });
  snapshot.refresh();
  for (let place = 0; place < snapshot.index.size; place += 1) {
    console.log(line(run.engine.journal.step(snapshot.index.at(place) as number)));
  }
  console.log(`\n${snapshot.index.size} steps told of ${run.engine.stepCount}, digest ${run.engine.digest}`);
  if (options.journal !== undefined) writeFileSync(options.journal, journalText(snapshot));
  return 0;
}

function advance(run: Run<Input>, until: string): boolean {
  if (until === 'quiescent') run.advance({ quiescent: true, steps: 2_000_000 });
  else if (until === 'ready') run.advance({ quiescent: true, when: () => allReady(run) });
  else if (Number(until) >= 0) run.advance({ time: run.engine.now + Number(until) * 1_000_000 });
  else return false;
  return true;
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

function line(step: Step): string {
  const say = texts[step.kind.name]?.say;
  const template = typeof say === 'function' ? say(step.args) : (say ?? step.kind.name);
  const time = ((step.time - CLUSTER_START_TIME) / 1000).toFixed(1).padStart(9);
  return `${String(step.seq).padStart(6)} ${time} ms  ${step.actor.padEnd(22)} ${plainText(render(template, step.args, step.subject))}`;
}

process.exitCode = main();
