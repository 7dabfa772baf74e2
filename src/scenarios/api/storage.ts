import type { Scenario } from '../scenario.ts';
import { asked, etcdctl, part } from '../typed.ts';

const PATH = '/api/v1/namespaces/default/configmaps';
const CONFIG = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'colours' }, data: { sky: 'blue' } };

/** One write from its bytes to its answer. */
export const storage: Scenario = {
  id: 'storage',
  place: 2,
  topics: ['1.8', '3.2'],
  title: { en: 'From a body to a revision', zh: '从请求体到版本号' },
  goal: {
    en: 'After admission the object is encoded and put under its key in one transaction: “if this key has no revision yet, write”. The revision that etcd gives becomes the resourceVersion in the answer. (Until v1.14 an object could be held back here by initializers; webhooks took their place.)',
    zh: '准入之后，对象被编码，并在一个事务中写入其键：“如果该键还没有版本，则写入”。etcd 给出的版本成为响应中的 resourceVersion。（v1.14 之前，对象在此可能被 initializer 拦住；后来由 webhook 取代。）',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      asked('POST', PATH, CONFIG),
      'etcd',
      'Follow decode, default, admission, the transaction, the revision, the answer 201. The key is /registry/configmaps/default/colours.',
      '依次查看解码、填充默认值、准入、事务、版本、201 响应。键为 /registry/configmaps/default/colours。',
      { etcdKey: '/registry/configmaps/default/colours' },
    ),
    part(
      etcdctl('get /registry/configmaps/default/colours -w json'),
      'etcd',
      'Keys and values are base64 in this form; create_revision and mod_revision name the writes that made it and changed it last, version counts them.',
      '此形式中键和值都是 base64；create_revision 和 mod_revision 是创建和最后修改它的写入，version 记录写入次数。',
      { etcdKey: '/registry/configmaps/default/colours' },
    ),
    part(
      asked('POST', PATH, CONFIG),
      'step',
      'Again: the comparison fails, nothing is written, the answer is 409 AlreadyExists.',
      '再来一次：比较失败，什么也没写，响应为 409 AlreadyExists。',
    ),
    part(
      asked('PUT', `${PATH}/colours`, {
        ...CONFIG,
        metadata: { name: 'colours', resourceVersion: '1' },
        data: { sky: 'grey' },
      }),
      'step',
      'A write on top of an old version: 409 Conflict. That is all the locking there is.',
      '基于旧版本的写入：409 Conflict。这就是全部的锁机制。',
    ),
    part(
      asked('PUT', `${PATH}/colours`, { ...CONFIG, data: { sky: 'grey' } }),
      'etcd',
      'Without a version it means “whatever it is now”: mod_revision rises, version is 2.',
      '不带版本则表示“无论当前是什么”：mod_revision 上升，version 为 2。',
      { etcdKey: '/registry/configmaps/default/colours' },
    ),
    part(
      asked('GET', `${PATH}/colours`),
      'step',
      'Read back: a get without a resourceVersion goes to etcd itself, and a majority stands by the answer. Lists are another matter: they come from the watch cache.',
      '读回：不带 resourceVersion 的 get 直接询问 etcd，由多数派保证其答案。list 则不同：它来自监视缓存。',
    ),
    part(
      asked('DELETE', `${PATH}/colours`),
      'etcd',
      'A delete is a write too: the key has a last revision of its own.',
      '删除也是一次写入：该键有自己的最后版本。',
      { etcdKey: '/registry/configmaps/default/colours' },
    ),
  ],
};
