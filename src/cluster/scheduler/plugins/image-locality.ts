// Models pkg/scheduler/framework/plugins/imagelocality/image_locality.go (v1.36)

import { type ClusterView, MAX_SCORE, type Plugin } from '../framework/framework.ts';
import { canonicalImageName } from '../objects/image-name.ts';
import type { PodInfo } from '../objects/pod-info.ts';

const MIB = 1024 * 1024;
const LEAST = 23 * MIB;
const MOST_PER_CONTAINER = 1000 * MIB;

interface State {
  /** On which nodes each is, by their slots, and its size scaled by how many have it. */
  readonly images: readonly { readonly on: readonly boolean[]; readonly scaled: number }[];
  readonly containers: number;
}

/** Models pkg/scheduler/framework/plugins/imagelocality/image_locality.go (v1.36) */
export const imageLocality: Plugin<unknown, State> = {
  name: 'ImageLocality',
  preScore: (pod, cluster) => stateOf(pod, cluster),
  score(state, _pod, node) {
    let sum = 0;
    for (const { on, scaled } of state.images) if (on[node.slot] === true) sum += scaled;
    return priority(sum, state.containers);
  },
};

function stateOf(pod: PodInfo, { cache }: ClusterView): State {
  const images: { on: readonly boolean[]; scaled: number }[] = [];
  for (const image of pod.images) {
    const name = canonicalImageName(image);
    for (const known of [name, name.startsWith('docker.io/library/') ? name.slice(18) : name]) {
      const found = cache.images.get(known);
      if (found === undefined) continue;
      images.push({ on: found.on, scaled: Math.trunc(found.sizeBytes * (found.nodes / cache.nodes.length)) });
      break;
    }
  }
  return { images, containers: pod.images.length };
}

function priority(sum: number, containers: number): number {
  const most = MOST_PER_CONTAINER * containers;
  const clamped = Math.min(Math.max(sum, LEAST), most);
  return Math.trunc((MAX_SCORE * (clamped - LEAST)) / (most - LEAST));
}
