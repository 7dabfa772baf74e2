// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { ReplicaSetController } from './controller.ts';
import { REPLICATION_CONTROLLERS } from './kinds.ts';

export function controllers(): readonly DeclaredController[] {
  return [
    { order: 6, make: (runtime) => new ReplicaSetController(runtime) },
    { order: 7, make: (runtime) => new ReplicaSetController(runtime, REPLICATION_CONTROLLERS) },
  ];
}
