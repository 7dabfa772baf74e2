import { duration } from '../../insight-args.ts';
import type { InsightTexts } from '../../text.ts';

export const nodes: InsightTexts<
  | 'podStarts'
  | 'volumes'
  | 'sandbox'
  | 'network'
  | 'pulled'
  | 'imagePresent'
  | 'started'
  | 'programmed'
  | 'unprogrammed'
  | 'nowhereToGo'
> = {
  podStarts: {
    say: '{node} 上的 kubelet **收下了这个 Pod**：放得下，也没有什么妨碍。之后的事都发生在节点上，API 服务器只是听说。',
  },
  volumes: {
    say: ({ account, micros }) =>
      `${account === '' ? '' : 'kubelet 申请了 ServiceAccount {account} 的一个**令牌**，与 Pod 同生共死。'}还没有任何容器，**{volumes} 个卷**就已经放好${
        micros > 0 ? `，用了 ${duration(micros)}` : ''
      }。`,
  },
  sandbox: {
    say: '最先运行的不是你的程序，而是一个**沙箱**：**pause** 容器守着 Pod 的网络，别的容器重启时它也不放手。',
  },
  network: {
    say: ({ veth }) =>
      veth === ''
        ? 'Pod 有了地址：**{ip}**。它与 {node} 共用网络。'
        : '一根**网线**从沙箱接到网桥 {bridge}：Pod 有了地址 **{ip}**，出自 {node} 自己的网段 {subnet}。',
  },
  pulled: {
    say: ({ micros }) => `{node} 上没有 **{image}**：{mebibytes} MiB，拉取用了 **${duration(micros)}**。Pod 只能等它。`,
  },
  imagePresent: { say: '**{image}** 在 {node} 上早就有了。要是没有，时间就花在这里。' },
  programmed: {
    say: ({ lines }) =>
      `{node} 上的 kube-proxy 把 **{name}** 的规则交给了内核${lines === 0 ? '' : '，{tool} 一次写入 {lines} 行'}：在那里，**发往它的数据包能找到路了**。`,
  },
  unprogrammed: {
    say: '{node} 上的 kube-proxy 把 **{name}** 的规则从内核里撤掉了：从那个节点上**再也找不到它**。',
  },
  nowhereToGo: {
    say: ({ target }) =>
      `**{port}** 在 {node} 上**无处可去**：kube-proxy 写下 **{target}**，${target === 'REJECT' ? '来问的立刻被拒绝' : '来问的什么也听不到'}。`,
  },
  started: {
    say: ({ restarts }) =>
      restarts > 0
        ? '容器 **{container}** 在 {node} 上又运行起来，这是第 **{restarts}** 次重启。'
        : '运行时创建容器 **{container}** 并启动它：终于有东西在 {node} 上**运行**了。而 API 服务器还不知道。',
  },
};
