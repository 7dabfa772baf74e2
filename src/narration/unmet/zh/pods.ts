import type { HoldWords } from '../args.ts';

const again = (restarts: number) => (restarts === 0 ? '' : '，已重启 {restarts} 次');
const saying = (said: string) => (said === '' ? '' : '（{said}）');

/** Pod 有了节点之后，自身所阻碍的。 */
export const pods: HoldWords<
  | 'nodeLost'
  | 'evicted'
  | 'rejected'
  | 'sandbox'
  | 'volume'
  | 'volumeMissing'
  | 'imageMissing'
  | 'imageDenied'
  | 'imagePull'
  | 'imageNever'
  | 'imageName'
  | 'configMissing'
  | 'keyMissing'
  | 'configError'
  | 'startError'
  | 'oomKilled'
  | 'crashed'
  | 'initFailed'
  | 'hook'
  | 'preStop'
  | 'probe'
  | 'probeDue'
  | 'readinessGate'
  | 'podWord'
  | 'unknown'
> = {
  nodeLost: {
    say: 'Pod {pod} 在 **{node}** 上，而该节点杳无音信',
    change: '让 {node} 恢复；否则过一段时间它的 Pod 会被放弃，并在别处重建。',
  },
  evicted: {
    say: 'Pod {pod} 被 {node} **驱逐**（{message}）',
    change: '让 Pod 按实际用量提出请求，或给节点更多空间。',
  },
  rejected: {
    say: '{node} 的 kubelet 不接纳 Pod {pod}（**{reason}**：{message}）',
    change: '把 Pod 改成该节点能接纳的样子，或让它去别的节点。',
  },
  sandbox: { say: 'Pod {pod} 得不到沙箱（{message}）', change: '检查该节点的容器运行时和网络。' },
  volume: {
    say: 'Pod {pod} 的卷 **{volume}** 无法挂载（{message}）',
    change: '修好这个卷，或从 Pod 中去掉它。',
  },
  volumeMissing: {
    say: 'Pod {pod} 的卷 **{volume}** 来自 {kind} **{missing}**，而它不存在',
    change: '创建 {kind} {missing}：kubelet 会自行重试。',
  },
  imageMissing: {
    say: 'Pod {pod} 的镜像 **{image}** 在所找的地方不存在',
    change: '换一个存在的镜像；检查它的名称和标签。',
  },
  imageDenied: {
    say: '未登录时镜像仓库不把镜像 **{image}** 交给 Pod {pod}，或者没有这个仓库',
    change: '检查名称，或给 Pod 一个 imagePullSecret。',
  },
  imagePull: {
    say: 'Pod {pod} 的镜像 **{image}** 拉取失败（{message}）',
    change: '检查镜像的名称和它的镜像仓库。',
  },
  imageNever: {
    say: '镜像 **{image}** 不在 Pod {pod} 的节点上，而 imagePullPolicy **Never** 不许拉取',
    change: '把 imagePullPolicy 设为 IfNotPresent，或把镜像放到节点上。',
  },
  imageName: {
    say: '**{image}** 不是合法的镜像名称',
    change: '写成“仓库地址/名称:标签”，使用小写字母。',
  },
  configMissing: {
    say: 'Pod {pod} 的容器 {container} 需要 {kind} **{missing}**，而它不存在',
    change: '创建 {kind} {missing}：kubelet 会自行重试。',
  },
  keyMissing: {
    say: 'Pod {pod} 的容器 {container} 需要键 **{key}**，而 {kind} {missing} 中没有',
    change: '在 {kind} {missing} 中加上这个键，或换一个键。',
  },
  configError: {
    say: 'Pod {pod} 的容器 {container} 无法创建（{message}）',
    change: '据此修改该容器。',
  },
  startError: {
    say: 'Pod {pod} 的容器 {container} 无法启动（{message}）',
    change: '检查它的命令：必须是镜像中有的程序。',
  },
  oomKilled: {
    say: ({ restarts, limit }) =>
      `Pod {pod} 的容器 {container} **因内存被杀死**${limit === '' ? '' : '，上限是 **{limit}**'}${again(restarts)}`,
    change: '调高它的内存上限，或让它少用一些。',
  },
  crashed: {
    say: ({ restarts, said }) =>
      `Pod {pod} 的容器 {container} 以**退出码 {exitCode}** 结束${again(restarts)}${saying(said)}`,
    change: '看看它最后说了什么。',
  },
  initFailed: {
    say: ({ restarts, said }) =>
      `Pod {pod} 的 init 容器 {container} 以**退出码 {exitCode}** 结束${again(restarts)}${saying(said)}，其余容器都在等它`,
    change: '看看它最后说了什么。',
  },
  hook: {
    say: ({ exitCode, message }) =>
      `Pod {pod} 的容器 {container} 的 postStart 钩子失败${exitCode === 0 ? '' : '，退出码 **{exitCode}**'}${
        message === '' ? '' : exitCode === 0 ? '（{message}）' : '，输出“{message}”'
      }`,
    change: '修好这个钩子，或不用它。',
  },
  preStop: {
    say: ({ exitCode, message }) =>
      `Pod {pod} 的容器 {container} 收到停止信号之前，它的 **preStop 钩子**失败${exitCode === 0 ? '' : '，退出码 **{exitCode}**'}${
        message === '' ? '' : exitCode === 0 ? '（{message}）' : '，输出“{message}”'
      }`,
    change: '修好这个钩子，或不用它：钩子失败，kubelet 照样停止容器。',
  },
  probe: {
    say: 'Pod {pod} 的容器 {container} 的 **{probe} 探针**失败（{message}）',
    change: '让探针询问程序会回答的内容，或让程序回答它。',
  },
  probeDue: {
    say: 'Pod {pod} 的容器 {container} 的 **{probe} 探针**尚未表示正常',
    change: '请稍等。',
  },
  readinessGate: {
    say: '在有人设置状况 **{condition}** 之前，Pod {pod} 不算就绪',
    change: '负责该就绪门的一方必须设置这个状况。',
  },
  podWord: { say: 'Pod {pod} 的状态是 **{word}**', change: '看看 `kubectl describe pod {pod}` 怎么说。' },
  unknown: { say: '负责它的一方还没有行动', change: '请稍等，并查看其控制器的队列。' },
};
