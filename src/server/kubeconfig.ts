import { printYaml } from '../api/yaml/index.ts';
import type { Authority } from './pki/authority.ts';

export const CLUSTER = 'kubestep';

/** A kubeconfig that holds everything: certificates and tokens, a context for each person. */
export function kubeconfigText(server: string, authority: Authority, tokens: ReadonlyMap<string, string>): string {
  const people = [...authority.people];
  const withCertificate = people.map(([name, { certificate, key }]) => ({
    name,
    user: { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) },
  }));
  const withToken = [...tokens].map(([name, token]) => ({ name: `${name}-token`, user: { token } }));
  const users = [...withCertificate, ...withToken];
  return printYaml({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: CLUSTER, cluster: { server, 'certificate-authority-data': base64(authority.root.certificate) } },
    ],
    users,
    contexts: users.map(({ name }) => ({ name: `${name}@${CLUSTER}`, context: { cluster: CLUSTER, user: name } })),
    'current-context': `${users[0]?.name ?? ''}@${CLUSTER}`,
  });
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
