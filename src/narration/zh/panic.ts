import type { panicSteps } from '../../steps/panic.ts';
import type { Texts } from '../text.ts';

export const panic: Texts<typeof panicSteps> = {
  panicked: {
    say: ({ where }) =>
      where === '' ? '**{process} 发生 panic**：{message}。' : '**{process} 在 {where} 中发生 panic**：{message}。',
    why: 'Go 程序遇到作者没有预料到的情况时就会 panic。在 Kubestep 中，模拟自身的错误也是如此：它只影响遇到它的请求或进程，和真实集群一样，运行会继续。服务器对那一个请求答复 500；其他程序则会结束。',
  },
  ended: {
    say: '**{process} 已结束**，内存中的一切随之消失。{seconds} 秒后会重新启动。',
    why: ({ times }) =>
      times > 1
        ? '它以前也这样结束过，所以负责它的一方每次等待的时间都加倍，最长五分钟：彻底坏掉的程序不应让机器一直忙碌。'
        : '控制平面的程序本来就允许随时被终止：重要的内容都在 etcd 中。以 Pod 运行的由 kubelet 照看，kubelet 和容器运行时由 systemd 照看。',
  },
  begun: {
    say: '**{process} 重新开始**，从 API 服务器读取现有的一切。',
    why: '它对之前一无所知：重新列出并监视，再把现状与期望作比较。上一个进程中断的工作现在会被发现并完成。',
  },
};
