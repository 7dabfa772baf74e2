import type { kubelet as steps } from '../../steps/kubelet.ts';
import type { Texts } from '../text.ts';

const WHY_STARTED = '运行时已启动第一个进程。kubelet 记录一个事件，下一次查看容器时会在状态中报告。';
const WHY_SANDBOX =
  '沙箱持有 Pod 的网络命名空间和地址。之后启动的容器都加入其中，所以它们可以通过 localhost 互相通信。';

export const kubelet: Texts<typeof steps> = {
  podAdded: {
    say: 'kubelet 得知自己的节点有一个 Pod：**{subject}**。',
    why: 'kubelet 只监视 spec.nodeName 等于自己名字的 Pod。绑定使这个 Pod 符合条件，所以对这个监视来说它是新增的。',
  },
  podUpdated: {
    say: '{subject} 的规约变了：generation {generation}。',
    why: '运行中的 Pod 大部分内容不可修改，但镜像和资源可以。工作协程会重新比较。',
  },
  podDeleting: {
    say: '{subject} 要被**删除**，宽限期 {grace} 秒。',
    why: '删除 Pod 只是给它打上一个时间标记。对象会保留，直到它的 kubelet 停止了一切并如此报告。',
  },
  podRemoved: {
    say: '{subject} 已从 API 中消失，节点把它**忘掉**。',
    why: '这个 Pod 的容器、沙箱和目录都从节点上移除。',
  },
  podRejected: {
    say: 'kubelet **拒绝** {subject}：{reason}。',
    why: '运行 Pod 之前，kubelet 会自行检查它是否放得下。调度器通常会避免这种情况；手工绑定的 Pod 则未必合适。',
  },
  podStarts: {
    say: 'kubelet **接手**：{subject} 的工作协程开始运行。',
    why: '从这里起由节点来做事：卷、沙箱、网络、镜像、容器。控制平面只能通过状态补丁和事件得知进展。',
  },
  syncPod: {
    say: '工作协程**同步** {subject}：{running} 个容器在运行，需要 {wanted} 个。',
    why: '每个 Pod 在节点上有一个工作协程。每次同步时，它把规约的要求与实际运行的情况相比较，补上缺少的部分；节点上的其他事与它无关。',
  },
  waitForVolumes: {
    say: '{subject} 等待它的 **{volumes} 个卷**。',
    why: '所有卷到位之前不会启动任何容器。几乎每个 Pod 都至少有一个卷：用来访问 API server 的令牌。',
  },
  tokenRequested: {
    say: 'kubelet 为 {subject} 申请 ServiceAccount {serviceAccount} 的**令牌**。',
    why: '令牌只绑定到这一个 Pod，并且会过期。它不存储在集群的任何地方；kubelet 把它写入一个卷，并按时更新。',
  },
  volumesMounted: {
    say: '{subject} 的 **{volumes} 个卷**已就位。',
    why: '令牌、集群证书和命名空间现在都是文件。之后 ConfigMap 或 Secret 的变化无需重启就会反映到文件中。',
  },
  mountFailed: {
    say: '卷 **{volume}** 无法挂载：{error}。',
    why: 'Pod 引用的某个东西不存在。kubelet 会反复重试；一旦它出现，Pod 就会启动。',
  },
  createSandbox: { say: 'kubelet 请运行时为 {subject} 创建**沙箱**。', why: WHY_SANDBOX },
  sandboxUp: { say: '第一个沙箱已建成：{subject} 的地址是 **{ip}**。', why: WHY_SANDBOX },
  sandboxCreated: { say: '{subject} 的沙箱已建成，地址是 **{ip}**。', why: WHY_SANDBOX },
  sandboxFailed: {
    say: '{subject} 的沙箱**失败**：{error}。',
    why: '通常是网络插件没能完成它的部分。kubelet 以事件说明，然后重试。',
  },
  imageChecked: {
    say: ({ image, policy, present }) => `节点上${present ? '已有' : '没有'} **${image}**，拉取策略为 ${policy}。`,
    why: 'IfNotPresent 使用已有的镜像。Always 每次都询问仓库，这是标签为 latest 时的默认值；Never 从不拉取。',
  },
  imageFailed: {
    say: '{subject} 没有可用的镜像：**{reason}**。',
    why: '容器以此原因等待，并写在状态中。拉取失败后 kubelet 会退避，起初 10 秒，最长五分钟。',
  },
  containerCreated: {
    say: '容器 **{container}** 已创建。',
    why: '它的文件系统和配置已准备好。kubelet 记录一个事件，接着启动它。',
  },
  containerStarted: {
    say: ({ container, restarts }) =>
      `{subject} 的容器 **${container}** ${restarts > 0 ? `再次运行（第 ${restarts} 次重启）` : '开始运行'}。`,
    why: WHY_STARTED,
  },
  containersRun: { say: '第一个容器开始运行：{subject} 的 **{container}**。', why: WHY_STARTED },
  containerFailed: {
    say: '容器 **{container}** 无法启动：{reason}。',
    why: '配置引用了不存在的东西，或者运行时拒绝了。状态中的消息会说明是哪一个。',
  },
  backOff: {
    say: '容器 **{container}** 反复结束：下一次启动要等 **{seconds} 秒**。',
    why: '每次结束后延迟加倍，最长五分钟，这样出错的程序不会拖垮节点。kubectl 把它显示为 CrashLoopBackOff。',
  },
  relisted: {
    say: 'kubelet 在下一次查看时发现：{container} 发生 **{event}**。',
    why: 'kubelet 每秒列出一次自己的容器，并与上一次比较。其间发生的变化会成为交给 Pod 工作协程的事件。',
  },
  probed: {
    say: '**{container}** 的 {probe} 探针结果：{result}。',
    why: 'kubelet 按周期询问每个容器。在达到阈值之前，单次结果不会改变什么。',
  },
  probeChanged: {
    say: '**{container}** 的 {probe} 探针有了结论：**{result}**。',
    why: '就绪探针决定 Service 是否把流量发给它。存活探针和启动探针决定容器是否要重启。',
  },
  statusSet: {
    say: ({ phase, ready }) => `kubelet 眼中的 {subject}：阶段 **${phase}**，${ready ? '已就绪' : '未就绪'}。`,
    why: '状态是根据运行时的报告计算出来的，从不从 API server 读回。它先保存在这里，直到状态管理器把它写出去。',
  },
  statusUnchanged: {
    say: '{subject} 的状态已是最新，无需写入。',
    why: 'kubelet 会与服务器上的状态比较。相同就不用写。',
  },
  statusPatch: {
    say: 'kubelet **报告** {subject} 的情况：{changes}。',
    why: '先 GET，再提交只含差异的补丁。这样就不会碰到其他写入者的内容，例如调度器写的状况。',
  },
  statusRefused: {
    say: '无法写入 {subject} 的状态：**{code}** {reason}。',
    why: '刚刚绑定的 Pod 可能还不为 Node 鉴权器所知，于是得到 403。kubelet 会在下一次报告或定期清扫时重试。',
  },
  podReady: {
    say: '第一个 Pod 已 **Ready**：{subject}。',
    why: '它的所有容器都在运行并有响应。这一个补丁同时带来 Running 阶段、地址和 Ready；所有统计就绪 Pod 的组件现在都会得知。',
  },
  killing: {
    say: 'kubelet **停止**容器 {container}：{why}。',
    why: '先执行 preStop 钩子（如果有），再发送 TERM，等完剩余的宽限期，最后 KILL。同一 Pod 的容器同时停止，边车容器最后。',
  },
  containersStopped: {
    say: '{subject} 的一切都已**停止**。',
    why: '没有进程留下，网络也已拆除。只有到了现在，阶段才可以变成 Succeeded 或 Failed，因为再也不会有东西运行。',
  },
  volumesUnmounted: {
    say: '{subject} 的卷已**卸载**。',
    why: 'Pod 的数据不能在写到一半时丢失。在此之前不会释放对象。',
  },
  podTerminated: {
    say: '{subject} 的工作协程**完成**。',
    why: '节点上只剩下这个 Pod 的记录。如果有人要求删除它，对象现在可以消失了。',
  },
  deletePod: {
    say: 'kubelet **删除** {subject} 的**对象**：不留宽限期，且仅当它还是同一个 Pod。',
    why: '第一次删除只是提出请求；这一次宽限期为 0，才真正移除。uid 用来防止误删同名的新 Pod。',
  },
  register: {
    say: 'kubelet **注册**自己的节点 {subject}。',
    why: '机器通过创建自己的 Node 对象加入集群，其中有容量、地址和状况。从此调度器就可以使用它。',
  },
  nodeChanged: {
    say: '{subject} 的 kubelet 注意到：**{change}**。',
    why: '封锁节点是由别人设置的 Node 字段。kubelet 只是把它说出来；正在运行的 Pod 不受影响。',
  },
  nodeStatus: {
    say: 'kubelet 报告自己机器 {subject} 的情况：**{because}**。',
    why: '节点状态在变化时写入，否则每五分钟写一次。其间的心跳是小得多的 Lease。',
  },
  renewLease: {
    say: '节点 {subject} 通过续租 Lease 表示**我还活着**。',
    why: 'kubelet 每十秒把时间写入一个小对象。如果超过 50 秒没有更新，节点生命周期控制器就会宣布该节点不可达。',
  },
};
