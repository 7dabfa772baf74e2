import type { Input, RunDescription } from '../protocol/run-description.ts';
import { SAMPLES } from '../ui/editor/samples.ts';

/** What is shown before anyone has chosen anything: three nodes, a real network's latencies, the default seed. */
export function firstRun(build: string): RunDescription {
  return { v: 1, build, seed: 1, cluster: { nodes: 3, latencies: 'realistic' }, inputs: [] };
}

/** A first visit begins with a story to step through, not with an empty cluster: the first sample is applied. */
export function firstInput(): Input {
  const sample = SAMPLES[0];
  if (sample === undefined) throw new Error('there is no sample to begin with');
  return { type: 'kubectl', argv: ['apply', '-f', sample.file], files: { [sample.file]: sample.text } };
}
