import { Cursor, type EngineOptions, Run } from '../src/engine/index.ts';
import { bank, bankKinds, type Order } from '../src/engine/toy.ts';
import { calibrate, type Figure, round } from './calibrate.ts';

const options: EngineOptions = {
  seed: 1,
  kinds: bankKinds,
  startTime: 0,
  recording: 'full',
  maxSteps: 5_000_000,
  freeze: false,
};

function millionSteps(): { readonly run: Run<Order>; readonly seconds: number } {
  const run = new Run(() => bank(), options);
  const started = performance.now();
  for (let i = 0; i < 8; i += 1) run.give({ account: `a${i}`, amount: 1_000_000_000 + i, hops: 125_000 });
  run.advance({ quiescent: true });
  return { run, seconds: (performance.now() - started) / 1000 };
}

/** The engine alone, on a synthetic program with everything journalled. */
export function engineFigures(): readonly Figure[] {
  millionSteps(); // warm-up
  const calibration = calibrate();
  const { run, seconds } = millionSteps();
  const { occurrences, stepCount } = run.engine;
  const rate = occurrences / seconds;

  const cursor = new Cursor(run.engine.journal);
  let slowestSeek = 0;
  for (const target of [100_000, 0, 50_000, 99_000, 10, 100_000]) {
    const started = performance.now();
    cursor.seek(target);
    slowestSeek = Math.max(slowestSeek, performance.now() - started);
  }

  const forkStarted = performance.now();
  const fork = run.fork(stepCount - 1);
  const forkSeconds = (performance.now() - forkStarted) / 1000;
  if (fork.engine.digest !== run.engine.digest) throw new Error('a fork differs from its parent');

  return [
    figure('engine.resumptions', rate, '1/s', '>= 1000000', rate >= 1_000_000, calibration, { steps: stepCount }),
    figure('engine.seek100k', slowestSeek, 'ms', '<= 100', slowestSeek <= 100, calibration),
    figure('engine.fork1M', forkSeconds, 's', '<= 1.5', forkSeconds <= 1.5, calibration, { steps: stepCount }),
  ];
}

export function figure(
  name: string,
  value: number,
  unit: string,
  target: string,
  met: boolean,
  calibration: number,
  detail?: Readonly<Record<string, number | string>>,
): Figure {
  return { name, value: round(value), unit, target, met, calibration, ...(detail === undefined ? {} : { detail }) };
}
