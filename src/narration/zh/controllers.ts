import type { controllersSteps } from '../../steps/controllers.ts';
import type { Texts } from '../text.ts';

export const controllers: Texts<typeof controllersSteps> = {
  started: {
    say: '所有缓存都已填好：**{controllers}** 个控制器开始工作。',
    why: '一个进程运行所有控制器。每个控制器有自己的队列、工作协程和身份，但共享每种对象的同一份缓存。缓存不完整之前谁也不工作：空缓存看起来就像空集群。',
  },
  defaultServiceAccount: {
    say: ({ present }) =>
      present ? '命名空间已有 ServiceAccount {subject}。' : '命名空间缺少 ServiceAccount {subject}：创建它。',
    why: '没有指定 ServiceAccount 的 Pod 以名为 default 的身份运行，所以每个命名空间都必须有它，否则任何 Pod 都无法通过准入。',
  },
  endpoints: {
    say: ({ pods, ready, outcome }) =>
      outcome === 'unchanged'
        ? 'Endpoints {subject} 列出的地址仍然正确。'
        : `Endpoints {subject} 变化：${pods} 个 Pod 中有 **${ready}** 个地址就绪。`,
    why: '这是旧的列表形式：每个 Service 一个对象，分为就绪和未就绪的地址。现在几乎都改读 EndpointSlice，但旧对象仍会保持更新。',
  },
  endpointsRemoved: {
    say: 'Service 已消失：删除它的 Endpoints {subject}。',
    why: 'Endpoints 与 Service 同名但没有属主引用，所以由这个控制器自己清除。',
  },
  endpointSlices: {
    say: ({ pods, created, updated, deleted }) =>
      created + updated + deleted === 0
        ? '{subject} 的 EndpointSlice 已经正确。'
        : `{subject} 的 EndpointSlice 跟随它的 **${pods}** 个 Pod：创建 ${created} 个，更新 ${updated} 个，删除 ${deleted} 个。`,
    why: '每个节点都监视这些列表，并据此设置转发规则。它们切分成每片最多一百个端点，这样一个 Pod 的变化不会把成千上万个地址发给成千上万个节点。正在终止的 Pod 仍留在列表里并带有标记，以便连接逐渐排空。',
  },
  rootCertificate: {
    say: ({ outcome }) =>
      `根证书 {subject} ${outcome === 'present' ? '已经就位' : outcome === 'created' ? '被创建' : '被更新'}。`,
    why: 'Pod 必须能确认自己连接的是真正的 API server。用于验证的证书以 ConfigMap 的形式存在于每个命名空间，并与令牌一起挂载。',
  },
};
