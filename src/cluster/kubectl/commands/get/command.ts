// Models what staging/src/k8s.io/kubectl/pkg/cmd/get declares (v1.36)

import type { Command } from '../declaration.ts';
import { getFlags } from './flags.ts';
import { get } from './get.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'get',
      order: 6,
      group: 'see',
      does: 'lists objects',
      meantBy: ['list', 'ps'],
      usage:
        '[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file|custom-columns|custom-columns-file|wide] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...)',
      flags: getFlags(),
      defaults: { 'server-print': 'true' },
      looks: true,
      run: get,
    },
  ];
}
