// Models what staging/src/k8s.io/kubectl/pkg/cmd/clusterinfo declares (v1.36)

import type { Command } from '../declaration.ts';
import { clusterInfo } from './cluster-info.ts';
import { clusterInfoFlags } from './flags.ts';

export function commands(): readonly Command[] {
  const flags = clusterInfoFlags();
  return [
    {
      name: 'cluster-info',
      order: 13,
      group: 'about',
      does: 'shows where the cluster answers',
      flags: '',
      looks: true,
      run: clusterInfo,
    },
    {
      name: 'cluster-info dump',
      flags: flags['cluster-info dump'],
      defaults: { output: "'json'", 'pod-running-timeout': '20s' },
    },
  ];
}
