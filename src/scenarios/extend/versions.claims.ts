import { aside, type Claims, stored } from '../../worker/claims/claim.ts';

const BACKUPS = 'customresourcedefinitions.apiextensions.k8s.io/backups.stable.example.com';

const NIGHTLY = 'backups.stable.example.com/default/nightly';

/** What the parts say. */
export const claims: Claims = {
  versions: [
    [/created/, stored(BACKUPS, 'spec.versions.length', 2), stored(BACKUPS, 'status.storedVersions', ['v1'])],
    [/condition met/, stored(BACKUPS, 'spec.versions.length', 2)],
    [/unknown field "spec.colour"/],
    [
      /v1beta1 is old[\s\S]*created|created[\s\S]*v1beta1 is old/,
      stored(NIGHTLY, 'spec.colour', undefined),
      stored(NIGHTLY, 'spec.keep', 3),
    ],
    [/"apiVersion":"stable.example.com\/v1".*"keep":3/, aside('that of the definition', 'None')],
    [/keep may only grow/, aside('两 counts before and after', '2')],
    [/patched \(no change\)/, stored(NIGHTLY, 'status', undefined)],
    [/patched/, stored(NIGHTLY, 'status.last', 'today')],
  ],
};
