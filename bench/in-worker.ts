import type { Recording } from '../src/engine/index.ts';
import { calibrate } from './calibrate.ts';
import { rollouts, warmUp } from './rollout.ts';

/** The entry of a worker that does as `bench/cluster.ts` does, where the page's engine runs. */
self.onmessage = ({ data }: MessageEvent<Recording>) => {
  warmUp(data);
  const calibration = calibrate();
  self.postMessage({ calibration, rounds: rollouts(data) });
};
