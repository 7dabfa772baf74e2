// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Host, HostProvider } from '../widgets/kit/host.ts';
import { AccessPanel } from './access/access-panel.tsx';
import { EtcdPanel, splitKey } from './etcd/etcd-panel.tsx';
import { etcdTableWords } from './etcd/words.ts';
import { InformersPanel } from './informers/informers-panel.tsx';
import { informersWords } from './informers/strings.ts';
import { isFine, NodePanel } from './node/node-panel.tsx';
import { nodeWords } from './node/strings.ts';
import { ObjectPanel } from './object/object-panel.tsx';
import { objectWords } from './object/strings.ts';
import { isIdle, QueuesPanel } from './queues/queues-panel.tsx';
import { queuesWords } from './queues/strings.ts';
import { SchedulerCloseUp } from './scheduler/close-up.tsx';
import { SchedulerPanel } from './scheduler/scheduler-panel.tsx';
import { schedulerWords } from './scheduler/strings.ts';
import { StepPanel } from './step/step-panel.tsx';
import { testHost } from './testdata/test-host.ts';
import * as views from './testdata/views.ts';

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

function show(element: ReactElement, host: Host = testHost()): string {
  act(() => root.render(<HostProvider host={host}>{element}</HostProvider>));
  return page.textContent ?? '';
}
const press = (text: string) => {
  const button = [...page.querySelectorAll('button')].find((each) => each.textContent?.includes(text));
  if (button === undefined) throw new Error(`no button says ${text}`);
  act(() => button.click());
};

test('the step panel tells who asked, what changed, what led here', () => {
  const host = testHost();
  const text = show(<StepPanel view={views.stepView} />, host);
  expect(text).toContain('POST /api/v1/namespaces/default/pods');
  expect(text).toContain('system:serviceaccount:kube-system:replicaset-controller');
  expect(text).toContain('tolerationSeconds: 300');
  press('kubectl apply');
  press('Why?');
  expect(host.calls).toEqual([
    ['seek', 1],
    ['openWhy', { type: 'step', seq: 61 }],
  ]);
});

test('what a step wrote is hidden, not thrown away, while the next one writes nothing', () => {
  const wrote = { ...views.stepView, writes: [{ table: 'etcd/keys', key: '/registry/pods/a', op: 'add' as const }] };
  const heading = () => [...page.querySelectorAll('h3')].find((each) => each.textContent === 'Wrote');
  show(<StepPanel view={{ ...wrote, writes: [] }} />);
  expect(heading()).toBeUndefined();
  show(<StepPanel view={wrote} />);
  const part = heading()?.closest('section');
  expect(part?.hidden).toBe(false);
  expect(part?.textContent).toContain('/registry/pods/a');
  show(<StepPanel view={{ ...wrote, writes: [] }} />);
  expect(part?.hidden).toBe(true);
  show(<StepPanel view={{ ...wrote, writes: [{ table: 'etcd/keys', key: '/registry/pods/b', op: 'add' }] }} />);
  expect(heading()?.closest('section')).toBe(part);
  expect(part?.hidden).toBe(false);
  expect(part?.textContent).toContain('/registry/pods/b');
  expect(part?.textContent).not.toContain('/registry/pods/a');
});

test('the access panel tells everybody who was asked, what they answered, and who may do the same', () => {
  const host = testHost();
  const text = show(<AccessPanel view={views.accessView} />, host);
  expect(text).toContain('x509');
  expect(text).toContain('no opinion');
  expect(text).toContain('runs as default');
  expect(text).toContain('Looked and changed nothing: NamespaceLifecycle');
  expect(text).toContain('priority: 0');
  expect(text).toContain('User jane');
  press('ServiceAccount');
  press('RoleBinding default/read-pods');
  expect(host.calls).toEqual([
    ['seek', 12],
    ['look', { panel: 'object', subject: 'rolebindings.rbac.authorization.k8s.io/default/read-pods' }],
  ]);
});

test('before the first step the panel says what to do', () => {
  expect(show(<StepPanel view={undefined} />)).toContain('Nothing has happened yet');
});

test('every panel speaks both languages', () => {
  const all = (
    <>
      <StepPanel view={views.stepView} />
      <ObjectPanel view={views.objectView} />
      <EtcdPanel view={views.etcdView} />
      <InformersPanel view={views.informersView} />
      <QueuesPanel view={views.queuesView} />
      <AccessPanel view={views.accessView} />
      <SchedulerPanel view={views.schedulerView} />
      <SchedulerCloseUp decision={views.decision} />
      <NodePanel view={views.nodeView} />
    </>
  );
  expect(show(all, testHost({ language: 'zh' }))).toMatch(/本步更改了什么[\s\S]*修订历史[\s\S]*期望[\s\S]*镜像/);
  for (const { en, zh } of [objectWords, etcdTableWords, informersWords, queuesWords, schedulerWords, nodeWords]) {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(zh)) expect(text, key).not.toBe('');
  }
});

test('arrows move through the lines of an object, Enter asks why', () => {
  const host = testHost();
  show(<ObjectPanel view={views.objectView} />, host);
  const lines = [...page.querySelectorAll<HTMLButtonElement>('.p-line')];
  expect(lines.filter((line) => line.tabIndex === 0)).toHaveLength(1);
  act(() => lines[0]?.focus());
  act(() => lines[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })));
  expect(document.activeElement).toBe(lines.at(-1));
  act(() => (document.activeElement as HTMLButtonElement).click());
  expect(host.calls).toEqual([['openWhy', { type: 'field', subject: views.objectView.subject, path: 'status.podIP' }]]);
});

test('an object tells of its own wishes that are not met, and where all is well of none', () => {
  const unmet = {
    subject: views.objectView.subject,
    wish: { key: 'pod', args: {} },
    hold: { key: 'gated', args: {} },
    held: undefined,
    since: undefined,
    deed: undefined,
    change: undefined,
    undo: undefined,
  };
  const host = testHost({ unmet: () => ({ says: 'It is **gated**.', change: 'Wait.' }) });
  expect(show(<ObjectPanel view={{ ...views.objectView, unmet: [unmet] }} />, host)).toContain('It is gated.');
  press('Why?');
  expect(host.calls).toEqual([['openWhy', { type: 'unmet', subject: views.objectView.subject }]]);
  show(<ObjectPanel view={{ ...views.objectView, unmet: [] }} />);
  expect(page.querySelector('.u-card')).toBeNull();
});

test('first and last write of an object can be visited', () => {
  const host = testHost();
  show(<ObjectPanel view={views.objectView} />, host);
  press('First write');
  press('Last write');
  expect(host.calls).toEqual([
    ['seek', 66],
    ['seek', 178],
  ]);
  expect(show(<ObjectPanel view={{ ...views.objectView, exists: false, lines: [] }} />)).toContain('does not exist');
});

test('a key of etcd is chosen by keyboard and found by a part of it', () => {
  const host = testHost();
  show(<EtcdPanel view={views.etcdView} />, host);
  const list = page.querySelector('[role=listbox]');
  act(() => list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true })));
  act(() => list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(host.calls).toEqual([['look', { etcdKey: '/registry/namespaces/default' }]]);
  expect(splitKey('/registry/pods/default/x')).toEqual({ head: '/registry/pods/default/', tail: 'x' });
});

test('a chosen key can be let go, a write of it visited, and a member of the store stopped', () => {
  const host = testHost();
  const text = show(<EtcdPanel view={views.etcdView} />, host);
  expect(text).toContain('replicas: 3');
  expect(text).toContain('term 2, majority 2 of 3');
  press('Follow the steps');
  press('Go to this write');
  press('Stop');
  press('Start');
  expect(host.calls).toEqual([
    ['look', { etcdKey: undefined }],
    ['seek', 80],
    ['give', { type: 'etcd-member', member: 'etcd-0', state: 'stopped' }],
    ['give', { type: 'etcd-member', member: 'etcd-2', state: 'running' }],
  ]);
});

test('thousands of keys are not drawn at once', () => {
  const keys = Array.from({ length: 5000 }, (_, place) => ({
    ...views.etcdView.keys[0],
    key: `/registry/pods/default/pod-${place}`,
  })) as never;
  show(<EtcdPanel view={{ ...views.etcdView, keys }} />);
  expect(page.querySelectorAll('[role=option]').length).toBeLessThan(60);
});

test('an informer shows queue, indexer, indices and handlers in this order', () => {
  const text = show(<InformersPanel view={views.informersView} />);
  const places = ['1 Queue', '2 Indexer', '3 Indices', '4 Handlers'].map((title) => text.indexOf(title));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(text).toContain('(was 408)');
});

test('idle work queues are folded into one line', () => {
  const text = show(<QueuesPanel view={views.queuesView} />);
  expect(text).toContain('ready in 48 ms');
  expect(views.queuesView.queues.filter(isIdle)).toHaveLength(3);
  expect(text.match(/processing/g)).toHaveLength(2);
});

test('the close-up has a cell for each plugin and node, and hatches what was not asked', () => {
  const text = show(<SchedulerCloseUp decision={views.decision} />);
  expect(text).toContain('node(s) had untolerated taint(s)');
  expect(text).toContain('592');
  expect(page.querySelectorAll('.s-hatch')).toHaveLength(7);
  expect(show(<SchedulerCloseUp decision={views.failedDecision} />)).toContain('0/3 nodes are available');
});

test('filters that had nothing to say are named in one row, and a choice among equals is said to be by lot', () => {
  expect(show(<SchedulerCloseUp decision={views.decision} />)).toContain('2 more, skippedNodePorts, VolumeBinding');
  expect(page.querySelector('.s-lot')).toBeNull();
  const tied = { ...views.decision, tied: 2 };
  expect(show(<SchedulerCloseUp decision={tied} />)).toContain('chosen by lot');
  expect(show(<SchedulerPanel view={{ ...views.schedulerView, decision: tied }} />)).toContain(
    '2 nodes have the most points: the lot decides.',
  );
});

test('a kubelet can be stopped and started, and the watch of an informer broken', () => {
  const host = testHost();
  const node = views.nodeView.node;
  show(<NodePanel view={views.nodeView} />, host);
  press('Stop its kubelet');
  expect(show(<NodePanel view={{ ...views.nodeView, stopped: 5 }} />, host)).toContain('its containers run on');
  press('Start its kubelet');
  show(<InformersPanel view={views.informersView} />, host);
  press('Break its watch');
  expect(host.calls).toEqual([
    ['give', { type: 'kubelet', node, state: 'stopped' }],
    ['give', { type: 'kubelet', node, state: 'running' }],
    ['give', { type: 'cut-watch', informer: views.informersView.informer?.name }],
  ]);
});

test('a node lists what its kubelet did and how long it took', () => {
  const host = testHost();
  const text = show(<NodePanel view={views.nodeView} />, host);
  expect(text).toContain('62 ms');
  press('RunPodSandbox');
  expect(host.calls).toEqual([['seek', 140]]);
  expect([isFine('MemoryPressure', 'False'), isFine('Ready', 'False')]).toEqual([true, false]);
});
