// Models what staging/src/k8s.io/kubectl/pkg/cmd/wait declares (v1.36)

import type { Command } from '../declaration.ts';
import { waitFlags } from './flags.ts';
import { wait } from './wait.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'wait',
      isShellWord: true,
      order: 33,
      group: 'see',
      does: 'waits until a condition is met',
      usage:
        "([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]]",
      flags: waitFlags(),
      defaults: { recursive: 'true', timeout: '30s' },
      settles: 'output',
      run: wait,
    },
  ];
}
