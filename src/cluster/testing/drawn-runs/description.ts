import fc from 'fast-check';
import { MILLISECOND } from '../../../base/time/units.ts';
import type { Thinning } from '../../../engine/index.ts';
import type { ClusterConfig } from '../../config/cluster-config.ts';
import type { Faults } from '../../ports/environment.ts';
import { realisticLatencies } from '../../ports/latency.ts';
import type { Deed } from '../wide-world.ts';
import { anyDeed } from './deeds.ts';

/** A run that was drawn: all that need be known to have it again. */
export interface DrawnRun {
  readonly seed: number;
  readonly cluster: ClusterConfig;
  readonly deeds: readonly Deed[];
  /** It is told again with a journal that holds a part of it. */
  readonly thinning?: Thinning | undefined;
}

/** In milliseconds: nothing, a little more than usual, slower than what is done, and slower than anybody waits for. */
const delay = fc.constantFrom<readonly [number, number]>(
  [0, 0],
  [0, 20],
  [50, 150],
  [300, 500],
  [1000, 1000],
  [0, 5000],
  [4000, 20_000],
  [30_000, 90_000],
);
const LONGEST_READ = 30 * MILLISECOND;

/** Those on the way of every change, and all of them. */
const slowed = fc.oneof(
  fc.constantFrom('etcdWatch', 'network', 'informer', 'etcdCommit', 'handler'),
  fc.constantFrom(...Object.keys(realisticLatencies)),
);
const delays = fc
  .array(fc.tuple(slowed, delay), { maxLength: 4 })
  // A server that begins reads one kind after another: with the longest reads it would not answer for an hour.
  .map((drawn) => Object.fromEntries(drawn.filter(([name, [from]]) => name !== 'etcdRead' || from < LONGEST_READ)));

const faults: fc.Arbitrary<Partial<Faults>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.record({
      dropWatchPerMille: fc.constantFrom(0, 20, 200),
      requestErrorPerMille: fc.constantFrom(0, 30, 300),
    }),
  },
);

const cluster: fc.Arbitrary<ClusterConfig> = fc.record({
  nodes: fc.integer({ min: 1, max: 3 }),
  latencies: fc.constantFrom('realistic' as const, 'realistic' as const, 'realistic' as const, 'zero' as const),
  delays,
  faults,
  etcdMembers: fc.constantFrom(1 as const, 1 as const, 3 as const),
  proxy: fc.constantFrom(
    ...(['none', 'none', 'none', 'none', 'none', 'iptables', 'iptables', 'ipvs', 'nftables', 'userspace'] as const),
  ),
  families: fc.constantFrom<readonly ('IPv4' | 'IPv6')[]>(['IPv4'], ['IPv4'], ['IPv4'], ['IPv4', 'IPv6'], ['IPv6']),
});

/** For how many microseconds a run goes on before the next deed. */
const after = fc.constantFrom(
  0,
  1_000,
  50_000,
  400_000,
  700_000,
  2_000_000,
  6_000_000,
  20_000_000,
  61_000_000,
  330_000_000,
);

const THINNED: Thinning = { whole: 300, newest: 2000, most: 5000 };

const world = fc.record({
  thinning: fc.constantFrom(undefined, undefined, THINNED),
  cluster,
  deeds: fc.array(fc.record({ given: anyDeed, after }), { minLength: 3, maxLength: 9 }),
});

/** The same seed draws the same run. */
export function drawRun(seed: number): DrawnRun {
  const [drawn] = fc.sample(world, { seed, numRuns: 1 });
  return { seed, ...(drawn as Omit<DrawnRun, 'seed'>) };
}
