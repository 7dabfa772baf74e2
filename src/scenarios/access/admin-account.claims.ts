import { aside, type Claims, shows, step, stored } from '../../worker/claims/claim.ts';

/** What the parts say. */
export const claims: Claims = {
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
