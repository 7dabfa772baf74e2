// Models what staging/src/k8s.io/kubectl/pkg/cmd/delete declares (v1.36)

import type { Command } from '../declaration.ts';
import { deleteObjects } from './delete.ts';
import { deleteFlags } from './flags.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'delete',
      order: 8,
      group: 'change',
      does: 'deletes objects',
      meantBy: ['rm'],
      usage: '([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)])',
      flags: deleteFlags(),
      defaults: { wait: 'true' },
      allSelects: true,
      run: deleteObjects,
    },
  ];
}
