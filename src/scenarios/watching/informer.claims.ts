import { type Claims, gone, inOrder, never, shows, step } from '../../worker/claims/claim.ts';

const handled = (event: string, printed: string) =>
  step('programs.handled', { by: 'pod-watcher', args: { event, printed } });

/** What the parts say. */
export const claims: Claims = {
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
};
