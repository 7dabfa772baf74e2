import type { RunDescription } from '../protocol/run-description.ts';

/** What is shown before anyone has chosen anything: three nodes, a real network's latencies, the default seed. */
export function firstRun(build: string): RunDescription {
  return { v: 1, build, seed: 1, cluster: { nodes: 3, latencies: 'realistic' }, inputs: [] };
}
