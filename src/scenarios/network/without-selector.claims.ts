import { aside, type Claims, shows, step } from '../../worker/claims/claim.ts';

const written = aside('it was written in a part before', 'kube-proxy');

/** What the parts say. */
export const claims: Claims = {
  'without-selector': [
    [
      /endpoints\/db created\nWarning: v1 Endpoints is deprecated/,
      step('clientgo.request', { by: 'endpointslicemirroring-controller', args: { verb: 'create' } }),
    ],
    [
      /db-\w+ +IPv4 +5432 +192\.0\.2\.10 /,
      shows('endpointslice.kubernetes.io/managed-by', 'endpointslicemirroring-controller'),
      aside('the label', 'managed-by'),
    ],
    [
      /endpoints\/db configured/,
      step('clientgo.request', { by: 'endpointslicemirroring-controller', args: { verb: 'update' } }),
    ],
    [
      /to-destination 192\.0\.2\.11:5432[\s\S]*to-destination 192\.0\.2\.10:5432/,
      written,
      aside('one for each address', '2'),
    ],
    [
      /endpoints\/db labeled/,
      step('clientgo.request', { by: 'endpointslicemirroring-controller', args: { verb: 'delete' } }),
    ],
    [/^No resources found/],
    [/default\/db has no endpoints" .* -j REJECT/, written],
  ],
};
