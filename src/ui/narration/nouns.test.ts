import { expect, it } from 'vitest';
import type { StageView } from '../../protocol/views.ts';
import { pageWords, type TextKey } from '../i18n/words.ts';
import { say } from '../widgets/kit/words.ts';
import { openedBy } from './nouns.ts';

const t = (key: TextKey, args?: Parameters<typeof say>[3]) => say(pageWords, 'en', key, args);
const stage = {
  nodes: [{ name: 'node-1', pods: [{ subject: 'pods/default/web-1' }] }],
  pendingPods: [],
  tickets: [{ subject: 'deployments.apps/default/web' }],
  lines: [
    { actor: 'replicaset-controller' },
    { actor: 'kube-scheduler' },
    { actor: 'job-controller' },
    { actor: 'kubelet/node-1' },
  ],
} as unknown as StageView;
const open = (noun: string, ...subjects: string[]) => openedBy(noun, stage, subjects, t);

it('a noun that names a node, an object or a controller opens it', () => {
  expect(open('node-1')).toEqual({ panel: 'node', node: 'node-1' });
  expect(open('web-1')).toEqual({ panel: 'object', subject: 'pods/default/web-1' });
  expect(open('default/web')).toEqual({ panel: 'object', subject: 'deployments.apps/default/web' });
  expect(open('claim', 'persistentvolumeclaims/default/claim')).toEqual({
    panel: 'object',
    subject: 'persistentvolumeclaims/default/claim',
  });
  expect(open('ReplicaSet controller')).toEqual({ panel: 'queues' });
  expect(open('Job controller')).toEqual({ panel: 'queues' });
  expect(open('scheduler')).toEqual({ panel: 'scheduler' });
});

it('other strong words and what is no object lead nowhere', () => {
  for (const noun of ['409', 'in the store', '3', 'kubelet', 'nginx']) expect(open(noun), noun).toBeUndefined();
  expect(open('7', 'kubectl/7')).toBeUndefined();
  expect(open('web', 'workqueue/web')).toEqual({ panel: 'object', subject: 'deployments.apps/default/web' });
  expect(openedBy('node-1', undefined, [], t)).toBeUndefined();
});
