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
  rootCertificate: {
    say: ({ outcome }) =>
      `根证书 {subject} ${outcome === 'present' ? '已经就位' : outcome === 'created' ? '被创建' : '被更新'}。`,
    why: 'Pod 必须能确认自己连接的是真正的 API server。用于验证的证书以 ConfigMap 的形式存在于每个命名空间，并与令牌一起挂载。',
  },
};
