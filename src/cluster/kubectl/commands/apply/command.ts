// Models what staging/src/k8s.io/kubectl/pkg/cmd/apply declares (v1.36)

import type { Command } from '../declaration.ts';
import { apply } from './apply.ts';
import { applyFlags } from './flags.ts';

export function commands(): readonly Command[] {
  const flags = applyFlags();
  return [
    {
      name: 'apply',
      order: 30,
      group: 'change',
      does: 'makes objects as a file says, or changes them until they are so',
      usage: '(-f FILENAME | -k DIRECTORY)',
      flags: flags.apply,
      defaults: { 'openapi-patch': 'true', overwrite: 'true' },
      manager: 'kubectl-client-side-apply',
      run: apply,
    },
    {
      name: 'apply edit-last-applied',
      usage: '(RESOURCE/NAME | -f FILENAME)',
      flags: flags['apply edit-last-applied'],
    },
    {
      name: 'apply set-last-applied',
      usage: '-f FILENAME',
      flags: flags['apply set-last-applied'],
      settles: 'dry run and output',
    },
    {
      name: 'apply view-last-applied',
      usage: '(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)',
      flags: flags['apply view-last-applied'],
      defaults: { output: "'yaml'" },
      allSelects: true,
      looks: true,
    },
  ];
}
