import type { WishWords } from '../args.ts';

const ready = (have: number) => (have === 0 ? '**没有一个**就绪' : '**{have}** 个就绪');

export const wishes: WishWords = {
  storeFast: '存储**很慢**',
  store: '存储**不接受写入**',
  server: 'API 服务器 **停止服务**',
  node: '节点 **{name}** **未就绪**',
  nodeSeems: '节点 **{name}** 仍被当作就绪，实际并非如此',
  replicas: ({ have }) => `{kind} **{name}** 想要 **{want}** 个 Pod，${ready(have)}`,
  rollout: ({ have }) => `{kind} **{name}** 想要 **{want}** 个新模板的 Pod，${ready(have)}`,
  progress: ({ have }) =>
    `{kind} **{name}** 白等了 **{seconds} 秒**（**ProgressDeadlineExceeded**）：**{want}** 个新 Pod 中${ready(have)}`,
  command: '`{line}` 被**拒绝**',
  request: '**{user}** 要 **{verb} {resource}** 的请求被**拒绝**',
  drain: '节点 **{name}** 应当清空，还有 **{left}** 个 Pod 留着',
  stays: 'Pod **{name}** **不在了**',
  orderly: ({ kind }) =>
    kind === 'Pod' ? 'Pod **{name}** **没有妥善停止**' : '{kind} **{name}** 的 Pod **没有妥善停止**',
  pod: 'Pod **{name}** 未就绪',
  job: 'Job **{name}** 应成功 **{want}** 次，目前成功 **{have}** 次',
  cronJob: 'CronJob **{name}**（{schedule}）没有创建 Job',
  claim: '申领 **{name}** **没有卷**',
  servicePort: 'Service **{name}** 的端口 **{port}** 无处可通',
  ingress: 'Ingress **{name}** 无处可通',
  apiService: 'APIService **{name}** **不可用**',
  autoscaler: 'HorizontalPodAutoscaler **{name}** 不在伸缩',
  nodeRoom: '节点 **{name}** 资源紧张',
  service: 'Service **{name}** **没有端点**',
  gone: '{kind} **{name}** 已被删除，却**仍然存在**',
};
