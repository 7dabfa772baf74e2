import { aside, type Claims, gone, inOrder, never, shows, step } from '../../worker/claims/claim.ts';

const COLOURS = 'configmaps/default/colours';

/** What the parts say. */
export const claims: Claims = {
  storage: [
    [
      /^201 /,
      inOrder(
        'apiserver.decoded',
        'apiserver.mutated',
        'apiserver.approved',
        'etcd.proposed',
        'etcd.applied',
        'apiserver.stored',
      ),
      shows('"key":"/registry/configmaps/default/colours"'),
    ],
    [/"create_revision":641,"mod_revision":641,"version":1/],
    [/^409 .*AlreadyExists/, step('etcd.compareFailed'), never('etcd.applied')],
    [/^409 .*Conflict/, never('etcd.applied')],
    [
      /^200 /,
      step('etcd.applied', { about: COLOURS, args: { revision: 642, version: 2 } }),
      shows('"modRevision":642,"version":2'),
      aside('as etcd calls it; what leaving it out means', 'mod_revision', 'whatever it is now', '无论当前是什么'),
    ],
    [/^200 .*grey/, step('etcd.read', { about: COLOURS }), step('apiserver.fetched', { args: { from: 'etcd' } })],
    [/^200 .*Success/, step('etcd.applied', { about: COLOURS, args: { op: 'delete', revision: 643 } }), gone(COLOURS)],
  ],
};
