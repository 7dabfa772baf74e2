// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { NodeIpamController } from './controller.ts';

export function controllers(): readonly DeclaredController[] {
  return [
    {
      order: 38,
      make: (runtime, { podRanges = [] }) =>
        podRanges.length === 0 ? undefined : new NodeIpamController(runtime, podRanges),
    },
  ];
}
