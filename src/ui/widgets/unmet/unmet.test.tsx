// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { UnmetView } from '../../../protocol/diagnosis-view.ts';
import { type Host, HostProvider } from '../kit/host.ts';
import { UnmetCard } from './card.tsx';
import { unmetWords } from './strings.ts';
import { shortName, waysOf } from './ways.ts';

let clean = () => undefined as undefined;
afterEach(() => clean());

const calls: unknown[][] = [];
const noting =
  (name: string) =>
  (...args: unknown[]) => {
    calls.push([name, ...args]);
    return Promise.resolve();
  };
const host = {
  language: 'en',
  sentence: () => '**node-1** is stopped',
  unmet: () => ({ says: 'Pod **big** is not ready', change: 'Ask for less.' }),
  edit: noting('edit'),
  give: noting('give'),
  seek: noting('seek'),
  look: noting('look'),
  openWhy: noting('openWhy'),
} as unknown as Host;

const unmet: UnmetView = {
  subject: 'pods/default/big',
  wish: { key: 'pod', args: {} },
  hold: { key: 'insufficient', args: {} },
  held: undefined,
  nodes: [
    {
      node: 'node-1',
      plugin: 'NodeResourcesFit',
      reason: 'Insufficient cpu',
      asked: '3 cpu',
      has: '2 cpu',
      short: '1 cpu',
    },
  ],
  since: { micros: 2_000_000, seq: 71 },
  deed: {
    seq: 64,
    index: 1,
    time: 0,
    kind: 'kubectl.command',
    actor: 'kubectl',
    subject: 'kubectl',
    args: { line: 'kubectl apply -f big.yaml' },
  },
  change: { type: 'field', subject: 'pods/default/big', path: 'spec.containers.0.resources.requests.cpu' },
  undo: 'kubectl uncordon node-1',
};

async function show(element: ReactElement): Promise<HTMLElement> {
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  clean = () => {
    act(() => root.unmount());
    page.remove();
  };
  await act(async () => root.render(<HostProvider host={host}>{element}</HostProvider>));
  return page;
}

test('a card tells the wish, the numbers of each node, since when, and what one may do, each a press away', async () => {
  const page = await show(<UnmetCard unmet={unmet} asks />);
  expect(page.textContent).toContain('Pod big is not ready');
  expect([...page.querySelectorAll('tbody td')].map((cell) => cell.textContent)).toEqual([
    'node-1NodeResourcesFit',
    '3 cpu',
    '2 cpu',
    '1 cpu',
  ]);
  expect(page.textContent).toContain('Ask for less.');
  for (const button of page.querySelectorAll('button')) await act(async () => button.click());
  expect(calls).toEqual([
    ['seek', 71],
    ['seek', 64],
    ['edit', 'pods/default/big', 'spec.containers.0.resources.requests.cpu'],
    ['give', { type: 'kubectl', argv: ['kubectl', 'uncordon', 'node-1'], files: {} }],
    ['look', { panel: 'object', subject: 'pods/default/big' }],
    ['openWhy', { type: 'unmet', subject: 'pods/default/big' }],
  ]);
});

test('ways are as many as there are: a part that is started, a command that is run', () => {
  const t = (key: keyof typeof unmetWords.en, args: { readonly [name: string]: string | number } = {}) =>
    unmetWords.zh[key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]));
  const none = { ...unmet, subject: 'etcd', deed: undefined, undo: undefined };
  const start = { type: 'start', what: 'etcd-member', name: 'etcd-1' } as const;
  expect(waysOf({ ...none, change: start }, host, t).map(({ text }) => text)).toEqual(['启动 etcd-1']);
  const alarm = { type: 'command', line: 'etcdctl alarm disarm' } as const;
  const [way] = waysOf({ ...none, change: alarm }, host, t);
  way?.act();
  expect(calls.at(-1)).toEqual(['give', { type: 'etcdctl', argv: ['etcdctl', 'alarm', 'disarm'] }]);
});

test('an object is called as kubectl prints it', () => {
  const names = [
    'deployments.apps/default/web',
    'nodes/node-1',
    'ingresses.networking.k8s.io/a/b',
    'etcd',
    'kubectl/3',
  ];
  expect(names.map(shortName)).toEqual(['deployment/web', 'node/node-1', 'ingress/b', 'etcd', 'kubectl']);
});
