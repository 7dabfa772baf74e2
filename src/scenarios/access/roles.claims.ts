import { type Claims, shows, step, stored } from '../../worker/claims/claim.ts';

const known = (user: string, method: string) => step('apiserver.authenticated', { args: { user, method } });

/** What the parts say. */
export const claims: Claims = {
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
};
