// Models pkg/scheduler/framework/plugins/interpodaffinity (v1.36)

import { MAX_SCORE, type Plugin, Skip } from '../framework/framework.ts';
import { type Domains, type FilterState, filterState, refusalOf, scoreDomains, weightOf } from './affinity-domains.ts';

const NOTHING_REQUIRED = new Skip('no required pod affinity in sight');
const NOTHING_PREFERRED = new Skip('no preferred pod affinity in sight');

/** Models pkg/scheduler/framework/plugins/interpodaffinity (v1.36) */
export const interPodAffinity: Plugin<FilterState, Domains> = {
  name: 'InterPodAffinity',
  preFilter(pod, { cache }) {
    if (pod.affinity.length === 0 && pod.antiAffinity.length === 0 && cache.antiAffinityPods === 0) {
      return NOTHING_REQUIRED;
    }
    return filterState(pod, cache.nodes);
  },
  filter(state, pod, node) {
    return refusalOf(state, pod, node);
  },
  preScore(pod, cluster) {
    const preferred = pod.preferredAffinity.length + pod.preferredAntiAffinity.length;
    if (preferred === 0 && cluster.cache.affinityPods === 0) return NOTHING_PREFERRED;
    return scoreDomains(pod, cluster);
  },
  score(state, _pod, node) {
    return weightOf(state, node);
  },
  normalize(_state, scores) {
    const lowest = Math.min(...scores);
    const span = Math.max(...scores) - lowest;
    for (let i = 0; i < scores.length; i += 1) {
      // In this order, as rounding depends on it.
      scores[i] = span === 0 ? 0 : Math.trunc(MAX_SCORE * (((scores[i] as number) - lowest) / span));
    }
  },
};
