import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';
import { POD_WATCHER } from './pod-watcher-manifest.ts';

const FILE = 'pod-watcher.yaml';
const LOOK = { informer: 'pod-watcher/pods' };

/** A program with an informer, from its start to its end. */
export const informer: Scenario = {
  id: 'informer',
  place: 4,
  topics: ['0.5', '3.6', '2.13', '2.15'],
  title: { en: 'A program that listens: an informer from the inside', zh: '会监听的程序：informer 内部' },
  goal: {
    en: 'The smallest program that is worth the name: a factory with a resync period of 10 s, an informer of Pods, three handlers, Start, WaitForCacheSync. It runs in a Pod with rights to list and watch. The informers panel has it opened: reflector, queue, indexer, indices, listeners, with their contents at every step; its lister answers out of the cache, and the API server is not asked again.',
    zh: '最小的完整程序：重同步周期为 10 秒的 factory、Pod informer、三个处理函数、Start、WaitForCacheSync。它运行在一个有 list 和 watch 权限的 Pod 中。informer 面板将它打开：reflector、队列、indexer、indices、监听器，以及每一步的内容；其 lister 由缓存回答，不再询问 API 服务器。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: POD_WATCHER }],
  parts: [
    part(
      typed('kubectl create deployment web --image=nginx:1.27 --replicas=2'),
      'informers',
      'Something to hear of. One informer of Pods in the controller manager already tells several controllers: look at its listeners.',
      '先准备可监听的对象。控制器管理器中的一个 Pod informer 已在通知多个控制器：看它的监听器。',
      { informer: 'kube-controller-manager/pods' },
    ),
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: POD_WATCHER }),
      'informers',
      'The program starts when its container does. Its reflector asks for everything and for every change in one watch; once the list is complete, OnAdd is called for every Pod there is, its own included.',
      '容器启动时程序随之启动。它的 reflector 用一个 watch 请求现有的一切和之后的每次变化；列表完整后，对每个已有的 Pod（包括它自己）调用 OnAdd。',
      LOOK,
    ),
    part(
      typed('kubectl logs pod-watcher'),
      'informers',
      'What its handlers have printed so far.',
      '到目前为止处理函数打印的内容。',
      LOOK,
    ),
    part(
      typed('kubectl label pods -l app=web colour=red'),
      'informers',
      'OnUpdate gets the old and the new object: the resourceVersions differ.',
      'OnUpdate 同时得到新旧对象：resourceVersion 不同。',
      LOOK,
    ),
    part(
      typed('kubectl scale deployment web --replicas=1'),
      'informers',
      'One Pod goes: several updates while it ends, then OnDelete. Watch its key leave the set of its node.',
      '一个 Pod 离开：结束过程中有多次更新，最后是 OnDelete。观察它的键从所在节点的集合中移除。',
      LOOK,
    ),
    part(
      typed('sleep 12'),
      'informers',
      'Ten seconds pass: resync. Every object of the cache comes through the queue again as an update with the same resourceVersion. No request leaves.',
      '十秒过去：重新同步。缓存中的每个对象再次以更新的形式通过队列，resourceVersion 不变。没有发出请求。',
      LOOK,
    ),
    part(
      typed('kubectl logs pod-watcher --tail=6'),
      'informers',
      'The handlers could not tell it from a change, but for the version.',
      '除了版本之外，处理函数无法将其与真正的变化区分。',
      LOOK,
    ),
    part(
      typed('kubectl delete pod pod-watcher --now'),
      'informers',
      'The program ends with its container, and its watch with it.',
      '程序随容器结束，watch 也随之结束。',
      LOOK,
    ),
  ],
};
