import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';
import { web } from './manifests.ts';

const FILE = 'web.yaml';
const MORE = 'web-more.yaml';

/** What is declared and what is: one object, changed from outside and repaired from inside. */
export const converge: Scenario = {
  id: 'converge',
  place: 3,
  topics: ['0.1', '2.2', '1.9', '2.1'],
  title: { en: 'Declare, and watch it become true', zh: '声明期望，看它成为现实' },
  goal: {
    en: 'One Deployment is all that is ever said. The cluster is a database of such sentences: data in etcd, plugins that check and change it on the way in, controllers that compare it with what is, and informers that tell them. Each time the sentence or the world changes, the same loops bring both together again.',
    zh: '自始至终只声明一个 Deployment。集群就像存放这类声明的数据库：数据在 etcd 中，准入插件在写入途中检查和修改，控制器把期望与实际相比较，informer 通知它们变化。每当声明或现实发生改变，同样的循环都会让二者重新一致。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [
    { name: FILE, text: web(2) },
    { name: MORE, text: web(3) },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: web(2) }),
      'object',
      'Two replicas are wanted. Step on and watch status.replicas and status.readyReplicas of the Deployment follow spec.replicas; every field says who wrote it.',
      '期望两个副本。逐步前进，观察 Deployment 的 status.replicas 和 status.readyReplicas 如何追上 spec.replicas；每个字段都注明由谁写入。',
      { subject: 'deployments.apps/default/web' },
    ),
    part(
      typed(`kubectl apply -f ${MORE}`, { [MORE]: web(3) }),
      'queues',
      'Three are wanted now. kubectl sends one PATCH; look at the work queues: the key default/web comes again, nobody is told what to do, only that something changed.',
      '现在期望三个。kubectl 只发送一个 PATCH；观察工作队列：键 default/web 再次入队，没有谁被告知该做什么，只被告知有了变化。',
    ),
    part(
      typed('kubectl delete pod -l app=web --wait=false'),
      'informers',
      'The world changes instead of the sentence: three Pods are deleted, one after another. The ReplicaSet controller hears of each in its informer, finds one missing, and makes one.',
      '这次改变的是现实而不是声明：三个 Pod 逐个被删除。ReplicaSet 控制器每次都从 informer 得知，发现缺一个，于是创建一个。',
      { informer: 'kube-controller-manager/pods' },
    ),
    part(
      typed('kubectl get deploy,rs,pods -o wide'),
      'step',
      'Wanted and actual agree again. Reading passes no admission and changes nothing.',
      '期望与实际再次一致。读取不经过准入，也不改变任何东西。',
    ),
    part(
      typed('kubectl delete deployment web'),
      'object',
      'Without its sentence the rest has no reason to be: the garbage collector follows the owner references down.',
      '声明不在了，其余的也就没有理由存在：垃圾收集器沿着属主引用向下清理。',
      { subject: 'deployments.apps/default/web' },
    ),
  ],
};
