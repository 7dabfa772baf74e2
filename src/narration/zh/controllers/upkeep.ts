import type { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import type { Texts } from '../../text.ts';

export const upkeep: Texts<typeof upkeepSteps> = {
  mirrored: {
    say: '**{subject}** 是人工写入的：它的 EndpointSlice 将新建 {created} 个、修改 {updated} 个、删除 {deleted} 个。',
    why: '没有选择算符的 Service 可以把流量送到任何地方：有人把地址写进同名的 Endpoints 对象。节点只读 EndpointSlice，所以控制器把写入的内容复制过去。',
  },
  approvalAsked: {
    say: '有 kubelet 要证书：创建 **{subject}** 的用户可以创建 certificatesigningrequests/**{permission}** 吗？',
    why: '新节点等不了人来批准。控制器问 API 服务器：按 RBAC 的规则，请求者是否有权；有权的立即批准。',
  },
  approved: {
    say: '控制器自己批准了 **{subject}**。',
    why: '没有批准的请求，签名者不会签。用引导令牌加入的节点属于一个可以申请节点证书的组。',
  },
  requestCleaned: {
    say: '**{subject}** 已经过时（{why}）：删除它。',
    why: '签名请求只是消息。决定之后一小时，或者一天没有人决定，它们就会被删除。',
  },
  volumeGrows: {
    say: '申领 **{subject}** 要的比卷现有的多：要由别人来扩容。',
    why: '扩容由创建卷的驱动来做。这个控制器只是说明这一点，因为它自己认识的卷都不能扩大。',
  },
  claimForPod: {
    say: ({ present }) =>
      present ? '**{subject}** 的申领 **{claim}** 已经有了。' : '**{subject}** 自带一个卷：为它创建申领 **{claim}**。',
    why: '通用临时卷就是与 Pod 同生共死的申领。它名为“Pod 名-卷名”，归 Pod 所有，随 Pod 消失；若同名申领属于别人，就是错误，Pod 只能等待。',
  },
  deviceClaim: {
    say: '**{subject}** 要有自己的设备：按模板 **{template}** 为 **{claim}** 创建资源申领。',
    why: 'ResourceClaim 说明 Pod 需要哪些设备。每个 Pod 按模板得到自己的申领，名称末尾是随机的；名称写进 Pod 的状态，申领随 Pod 一起消失。',
  },
  nodeTtl: {
    say: '集群有 {nodes} 个节点，**{subject}** 的 kubelet 可以把 Secret 和 ConfigMap 保留 **{seconds}** 秒。',
    why: '注解 node.alpha.kubernetes.io/ttl 随集群变大而变大，免得许多 kubelet 一起问得太勤。',
  },
  tokenSecret: {
    say: 'Secret **{subject}** 要存放 ServiceAccount **{account}** 的令牌：有这个名称的 ServiceAccount 吗？',
    why: '这样的 Secret 与它的 ServiceAccount 同生共死。没有属主就会被删除，免得令牌比它代表的账号活得更久。',
  },
  tokenIssued: {
    say: '签发 **{account}** 的令牌，连同命名空间和集群的证书一起放进 **{subject}**。',
    why: '它不会过期，所以从 v1.24 起 Pod 改用短期令牌；集群外的程序仍可以这样申请。',
  },
  clusterInfoSigned: {
    say: '**{subject}** 重新签名：可用于签名的引导令牌（{tokens} 个）各签一次。',
    why: '将要加入的机器只有一个令牌。它可以匿名读取这个 ConfigMap，并且相信它：只有知道令牌的人才能签出这样的名。',
  },
  tokenExpired: {
    say: '引导令牌 **{subject}** 已过期：删除它的 Secret。',
    why: '谁有这样的令牌，谁就能添加节点，所以它的有效期应当很短。',
  },
  deviceTainted: {
    say: ({ seconds }) =>
      seconds === 0
        ? '**{subject}** 的设备有它不能容忍的**污点**：驱逐这个 Pod。'
        : '**{subject}** 的设备有它只能容忍一段时间的**污点**：{seconds} 秒后将被驱逐。',
    why: '驱动用 NoExecute 污点标记已损坏或将要维护的设备。使用它的 Pod 必须结束，另找设备。',
  },
  deviceUntainted: {
    say: '**{subject}** 的设备不再有这样的污点：可以留下。',
    why: '容忍污点的时间，是留给会自行消失的故障的。',
  },
  nodeRange: {
    say: '节点 **{subject}** 上的 Pod 从 **{ranges}** 中得到地址。',
    why: '每个节点独占整个 Pod 网段的一部分，这样两个节点不会分出同一个地址，路由也知道每个地址在哪里。',
  },
  addressRange: {
    say: ({ outcome }) =>
      outcome === 'ready'
        ? '现在可以从 **{subject}** 为 Service 分配地址：它已**就绪**。'
        : outcome === 'needed'
          ? '**{subject}** 待删除，但有 Service 使用着**其他范围都没有**的地址，因此保留。'
          : outcome === 'kept'
            ? '**{subject}** 得到一个 **finalizer**，以免在 Service 使用其地址时消失。'
            : '已没有 Service 需要 **{subject}**：去掉 finalizer，这个范围随之删除。',
    why: 'ServiceCIDR 是为 Service 分配地址的范围。可以有多个，因此地址用完的集群在运行中也能得到更多地址。',
  },
};
