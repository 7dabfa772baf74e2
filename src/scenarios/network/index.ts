import type { Scenario } from '../scenario.ts';
import { affinity, hairpin, localPolicy, names, noEndpoints, tooBig } from './baffling.ts';
import { ipvs, nftables, userspace } from './proxy-modes.ts';
import { dualStack, ipv6Only, loadBalancer, trafficDistribution } from './reach.ts';
import { withoutSelector } from './without-selector.ts';

export const networkScenarios: readonly Scenario[] = [
  nftables,
  ipvs,
  userspace,
  noEndpoints,
  localPolicy,
  affinity,
  hairpin,
  tooBig,
  names,
  dualStack,
  ipv6Only,
  trafficDistribution,
  loadBalancer,
  withoutSelector,
];
