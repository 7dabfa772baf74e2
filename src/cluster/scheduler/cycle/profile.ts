// Models pkg/scheduler/apis/config/v1/default_plugins.go (v1.36)

import type { Plugin } from '../framework/framework.ts';
import { dynamicResources } from '../plugins/dynamic-resources.ts';
import { imageLocality } from '../plugins/image-locality.ts';
import { nodeAffinity, nodeName, nodePorts, nodeUnschedulable, taintToleration } from '../plugins/node-basics.ts';
import { interPodAffinity } from '../plugins/pod-affinity.ts';
import { balancedAllocation, nodeResourcesFit } from '../plugins/resources.ts';
import { podTopologySpread } from '../plugins/topology-spread.ts';
import {
  nodeDeclaredFeatures,
  nodeVolumeLimits,
  volumeBinding,
  volumeRestrictions,
  volumeZone,
} from '../plugins/volumes.ts';

export interface Weighted {
  readonly plugin: Plugin;
  readonly weight: number;
}

/** In the order in which they run. Models pkg/scheduler/apis/config/v1/default_plugins.go (v1.36) */
const DEFAULT: readonly Weighted[] = [
  { plugin: nodeUnschedulable, weight: 0 },
  { plugin: nodeName, weight: 0 },
  { plugin: taintToleration as Plugin, weight: 3 },
  { plugin: nodeAffinity as Plugin, weight: 2 },
  { plugin: nodePorts as Plugin, weight: 0 },
  { plugin: nodeResourcesFit as Plugin, weight: 1 },
  { plugin: volumeRestrictions as Plugin, weight: 0 },
  { plugin: nodeVolumeLimits as Plugin, weight: 0 },
  { plugin: volumeBinding as Plugin, weight: 0 },
  { plugin: volumeZone as Plugin, weight: 0 },
  { plugin: podTopologySpread as Plugin, weight: 2 },
  { plugin: interPodAffinity as Plugin, weight: 2 },
  { plugin: dynamicResources as Plugin, weight: 0 },
  { plugin: balancedAllocation as Plugin, weight: 1 },
  { plugin: imageLocality as Plugin, weight: 1 },
  { plugin: nodeDeclaredFeatures as Plugin, weight: 0 },
];

export const FILTERS: readonly Plugin[] = DEFAULT.map(({ plugin }) => plugin).filter(
  (plugin) => plugin.filter !== undefined || plugin.preFilter !== undefined,
);
export const SCORERS: readonly Weighted[] = DEFAULT.filter(({ weight }) => weight > 0);
