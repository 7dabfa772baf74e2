// Models what staging/src/k8s.io/kubectl/pkg/cmd/debug declares (v1.36)

import type { Command } from '../declaration.ts';
import { debug } from './debug.ts';
import { debugFlags } from './flags.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'debug',
      order: 27,
      group: 'containers',
      does: 'puts a container for debugging into a Pod, or on a node',
      usage: '(POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]',
      flags: debugFlags(),
      defaults: { 'keep-init-containers': 'true', profile: "'general'", 'share-processes': 'true' },
      run: debug,
    },
  ];
}
