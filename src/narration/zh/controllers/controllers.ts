import type { controllersSteps } from '../../../steps/controllers/controllers.ts';
import type { Texts } from '../../text.ts';

export const controllers: Texts<typeof controllersSteps> = {
  started: {
    say: 'kube-controller-manager 启动它的 **{controllers} 个控制器**：缓存已经填好。',
    why: '许多小控制器放在一个程序里，只是因为这样部署更简单；它们各管各的，互不调用。要等缓存完整才开始，因为只看到一半 Pod 的控制器会把另一半再创建一遍。',
  },
  defaultServiceAccount: {
    say: ({ present }) =>
      present
        ? 'ServiceAccount **{subject}** 已存在，无事可做。'
        : '命名空间缺少 ServiceAccount **{subject}**：控制器创建它。',
    why: '每个 Pod 都以某个 ServiceAccount 的身份运行，没有指定时就用这一个。没有它，命名空间里就无法创建 Pod。如果有人删掉它，会再次创建。',
  },
  nodeSilent: {
    say: ({ seconds }) =>
      `已有 **{seconds} 秒**没有 {subject} 的消息：少了 ${Math.floor(Number(seconds) / 10)} 次心跳。控制器不再等它，它的状况变为 **Unknown**。`,
    why: 'kubelet 每十秒续租一次。如果五十秒内租约和状态都没有变化，就没人知道节点怎么样了：可能宕机，也可能只是断网。',
  },
  nodeNotReady: {
    say: '{subject} 被视为**未就绪**（{status}），其上的 Pod 也一样：Service 不再向它们发送任何东西。但还没有人删除它们。',
    why: 'Pod 可能还在运行，但无从得知。它们被标记为未就绪，Service 不再向它们发送流量，但还不会删除。',
  },
  nodeKnown: {
    say: '控制器发现节点有变动：**{event}**。',
    why: '它每五秒把现有的节点与已知的节点比较一次。新节点从此受它看管，被删除的则不再看管，并各用一条事件告知使用者。',
  },
  nodeTaints: {
    say: ({ taints }) => (taints === '' ? '{subject} 不再有污点。' : `{subject} 被打上污点：**${taints}**。`),
    why: '节点的问题通过污点告诉调度器：NoSchedule 阻止新的 Pod，NoExecute 还会赶走正在运行而又不容忍它的 Pod。',
  },
  evictionScheduled: {
    say: '{subject} 容忍这个污点，但只容忍 **{seconds} 秒**：计时开始。时间没到，没有人替换这个 Pod。',
    why: '默认情况下，每个 Pod 对失联节点的容忍时间是 300 秒。节点及时恢复，Pod 就能保留。',
  },
  evictionCancelled: {
    say: '污点及时消失：{subject} 保留。',
    why: '还没有写入任何东西，所以无需撤销。',
  },
  evict: {
    say: '{subject} 不容忍 {node} 的污点，或者容忍的时间到了：**驱逐**它。',
    why: '先给 Pod 加上 DisruptionTarget 状况，让别人知道原因，然后删除。它的属主会在别处另建一个。',
  },
  endpoints: {
    say: ({ outcome }) =>
      `Service **{subject}** 选中 **{pods} 个 Pod**，其中 {ready} 个地址就绪${
        outcome === 'create'
          ? '：创建它的 **Endpoints** 对象'
          : outcome === 'update'
            ? '：更新它的 **Endpoints** 对象'
            : '，与 Endpoints 对象一致'
      }。`,
    why: 'Service 只是一个名字和一个选择算符，这个列表才说明现在由哪些 Pod 提供服务。它是较旧的形式，整个 Service 用一个对象，为仍在读取它的程序而保留。Pod 很多时，每次变化都要把整个列表发给每个节点，所以有了 EndpointSlice。',
  },
  endpointsRemoved: {
    say: 'Service **{subject}** 已消失，因此删除它的 **Endpoints** 对象。',
    why: '两者只靠名称联系在一起。留下的列表仍会把人引向没有 Service 代表的 Pod。',
  },
  endpointSlices: {
    say: ({ created, updated, deleted }) =>
      created + updated + deleted === 0
        ? 'Service **{subject}** 选中 **{pods} 个 Pod**，与它的 EndpointSlice 一致。'
        : 'Service **{subject}** 选中 **{pods} 个 Pod**：它的 **EndpointSlice** 要新建 {created} 个，修改 {updated} 个，删除 {deleted} 个。',
    why: '发往 Service 的流量不经过控制平面：每个节点读取这些 EndpointSlice，直接把流量发给 Pod。每个切片最多一百个地址，所以一个 Pod 变化只重写一个切片，而不是整个列表。没有就绪的 Pod 也在其中，只是标明了状态。',
  },
  rootCertificate: {
    say: ({ outcome }) =>
      outcome === 'present'
        ? 'ConfigMap **{subject}** 中的证书正确，无事可做。'
        : outcome === 'created'
          ? '命名空间缺少 ConfigMap **{subject}**：控制器创建它。'
          : 'ConfigMap **{subject}** 被改动过：控制器把证书改正。',
    why: 'Pod 必须能分辨真正的 API 服务器和冒充者。为此所需的证书会放进每个命名空间，并与令牌一起挂载到每个 Pod。',
  },
  certificateSigned: {
    say: ({ problem }) =>
      problem === ''
        ? '请求 **{subject}** 已获批准：{signer} 为它签名，证书写入其 status。'
        : '请求 **{subject}** 已获批准，但 {signer} 拒绝签名：{problem}。',
    why: '想用证书登录的人先生成密钥，再请求签名。有权的人批准请求之后，控制器才用集群的密钥签名，而其他人都不必见到这个密钥。',
  },
  quotaCounted: {
    say: ({ changed }) =>
      changed
        ? '重新统计配额 **{subject}**：{usage}。新的数字写入它的状态。'
        : '重新统计配额 **{subject}**：{usage}。没有变化。',
    why: 'API 服务器在存储对象之前只会往配额上加。被删除或已结束的对象由这里减去：把所有对象重新数一遍；每五分钟所有配额都会这样重数一次，以防有对象计了数却没有建成。',
  },
  autoscaled: {
    say: ({ current, desired }) =>
      current === desired
        ? '**{subject}** 查看它的目标：{current} 个副本正合适。'
        : '**{subject}** 查看它的目标：现有 {current} 个副本，应为 **{desired}** 个。',
    why: '控制器每 15 秒把 Pod 的用量与目标值相比，按比例设定副本数，介于 {min} 与 {max} 之间。缩容要先等五分钟，以防负载再次上升。',
  },
  podCollected: {
    say: '清除 Pod **{subject}**：{why}。',
    why: '通常由 kubelet 报告容器已停止，Pod 才会消失。没有 kubelet 可以报告时，由这个回收器来做。',
  },
  claim: {
    say: ({ volume }) =>
      volume === '' ? '还没有适合申领 **{subject}** 的卷。' : '申领 **{subject}** 与卷 **{volume}** 结为一对。',
    why: '申领写明需要多大、哪一类的存储；控制器从空闲的卷中找出满足要求的最小一个。先写卷，所以两个申领永远不会得到同一个卷。',
  },
  volume: {
    say: ({ claim }) => (claim === '' ? '卷 **{subject}** 空闲。' : '检查卷 **{subject}**：它属于 {claim}。'),
    why: '卷比申领活得更久。申领消失后，由回收策略决定数据保留（Retain）还是删除（Delete）。',
  },
  protection: {
    say: ({ user }) =>
      user === ''
        ? '**{subject}** 已无人使用：去掉 finalizer，对象随之删除。'
        : '**{subject}** 待删除，但 {user} 仍在使用它，因此保留。',
    why: '这个 finalizer 防止存储在运行中的程序之下消失。',
  },
  budgetCounted: {
    say: '**{subject}**：健康 {healthy} 个，需要 {desired} 个，因此现在可以驱逐 **{allowed}** 个。',
    why: '驱逐请求查看并立即减少这个数字；每当 Pod 变化，控制器都会重新计算。',
  },
  targetSpared: {
    say: '**{subject}** 两分钟前被标记为即将中断，却仍在运行：它的条件 DisruptionTarget 改为 False。',
    why: '这个条件在删除 Pod 之前写入。如果随后删除失败，没有人会撤回它，统计中断的组件就会被误导；由本控制器来清理。',
  },
  policyChecked: {
    say: '检查策略 **{subject}**：把第 {generation} 代写入它的状态。',
    why: '表达式会与所涉及对象的类型核对，不相符之处写在状态里。策略本身照样生效。',
  },
  rolesAggregated: {
    say: ({ changed, roles }) =>
      changed
        ? `**{subject}** 由另外 ${roles} 个 ClusterRole 汇总而成：共 {rules} 条规则。`
        : `**{subject}** 已经包含它的 ${roles} 个 ClusterRole 的规则。`,
    why: '聚合的 ClusterRole 不写规则，只写标签选择算符。带有该标签的 ClusterRole 会把自己的规则加进来，因此扩展组件不必改动 view、edit 和 admin 就能扩大它们的权限。',
  },
};
