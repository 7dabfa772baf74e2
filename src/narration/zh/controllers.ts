import type { controllersSteps } from '../../steps/controllers.ts';
import type { Texts } from '../text.ts';

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
  rootCertificate: {
    say: ({ outcome }) =>
      outcome === 'present'
        ? 'ConfigMap **{subject}** 中的证书正确，无事可做。'
        : outcome === 'created'
          ? '命名空间缺少 ConfigMap **{subject}**：控制器创建它。'
          : 'ConfigMap **{subject}** 被改动过：控制器把证书改正。',
    why: 'Pod 必须能分辨真正的 API server 和冒充者。为此所需的证书会放进每个命名空间，并与令牌一起挂载到每个 Pod。',
  },
};
