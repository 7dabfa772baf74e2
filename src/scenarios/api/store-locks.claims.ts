import { aside, type Claims, inOrder, never, shows, step } from '../../worker/claims/claim.ts';

/** What the parts say. */
export const claims: Claims = {
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
};
