import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Run } from '../src/engine/index.ts';
import type { Input } from '../src/protocol/run-description.ts';
import { calibrate, type Figure, percentile } from './calibrate.ts';
import { figure } from './engine.ts';
import { apply, bestOf, type Rollout, rollout, rollouts, settled, warmUp } from './rollout.ts';

/** Pods a second that are promised, with everything journalled and with the recording thinned. */
export const FULL_RATE = 800;
export const THIN_RATE = 2500;

export function rolloutFigure(name: string, rounds: readonly Rollout[], target: number, calibration: number): Figure {
  const best = bestOf(rounds);
  const rate = 1000 / best.seconds;
  const rates = rounds.map(({ seconds }) => Math.round(1000 / seconds));
  const detail = {
    stepsPerPod: best.stepsPerPod,
    median: percentile(rates, 0.5),
    ...Object.fromEntries(rates.map((each, at) => [`round${at + 1}`, each])),
  };
  return figure(name, rate, 'pods/s', `>= ${target}`, rate >= target, calibration, detail);
}

/** What a figure is measured by. Each begins in a process of its own: what ran before would be in its heap and its code. */
export const CLUSTER_PARTS: Readonly<Record<string, () => readonly Figure[]>> = {
  full: fullFigures,
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

function fullFigures(): readonly Figure[] {
  warmUp('full');
  const calibration = calibrate();
  return [rolloutFigure('cluster.pods.full', rollouts('full'), FULL_RATE, calibration)];
}

function thinFigures(): readonly Figure[] {
  warmUp('thin');
  const calibration = calibrate();
  const thinned = rollouts('thin');
  const calibrationOfMany = calibrate();
  const many = bestOf(Array.from({ length: 3 }, () => rollout('thin', 10_000)));
  const growth = many.seconds / 10_000 / (bestOf(thinned).seconds / 1000);
  return [
    rolloutFigure('cluster.pods.thin', thinned, THIN_RATE, calibration),
    figure('cluster.pods.growth10k', growth, 'x', '<= 1.3', growth <= 1.3, calibrationOfMany),
  ];
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

const FORKS = 3;

/** A fork near the end of a run of a million steps; of a few, as with Pods, the best, and all are told. */
function forkFigure(): Figure {
  const calibration = calibrate();
  const run = settled('thin');
  for (let i = 0; run.engine.stepCount < 1_000_000; i += 1) {
    apply(run, `web-${i}`, 500);
    run.advance({ quiescent: true });
  }
  const rounds = Array.from({ length: FORKS }, () => secondsToFork(run, 1_000_000));
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
