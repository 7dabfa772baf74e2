// Models staging/src/k8s.io/kubectl/pkg/cmd/plugin (v1.36)

import type { Process } from '../../../../engine/index.ts';
import { type Failure, failure } from '../../session/errors.ts';
import type { Command } from '../declaration.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'plugin',
      order: 43,
      group: 'about',
      does: 'lists plugins',
      flags: '',
      asksNobody: true,
      looks: true,
      alone: 'complains',
      run: listPlugins,
    },
    { name: 'plugin list', flags: 'name-only:b', asksNobody: true },
  ];
}

/** There is no other program on this machine. */
function* listPlugins(): Process<Failure> {
  return failure('unable to find any kubectl plugins in your PATH');
}
