import type { HoldWords } from '../args.ts';

const more = (others: number, noun: string) => (others === 0 ? '' : `（另有 ${others} 个${noun}）`);

/** 集群自身的部件所阻碍的，以及应当消失的对象。 */
export const cluster: HoldWords<
  | 'noQuorum'
  | 'slowDisk'
  | 'serverStopped'
  | 'kubeletStopped'
  | 'turnedAway'
  | 'nodeNotReady'
  | 'finalizer'
  | 'namespaceHeld'
  | 'namespaceWaits'
  | 'namespaceFails'
> = {
  noQuorum: {
    say: ({ members }) =>
      members === 1
        ? '它唯一的成员 {stopped} 已停止'
        : '{members} 个成员中只有 {running} 个在运行，而一次写入须有 {quorum} 个同意（已停止：{stopped}）',
    change: '重新启动一个成员：{members} 个中有 {quorum} 个运行后，读写就会恢复。',
  },
  slowDisk: {
    say: ({ millis, warned }) =>
      `它的 leader **{member}** 磁盘很慢${millis === 0 ? '' : '：每次 fsync 需 **{millis} 毫秒**'}，每次写入都要等它${warned === 0 ? '' : '；它的日志里有 {warned} 条警告'}`,
    change: ({ members }) =>
      members === 1
        ? '给 {member} 换一块更快的磁盘。'
        : '给 {member} 换一块更快的磁盘，或让另一个成员当 leader：`etcdctl move-leader`。',
  },
  serverStopped: {
    say: '它被停止了；容器照常运行，在它重新启动之前其他一切都不会变',
    change: '重新启动 API 服务器。',
  },
  kubeletStopped: {
    say: ({ pods }) => `它的 kubelet 已停止，${pods === 0 ? '上面没有 Pod' : '上面的 {pods} 个 Pod 无人照看'}`,
    change: '重新启动 {node} 的 kubelet。否则过一段时间节点会被视为失联，再往后其上的 Pod 也会被放弃。',
  },
  turnedAway: {
    say: '它的 kubelet 在运行，却没有被听到：在这次运行中**每一千个请求有 {perMille} 个**会自行失败，{node} 报平安的请求也在其中',
    change: '去掉或减小这个故障（`--faults requests=0`）后重新开始运行；{node} 的 kubelet 本身没有问题。',
  },
  nodeNotReady: {
    say: '{reason}，{message}',
    change: '查看该节点 kubelet 的说法，并加以修正。',
  },
  finalizer: {
    say: ({ others }) => `它的 finalizer **{finalizer}**${more(others, ' finalizer')} 还没有被移除`,
    change: '负责该 finalizer 的一方必须移除它。如果已无人负责，可以手动移除，它所保护的东西则要你自己清理。',
  },
  namespaceHeld: {
    say: ({ others }) => `其中的 **{object}**${more(others, '对象')} 还带着 finalizer **{finalizer}**`,
    change: '负责该 finalizer 的一方必须移除它；命名空间里空无一物时才会消失。',
  },
  namespaceWaits: {
    say: ({ others }) => `其中的 **{object}**${more(others, '对象')} 仍在退出`,
    change: '请稍等：命名空间里空无一物时才会消失。',
  },
  namespaceFails: {
    say: '无法查明其中还有什么：{message}',
    change: '修好或删除没有应答的 APIService。',
  },
};
