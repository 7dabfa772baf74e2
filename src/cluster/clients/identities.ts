// Models the client certificates that cmd/kubeadm/app/phases/certs and kubeconfig write (v1.36)

import type { Credentials } from '../ports/credentials.ts';

/** A client certificate as the API server sees it once TLS has verified it. The fingerprint stands for the certificate's hash. */
function certificate(commonName: string, organizations: readonly string[], fingerprint: string): Credentials {
  return { clientCertificate: { commonName, organizations, fingerprint: `X509SHA256=${fingerprint}` } };
}

/** The kubeconfig's users: kubernetes-admin of kubeadm's super-admin group, and jane, a developer without rights. */
export const PEOPLE: { readonly [user: string]: Credentials } = {
  'kubernetes-admin': certificate('kubernetes-admin', ['system:masters'], fingerprintOf('kubernetes-admin')),
  jane: certificate('jane', ['dev'], fingerprintOf('jane')),
};

export function schedulerCredentials(): Credentials {
  return certificate('system:kube-scheduler', [], fingerprintOf('system:kube-scheduler'));
}

/** The API server as its own client. */
export function serverCredentials(): Credentials {
  return certificate('system:apiserver', ['system:masters'], fingerprintOf('system:apiserver'));
}

export function kubeletCredentials(node: string): Credentials {
  return certificate(`system:node:${node}`, ['system:nodes'], fingerprintOf(`system:node:${node}`));
}

/** Whoever installs a driver gives it what it needs; here that is everything. */
export function driverCredentials(): Credentials {
  return certificate(
    'system:serviceaccount:kube-system:csi-provisioner',
    ['system:masters'],
    fingerprintOf('csi-provisioner'),
  );
}

/** All kube-proxies of a cluster are one user. */
export function proxyCredentials(): Credentials {
  return certificate('system:kube-proxy', [], fingerprintOf('system:kube-proxy'));
}

/** 64 hexadecimal digits that depend on the name alone. */
function fingerprintOf(name: string): string {
  let state = 0x811c9dc5;
  let digits = '';
  for (let round = 0; digits.length < 64; round += 1) {
    for (const letter of `${name}/${round}`) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    digits += (state >>> 0).toString(16).padStart(8, '0');
  }
  return digits;
}
