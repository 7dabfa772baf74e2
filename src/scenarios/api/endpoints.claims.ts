import { aside, type Claims, shows, step, stored } from '../../worker/claims/claim.ts';

const allowed = (reason: string) => step('apiserver.authorized', { args: { authorizer: 'RBAC', reason } });

/** What the parts say. */
export const claims: Claims = {
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
