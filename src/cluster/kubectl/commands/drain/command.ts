// Models what staging/src/k8s.io/kubectl/pkg/cmd/drain declares (v1.36)

import type { Command } from '../declaration.ts';
import { drain } from './drain.ts';
import { drainFlags } from './flags.ts';
import { cordon, uncordon } from './nodes.ts';

export function commands(): readonly Command[] {
  const flags = drainFlags();
  return [
    {
      name: 'cordon',
      order: 15,
      group: 'nodes',
      does: 'lets no new Pods onto a node',
      usage: 'NODE',
      flags: flags.cordon,
      listsInPages: true,
      run: cordon,
    },
    {
      name: 'drain',
      order: 17,
      group: 'nodes',
      does: 'moves the Pods off a node',
      usage: 'NODE',
      flags: flags.drain,
      listsInPages: true,
      run: drain,
    },
    {
      name: 'uncordon',
      order: 16,
      group: 'nodes',
      does: 'lets Pods onto a node again',
      usage: 'NODE',
      flags: flags.uncordon,
      listsInPages: true,
      run: uncordon,
    },
  ];
}
