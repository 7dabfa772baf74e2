import type { ClusterConfig } from '../../protocol/run-description.ts';

export type PresetName = 'one' | 'three' | 'ha' | 'hundred' | 'thousand' | 'fiveThousand';

/** Clusters to begin with, smallest first. */
export const PRESETS: { readonly [name in PresetName]: Pick<ClusterConfig, 'nodes' | 'etcdMembers' | 'zones'> } = {
  one: { nodes: 1 },
  three: { nodes: 3 },
  ha: { nodes: 3, etcdMembers: 3, zones: ['zone-a', 'zone-b', 'zone-c'] },
  hundred: { nodes: 100 },
  thousand: { nodes: 1000 },
  fiveThousand: { nodes: 5000 },
};

/** What it took to begin, on a laptop of 2026 with two busy cores: seconds, and megabytes besides the 120 that three nodes take. */
const MEASURED = [
  { nodes: 5000, seconds: 14, megabytes: 330 },
  { nodes: 1000, seconds: 3.4, megabytes: 50 },
] as const;

/** The number of nodes that was measured and lies nearest, and what that cost; none where it is not worth a warning. */
export function costOf(nodes: number): (typeof MEASURED)[number] | undefined {
  const [large, small] = MEASURED;
  if (nodes < small.nodes) return undefined;
  return nodes * nodes >= large.nodes * small.nodes ? large : small;
}
