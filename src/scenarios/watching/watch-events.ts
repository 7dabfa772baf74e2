import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

/** The five types of events on streams that are read raw. */
export const watchEvents: Scenario = {
  id: 'watch-events',
  place: 2,
  topics: ['2.12', '3.5', '0.3'],
  title: { en: 'A raw stream and its five events', zh: '原始流及其五种事件' },
  goal: {
    en: 'A watch is a GET that does not end: one JSON document a line, in chunks. ADDED, MODIFIED and DELETED tell of objects, BOOKMARK only of a revision, ERROR that the stream cannot go on. The API panel shows each event with its whole object, managedFields included.',
    zh: 'watch 是一个不结束的 GET：以分块方式每行一个 JSON 文档。ADDED、MODIFIED、DELETED 告知对象，BOOKMARK 只告知版本，ERROR 表示流无法继续。API 面板显示每个事件及其完整对象，包括 managedFields。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      typed('kubectl run old --image=nginx:1.27'),
      'object',
      'Something that is there before the watch begins.',
      '在 watch 开始之前就存在的对象。',
      { subject: 'pods/default/old' },
    ),
    part(
      asked('GET', '/api/v1/namespaces/default/pods?watch=true&resourceVersion=0&allowWatchBookmarks=true'),
      'api',
      'What exists comes first, as ADDED. Open the event: it is the whole Pod. Its managedFields say that kubectl-run and kubelet wrote its fields.',
      '已存在的对象首先以 ADDED 出现。打开事件：它是完整的 Pod，managedFields 说明字段由 kubectl-run 和 kubelet 写入。',
    ),
    part(
      typed('kubectl run new --image=nginx:1.27'),
      'api',
      'ADDED for the new Pod, then one MODIFIED for each change, four in all: bound to a node, taken on by the kubelet, its sandbox up, Running and Ready.',
      '新 Pod 为 ADDED，之后每次变化一个 MODIFIED，共四个：绑定到节点、被 kubelet 接手、沙箱就绪、Running 且 Ready。',
    ),
    part(
      typed('kubectl delete pod old --now'),
      'api',
      'MODIFIED when deletionTimestamp is set, DELETED when the object is gone.',
      '设置 deletionTimestamp 时为 MODIFIED，对象消失时为 DELETED。',
    ),
    part(
      asked(
        'GET',
        '/api/v1/namespaces/default/pods?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=5',
      ),
      'api',
      'With sendInitialEvents the list comes as events, and a BOOKMARK with the annotation k8s.io/initial-events-end says that it is complete. This is how informers begin today.',
      '使用 sendInitialEvents 时，列表以事件形式到来，带有注解 k8s.io/initial-events-end 的 BOOKMARK 表示已完整。如今的 informer 就是这样开始的。',
    ),
    part(
      { type: 'api-server', state: 'stopped' },
      'api',
      'The server stops: the streams end without a word.',
      '服务器停止：流不声不响地结束。',
    ),
    part(
      { type: 'api-server', state: 'running' },
      'api',
      'It is back, and remembers nothing from before its start.',
      '它恢复运行，但不记得启动之前的任何变化。',
    ),
    part(
      asked('GET', '/api/v1/namespaces/default/pods?watch=true&resourceVersion=1'),
      'api',
      'A watch from a revision before its memory: ERROR with a Status 410 Expired, and the stream ends.',
      '从早于其记忆的版本开始 watch：收到带有 410 Expired 状态的 ERROR，流随即结束。',
    ),
    part(
      asked('GET', '/api/v1/watch/namespaces/default/pods/new?timeoutSeconds=3'),
      'api',
      'The old form with /watch/ in the path, of one object by name, for three seconds.',
      '路径中带 /watch/ 的旧形式，按名称监视单个对象，为期三秒。',
    ),
    part(
      typed('sleep 4'),
      'api',
      'Its time is over, and the server ends the stream. A reflector would now ask again, from the last revision it has seen.',
      '时间到了，服务器结束这个流。若是 reflector，此时会从见过的最后版本再次请求。',
    ),
  ],
};
