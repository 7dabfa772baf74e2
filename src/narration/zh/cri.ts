import type { cri as kinds } from '../../steps/cri.ts';
import type { Texts } from '../text.ts';

export const cri: Texts<typeof kinds> = {
  runPodSandbox: {
    say: '容器运行时为 {subject} 创建沙箱 **{sandbox}**，由 **pause** 容器撑住。',
    why: '沙箱是一组 Linux 命名空间：独立的网络、独立的主机名，以及进程间通信的共享空间。一个只会睡眠的极小进程让它们一直存在，真正的容器则来来去去。',
  },
  sandboxReady: {
    say: ({ ip }) =>
      ip === 'host' ? '沙箱 {sandbox} 已就绪，使用**节点的网络**。' : '沙箱 {sandbox} 已就绪，地址为 **{ip}**。',
    why: '此后启动的每个容器都会加入这些命名空间。它们彼此可以用 localhost 访问，并共用一套端口。',
  },
  sandboxFailed: {
    say: '沙箱**创建失败**：{error}',
    why: '运行时撤销已经做的部分，把错误报告给 kubelet，由它决定何时重试。运行时自己从不重试。',
  },
  imageStatus: {
    say: ({ present }) => (present ? '运行时**已有** {image}。' : '运行时**没有** {image}。'),
    why: '镜像保存在每个节点上。旁边的节点拉取过，在这里并没有用。',
  },
  pullImage: {
    say: ({ mebibytes }) => `运行时**拉取** {image}${mebibytes > 1 ? '，约 {mebibytes} MiB' : ''}。`,
    why: '镜像由若干层组成。因为别的镜像而已经存在的层不会重复下载。拉取镜像往往是启动 Pod 时最耗时的部分。',
  },
  imagePulled: {
    say: ({ mebibytes }) => `**{image}** 已在节点上${mebibytes > 1 ? '：{mebibytes} MiB' : ''}。`,
    why: '各层已经解包，由使用这个镜像的所有容器以只读方式共享。磁盘快满时，kubelet 会删除没有人使用的镜像。',
  },
  pullFailed: {
    say: '{image} **拉取失败**：{error}',
    why: '镜像仓库里没有这个镜像或标签，或者不允许这个节点获取。运行时只报告一次，之后的重试间隔由 kubelet 掌握。',
  },
  createContainer: {
    say: '运行时用 {image} **创建**容器 **{container}**。',
    why: '镜像的各层叠在一起，最上面加一个可写层。进程写在那里的内容会随容器一起消失，所以重要的数据应当放在卷里。',
  },
  startContainer: {
    say: ({ program }) => `容器 **{container}** **启动**${running(program)}。`,
    why: '进程在沙箱的命名空间里开始运行，受到 CPU 和内存的限制。在内核看来它只是一个普通进程，没有任何模拟。',
  },
  startFailed: {
    say: '容器 **{container}** **无法启动**：{error}',
    why: '通常是命令在镜像中不存在，或者没有执行权限。镜像本身没有问题，也已经拉取；出错的是要它运行的命令。',
  },
  containerExited: {
    say: ({ exitCode }) =>
      exitCode === 0
        ? '容器 **{container}** **正常结束**。'
        : exitCode === 137
          ? '容器 **{container}** 被**强行终止**（137）。'
          : '容器 **{container}** 退出，退出码为 **{exitCode}**。',
    why: '运行时只记录进程已经结束以及退出码。是否重新启动由 kubelet 按 Pod 的 restartPolicy 决定。大于 128 的退出码表示信号：137 是 KILL，143 是 TERM。',
  },
  exec: {
    say: '运行时在容器 **{container}** 中执行 **{command}**。',
    why: '第二个进程加入容器的命名空间：看到同样的文件、网络和进程，但它不是第一个进程的子进程。它结束后，容器继续运行。',
  },
  execEnded: {
    say: ({ exitCode }) =>
      exitCode === 0
        ? '**{container}** 中的命令**正常结束**。'
        : '**{container}** 中的命令以退出码 **{exitCode}** 结束。',
    why: '退出码经由连接的错误通道返回，形式是 JSON 的 Status。kubectl exec 以同样的退出码结束。',
  },
  attach: {
    say: '运行时把客户端接到容器 **{container}** 的**第一个进程**。',
    why: '与 exec 不同，attach 不启动任何东西：它显示第一个进程此后写出的内容；若标准输入保持打开，输入的内容会送到那里。',
  },
  portForward: {
    say: ({ answered }) =>
      answered ? '在沙箱内连接端口 **{port}**。' : '沙箱内没有进程监听端口 **{port}**：**连接被拒绝**。',
    why: '运行时进入沙箱的网络命名空间，在里面连接 localhost。这与 Service、转发规则都无关，NetworkPolicy 也看不到它。',
  },
  answered: {
    say: ({ code }) =>
      code === 0
        ? '**{container}** 中的程序不说 HTTP：它关闭了连接。'
        : '**{container}** 中的程序对 **{what}** 应答 **{code}**。',
    why: '对程序来说这只是普通的请求：它看到的是连接者（这里是 API 服务器）的地址，对 Kubernetes 一无所知。',
  },
  used: {
    say: ({ memory, disk }) =>
      memory > 0
        ? `容器 **{container}** 中的程序占用 **${memory} MiB 内存**。`
        : memory < 0
          ? `容器 **{container}** 中的程序归还 **${-memory} MiB 内存**。`
          : `容器 **{container}** 中的程序写入 **${disk} MiB**。`,
    why: 'requests 只决定 Pod 放在哪里；实际占用多少，内核按控制组计数。',
  },
  oomKilled: {
    say: ({ limit }) =>
      limit > 0
        ? `内核**杀死容器 {container}**：它占用的内存超过了 ${limit} MiB 的限制。`
        : '内核**杀死容器 {container}**：机器已经没有内存了。',
    why: '内存不能像 CPU 时间那样收回：占用过多的程序只能离开，退出码是 137。',
  },
  updateContainer: {
    say: ({ limit }) =>
      limit > 0
        ? `kubelet 请求修改容器 **{container}** 的**限制**，容器继续运行：内存 ${limit} MiB。`
        : 'kubelet 请求修改容器 **{container}** 的**限制**，容器继续运行。',
    why: '限制只是控制组文件里的数字；改了数字，进程毫无察觉。',
  },
  removeImage: {
    say: ({ mebibytes }) => `镜像 **{image}**（${mebibytes} MiB）被**删除**：没有容器使用它。`,
    why: '镜像随时可以重新拉取，所以磁盘快满时先删除它们。',
  },
  stopContainer: {
    say: ({ signal }) =>
      signal === 'KILL'
        ? '容器 **{container}** 没有及时结束：发送 **KILL** 信号。'
        : '容器 **{container}** 收到 **{signal}** 信号，有 {grace} 秒来结束。',
    why: 'TERM 请程序把手头的事做完，KILL 则无法拒绝。镜像可以指定别的信号代替 TERM：nginx 用 QUIT，让请求先处理完。作为 shell 的子进程运行的程序往往收不到 TERM，于是每次删除都要等满宽限期。',
  },
  stopPodSandbox: {
    say: '运行时停止 {subject} 的沙箱 **{sandbox}**，并拆除它的网络。',
    why: '已经没有容器需要这些命名空间。沙箱消失之前，网络插件有机会释放地址。',
  },
  removeContainer: {
    say: '清除容器 **{container}** 的残留。',
    why: '退出的容器会保留一段时间，以便读取日志和退出码。每个名称保留一个就够了。',
  },
  removePodSandbox: {
    say: '沙箱 **{sandbox}** 被移除。',
    why: '运行时里已没有这个 Pod 的任何东西。同名的新 Pod 会得到自己的沙箱和地址。',
  },
};

function running(program: string): string {
  if (program.startsWith('serves ')) return `，监听端口 ${program.slice('serves '.length)}`;
  if (program === 'runs until stopped') return '，一直运行到被停止';
  const [, millis, code] = /^ends after (\d+) ms with (\d+)$/.exec(program) ?? [];
  if (millis === undefined) return '';
  return `，程序将在 ${Number(millis) < 1000 ? `${millis} 毫秒` : `${Number(millis) / 1000} 秒`}后以退出码 ${code} 结束`;
}
