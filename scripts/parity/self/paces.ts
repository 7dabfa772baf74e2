import { type Latencies, realisticLatencies, type Spread } from '../../../src/cluster/ports/latency.ts';
import { OF_THE_RUNTIME } from '../replaying/simulator.ts';

/** How long what differs from the recorded machine takes. */
export type Pace = Partial<Latencies>;

const NODE: ReadonlySet<string> = new Set(['kubeletSync', ...OF_THE_RUNTIME]);

function paced(change: (spread: Spread, isOfNode: boolean) => Spread): Pace {
  const entries = Object.entries(realisticLatencies) as [string, Spread][];
  return Object.fromEntries(
    entries.filter(([name]) => name !== 'kubectlStart').map(([name, spread]) => [name, change(spread, NODE.has(name))]),
  );
}

/** Machines that are not like that of the recordings. */
export const PACES: { readonly [name: string]: Pace } = {
  usual: {},
  slow: paced(({ min, max }, isOfNode) => (isOfNode ? { min: min * 2, max: max * 3 } : { min: min * 3, max: max * 5 })),
  swift: paced(({ min, max }) => ({ min: Math.round(min / 4), max: Math.round(max / 3) })),
  odd: paced(({ min, max }, isOfNode) => ({ min: Math.round(min / 3), max: max * (isOfNode ? 4 : 8) })),
};
