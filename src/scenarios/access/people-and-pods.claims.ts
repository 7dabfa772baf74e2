import { aside, type Claims, gone, inOrder, shows, step, stored } from '../../worker/claims/claim.ts';

const known = (user: string, method: string) => step('apiserver.authenticated', { args: { user, method } });

const changed = (plugin: string, text: string) => step('apiserver.mutated', { args: { plugin, changed: text } });

const OF_POD = 'system:serviceaccount:default:default';

/** What the parts say. */
export const claims: Claims = {
  'people-and-pods': [
    [/kubernetes-admin/, known('kubernetes-admin', 'x509')],
    [/^default /m, stored('serviceaccounts/default/default', 'kind', 'ServiceAccount')],
    [
      /created/,
      changed('ServiceAccount', 'runs as default, token volume mounted'),
      step('apiserver.tokenIssued', { args: { boundTo: 'Pod client', seconds: 3607 } }),
    ],
    [
      /^ca.crt\nnamespace\ntoken$/m,
      aside('as many as ls prints', '3'),
      shows('"path":"ca.crt"', '"path":"namespace"', '"path":"token"'),
    ],
    [/^default$/m],
    [
      /^ey[\w-]+\.ey[\w-]+\.[\w-]+/,
      aside('the second part, read; the step in which it was signed says the same', '3 parts', '3607'),
    ],
    [
      /system:serviceaccount:default:default\\" cannot list/,
      inOrder('dns.query', ['apiserver.authenticated', { args: { user: OF_POD } }], 'apiserver.forbidden'),
      shows(`"request":{"id":`, `"user":"${OF_POD}"`, '"code":403'),
    ],
    [/created/, stored('rolebindings.rbac.authorization.k8s.io/default/client-views', 'roleRef.name', 'view')],
    [/"kind": "PodList"/, shows(`"user":"${OF_POD}"`, '"code":200', 'RoleBinding "client-views/default"')],
    [/^$/, step('apiserver.tokenIssued', { args: { boundTo: 'Pod client' } })],
    [/deleted/, gone('pods/default/client')],
    [
      /"code": 401/,
      step('apiserver.unauthenticated', {
        args: { reason: '[invalid bearer token, service account token has been invalidated]' },
      }),
      shows('"code":401'),
    ],
  ],
};
