import type { Scenario } from '../scenario.ts';
import { etcdctl, part, typed } from '../typed.ts';

/** A run with the same seed draws the same lease. */
const LEASE = '6a6ca1efc6024d50';

/** What else keys can do: several values, an end of their own, somebody who watches, and a lock. */
export const storeLocks: Scenario = {
  id: 'store-locks',
  place: 4,
  topics: ['3.2'],
  title: { en: 'A key with several values, an end, and a lock', zh: '键的多个值、期限与锁' },
  goal: {
    en: 'A key keeps each of its values until the store is compacted. A key under a lease goes when the lease does. A lock is no more than that: everybody puts a key of their own under one name, each with a lease; whose key is oldest holds the lock, the others watch the key before theirs.',
    zh: '在压缩之前，键会保留它的每个值。租约之下的键随租约消失。锁不过如此：每人在同一名称下放一个自己的键，各带租约；最早的键持有锁，其他人监视自己前面的那个键。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(etcdctl('put colour red'), 'etcd', 'The first value of the key.', '该键的第一个值。', { etcdKey: 'colour' }),
    part(
      etcdctl('put colour blue'),
      'etcd',
      'A second value; the first is still there. The panel lists both under “Revisions of this key”, and each says what it changed.',
      '第二个值；第一个仍然存在。面板在“此键的修订版本”下列出两者，并说明各自改变了什么。',
      { etcdKey: 'colour' },
    ),
    part(
      etcdctl('lease grant 5'),
      'etcd',
      'A lease of five seconds, still without a key. See it under “Leases”.',
      '五秒的租约，尚无键。见“租约”。',
    ),
    part(etcdctl(`put promise kept --lease=${LEASE}`), 'etcd', 'A key under the lease.', '租约之下的键。', {
      etcdKey: 'promise',
    }),
    part(
      typed('sleep 6'),
      'etcd',
      'Nobody renewed it: the lease ends, and the key is deleted by the store itself.',
      '无人续期：租约到期，键由存储自己删除。',
      { etcdKey: 'promise' },
    ),
    part(
      etcdctl('lock leader'),
      'etcd',
      'A transaction: if this key has not been made yet, put it. It is the oldest under leader/, so the lock is held; the lease is renewed for as long as the command runs.',
      '一个事务：若该键尚未创建则写入。它是 leader/ 下最早的键，因此持有锁；命令运行期间租约不断续期。',
    ),
    part(
      etcdctl('lock leader'),
      'etcd',
      'A second one puts its key, sees an older one, and watches that. It prints nothing: it waits.',
      '第二个放入自己的键，看到更早的键，于是监视它。它什么也不打印：在等待。',
    ),
    part(
      { type: 'interrupt', command: 6 },
      'etcd',
      'The first is stopped with Ctrl+C: its lease is revoked, its key goes, the watch of the second brings a DELETE, and now the second holds the lock.',
      '用 Ctrl+C 停止第一个：租约被撤销，键消失，第二个的监视收到 DELETE，于是第二个持有锁。',
    ),
  ],
};
