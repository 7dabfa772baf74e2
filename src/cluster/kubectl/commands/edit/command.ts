// Models what staging/src/k8s.io/kubectl/pkg/cmd/edit declares (v1.36)

import type { Command } from '../declaration.ts';
import { edit } from './edit.ts';
import { editFlags } from './flags.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'edit',
      order: 7,
      group: 'change',
      does: 'opens objects in an editor',
      usage: '(RESOURCE/NAME | -f FILENAME)',
      flags: editFlags(),
      run: edit,
    },
  ];
}
