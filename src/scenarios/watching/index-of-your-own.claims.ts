import { type Claims, counted, never, shows, step, stored } from '../../worker/claims/claim.ts';

const handled = (event: string, printed: string) =>
  step('programs.handled', { by: 'pod-watcher', args: { event, printed } });

const set = (value: string, ...keys: readonly string[]) =>
  `"index":"byNode","value":"${value}","keys":${JSON.stringify(keys)}`;

const ON_123 = set('node-123', 'default/pod-1', 'default/pod-2', 'kube-system/pod-abc');

const ON_789 = set('node-789', 'default/pod-watcher');

/** What the parts say. */
export const claims: Claims = {
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
