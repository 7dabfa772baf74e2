// Models where cmd/kube-controller-manager/app/controllermanager.go names this controller (v1.36)

import type { DeclaredController } from '../shared/declaration.ts';
import { CertificateApprovingController } from './approver.ts';
import { CertificateCleaner } from './cleaner.ts';
import { CertificateSigningController } from './controller.ts';

export function controllers(): readonly DeclaredController[] {
  return [
    {
      order: 19,
      make: (runtime, { certificateSigner }) =>
        certificateSigner === undefined ? undefined : new CertificateSigningController(runtime, certificateSigner),
    },
    { order: 20, make: (runtime) => new CertificateApprovingController(runtime) },
    { order: 21, make: (runtime) => new CertificateCleaner(runtime) },
  ];
}
