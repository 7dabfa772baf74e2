import { expect, it } from 'vitest';
import type { KObject } from '../../../api/types/meta.ts';
import { firstCsiNodes } from './csi-node.ts';

const node = (name: string): KObject => ({ kind: 'Node', apiVersion: 'v1', metadata: { name, uid: `uid-${name}` } });

it('KL97: a node that has been there for a while says which drivers it has: none, until it says otherwise', () => {
  const told = { kind: 'CSINode', apiVersion: 'storage.k8s.io/v1', metadata: { name: 'b' } };
  const made = firstCsiNodes([node('a'), node('b'), told], '2026-11-21T02:05:04Z');
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({
    metadata: {
      name: 'a',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'a', uid: 'uid-a' }],
      managedFields: [
        {
          manager: 'kubelet',
          operation: 'Update',
          fieldsV1: {
            'f:metadata': {
              'f:annotations': { '.': {}, 'f:storage.alpha.kubernetes.io/migrated-plugins': {} },
              'f:ownerReferences': { '.': {}, 'k:{"uid":"uid-a"}': {} },
            },
          },
        },
      ],
    },
    spec: { drivers: null },
  });
});
