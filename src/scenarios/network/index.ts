import type { Scenario } from '../scenario.ts';
import { affinity, hairpin, localPolicy, names, noEndpoints, tooBig } from './baffling.ts';
import { ipvs, nftables, userspace } from './proxy-modes.ts';

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
];
