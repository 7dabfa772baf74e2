// Models what staging/src/k8s.io/kubectl/pkg/cmd/taint declares (v1.36)

import type { Command } from '../declaration.ts';
import { taintFlags } from './flags.ts';
import { taint } from './taint.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'taint',
      order: 18,
      group: 'nodes',
      does: 'sets or removes taints of nodes',
      usage: 'NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N',
      flags: taintFlags(),
      settles: 'dry run',
      run: taint,
    },
  ];
}
