import { aside, type Claims, counted, inOrder, never, step } from '../../worker/claims/claim.ts';

const requests = (times: number) => step('kubectl.request', { times });

/** What the parts say. */
export const claims: Claims = {
  validation: [
    [/error converting YAML to JSON/, requests(0)],
    [/kind not set/, requests(0)],
    [
      /no matches for kind "Deployment" in version "apps\/v2"/,
      requests(3),
      step('kubectl.request', { args: { verb: 'GET', path: '/apis' } }),
      never('kubectl.request', { args: { verb: 'POST' } }),
    ],
    [
      /strict decoding error: unknown field "spec.containers\[0\].imag"/,
      step('apiserver.decodeFailed'),
      never('apiserver.mutated'),
      aside('a parameter that the path in the step leaves out', 'fieldValidation'),
    ],
    [
      /\* spec.replicas: Invalid value: -1.*\n\* spec.template.metadata.labels/,
      inOrder('apiserver.authenticated', 'apiserver.authorized', 'apiserver.mutated', 'apiserver.validated'),
      never('etcd.applied'),
    ],
    [/^\s*$/, counted('deployments.apps/default', 0)],
  ],
};
