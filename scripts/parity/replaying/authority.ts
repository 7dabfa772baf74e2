import type { CertificateSigner } from '../../../src/cluster/ports/certificate-signer.ts';
import { issueCertificate } from '../../../src/server/pki/certificate.ts';
import { createCertificateSigner } from '../../../src/server/pki/signer.ts';

const YEAR = 365 * 86_400_000;

/** The recorded controller manager had the keys of its cluster. Ours are made when a request is first looked at. */
export function lateSigner(): CertificateSigner {
  let made: CertificateSigner | undefined;
  const signer = (): CertificateSigner => {
    const now = Date.now();
    made ??= createCertificateSigner(
      issueCertificate({
        subject: { commonName: 'kubernetes' },
        usage: 'authority',
        notBefore: new Date(now - YEAR),
        notAfter: new Date(now + YEAR),
      }),
      () => new Date(now),
    );
    return made;
  };
  return { read: (request) => signer().read(request), sign: (order) => signer().sign(order) };
}
