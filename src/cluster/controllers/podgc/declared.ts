// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { PodGcController } from './controller.ts';

export function controllers(): readonly DeclaredController[] {
  return [{ order: 25, make: (runtime) => new PodGcController(runtime) }];
}
