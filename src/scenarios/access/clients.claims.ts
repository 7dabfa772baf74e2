import { aside, type Claims, step } from '../../worker/claims/claim.ts';

const known = (user: string, method: string) => step('apiserver.authenticated', { args: { user, method } });

/** What the parts say. */
export const claims: Claims = {
  clients: [
    [/current-context: kubernetes-admin@kubestep/, aside('where kubectl looks by itself', '~/.kube/config')],
    [/Username +kubernetes-admin/, known('kubernetes-admin', 'x509')],
    [/Username +sam/, known('sam', 'static-token')],
    [
      /User "system:anonymous"/,
      step('kubectl.kubeconfig', { args: { user: 'ben' } }),
      known('system:anonymous', 'anonymous'),
    ],
    [/oidc:olga@example.org/, known('oidc:olga@example.org', 'oidc')],
    [/Username +sam[\s\S]*Authorization: Bearer <masked>/],
  ],
};
