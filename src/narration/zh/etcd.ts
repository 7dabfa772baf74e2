import type { etcd as kinds } from '../../steps/etcd.ts';
import type { Texts } from '../text.ts';

export const etcd: Texts<typeof kinds> = {
  loaded: {
    say: 'etcd 启动时有 **{keys} 个键**，修订版本为 **{revision}**。',
    why: 'etcd 是集群唯一长久保存数据的地方。其他组件都可以丢掉再重启：它们所知道的一切，都能从这里重建。',
  },
  proposed: {
    say: ({ op, compare }) =>
      `领导者提议**${operation(op)}** {key}${compare === 0 ? '' : '，条件是其间**没有人改过它**'}。`,
    why: '写入最初只是一个提议。条件随提议一起传递，轮到它时才检查，而不是现在：正因如此，多个服务器可以同时写入，不用加锁，也不会互相覆盖。',
  },
  appended: {
    say: '第 **{index}** 条日志**写入磁盘**。',
    why: '日志落盘之后才能被依赖，这样断电也不会丢。等待磁盘占了写入耗时的大部分，所以 etcd 需要快速的磁盘。',
  },
  committed: {
    say: ({ members }) =>
      members === 1
        ? '第 {index} 条日志**已提交**：这个 etcd 只有一个成员，它自己就是多数。'
        : '第 {index} 条日志**已提交**：{members} 个成员中有 {quorum} 个已写入。',
    why: '有多数就够了，而任何两个多数必有共同的成员，所以已提交的日志不可能被遗忘。三个成员允许坏一个，五个允许坏两个。单个成员不必等待别人，但也没有备份。',
  },
  applied: {
    say: ({ op, version }) =>
      op === 'delete'
        ? '{subject} 从存储中**删除**：修订版本 **{revision}**。'
        : op === 'put'
          ? `{subject} **已存入**：修订版本 **{revision}**${version === 1 ? '，这是它的第一个版本' : `，这是它的第 ${version} 个版本`}。`
          : '读取 {subject}，修订版本 **{revision}**。',
    why: '修订版本对整个存储的每次变化计数，并成为对象的 resourceVersion。因为它只增不减，“修订版本 n 之后的一切”就有唯一确切的答案，监视正是建立在这之上。',
  },
  compareFailed: {
    say: ({ expected, actual }) =>
      expected === 0
        ? '{subject} **已经存在**，因此不会创建。'
        : actual === 0
          ? '{subject} **已经不在**，因此不会写入。'
          : '{subject} 其间被修改：期望的修订版本是 **{expected}**，实际是 **{actual}**。',
    why: '写入者是根据旧的状态作出决定的，硬写会悄悄抹掉别人的修改。所以什么也不写，写入者必须重新读取。',
  },
  read: {
    say: ({ found }) =>
      found === 0
        ? 'etcd 查找 {key}，**什么也没有找到**。'
        : 'etcd 读取 {key} 下的 **{found} 个键**，修订版本 {revision}。',
    why: '读取之前，成员要先确认自己是最新的，因此绝不会返回已被覆盖的旧数据。这种确定性有代价，所以大多数读取由上层的缓存来回答。',
  },
  leaseGranted: {
    say: 'etcd 授予一个 {ttl} 秒的**租约**；附着在它上面的键会随它一起消失。',
    why: '事件就存放在这样的租约之下，所以大约一小时后会消失。许多事件共用一个租约，因为每个租约都有开销。',
  },
  leaseExpired: {
    say: '一个租约到期，附着的 **{keys} 个键**被删除。',
    why: '事件是写给人看的记录，不属于集群状态。让它们自动过期，不用谁来清理，存储也不会膨胀。',
  },
  compacted: {
    say: 'etcd **忘掉修订版本 {revision} 之前的历史**：共 {dropped} 个旧修订版本。',
    why: '保留旧版本是为了让监视可以从稍早的时刻开始，但不能永远保留，否则磁盘会写满。请求已被遗忘的修订版本会得到 410 Gone，只能重新列出。每个键的最新版本始终保留。',
  },
};

function operation(op: string): string {
  return op === 'put' ? '写入' : op === 'delete' ? '删除' : op === 'lease-revoke' ? '终止租约' : `执行 ${op}`;
}
