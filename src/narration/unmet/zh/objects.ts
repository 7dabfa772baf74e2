import type { HoldWords } from '../args.ts';

/** Job、申领、端口以及他人提供的 API 所遇到的阻碍。 */
export const objects: HoldWords<
  | 'nodeSilent'
  | 'noSpace'
  | 'jobFailed'
  | 'jobCrashed'
  | 'cronEvent'
  | 'noVolume'
  | 'noClass'
  | 'provisioner'
  | 'claimProblem'
  | 'volumeLost'
  | 'noPortName'
  | 'nearPortName'
  | 'noBackend'
  | 'noBackendPort'
  | 'apiServiceDown'
  | 'noMetrics'
  | 'pressure'
> = {
  nodeSilent: {
    say: '须由 **{node}** 上的 kubelet 确认它已消失，而 kubelet 杳无音信',
    change: '重新启动 {node} 的 kubelet。强制删除会让对象立即消失，但它的容器可能还在运行。',
  },
  noSpace: {
    say: '它已增长到 **{quota}** 字节的配额，并发出了 NOSPACE 告警',
    change: '腾出空间（压缩、整理碎片），然后解除告警。',
  },
  jobFailed: {
    say: ({ failures }) => `它已**失败**（{reason}：{message}）${failures === 0 ? '' : '，有 {failures} 个失败的 Pod'}`,
    change: '让它的程序成功，再重新创建这个 Job。',
  },
  jobCrashed: {
    say: '{failures} 个 Pod 失败，最后一个以**退出码 {exitCode}** 结束，于是它放弃了（{reason}）',
    change: '看看它的程序最后说了什么，修好后重新创建这个 Job。',
  },
  cronEvent: { say: '{reason}，{message}', change: '改正它的时间表或模板。' },
  noVolume: {
    say: '它想要 {size}，没有指定存储类，也没有合适的空闲 PersistentVolume',
    change: '创建这样的 PersistentVolume，或指定一个能创建它的存储类。',
  },
  noClass: { say: '它的存储类 **{storageClass}** 不存在', change: '创建该存储类，或换一个。' },
  provisioner: {
    say: '已请求供应者 **{provisioner}** 创建卷，而它还没有创建',
    change: '看看该供应者的驱动是否在运行。',
  },
  claimProblem: { say: '{message}', change: '修改申领，或它所指定的卷。' },
  volumeLost: { say: '它的卷 **{volume}** 已不存在', change: '上面的内容已丢失：删除该申领并重新创建。' },
  noPortName: {
    say: '它的目标端口名 **{target}** 不是 Pod {pod} 任何容器端口的名称',
    change: '在 Pod 模板中为端口命名，或用端口号作为 targetPort。',
  },
  nearPortName: {
    say: '它的目标端口名 **{target}** 不是 Pod {pod} 的端口，那里叫 **{near}**',
    change: '让 targetPort 与容器端口的名称一致。',
  },
  noBackend: { say: '它的后端 Service **{service}** 不存在', change: '创建 Service {service}，或换一个。' },
  noBackendPort: {
    say: '它的后端 Service **{service}** 没有端口 **{port}**',
    change: '使用 Service {service} 有的端口。',
  },
  apiServiceDown: {
    say: '{message}（**{reason}**）',
    change: '让其 Service 背后的 Pod 运行起来，或删除这个 APIService：在此之前命名空间无法被删除。',
  },
  noMetrics: {
    say: '{message}（**{reason}**）',
    change: '让某个组件（例如 metrics-server）提供它所需的指标，并让 Pod 写明请求量。',
  },
  pressure: {
    say: '**{condition}**（{message}）',
    change: '腾出一些：在此之前该节点不接纳新的 Pod，还可能驱逐一些。',
  },
};
