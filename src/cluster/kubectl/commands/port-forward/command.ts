// Models what staging/src/k8s.io/kubectl/pkg/cmd/portforward declares (v1.36)

import type { Command } from '../declaration.ts';
import { portForwardFlags } from './flags.ts';
import { portForward } from './port-forward.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'port-forward',
      order: 23,
      group: 'containers',
      does: 'makes a port of a Pod one of this machine',
      usage: 'TYPE/NAME [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]',
      flags: portForwardFlags(),
      defaults: { address: '[localhost]' },
      run: portForward,
    },
  ];
}
