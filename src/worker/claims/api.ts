import { aside, type Claims, gone, inOrder, never, shows, step, stored } from './claim.ts';

const COLOURS = 'configmaps/default/colours';
const allowed = (reason: string) => step('apiserver.authorized', { args: { authorizer: 'RBAC', reason } });

/** What the parts of these scenarios say. */
export const apiClaims: Claims = {
  paths: [
    [/^200 .*"\/api\/v1"/],
    [
      /^200 .*"kind":"ServiceAccountList"/,
      step('apiserver.requestInfo', {
        args: { verb: 'list', version: 'v1', resource: 'serviceaccounts', namespace: 'kube-system' },
      }),
    ],
    [/^200 .*"kind":"Node"/, step('apiserver.requestInfo', { args: { verb: 'get', namespace: '', name: 'node-1' } })],
    [
      /^200 .*"kind":"ClusterRole"/,
      step('apiserver.requestInfo', { args: { group: 'rbac.authorization.k8s.io', name: 'view' } }),
    ],
    [/^200 .*"kind":"DeploymentList"/, step('apiserver.requestInfo', { args: { verb: 'list', namespace: '' } })],
    [
      /^200 .*"kind":"Service"/,
      step('apiserver.requestInfo', {
        args: { verb: 'get', group: '', version: 'v1', resource: 'services', namespace: 'default', name: 'kubernetes' },
      }),
    ],
    [/^200 .*"kind":"Node"/, step('apiserver.requestInfo', { args: { resource: 'nodes', subresource: 'status' } })],
    [/^404 .*could not find the requested resource/],
    [
      /^404 .*pods \\"status\\" not found/,
      step('apiserver.requestInfo', { args: { name: 'status', subresource: '' } }),
    ],
  ],
  storage: [
    [
      /^201 /,
      inOrder(
        'apiserver.decoded',
        'apiserver.mutated',
        'apiserver.approved',
        'etcd.proposed',
        'etcd.applied',
        'apiserver.stored',
      ),
      shows('"key":"/registry/configmaps/default/colours"'),
    ],
    [/"create_revision":641,"mod_revision":641,"version":1/],
    [/^409 .*AlreadyExists/, step('etcd.compareFailed'), never('etcd.applied')],
    [/^409 .*Conflict/, never('etcd.applied')],
    [
      /^200 /,
      step('etcd.applied', { about: COLOURS, args: { revision: 642, version: 2 } }),
      shows('"modRevision":642,"version":2'),
      aside('as etcd calls it; what leaving it out means', 'mod_revision', 'whatever it is now', '无论当前是什么'),
    ],
    [/^200 .*grey/, step('etcd.read', { about: COLOURS }), step('apiserver.fetched', { args: { from: 'etcd' } })],
    [/^200 .*Success/, step('etcd.applied', { about: COLOURS, args: { op: 'delete', revision: 643 } }), gone(COLOURS)],
  ],
  etcd: [
    [
      /etcd-2/,
      shows('"role":"leader"', '"lastIndex":'),
      step('etcdctl.printed', { times: 1 }),
      aside('members of this cluster', '3'),
    ],
    [
      /^OK/,
      inOrder('etcd.proposed', 'etcd.appended', 'etcd.committed', 'etcd.applied'),
      step('etcd.committed', { args: { members: 3, quorum: 2 } }),
      step('etcd.appended', { times: 1 }),
      step('etcd.replicated', { times: 2 }),
    ],
    [/\/registry\/namespaces\/kube-system/],
    [/"kvs".*"create_revision":\d+,"mod_revision":\d+/],
    [/granted with TTL\(5s\)/],
    [/^$/, step('etcd.elected', { args: { term: 3, votes: 2 } }), step('etcd.voted')],
    [/^OK/, step('etcd.committed', { args: { members: 3, quorum: 2 } })],
    [/^$/, step('etcd.electionTimeout'), never('etcd.elected')],
    [/deadline|[Tt]imeout/, inOrder('etcd.stalled', 'etcd.timedOut'), gone('configmaps/default/stuck')],
    [/^$/, inOrder('etcd.elected', ['etcd.replicated', { args: { member: 'etcd-1' } }])],
    [/configmap\/works created/, stored('configmaps/default/works', 'kind', 'ConfigMap')],
  ],
  'store-locks': [
    [/^OK/],
    [/^OK/, shows('"version":2', '"key":"colour"'), aside('counted from the first', '2')],
    [/6a6ca1efc6024d50 granted with TTL\(5s\)/, shows('"leases":[{')],
    [/^OK/],
    [/^$/, step('etcd.leaseExpired')],
    [/^leader\//, inOrder('etcd.txnApplied', 'etcdctl.printed')],
    [/^$/, step('etcd.txnApplied'), never('etcdctl.printed'), aside('counted from the first', '2')],
    [
      /^$/,
      inOrder('etcd.leaseRevoked', 'etcdctl.event', 'etcdctl.printed'),
      aside('counted from the first; the event of a watch', '2', 'DELETE'),
    ],
  ],
  endpoints: [
    [/^200 ok$/],
    [/^200 \[\+\]ping ok/],
    [/^200 \[\+\]ping ok\n[\s\S]*etcd-readiness ok\n\[\+\]informer-sync ok/, aside('as the check calls it', 'etcd')],
    [/"gitVersion":"v1.36/],
    [
      /^200 # HELP/,
      step('apiserver.authorized', { args: { authorizer: 'privileged groups' } }),
      aside('a field of roles', 'nonResourceURLs'),
    ],
    [/^403 /, step('apiserver.forbidden', { args: { user: 'jane' } })],
    [
      /^200 /,
      allowed(
        'RBAC: allowed by ClusterRoleBinding "system:public-info-viewer" of ClusterRole "system:public-info-viewer" to Group "system:unauthenticated"',
      ),
    ],
    [
      /metrics-reader created/,
      stored('clusterroles.rbac.authorization.k8s.io/metrics-reader', 'rules.0.nonResourceURLs', ['/metrics']),
    ],
    [
      /jane-metrics created/,
      stored('clusterrolebindings.rbac.authorization.k8s.io/jane-metrics', 'subjects.0.name', 'jane'),
    ],
    [/^200 # HELP/, shows('ClusterRoleBinding "jane-metrics" of ClusterRole "metrics-reader" to User "jane"')],
    [/^200 .*"openapi"/],
  ],
};
