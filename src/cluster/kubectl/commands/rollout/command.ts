// Models what staging/src/k8s.io/kubectl/pkg/cmd/rollout declares (v1.36)

import type { Command } from '../declaration.ts';
import { rolloutFlags } from './flags.ts';
import { rollout } from './rollout.ts';

export function commands(): readonly Command[] {
  const flags = rolloutFlags();
  return [
    {
      name: 'rollout',
      order: 9,
      group: 'change',
      does: 'watches, pauses, restarts and undoes what is rolled out',
      usage: 'SUBCOMMAND',
      flags: '',
      alone: 'prints',
      run: rollout,
    },
    { name: 'rollout history', usage: '(TYPE NAME | TYPE/NAME)', flags: flags['rollout history'], looks: true },
    { name: 'rollout pause', usage: 'RESOURCE', flags: flags['rollout pause'] },
    { name: 'rollout restart', usage: 'RESOURCE', flags: flags['rollout restart'] },
    { name: 'rollout resume', usage: 'RESOURCE', flags: flags['rollout resume'] },
    {
      name: 'rollout status',
      usage: '(TYPE NAME | TYPE/NAME)',
      flags: flags['rollout status'],
      defaults: { watch: 'true' },
      looks: true,
    },
    { name: 'rollout undo', usage: '(TYPE NAME | TYPE/NAME)', flags: flags['rollout undo'], settles: 'dry run' },
  ];
}
