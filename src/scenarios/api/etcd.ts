import type { Scenario } from '../scenario.ts';
import { etcdctl, part, typed } from '../typed.ts';

/** What the store can do besides keeping keys, and how its members agree. */
export const etcd: Scenario = {
  id: 'etcd',
  place: 3,
  topics: ['3.2', '2.1'],
  title: { en: 'The store: keys, leases, watches, members', zh: '存储：键、租约、监视、成员' },
  goal: {
    en: 'etcd keeps keys in order, each with every revision since the last compaction. A lease takes its keys away when nobody renews it, a watch tells of every change, a transaction compares and writes in one go: that is a lock. Three members agree on each write by Raft, and go on when one is lost; without two of them nothing is written.',
    zh: 'etcd 按序保存键，每个键保留自上次压缩以来的所有版本。租约无人续期时会带走它的键；监视会告知每次变化；事务先比较后写入，一步完成：这就是锁。三个成员通过 Raft 就每次写入达成一致，失去一个仍可继续；不足两个则无法写入。',
  },
  cluster: { nodes: 1, latencies: 'realistic', etcdMembers: 3 },
  files: [],
  parts: [
    part(
      etcdctl('member list -w table'),
      'etcd',
      'Three members. The panel shows who leads, and what each has in its log.',
      '三个成员。面板显示谁是领导者，以及各自日志的内容。',
    ),
    part(
      etcdctl('put greeting hello'),
      'etcd',
      'One round of Raft: propose, append and fsync on each, two of three have it, commit, apply.',
      '一轮 Raft：提议、各成员追加并 fsync、三者中有二即提交、应用。',
      { etcdKey: 'greeting' },
    ),
    part(
      etcdctl('get /registry/namespaces --prefix --keys-only'),
      'etcd',
      'What the API server wrote: /registry, resource, namespace, name.',
      'API 服务器写入的内容：/registry、资源、命名空间、名称。',
    ),
    part(
      etcdctl('get /registry/namespaces/default -w json'),
      'etcd',
      'Key and value in base64, with their revisions.',
      '键和值以 base64 表示，并带有版本。',
      { etcdKey: '/registry/namespaces/default' },
    ),
    part(
      etcdctl('lease grant 5'),
      'etcd',
      'A promise for five seconds. The API server holds events of Kubernetes by such leases.',
      '五秒的承诺。API 服务器就用这样的租约保存 Kubernetes 事件。',
    ),
    part(
      { type: 'etcd-member', member: 'etcd-0', state: 'stopped' },
      'etcd',
      'A member stops. If it led, the others elect: look at the term and the votes.',
      '一个成员停止。若它是领导者，其余成员会选举：观察任期与投票。',
    ),
    part(
      etcdctl('put greeting again --endpoints=https://10.123.0.3:2379'),
      'etcd',
      'Two of three still agree: the write goes through.',
      '三者中两者仍能达成一致：写入成功。',
      { etcdKey: 'greeting' },
    ),
    part(
      { type: 'etcd-member', member: 'etcd-1', state: 'stopped' },
      'etcd',
      'A second one stops: no majority.',
      '第二个成员停止：没有多数派。',
    ),
    part(
      typed('kubectl create configmap stuck --request-timeout=5s'),
      'etcd',
      'The API server waits for its store, and the client gives up.',
      'API 服务器等待存储，客户端放弃。',
    ),
    part(
      { type: 'etcd-member', member: 'etcd-1', state: 'running' },
      'etcd',
      'It is back: an election, and it catches up from the leader’s log.',
      '它回来了：选举，然后从领导者的日志追赶。',
    ),
    part(typed('kubectl create configmap works'), 'etcd', 'Writes go through again.', '写入恢复正常。'),
  ],
};
