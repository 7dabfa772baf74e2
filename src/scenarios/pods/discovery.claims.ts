import { type Claims, inOrder, step } from '../../worker/claims/claim.ts';

const requests = (times: number) => step('kubectl.request', { times });

/** What the parts say. */
export const claims: Claims = {
  discovery: [
    [
      /No resources found/,
      requests(3),
      inOrder(
        ['kubectl.request', { args: { path: '/api' } }],
        ['kubectl.request', { args: { path: '/apis' } }],
        ['kubectl.request', { args: { path: '/api/v1/namespaces/default/pods' } }],
      ),
    ],
    [/No resources found/, requests(1), step('kubectl.discovered', { args: { source: 'cache' } })],
    [/replicasets +rs +apps\/v1/, requests(2), step('kubectl.request', { args: { path: '/apis' } })],
    [/"preferredVersion"/],
    [/"name":"deployments".*"name":"deployments\/status"/],
    [/serverRelativeURL/],
    [/FIELD: replicas <integer>/, requests(2), step('kubectl.request', { args: { path: '/openapi/v3/apis/apps/v1' } })],
  ],
};
