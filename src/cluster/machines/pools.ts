// Models a kubelet's flags --node-labels and --register-with-taints, and what the machine below it has (v1.36)

import type { Taint } from '../../api/types/core.ts';
import { value } from '../../api/values/quantity.ts';
import type { ClusterConfig, PoolConfig } from '../config/cluster-config.ts';
import type { NodeSpec } from '../kubelet/node/spec.ts';

const ZONE = 'topology.kubernetes.io/zone';
const KIBI = 1024;
/** What a kubelet keeps free for itself: it evicts below that. */
const KEPT_FREE = 100 * KIBI * KIBI;

/** `key=value:effect`, as kubectl has it. */
export function taintOf(text: string): Taint {
  const [pair = '', effect = ''] = text.split(':');
  const [key = '', its] = pair.split('=');
  return { key, ...(its === undefined ? {} : { value: its }), effect };
}

/** All machines of a cluster that nobody describes one by one: the usual ones, then pool by pool. */
export function pooledNodes(
  { nodes, pools = [], zones = [] }: Pick<ClusterConfig, 'nodes' | 'pools' | 'zones'>,
  usual: (at: number) => NodeSpec,
): readonly NodeSpec[] {
  const specs = Array.from({ length: nodes }, (_, at) => inZone(usual(at), zones, at));
  for (const pool of pools)
    for (let number = 0; number < pool.nodes; number += 1)
      specs.push(inZone(ofPool(usual(specs.length), pool, number + 1), pool.zones ?? zones, number));
  return specs;
}

function inZone(spec: NodeSpec, zones: readonly string[], at: number): NodeSpec {
  const zone = zones[at % zones.length];
  return zone === undefined ? spec : { ...spec, labels: { ...spec.labels, [ZONE]: zone } };
}

function ofPool(spec: NodeSpec, { name, cpu, memory, pods, labels, taints }: PoolConfig, number: number): NodeSpec {
  const own: Record<string, string> = {};
  const left: Record<string, string> = {};
  if (cpu !== undefined) own.cpu = cpu;
  if (pods !== undefined) own.pods = String(pods);
  if (memory !== undefined) {
    const bytes = value(memory);
    own.memory = kibi(bytes);
    left.memory = kibi(Math.max(0, bytes - KEPT_FREE));
  }
  return {
    ...spec,
    name: `${name}-${number}`,
    capacity: { ...spec.capacity, ...own },
    allocatable: { ...spec.allocatable, ...own, ...left },
    ...(labels === undefined ? {} : { labels: { ...spec.labels, ...labels } }),
    ...(taints === undefined || taints.length === 0 ? {} : { taints: taints.map(taintOf) }),
  };
}

const kibi = (bytes: number): string => `${Math.floor(bytes / KIBI)}Ki`;
