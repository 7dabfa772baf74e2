// Models what staging/src/k8s.io/kubectl/pkg/cmd/describe declares (v1.36)

import type { Command } from '../declaration.ts';
import { describe } from './describe.ts';
import { describeFlags } from './flags.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'describe',
      order: 19,
      group: 'see',
      does: 'tells all about an object, with its Events',
      usage: '(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)',
      flags: describeFlags(),
      defaults: { 'show-events': 'true' },
      looks: true,
      run: describe,
    },
  ];
}
