// Models what staging/src/k8s.io/kubectl/pkg/cmd/{attach,exec} declares (v1.36)

import type { Command } from '../declaration.ts';
import { attach, exec } from './exec.ts';
import { execFlags } from './flags.ts';

export function commands(): readonly Command[] {
  const flags = execFlags();
  return [
    {
      name: 'attach',
      order: 21,
      group: 'containers',
      does: 'joins what runs in a container',
      usage: '(POD | TYPE/NAME) -c CONTAINER',
      flags: flags.attach,
      run: attach,
    },
    {
      name: 'exec',
      isShellWord: true,
      order: 22,
      group: 'containers',
      does: 'runs a command in a container',
      usage: '(POD | TYPE/NAME) [-c CONTAINER] -- COMMAND [args...]',
      flags: flags.exec,
      run: exec,
    },
  ];
}
