import { aside, type Claims, gone, inOrder, never, shows, step, stored } from '../../worker/claims/claim.ts';

/** What the parts say. */
export const claims: Claims = {
  etcd: [
    [
      /etcd-2/,
      shows('"role":"leader"', '"lastIndex":'),
      step('etcdctl.printed', { times: 1 }),
      aside('members of this cluster', '3'),
    ],
    [
      /^OK/,
      inOrder('etcd.proposed', 'etcd.appended', 'etcd.committed', 'etcd.applied'),
      step('etcd.committed', { args: { members: 3, quorum: 2 } }),
      step('etcd.appended', { times: 1 }),
      step('etcd.replicated', { times: 2 }),
    ],
    [/\/registry\/namespaces\/kube-system/],
    [/"kvs".*"create_revision":\d+,"mod_revision":\d+/],
    [/granted with TTL\(5s\)/],
    [/^$/, step('etcd.elected', { args: { term: 3, votes: 2 } }), step('etcd.voted')],
    [/^OK/, step('etcd.committed', { args: { members: 3, quorum: 2 } })],
    [/^$/, step('etcd.electionTimeout'), never('etcd.elected')],
    [/deadline|[Tt]imeout/, inOrder('etcd.stalled', 'etcd.timedOut'), gone('configmaps/default/stuck')],
    [/^$/, inOrder('etcd.elected', ['etcd.replicated', { args: { member: 'etcd-1' } }])],
    [/configmap\/works created/, stored('configmaps/default/works', 'kind', 'ConfigMap')],
  ],
};
