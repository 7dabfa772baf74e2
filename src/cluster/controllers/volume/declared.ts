// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { ClassProtectionController } from './class-protection.ts';
import { PersistentVolumeController, VolumeProtectionController } from './controller.ts';
import { EphemeralVolumeController } from './ephemeral.ts';
import { VolumeExpandController } from './expand.ts';

export function controllers(): readonly DeclaredController[] {
  return [
    { order: 26, make: (runtime) => new PersistentVolumeController(runtime) },
    { order: 27, make: (runtime) => new VolumeProtectionController(runtime) },
    { order: 28, make: (runtime) => new ClassProtectionController(runtime) },
    { order: 32, make: (runtime) => new VolumeExpandController(runtime) },
    { order: 33, make: (runtime) => new EphemeralVolumeController(runtime) },
  ];
}
