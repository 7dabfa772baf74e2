import type { cloud as kinds } from '../../steps/cloud.ts';
import type { Texts } from '../text.ts';

export const cloud: Texts<typeof kinds> = {
  sync: {
    say: ({ wants }) =>
      wants ? '云控制器看到 {subject} 需要**负载均衡器**。' : '云控制器**收回** {subject} 的负载均衡器。',
    why: '集群前面的负载均衡器不是 Kubernetes 自己的：云的控制器为每个这种类型的 Service 订购一个。它先给 Service 加上 finalizer，这样 Service 消失时不会遗忘任何一个。',
  },
  ensured: {
    say: '云给 {subject} 分配了地址为 **{address}** 的负载均衡器。',
    why: '该地址写入 Service 的 status，每个 kube-proxy 从那里读到它：发往它的数据包在节点上像发往集群 IP 的一样被截获。没有云就没有人做这件事，外部地址会一直是 pending。',
  },
  hostsChanged: {
    say: '{subject} 的负载均衡器从现在起把数据包发往 **{nodes}** 个节点。',
    why: '有节点加入、离开，或被加上标签 node.kubernetes.io/exclude-from-external-load-balancers。控制器告诉每个负载均衡器有哪些节点参与；节点上 kube-proxy 的工作不变。',
  },
  released: {
    say: '云收回 **{address}**。',
    why: '到这时 Service 才可以消失：控制器移除它的 finalizer，API 服务器删除之前只是被标记为删除的对象。',
  },
};
