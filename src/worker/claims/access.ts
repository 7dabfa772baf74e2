import { aside, type Claims, gone, inOrder, never, shows, step, stored } from './claim.ts';

const allowed = (authorizer: string) => step('apiserver.authorized', { args: { authorizer } });
const known = (user: string, method: string) => step('apiserver.authenticated', { args: { user, method } });
const changed = (plugin: string, text: string) => step('apiserver.mutated', { args: { plugin, changed: text } });
const OF_POD = 'system:serviceaccount:default:default';
const IN_NAMESPACE = 'system:serviceaccount:client-ns:grpc-lb-client-sa';
const EVERYWHERE = 'system:serviceaccount:client-ns:grpc-lb-client-sa-cluster';

/** What the parts of these scenarios say. */
export const accessClaims: Claims = {
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
  authorizers: [
    [
      /^200 /,
      step('apiserver.authorized', { args: { tried: 'privileged groups=allow' } }),
      aside('as many as the scenario switches on', '4'),
    ],
    [/^200 /, step('apiserver.authorized', { args: { tried: 'privileged groups=-;Node=-;RBAC=-;ABAC=allow' } })],
    [
      /^403 /,
      step('apiserver.forbidden', {
        args: { tried: 'privileged groups=-;Node=-;RBAC=-;ABAC=No policy matched.;Webhook=-' },
      }),
    ],
    [/^200 /, allowed('Webhook')],
    [/^403 .*the directory knows no such person/, step('apiserver.forbidden', { args: { user: 'system:anonymous' } })],
    [/^403 /, step('apiserver.forbidden', { args: { user: 'jane', reason: 'No policy matched.' } })],
    [
      /web created/,
      step('apiserver.authorized', { about: 'pods/default/web', args: { authorizer: 'Node', verb: 'patch' } }),
    ],
  ],
  admission: [
    [
      /created/,
      changed('ServiceAccount', 'runs as default, token volume mounted'),
      changed('DefaultTolerationSeconds', 'tolerates not-ready and unreachable for 300 s'),
      changed('Priority', 'priority 0'),
      stored('pods/default/plain', 'spec.tolerations.length', 2),
      shows('"name":"ServiceAccount","answer":"changed"'),
    ],
    [/Running/, never('apiserver.mutated'), never('apiserver.approved')],
    [/deleted/, step('apiserver.mutated', { about: 'pods/default/plain' })],
    [/created/, aside('the next part but one has it at work', 'LimitRanger')],
    [
      /created/,
      step('apiserver.mutated', {
        args: {
          plugin: 'LimitRanger',
          changed:
            'LimitRanger plugin set: cpu, memory request for container main; cpu, memory limit for container main',
        },
      }),
    ],
    [/no-latest created/],
    [
      /denied request: every image needs a tag/,
      inOrder('apiserver.mutated', 'apiserver.validated', 'apiserver.rejected'),
      gone('pods/default/latest'),
    ],
    [
      /team-label created/,
      stored('services/default/labeller', 'kind', 'Service'),
      stored('pods/default/labeller', 'status.phase', 'Running'),
    ],
    [
      /tagged created/,
      step('apiserver.webhookCalled', { args: { webhook: 'team-label.kubestep.dev', outcome: 'allowed' } }),
      stored('pods/default/tagged', 'metadata.labels.team', 'red'),
    ],
    [/run=tagged,team=red/],
    [/deleted/, gone('pods/default/labeller')],
    [
      /failed calling webhook "team-label.kubestep.dev"/,
      gone('pods/default/late'),
      stored(
        'mutatingwebhookconfigurations.admissionregistration.k8s.io/team-label',
        'webhooks.0.failurePolicy',
        'Fail',
      ),
      aside('a field of the configuration, which is read here and not written', 'failurePolicy'),
    ],
  ],
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
  roles: [
    [
      /Forbidden/,
      known('jane', 'x509'),
      step('apiserver.forbidden', { args: { tried: 'privileged groups=-;Node=-;RBAC=-' } }),
      shows('"user":"jane"', '"code":403'),
    ],
    [
      /pod-reader created\n.*read-pods created/,
      stored('roles.rbac.authorization.k8s.io/default/pod-reader', 'rules.length', 1),
      stored('rolebindings.rbac.authorization.k8s.io/default/read-pods', 'subjects.0.name', 'jane'),
    ],
    [/No resources found/, shows('RoleBinding "read-pods/default" of Role "pod-reader" to User "jane"')],
    [/in the namespace "kube-system"/],
    [/cannot delete resource "pods"/],
    [/pods +\[\] +\[\] +\[get watch list\]/],
    [
      /prometheus created/,
      stored('clusterroles.rbac.authorization.k8s.io/prometheus', 'rules.2.nonResourceURLs', ['/metrics']),
      stored('clusterrolebindings.rbac.authorization.k8s.io/prometheus', 'subjects.0.kind', 'ServiceAccount'),
    ],
    [
      /# HELP apiserver/,
      step('apiserver.impersonated', { args: { by: 'kubernetes-admin' } }),
      shows('ClusterRoleBinding "prometheus"'),
    ],
    [/cannot get path "\/metrics"/, shows('"user":"jane"', '"code":403')],
  ],
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
  'admin-account': [
    [
      /myadmin created/,
      stored('clusterrolebindings.rbac.authorization.k8s.io/myadmin', 'roleRef.name', 'cluster-admin'),
    ],
    [
      /kind: ServiceAccount/,
      stored('serviceaccounts/default/my-admin', 'secrets', undefined),
      aside('how tokens were found until v1.24', '.secrets[0]'),
    ],
    [/^$/, step('apiserver.tokenIssued', { args: { seconds: 3600 } })],
    [/"\/api\/v1"/],
    [/"kind": "ServiceAccountList"/, shows('ClusterRoleBinding "myadmin" of ClusterRole "cluster-admin"')],
    [/"name": "made-by-curl"/, stored('configmaps/default/made-by-curl', 'metadata.managedFields.0.manager', 'curl')],
    [/"code": 401/, shows('"code":401')],
    [/system:anonymous/, shows('"user":"system:anonymous"', '"code":403')],
  ],
};
