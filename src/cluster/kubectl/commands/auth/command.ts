// Models what staging/src/k8s.io/kubectl/pkg/cmd/auth declares (v1.36)

import type { Command } from '../declaration.ts';
import { auth } from './access.ts';
import { authFlags } from './flags.ts';

export function commands(): readonly Command[] {
  const flags = authFlags();
  return [
    {
      name: 'auth',
      order: 26,
      group: 'nodes',
      does: 'says who may do what',
      flags: '',
      looks: true,
      alone: 'complains',
      run: auth,
    },
    { name: 'auth can-i', usage: 'VERB [TYPE | TYPE/NAME | NONRESOURCEURL]', flags: flags['auth can-i'] },
    { name: 'auth reconcile', usage: '-f FILENAME', flags: flags['auth reconcile'], looks: false },
    { name: 'auth whoami', flags: flags['auth whoami'] },
  ];
}
