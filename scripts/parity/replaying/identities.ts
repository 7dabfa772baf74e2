import { kubeletCredentials, PEOPLE } from '../../../src/cluster/clients/identities.ts';
import type { Credentials } from '../../../src/cluster/ports/credentials.ts';
import type { ClientCertificate } from '../../../src/cluster/ports/transport.ts';
import { RECORDER } from './recorder.ts';
import type { ClusterStart } from './simulator-port.ts';

export const ADMIN = 'kubernetes-admin';

/** Those whom the recorder's cluster always had are known already. */
export function credentialsOf({ users }: ClusterStart): { readonly [kubeconfig: string]: Credentials } {
  return Object.fromEntries(
    users.map(({ kubeconfig, name, groups }): [string, Credentials] => {
      const fingerprint = `X509SHA256=${'0'.repeat(64)}`;
      return [kubeconfig, { clientCertificate: { commonName: name, organizations: groups, fingerprint } }];
    }),
  );
}

const IDENTITIES: { readonly [user: string]: ClientCertificate | undefined } = {
  ...Object.fromEntries(Object.entries(PEOPLE).map(([name, { clientCertificate }]) => [name, clientCertificate])),
  admin: PEOPLE[ADMIN]?.clientCertificate,
  [RECORDER]: { commonName: RECORDER, organizations: ['system:masters'], fingerprint: `X509SHA256=${RECORDER}` },
};

/** A person of the recorder's, of a kubeconfig, or a node. */
export function certificateOf(user: string, start: ClusterStart): ClientCertificate | undefined {
  if (user.startsWith('system:node:')) return kubeletCredentials(user.slice('system:node:'.length)).clientCertificate;
  return IDENTITIES[user] ?? credentialsOf(start)[user]?.clientCertificate;
}
