import type { etcd as kinds } from '../../steps/etcd.ts';
import type { Texts } from '../text.ts';

export const etcd: Texts<typeof kinds> = {
  loaded: {
    say: 'etcd 启动时有 **{keys} 个键**，修订版本为 **{revision}**。',
    why: '刚启动的集群并不是空的：命名空间、角色和优先级类已经存在。这里把它们一次性放进存储，让第一个故事从你开始。',
  },
  proposed: {
    say: ({ op, compare }) =>
      `领导者提议**${operation(op)}** {key}${compare === 0 ? '' : '，条件是其间**没有人改过它**'}。`,
    why: '写入最初只是一个提议，是 leader 追加到自己日志里的一条记录，谁也看不到。只有多数成员把它写进磁盘之后才会生效。',
  },
  appended: {
    say: '第 **{index}** 条日志**写入磁盘**。',
    why: '日志先落盘，其余的事才会发生，这样即使崩溃也不会丢失已作出的承诺。正是这次刷盘让 etcd 对慢磁盘很敏感。',
  },
  committed: {
    say: ({ members }) =>
      members === 1
        ? '第 {index} 条日志**已提交**：这个 etcd 只有一个成员，它自己就是多数。'
        : '第 {index} 条日志**已提交**：{members} 个成员中有 {quorum} 个已写入。',
    why: '一旦多数成员持有某条记录，它就不会丢失，也不会改变次序。单成员时自己的磁盘确认即可；三成员时还需要一个 follower 确认。',
  },
  applied: {
    say: ({ op, version }) =>
      op === 'delete'
        ? '{subject} 从存储中**删除**：修订版本 **{revision}**。'
        : op === 'put'
          ? `{subject} **已存入**：修订版本 **{revision}**${version === 1 ? '，这是它的第一个版本' : `，这是它的第 ${version} 个版本`}。`
          : '读取 {subject}，修订版本 **{revision}**。',
    why: '已提交的记录按顺序应用，每次变更都会让整个存储唯一的修订计数器加一。这个数字就是对象的 resourceVersion。旧的修订版本在压缩之前仍可读取。',
  },
  compareFailed: {
    say: ({ expected, actual }) =>
      expected === 0
        ? '{subject} **已经存在**，因此不会创建。'
        : actual === 0
          ? '{subject} **已经不在**，因此不会写入。'
          : '{subject} 其间被修改：期望的修订版本是 **{expected}**，实际是 **{actual}**。',
    why: '这个事务的条件是：自我读取以来没有人改过这个键。可是有人改过了。许多写入者正是靠这种比较，在没有锁的情况下共享一个对象。',
  },
  read: {
    say: ({ found }) =>
      found === 0
        ? 'etcd 查找 {key}，**什么也没有找到**。'
        : found === 1
          ? 'etcd 读取 **{key}**，修订版本 {revision}。'
          : 'etcd 读取 {key} 下的 **{found} 个键**，修订版本 {revision}。',
    why: 'leader 先确认自己仍是 leader 再作答，所以答案不会过时。因此要求精确的读取会来到这里，而不是去缓存。',
  },
  leaseGranted: {
    say: ({ ttl }) =>
      `etcd 授予一个 ${ttl < 120 ? '{ttl} 秒' : `${Math.round(ttl / 60)} 分钟`}的**租约**；附着在它上面的键会随它一起消失。`,
    why: '带租约写入的键会在租约到期时消失。Event 就是这样存储的：一小时后自动消失，不需要谁来删除。',
  },
  leaseExpired: {
    say: '一个租约到期，附着的 **{keys} 个键**被删除。',
    why: '没有人续约。etcd 自己删除这些键，这些删除也是普通的修订版本，监视者同样能看到。',
  },
  compacted: {
    say: 'etcd **忘掉修订版本 {revision} 之前的历史**：共 {dropped} 个旧修订版本。',
    why: '每次变更都会保留前一个版本，否则存储会无限增长。API server 每五分钟请求一次压缩。想从更旧的版本开始监视的客户端必须重新列举。',
  },
};

function operation(op: string): string {
  return op === 'put' ? '写入' : op === 'delete' ? '删除' : op === 'lease-revoke' ? '终止租约' : `执行 ${op}`;
}
