import { type Claims, step } from '../../worker/claims/claim.ts';

/** What the parts say. */
export const claims: Claims = {
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
};
