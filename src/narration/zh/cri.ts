import type { cri as steps } from '../../steps/cri.ts';
import type { Texts } from '../text.ts';

export const cri: Texts<typeof steps> = {
  runPodSandbox: {
    say: '容器运行时用 pause 镜像创建 {subject} 的**沙箱**。',
    why: '沙箱是 Pod 内各容器共享的部分：网络命名空间、地址、主机名。一个只会休眠的小进程维持着它，因此容器可以来去而地址不变。',
  },
  sandboxReady: {
    say: '沙箱 {sandbox} 已**就绪**，地址 {ip}。',
    why: '命名空间已经建好，网络插件也已接通。从现在起可以把容器放进去。',
  },
  sandboxFailed: {
    say: '{subject} 的沙箱**创建失败**：{error}。',
    why: '没有沙箱，容器就没有容身之处。kubelet 会以事件报告，稍后重试。',
  },
  imageStatus: {
    say: ({ image, present }) => `节点上有 **${image}** 吗？${present ? '有。' : '没有。'}`,
    why: 'kubelet 在决定拉取之前先询问运行时。策略为 IfNotPresent 时，已有的镜像会直接使用，不管它有多旧。',
  },
  pullImage: {
    say: '运行时从镜像仓库**拉取** {image}。',
    why: '节点上没有的层会被下载并解包。镜像越大，Pod 等得越久；这往往是启动过程中最慢的一步。',
  },
  imagePulled: {
    say: '**{image}** 已到达：{mebibytes} MiB。',
    why: '镜像会一直留在节点上，直到磁盘紧张。下一个使用同一镜像的 Pod 就不必再等。',
  },
  pullFailed: {
    say: '镜像仓库**拒绝**提供 {image}。',
    why: '名称或标签不存在，或者没有访问权限。运行时只是转述仓库的答复；阅读这类消息要从末尾看起。',
  },
  createContainer: {
    say: '运行时从 {image} **创建**容器 {container}。',
    why: '创建只准备文件系统和进程的配置，此时什么都还没有运行。创建与启动是两次调用，kubelet 可以在其间做事。',
  },
  startContainer: {
    say: ({ container, program }) =>
      program === 'unknown'
        ? `容器 **${container}** 启动。这个程序的行为未被模拟，它会一直运行到被停止。`
        : `容器 **${container}** 启动（${program}）。`,
    why: '容器的第一个进程开始运行。这个进程结束，容器就结束，不管它还启动过什么。',
  },
  startFailed: {
    say: '容器 **{container}** 无法启动：{error}。',
    why: '运行时无法执行第一个进程，通常是因为镜像中没有这个命令。该容器视为以退出码 128 结束。',
  },
  containerExited: {
    say: '容器 **{container}** 的进程结束，退出码 **{exitCode}**（{reason}）。',
    why: '按惯例 0 表示成功，其他表示失败；137 即 128 + 9，表示被强制杀死。kubelet 不会立刻得知：它每秒查看一次自己的容器。',
  },
  stopContainer: {
    say: ({ container, signal, grace }) =>
      signal === 'KILL'
        ? `宽限期已到：容器 **${container}** 被**强制杀死**。`
        : `容器 **${container}** 收到 **TERM** 信号，有 ${grace} 秒时间退出。`,
    why: '处理 TERM 的进程可以做完手头的工作。作为 1 号进程运行的 shell 或 sleep 会忽略它，因此会耗尽整个宽限期，然后被杀死。',
  },
  stopPodSandbox: {
    say: '运行时**停止** {subject} 的**沙箱**。',
    why: '所有容器都已结束，于是拆除网络并归还地址。容器写下的日志会保留到 Pod 被移除。',
  },
  removeContainer: {
    say: '容器 **{container}** 从节点上移除。',
    why: '已结束的容器会保留一段时间，以便查看日志和退出码，然后被清理。',
  },
  removePodSandbox: {
    say: '{subject} 的沙箱及其容器从节点上**移除**。',
    why: 'Pod 在 API 中已不存在，不会再有人查询它的日志。节点把它忘掉。',
  },
};
