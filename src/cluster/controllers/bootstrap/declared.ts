// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { TokenCleaner } from './cleaner.ts';
import { BootstrapSigner } from './signer.ts';

export function controllers(): readonly DeclaredController[] {
  return [
    { order: 36, make: (runtime) => new BootstrapSigner(runtime) },
    { order: 37, make: (runtime) => new TokenCleaner(runtime) },
  ];
}
