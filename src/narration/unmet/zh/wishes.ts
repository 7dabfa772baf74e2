import type { WishWords } from '../args.ts';

const ready = (have: number) => (have === 0 ? '**没有一个**就绪' : '**{have}** 个就绪');

export const wishes: WishWords = {
  store: '存储**不接受写入**',
  server: 'API server **停止服务**',
  node: '节点 **{name}** **未就绪**',
  nodeSeems: '节点 **{name}** 仍被当作就绪，实际并非如此',
  replicas: ({ have }) => `{kind} **{name}** 想要 **{want}** 个 Pod，${ready(have)}`,
  rollout: ({ have }) => `{kind} **{name}** 想要 **{want}** 个新模板的 Pod，${ready(have)}`,
  pod: 'Pod **{name}** 未就绪',
  service: 'Service **{name}** **没有端点**',
  gone: '{kind} **{name}** 已被删除，却**仍然存在**',
};
