import { MILLISECOND, type Micros, type Millis } from '../../base/time/units.ts';
import type { Random } from '../../engine/index.ts';

/** A uniform spread, in microseconds. */
export interface Spread {
  readonly min: Micros;
  readonly max: Micros;
}

export function draw(random: Random, spread: Spread): Micros {
  return spread.max <= spread.min ? spread.min : random.between(spread.min, spread.max);
}

/** Every delay of the cluster; no component has a literal one. Drawn from the seeded generator. */
export interface Latencies {
  /** One way between any client and the API server. */
  readonly network: Spread;
  /** A packet over one wire. */
  readonly link: Spread;
  /** A handler's own work for a request. */
  readonly handler: Spread;
  /** An etcd transaction: propose, fsync, commit, apply. */
  readonly etcdCommit: Spread;
  readonly etcdRead: Spread;
  /** From commit to the watch cache. */
  readonly etcdWatch: Spread;
  /** Between events arriving at a client and its handlers running. */
  readonly informer: Spread;
  /** kubectl's own start. */
  readonly kubectlStart: Spread;
  readonly schedulingCycle: Spread;
  readonly controllerSync: Spread;
  readonly kubeletSync: Spread;
  readonly volumeSetup: Spread;
  readonly runPodSandbox: Spread;
  readonly cniAdd: Spread;
  readonly imageStatus: Spread;
  readonly pullImagePerMiB: Spread;
  readonly createContainer: Spread;
  readonly startContainer: Spread;
  readonly stopContainer: Spread;
  readonly removeSandbox: Spread;
  /** A run of iptables-restore, nft or ipset on a node with few rules. */
  readonly packetRules: Spread;
  /** What a cloud takes to make or delete a load balancer: real ones take minutes. */
  readonly cloudBalancer: Spread;
}

const ms = (min: Millis, max: Millis): Spread => ({
  min: Math.round(min * MILLISECOND),
  max: Math.round(max * MILLISECOND),
});

/** Near what the recordings of a small real cluster show. */
export const realisticLatencies: Latencies = {
  network: ms(0.3, 0.6),
  link: ms(0.02, 0.06),
  handler: ms(0.3, 0.9),
  etcdCommit: ms(1.0, 2.2),
  etcdRead: ms(0.3, 0.7),
  etcdWatch: ms(0.2, 0.5),
  informer: ms(0.1, 0.3),
  kubectlStart: ms(35, 45),
  schedulingCycle: ms(0.8, 1.6),
  controllerSync: ms(0.3, 1.2),
  kubeletSync: ms(2, 6),
  volumeSetup: ms(150, 230),
  runPodSandbox: ms(50, 90),
  cniAdd: ms(30, 55),
  imageStatus: ms(0.5, 1.5),
  pullImagePerMiB: ms(12, 18),
  createContainer: ms(8, 25),
  startContainer: ms(40, 65),
  stopContainer: ms(60, 140),
  removeSandbox: ms(60, 120),
  packetRules: ms(8, 20),
  cloudBalancer: ms(1500, 3000),
};

/** Nothing takes any time: for tests of order alone. */
export const zeroLatencies: Latencies = withEach(realisticLatencies, () => ({ min: 0, max: 0 }));

/** The same, for one run alone: there `setDelays` may change them. */
export function ownLatencies(latencies: Latencies): Latencies {
  return withEach(latencies, ({ min, max }) => ({ min, max }));
}

function withEach(latencies: Latencies, spread: (own: Spread) => Spread): Latencies {
  const made: { -readonly [name in keyof Latencies]: Spread } = { ...latencies };
  for (const name of Object.keys(made) as (keyof Latencies)[]) made[name] = spread(made[name]);
  return made;
}

export type Delays = { readonly [name: string]: readonly [from: Millis, to: Millis] };

/** A spread in milliseconds, as runs describe it. */
export function delayOf(latencies: Latencies, name: string): Delays[string] {
  const { min, max } = latencies[name as keyof Latencies];
  return [min / MILLISECOND, max / MILLISECOND];
}

/** From now on this one; whoever holds the spread sees it change. */
export function setDelay(own: Latencies, name: string, [from, to]: Delays[string]): void {
  Object.assign(own[name as keyof Latencies], ms(from, to));
}

/** With other spreads, in milliseconds, for some of them. */
export function changedLatencies(usual: Latencies, delays: Delays): Latencies {
  return { ...usual, ...Object.fromEntries(Object.entries(delays).map(([name, [from, to]]) => [name, ms(from, to)])) };
}
