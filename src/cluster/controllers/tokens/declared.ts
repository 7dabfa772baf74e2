// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { TokensController } from './controller.ts';

export function controllers(): readonly DeclaredController[] {
  return [
    {
      order: 39,
      actsAsProcess: 'tokens-controller',
      make: (runtime, { secretToken, rootCertificate }) =>
        secretToken === undefined ? undefined : new TokensController(runtime, secretToken, rootCertificate),
    },
  ];
}
