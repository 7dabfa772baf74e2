// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/clusterinfo (v1.36)

import type { Options } from '../../flags/options.ts';

export function clusterInfoFlags() {
  return {
    'cluster-info dump': '@print A/all-namespaces:b namespaces:l output-directory pod-running-timeout:d',
  } as const;
}

type Flags = ReturnType<typeof clusterInfoFlags>;
export type ClusterInfoOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;
