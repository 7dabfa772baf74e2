import { aside, type Claims, never, shows, step, stored } from '../../worker/claims/claim.ts';

const known = (user: string, method: string) => step('apiserver.authenticated', { args: { user, method } });

const IN_NAMESPACE = 'system:serviceaccount:client-ns:grpc-lb-client-sa';

const EVERYWHERE = 'system:serviceaccount:client-ns:grpc-lb-client-sa-cluster';

/** What the parts say. */
export const claims: Claims = {
  'rights-role': [
    [/(?:.* created\n){6}/, step('kubectl.parsed', { args: { documents: 6 } }), aside('without the namespace', '5')],
    [
      /"type":"ADDED"/,
      shows(`"user":"${IN_NAMESPACE}"`, 'RoleBinding "bind-grpc-endpoint-reader/client-ns"'),
      never('kubectl.exit'),
    ],
    [/scaled/, step('kubectl.printed', { about: 'kubectl/2' })],
    [/^/, step('kubectl.interrupted'), step('cri.execEnded')],
    [/in the namespace \\"default\\"/, shows(`"user":"${IN_NAMESPACE}"`, '"code":403')],
  ],
  'rights-cluster-role': [
    [
      /created/,
      stored('clusterroles.rbac.authorization.k8s.io/grpc-endpoint-reader-cluster', 'metadata.namespace', undefined),
    ],
    [/"type":"ADDED"/, shows(`"user":"${EVERYWHERE}"`, 'ClusterRoleBinding "bind-grpc-endpoint-reader-cluster"')],
    [
      /created/,
      step('kubectl.printed', {
        about: 'kubectl/2',
        args: {
          line: '{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"nginx12345","labels":{"run":"nginx12345"},…',
        },
      }),
    ],
    [/^/, step('kubectl.interrupted'), step('cri.execEnded')],
    [/at the cluster scope/, shows(`"user":"${EVERYWHERE}"`, '"code":403')],
  ],
  'rights-person': [
    [/created/, stored('pods/default/web', 'kind', 'Pod')],
    [/name: jane@kubestep/],
    [/cannot get resource "pods"/, known('jane', 'x509'), shows('"code":403')],
    [/created/, stored('roles.rbac.authorization.k8s.io/default/pod-getter', 'rules.0.verbs', ['get'])],
    [/created/, stored('rolebindings.rbac.authorization.k8s.io/default/jane-gets', 'subjects.0.name', 'jane')],
    [/web +1\/1 +Running/, shows('RoleBinding "jane-gets/default"')],
    [/cannot list resource "pods"/, shows('"code":403')],
    [/pods +\[\] +\[\] +\[get\]/],
  ],
};
