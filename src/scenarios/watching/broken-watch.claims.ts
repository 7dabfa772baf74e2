import { aside, type Claims, gone, inOrder, never, shows, step } from '../../worker/claims/claim.ts';

const manager = { by: 'kube-controller-manager', about: 'pods/*' };

const began = (mode: string) => ['clientgo.listAndWatch', { ...manager, args: { mode } }] as const;

/** What the parts say. */
export const claims: Claims = {
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
};
