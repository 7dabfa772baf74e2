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
          ? `{subject} **已存入 etcd**：修订版本 **{revision}**${version === 1 ? '，这是它的第一个版本' : `，这是它的第 ${version} 个版本`}。`
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
    why: '每次变更都会保留前一个版本，否则存储会无限增长。API 服务器每五分钟请求一次压缩。想从更旧的版本开始监视的客户端必须重新列出。',
  },
  txnApplied: {
    say: ({ succeeded, compares }) =>
      compares === 0
        ? '应用一个**事务**：{ops} 个操作作为整体执行。'
        : `事务的条件**${succeeded ? '成立' : '不成立'}**：执行${succeeded ? '第一' : '第二'}个分支。`,
    why: '所有比较都在同一时刻进行，两个分支只会整体执行其中一个，并产生一个新的修订版本。API 服务器的每次写入都是这样的事务。',
  },
  leaseRenewed: {
    say: '一个租约**续约**，再延长 **{ttl} 秒**。',
    why: '租约的持有者要及时表明自己还在。一旦停止续约，租约就会结束，键也随之消失：需要随所有者一起消失的登记就是这样实现的。',
  },
  leaseRevoked: {
    say: '一个租约被**撤销**，附着的 **{keys} 个键**随之删除。',
    why: '撤销是主动结束租约。它的所有键在同一个修订版本里删除。',
  },
  alarmRaised: {
    say: '存储已满：触发 **{alarm} 告警**，不再存入任何内容。',
    why: '超过配额后，etcd 拒绝一切会让它变大的请求，直到有人压缩、碎片整理并解除告警。删除和读取仍然可用。此时 Kubernetes 的所有创建和更新都会失败。',
  },
  alarmDisarmed: {
    say: '**{alarm} 告警**已解除：可以重新写入。',
    why: '腾出空间后告警不会自动消失，需要人来确认。',
  },
  defragmented: {
    say: '**{member}** 归还压缩释放的空间：从 {before} 字节降到 **{after}** 字节。',
    why: '压缩只是把文件中的页标为空闲。碎片整理会重写整个文件，并且逐个成员进行，因为期间该成员无法应答。',
  },
  forwarded: {
    say: '**{member}** 不是 leader，它把写入转交给 **{leader}**。',
    why: '客户端可以连接任意成员，但只有 leader 才能追加日志，所以其他成员会转交写请求。',
  },
  stalled: {
    say: ({ lost }) =>
      lost ? '**{member}** 把写入转交给一个**已经不在**的 leader。' : '**{member}** 不知道谁是 leader：写入**等待**。',
    why: 'follower 在一秒多没有收到心跳之前，会一直相信原来的 leader。这段时间里转交的写入没有人收到，请求者七秒后才知道出了问题。一旦知道没有 leader，它就把写入留给下一个 leader。',
  },
  sent: {
    say: 'leader 把第 **{index}** 条日志发给 **{followers} 个 follower**。',
    why: '它不会先等自己的磁盘：写盘与发送同时进行，因此一次写入所需的时间取决于第二快的磁盘。',
  },
  replicated: {
    say: ({ entries }) =>
      entries > 1
        ? '**{member}** 已追上：直到 {index} 的 **{entries} 条日志**都已落盘。'
        : '**{member}** 已把第 **{index}** 条日志写入磁盘并作出应答。',
    why: 'follower 先把日志写入自己的磁盘再应答。leader 由这些应答得知每个成员的进度。',
  },
  followerApplied: {
    say: '**{member}** 得知直到第 **{index}** 条都已提交，也应用它们。',
    why: 'follower 从下一条消息得知哪些日志已提交，并以同样的顺序应用，因此各成员在相同的修订版本上持有相同的键。',
  },
  timedOut: {
    say: '没有人能及时确认这次写入：**{error}**。',
    why: '成员在七秒后放弃：五秒加上两次选举的时间。如果该条目在某个日志里留存下来，请求的变更之后仍可能发生。所以这个错误从不表示“什么也没有写入”。',
  },
  fault: {
    say: ({ state, millis }) =>
      state === 'stopped'
        ? '你**停止了**存储的一个成员 **{member}**。'
        : state === 'slow'
          ? `你让 **{member}** 的磁盘**变慢**${millis === undefined ? '' : `：每次 fsync 需 **${millis} 毫秒**`}。`
          : '你让 **{member} 恢复正常运行**。',
    why: '你制造的故障和命令一样是运行的一部分：重放时它会在同一时刻再次发生。',
  },
  memberSet: {
    say: ({ state, millis }) =>
      state === 'stopped'
        ? '**{member} 停止**，不再应答任何人。'
        : state === 'slow'
          ? `**{member}** 的每次写盘现在需要${millis === undefined ? '**六十倍的时间**' : ` **${millis} 毫秒**`}。`
          : '**{member} 正常运行**。',
    why: '成员会故障，磁盘会变慢。三个成员中缺一个不会丢失任何东西；缺两个时，存储宁可停住，也不冒出现两种事实的风险。',
  },
  warned: {
    say: '**{member}** 在日志中警告：{message}（**{millis} 毫秒**）。',
    why: '一次 fsync 超过一秒、leader 因等待磁盘而 200 毫秒没有发出心跳、一次读取超过 100 毫秒时，etcd 都会在日志里抱怨。API 服务器变慢时，首先应当查找的就是这些行。',
  },
  steppedDown: {
    say: '**{member}** 联系不到多数成员，**卸任**第 {term} 任期的 leader。',
    why: '被隔离的 leader 不能继续当 leader：其他成员可能已选出新的 leader。没有多数支持时，它在一个选举超时后放弃角色。',
  },
  electionTimeout: {
    say: ({ alive, quorum }) =>
      alive < quorum
        ? '**{member}** 联系不到 leader，但只有 **{alive}** 个成员能投票，而需要 **{quorum}** 票：无人能当选。'
        : '**{member}** 太久没有收到 leader 的消息。',
    why: '每个 follower 都有一到两秒的随机定时器，以免同时醒来；leader 的心跳会重置它。它先询问自己能否获胜，否则不会用新的任期打扰其他成员。',
  },
  campaigned: {
    say: '**{member}** 在**第 {term} 任期**参选，日志到第 {last} 条。',
    why: '任期是只增不减的数字。每个成员每个任期只有一票，所以每个任期至多有一个 leader。',
  },
  voted: {
    say: ({ granted }) =>
      granted ? '**{member}** 把第 {term} 任期的票投给 **{candidate}**。' : '**{member}** **拒绝**投票给 {candidate}。',
    why: '成员把票投给最先请求的候选者，前提是对方的日志至少和自己一样新。因此缺少已提交条目的成员不可能当选。',
  },
  elected: {
    say: '**{member} 成为第 {term} 任期的 leader**：{members} 票中得 **{votes}** 票。',
    why: '新 leader 追加一条属于自己任期的空日志；随着它，前任已复制到多数成员的条目也一并提交。未达到多数的条目可能丢失，但也没有人被告知它已完成。',
  },
  leaderMoved: {
    say: '**{from}** 把 leader 身份交给 **{to}**。',
    why: 'leader 让一个日志完整的 follower 立即参选，这样谁也不必等待定时器。',
  },
};

const OPERATIONS: { readonly [op: string]: string } = {
  put: '写入',
  delete: '删除',
  txn: '提交事务，涉及',
  'lease-grant': '授予',
  'lease-revoke': '终止租约',
  alarm: '发出警报',
};

function operation(op: string): string {
  return OPERATIONS[op] ?? `执行 ${op}`;
}
