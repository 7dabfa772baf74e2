import type { Scenario } from '../scenario.ts';
import { affinity, hairpin, localPolicy, names, noEndpoints, tooBig } from './baffling.ts';
import { ipvs, nftables, userspace } from './proxy-modes.ts';
import { dualStack, loadBalancer, trafficDistribution } from './reach.ts';

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
  trafficDistribution,
  loadBalancer,
];
