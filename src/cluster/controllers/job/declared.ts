// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { JobController } from './controller.ts';
import { TtlAfterFinishedController } from './ttl.ts';

export function controllers(): readonly DeclaredController[] {
  return [
    { order: 16, make: (runtime) => new JobController(runtime) },
    { order: 18, make: (runtime) => new TtlAfterFinishedController(runtime) },
  ];
}
