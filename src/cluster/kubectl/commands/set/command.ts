// Models what staging/src/k8s.io/kubectl/pkg/cmd/set declares (v1.36)

import type { Command } from '../declaration.ts';
import { setFlags } from './flags.ts';
import { set } from './set.ts';

export function commands(): readonly Command[] {
  const flags = setFlags();
  return [
    {
      name: 'set',
      isShellWord: true,
      order: 4,
      group: 'change',
      does: 'changes images, variables, resources and the like',
      usage: 'SUBCOMMAND',
      flags: '',
      alone: 'complains',
      run: set,
    },
    {
      name: 'set env',
      usage: 'RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N',
      flags: flags['set env'],
      defaults: { containers: "'*'", overwrite: 'true' },
      settles: 'dry run and output',
    },
    {
      name: 'set image',
      usage: '(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N',
      flags: flags['set image'],
      settles: 'dry run and output',
    },
    {
      name: 'set resources',
      usage: '(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]',
      flags: flags['set resources'],
      defaults: { containers: "'*'" },
      settles: 'dry run and output',
    },
    {
      name: 'set selector',
      usage: '(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]',
      flags: flags['set selector'],
      defaults: { recursive: 'true' },
      settles: 'dry run and output',
    },
    {
      name: 'set serviceaccount',
      aliases: ['sa'],
      usage: '(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT',
      flags: flags['set serviceaccount'],
      settles: 'dry run and output',
    },
    {
      name: 'set subject',
      usage:
        '(-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
      flags: flags['set subject'],
      settles: 'dry run and output',
    },
  ];
}
