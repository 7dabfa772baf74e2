import type { Scenario } from '../scenario.ts';
import { asked, etcdctl, part, typed } from '../typed.ts';

const LOOK = { informer: 'kube-controller-manager/pods' };

/** A watch that breaks in two ways, and what the listener does each time. */
export const brokenWatch: Scenario = {
  id: 'broken-watch',
  place: 3,
  topics: ['0.4', '2.12', '2.13'],
  title: { en: 'When a watch breaks', zh: '当 watch 中断时' },
  goal: {
    en: 'A reflector remembers the last resourceVersion it has seen. If the connection is lost it watches again from there and misses nothing. Only if the server no longer remembers that version does it answer 410 Gone, and then everything is listed anew. Here a connection is cut; then the API server restarts, and meanwhile something changes behind its back.',
    zh: 'reflector 记住它见过的最后一个 resourceVersion。连接断开后，它从该处重新 watch，什么也不会错过。只有当服务器不再记得该版本时才回答 410 Gone，此时需要重新 list 全部内容。这里先切断一条连接；然后重启 API 服务器，并在它停机期间让数据发生变化。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      typed('kubectl run web --image=nginx:1.27'),
      'informers',
      'The informer of Pods hears of each write; its reflector’s revision follows.',
      'Pod 的 informer 得知每次写入；其 reflector 的版本随之前进。',
      LOOK,
    ),
    part(
      { type: 'cut-watch', informer: 'kube-controller-manager/pods' },
      'informers',
      'The connection is cut. The reflector asks again with the revision it has: mode watch, no list.',
      '连接被切断。reflector 带着已有的版本再次请求：模式为 watch，没有 list。',
      LOOK,
    ),
    part(
      typed('kubectl label pod web seen=yes'),
      'informers',
      'A change comes by the new watch: nothing was missed in between.',
      '一个变化经由新的 watch 到来：其间什么也没有错过。',
      LOOK,
    ),
    part(
      asked('GET', '/api/v1/namespaces/default/pods?watch=true&resourceVersion=0'),
      'api',
      'A stream of our own, to see what a client sees.',
      '我们自己打开一个流，看看客户端会看到什么。',
    ),
    part(
      { type: 'api-server', state: 'stopped' },
      'informers',
      'The API server stops. Every watch ends at once; every reflector tries again with the revision it has, and waits longer each time.',
      'API 服务器停止。所有 watch 立即结束；每个 reflector 带着已有的版本反复重试，等待时间逐渐变长。',
      LOOK,
    ),
    part(
      etcdctl('del /registry/pods/default/web'),
      'etcd',
      'Meanwhile the Pod is deleted in the store itself, past the server.',
      '与此同时，绕过服务器直接在存储中删除该 Pod。',
    ),
    part(
      { type: 'api-server', state: 'running' },
      'informers',
      'It is back with an empty memory that begins at the present revision. Listeners still wait out their pause.',
      '它恢复运行，但记忆从当前版本开始。监听者仍在等待各自的间隔。',
      LOOK,
    ),
    part(
      typed('sleep 60'),
      'informers',
      'A minute passes. The reflector comes back with its revision, which is older than the memory of the server: 410, too old resource version. It asks for everything anew; the Pod is not in that list, so handlers hear of a deletion that no event told.',
      '一分钟过去。reflector 带着自己的版本回来，它比服务器的记忆更旧：410，too old resource version。它重新请求全部内容；其中没有该 Pod，于是处理函数得知了一个没有事件通知的删除。',
      LOOK,
    ),
    part(
      asked('GET', '/api/v1/namespaces/default/pods?watch=true&resourceVersion=600'),
      'api',
      'The same by hand: ERROR with the Status 410 Expired is the fifth type of event, and the last of its stream.',
      '手动重现：带有 410 Expired 状态的 ERROR 是第五种事件，也是该流的最后一个。',
    ),
  ],
};
