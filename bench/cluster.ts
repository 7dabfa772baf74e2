import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../src/cluster/program.ts';
import { type Recording, Run } from '../src/engine/index.ts';
import type { Input } from '../src/protocol/run-description.ts';
import { calibrate, type Figure, percentile } from './calibrate.ts';
import { figure } from './engine.ts';

const NODES = 10;

/** Ten nodes that take as many Pods as are asked for, and clients without rate limits: the pipeline's own cost is measured. */
function cluster(recording: Recording): Run<Input> {
  return new Run<Input>(
    () => clusterProgram({ nodes: NODES, latencies: 'realistic', podsPerNode: 100_000, clientLimits: 'none' }),
    {
      seed: 1,
      kinds: clusterKinds,
      startTime: CLUSTER_START_TIME,
      recording,
      maxSteps: 20_000_000,
      freeze: false,
    },
  );
}

function settled(recording: Recording): Run<Input> {
  const run = cluster(recording);
  run.advance({ time: CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS });
  return run;
}

function deployment(name: string, replicas: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: web
        image: nginx:1.27
`;
}

function apply(run: Run<Input>, name: string, replicas: number): void {
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'd.yaml'], files: { 'd.yaml': deployment(name, replicas) } });
}

interface Rollout {
  readonly seconds: number;
  readonly stepsPerPod: number;
}

function rollout(recording: Recording, pods: number): Rollout {
  const run = settled(recording);
  apply(run, 'warm', 20);
  run.advance({ quiescent: true });
  const steps = run.engine.stepCount;
  apply(run, 'web', pods);
  const started = performance.now();
  run.advance({ quiescent: true });
  const seconds = (performance.now() - started) / 1000;
  const ready = readyPods(run);
  if (ready !== pods + 20) throw new Error(`${ready} of ${pods + 20} Pods are Ready`);
  return { seconds, stepsPerPod: (run.engine.stepCount - steps) / pods };
}

interface PodLike {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

function readyPods(run: Run<Input>): number {
  let ready = 0;
  for (const [key, { value }] of run.engine.table<{ readonly value: PodLike }>('etcd/keys').entries()) {
    if (!key.startsWith('/registry/pods/')) continue;
    if (value.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')) ready += 1;
  }
  return ready;
}

const ROUNDS = 3;

/** The best of a few rounds: what the machine can do when nothing else disturbs it. All of them are told. */
function rolloutFigure(name: string, recording: Recording, target: number): { figure: Figure; best: Rollout } {
  const calibration = calibrate();
  const rounds = Array.from({ length: ROUNDS }, () => rollout(recording, 1000));
  const best = rounds.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const rate = 1000 / best.seconds;
  const detail = {
    stepsPerPod: best.stepsPerPod,
    ...Object.fromEntries(rounds.map(({ seconds }, at) => [`round${at + 1}`, Math.round(1000 / seconds)])),
  };
  return { figure: figure(name, rate, 'pods/s', `>= ${target}`, rate >= target, calibration, detail), best };
}

/** What a figure is measured by. Each begins in a process of its own: what ran before would be in its heap and its code. */
export const CLUSTER_PARTS: Readonly<Record<string, () => readonly Figure[]>> = {
  full: () => [warmRollouts('cluster.pods.full', 'full', 800).figure],
  thin: thinFigures,
  start: () => [startFigure()],
  idle: () => [idleFigure()],
  fork: () => [forkFigure()],
};

export function clusterFigures(): readonly Figure[] {
  const figures = Object.keys(CLUSTER_PARTS).flatMap(measuredApart);
  const [full, thin] = ['cluster.pods.full', 'cluster.pods.thin'].map((name) =>
    figures.find((each) => each.name === name),
  );
  if (full?.detail?.stepsPerPod !== thin?.detail?.stepsPerPod)
    throw new Error('a thinned run takes other steps than a recorded one');
  return figures;
}

function measuredApart(part: string): readonly Figure[] {
  const script = fileURLToPath(new URL('../scripts/run-ts.mjs', `file://${process.argv[1]}`));
  const args = [...process.execArgv, script, process.argv[1] as string, '--part', part];
  const { stdout, status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error(`the figures of ${part} could not be measured`);
  return JSON.parse(String(stdout)) as readonly Figure[];
}

/** The compiler needs to see some thousand Pods before it leaves the code as it is. */
function warmRollouts(name: string, recording: Recording, target: number): ReturnType<typeof rolloutFigure> {
  for (let i = 0; i < 3; i += 1) rollout(recording, 1000);
  return rolloutFigure(name, recording, target);
}

function thinFigures(): readonly Figure[] {
  const thinned = warmRollouts('cluster.pods.thin', 'thin', 2500);
  const calibration = calibrate();
  const many = rollout('thin', 10_000);
  const growth = many.seconds / 10_000 / (thinned.best.seconds / 1000);
  return [thinned.figure, figure('cluster.pods.growth10k', growth, 'x', '<= 1.3', growth <= 1.3, calibration)];
}

function startFigure(): Figure {
  const calibration = calibrate();
  const starts: number[] = [];
  for (let i = 0; i < 25; i += 1) {
    const started = performance.now();
    settled('full');
    starts.push(performance.now() - started);
  }
  const first = Math.round(starts[0] as number);
  const start = percentile(starts, 0.5);
  return figure('cluster.start', start, 'ms', '<= 50', start <= 50, calibration, { firstInItsProcess: first });
}

function idleFigure(): Figure {
  const calibration = calibrate();
  const idle = settled('full');
  const idleSeconds = 600;
  const started = performance.now();
  idle.advance({ time: idle.engine.now + idleSeconds * 1_000_000 });
  const share = (performance.now() - started) / 10 / idleSeconds;
  return figure('cluster.idle', share, '% of a core at 1x', '< 1', share < 1, calibration);
}

/** A fork near the end of a run of a million steps; of a few, as with Pods, the best, and all are told. */
function forkFigure(): Figure {
  const calibration = calibrate();
  const run = settled('thin');
  for (let i = 0; run.engine.stepCount < 1_000_000; i += 1) {
    apply(run, `web-${i}`, 500);
    run.advance({ quiescent: true });
  }
  const rounds = Array.from({ length: ROUNDS }, () => secondsToFork(run, 1_000_000));
  const seconds = Math.min(...rounds);
  const detail = Object.fromEntries(rounds.map((each, at) => [`round${at + 1}`, Number(each.toFixed(2))]));
  return figure('cluster.fork1M', seconds, 's', '<= 3', seconds <= 3, calibration, detail);
}

function secondsToFork(run: Run<Input>, step: number): number {
  const started = performance.now();
  const fork = run.fork(step);
  const seconds = (performance.now() - started) / 1000;
  if (fork.engine.stepCount <= step) throw new Error(`the fork has ${fork.engine.stepCount} steps`);
  return seconds;
}
