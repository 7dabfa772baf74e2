import { aside, type Claims, shows, step } from '../../worker/claims/claim.ts';

const known = (user: string, method: string) => step('apiserver.authenticated', { args: { user, method } });

/** What the parts say. */
export const claims: Claims = {
  authenticators: [
    [/^200 /, known('kubernetes-admin', 'x509'), shows('"user":"kubernetes-admin","groups":["system:masters"')],
    [/^403 .*User \\"sam\\"/, known('sam', 'static-token')],
    [
      /^403 .*User \\"oidc:olga@example.org\\"/,
      known('oidc:olga@example.org', 'oidc'),
      step('apiserver.authenticated', {
        args: { tried: 'front-proxy=-;x509=-;static-token=-;serviceaccount=-;bootstrap-token=-;oidc=yes' },
      }),
    ],
    [/^403 .*system:anonymous/, known('system:anonymous', 'anonymous'), aside('when it went', 'v1.19')],
    [/^403 .*system:anonymous/, step('apiserver.authenticated', { args: { groups: 'system:unauthenticated' } })],
    [
      /error: You must be logged in to the server \(Unauthorized\)/,
      step('kubectl.response', { args: { code: 401 } }),
      step('apiserver.unauthenticated', {
        args: { tried: 'front-proxy=-;x509=-;static-token=-;serviceaccount=-;bootstrap-token=-;oidc=-;webhook=-' },
      }),
    ],
    [/oidc:olga@example.org/],
  ],
};
