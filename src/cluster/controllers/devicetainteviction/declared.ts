// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { DeviceTaintEvictionController } from './controller.ts';

export function controllers(): readonly DeclaredController[] {
  return [{ order: 35, make: (runtime) => new DeviceTaintEvictionController(runtime) }];
}
