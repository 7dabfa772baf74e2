import { aside, type Claims, counted, gone, inOrder, never, shows, step, stored } from './claim.ts';

const OWN = 'kubelet/node-1/pods?fieldSelector=spec.nodeName=node-1';
const heard = (request: number, type: string, times: number) =>
  step('rawClient.heard', { about: `requests/${request}`, args: { type }, times });
const handled = (event: string, printed: string) =>
  step('programs.handled', { by: 'pod-watcher', args: { event, printed } });
const manager = { by: 'kube-controller-manager', about: 'pods/*' };
const began = (mode: string) => ['clientgo.listAndWatch', { ...manager, args: { mode } }] as const;
const set = (value: string, ...keys: readonly string[]) =>
  `"index":"byNode","value":"${value}","keys":${JSON.stringify(keys)}`;
const ON_123 = set('node-123', 'default/pod-1', 'default/pod-2', 'kube-system/pod-abc');
const ON_789 = set('node-789', 'default/pod-watcher');

/** What the parts of these scenarios say. */
export const watchingClaims: Claims = {
  'list-watch': [
    [/^200 .*"resourceVersion":"\d+"/],
    [
      /^200 /,
      step('apiserver.watchOpened', { args: { selector: 'spec.nodeName=node-1' } }),
      aside('whose it is like', 'kubelet'),
    ],
    [
      /^200 /,
      step('apiserver.watchOpened', { args: { selector: 'spec.nodeName=' } }),
      aside('the scheduler’s selector; its watch began with the cluster', 'scheduler', '调度器'),
    ],
    [
      /stream 2: ADDED( MODIFIED)+\nstream 3: ADDED ADDED DELETED DELETED/,
      heard(2, 'ADDED', 1),
      heard(3, 'ADDED', 2),
      heard(3, 'DELETED', 2),
    ],
    [/stream 3/, shows(`"name":"${OWN}"`, '"indexer":[{"key":"default/web-', '"usedBy":["kubelet/node-1"]')],
    [
      /stream 2/,
      shows(
        '"usedBy":["endpoints-controller"',
        '"replicaset-controller"',
        '"handlers":[{"actor":"endpoints-controller"',
      ),
    ],
  ],
  'watch-events': [
    [/created/, stored('pods/default/old', 'status.phase', 'Running')],
    [
      /stream 1: ADDED$/,
      heard(1, 'ADDED', 1),
      shows('managedFields', 'kubectl-run', '"manager":"kubelet"'),
      aside('as a manager of fields', 'kubelet'),
    ],
    [
      /stream 1: ADDED ADDED( MODIFIED)+$/,
      heard(1, 'ADDED', 1),
      heard(1, 'MODIFIED', 4),
      inOrder('scheduler.boundFirst', 'kubelet.podAdded', 'kubelet.sandboxUp', 'kubelet.podReady'),
    ],
    [
      /stream 1: ADDED ADDED( MODIFIED)+ DELETED$/,
      heard(1, 'DELETED', 1),
      inOrder(['rawClient.heard', { args: { type: 'MODIFIED' } }], 'kubelet.podDeleting', [
        'rawClient.heard',
        { args: { type: 'DELETED' } },
      ]),
    ],
    [/stream 2: ADDED BOOKMARK$/, shows('k8s.io/initial-events-end')],
    [/^stream 1/, step('rawClient.ended', { args: { by: 'server' }, times: 2 })],
    [/^stream 1/, step('apiserver-process.started')],
    [/stream 3: ERROR$/, shows('"code":410'), step('rawClient.ended', { about: 'requests/3', args: { by: 'server' } })],
    [/stream 4: ADDED$/, shows('timeoutSeconds=3')],
    [/stream 4: ADDED$/, step('rawClient.ended', { about: 'requests/4', args: { events: 1, by: 'server' } })],
  ],
  'broken-watch': [
    [/created/, step('clientgo.received', { by: 'kube-controller-manager', about: 'pods/default/web' })],
    [/^$/, step('programs.watchCut'), inOrder(began('watch')), never(began('watch-list')[0], began('watch-list')[1])],
    [
      /pod\/web labeled/,
      step('clientgo.received', { by: 'kube-controller-manager', about: 'pods/default/web', times: 1 }),
      never('clientgo.listAndWatch'),
    ],
    [/stream 1: ADDED$/],
    [
      /^stream 1: ADDED$/,
      inOrder('apiserver-process.shutDown', began('watch'), began('watch'), began('watch')),
      inOrder(
        ['clientgo.watchEnded', { ...manager, args: { delay: 800_000 } }],
        ['clientgo.watchEnded', { ...manager, args: { delay: 1_600_000 } }],
      ),
    ],
    [/^1$/m, gone('pods/default/web')],
    [/^stream 1: ADDED$/, step('apiserver-process.started'), never('clientgo.initialList', manager)],
    [
      /^/,
      inOrder(
        began('watch'),
        ['clientgo.watchEnded', { ...manager, args: { reason: 'too old resource version: 651 (654)' } }],
        began('watch-list'),
        ['clientgo.replaced', { ...manager, args: { count: 0, removed: 1 } }],
        ['clientgo.notified', { about: 'pods/default/web', args: { event: 'delete' } }],
      ),
      never('apiserver.cached', { about: 'pods/default/web' }),
      aside('the code of that answer: the next part shows it', '410'),
    ],
    [/stream 2: ERROR$/, shows('"code":410', '"reason":"Expired"')],
  ],
  informer: [
    [/created/, shows('"usedBy":["endpoints-controller"', '"handlers":[{"actor":"endpoints-controller"')],
    [
      /pod\/pod-watcher created/,
      inOrder(
        ['clientgo.listAndWatch', { by: 'pod-watcher', args: { mode: 'watch-list' } }],
        ['clientgo.initialList', { by: 'pod-watcher', args: { count: 3 } }],
        ['programs.handled', { args: { event: 'OnAdd', printed: 'add default/pod-watcher' } }],
      ),
      step('programs.handled', { args: { event: 'OnAdd' }, times: 3 }),
    ],
    [/add default\/web-.*\n.*\ncache is synced: 3 pods\n/],
    [
      /labeled/,
      handled('OnUpdate', 'update default/web-7d876db474-fvk6x (674 -> 692)'),
      step('programs.handled', { args: { event: 'OnUpdate' }, times: 2 }),
    ],
    [
      /scaled/,
      inOrder(
        ['programs.handled', { args: { event: 'OnUpdate' } }],
        ['programs.handled', { args: { event: 'OnUpdate' } }],
        ['programs.handled', { args: { event: 'OnDelete' } }],
      ),
      shows(/"index":"byNode","value":"node-\d","keys":\["default\/web-[^,]*"\]/),
    ],
    [
      /^$/,
      step('programs.resynced', { args: { objects: 2, seconds: 10 } }),
      step('clientgo.indexed', { by: 'pod-watcher', args: { type: 'Sync' }, times: 2 }),
      never('clientgo.request', { by: 'pod-watcher' }),
      handled('OnUpdate', 'update default/pod-watcher (resync, still 690)'),
    ],
    [/delete default\/web-.*\n.*resync, still \d+.*\n.*resync, still/],
    [/deleted/, gone('pods/default/pod-watcher'), step('clientgo.watchEnded', { by: 'pod-watcher' })],
  ],
  index: [
    [
      /pod-3 created/,
      counted('pods/default', 3),
      counted('pods', 4),
      stored('pods/kube-system/pod-abc', 'spec.nodeName', 'node-123'),
      stored('pods/default/pod-3', 'spec.nodeName', 'node-456'),
      never('scheduler.popped'),
    ],
    [/pod-watcher created/, shows(ON_123, set('node-456', 'default/pod-3'), ON_789)],
    [
      /pod-4 created/,
      shows(ON_123, set('node-456', 'default/pod-3', 'default/pod-4'), ON_789),
      shows(/"index":"namespace","value":"default","keys":\[[^\]]*"default\/pod-4"/),
    ],
    [/^$/, step('programs.lookedUp', { args: { index: 'byNode', value: 'node-456', found: 2 } })],
    [/^$/, step('programs.indexDefined', { args: { index: 'byPhase' } }), shows('"index":"byPhase","value":"Running"')],
    [/deleted/, shows(set('node-456', 'default/pod-4')), handled('OnDelete', 'delete default/pod-3')],
    [/^$/, step('programs.lookedUp', { args: { index: 'byPhase', value: 'Running', found: 5 } })],
  ],
};
