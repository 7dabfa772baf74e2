// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiView } from '../../../protocol/api-view.ts';
import { HostProvider } from '../../widgets/kit/host.ts';
import { testHost } from '../testdata/test-host.ts';
import { ApiPanel } from './api-panel.tsx';

const view: ApiView = {
  isDown: false,
  groups: [
    {
      name: 'example.org',
      custom: true,
      versions: [
        {
          name: 'v1',
          resources: [
            {
              name: 'fruits',
              kind: 'Fruit',
              namespaced: true,
              verbs: ['get', 'list'],
              shortNames: ['fr'],
              subresources: ['status'],
              objects: 2,
            },
          ],
        },
      ],
    },
  ],
  requests: [
    {
      id: 2,
      method: 'GET',
      path: '/api/v1/pods?watch=1',
      user: 'jane',
      code: 200,
      contentType: 'application/json',
      warnings: [],
      body: '',
      frames: [{ type: 'ADDED', text: '{"kind":"Pod"}', time: 1 }],
      open: true,
      now: false,
    },
  ],
  audit: [{ seq: 7, time: 1, micros: 1500, user: 'jane', verb: 'list', uri: '/api/v1/pods', code: 403, now: false }],
};

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

function show(language: 'en' | 'zh' = 'en', isDown = false) {
  const host = testHost({ language });
  act(() =>
    root.render(
      <HostProvider host={host}>
        <ApiPanel view={{ ...view, isDown }} />
      </HostProvider>,
    ),
  );
  return host;
}
const press = (text: string) => {
  const button = [...page.querySelectorAll('button')].find((each) => each.textContent === text);
  if (button === undefined) throw new Error(`no button says ${text}`);
  act(() => button.click());
};

test('a resource of the tree becomes the path of a request, and the request an input', async () => {
  const host = show();
  press('fruits');
  await act(async () => page.querySelector('form')?.requestSubmit());
  expect(host.calls).toEqual([
    [
      'give',
      {
        type: 'request',
        method: 'GET',
        path: '/apis/example.org/v1/namespaces/default/fruits',
        user: 'kubernetes-admin',
      },
    ],
  ]);
});

test('a stream shows its events and can be ended; a line of the audit log leads to its step', () => {
  const host = show();
  expect(page.textContent).toContain('ADDED Pod{');
  press('Hang up');
  press('/api/v1/pods');
  expect(host.calls).toEqual([
    ['give', { type: 'hang-up', request: 2 }],
    ['seek', 7],
  ]);
});

test('the server can be stopped and started', () => {
  const running = show();
  press('Stop the API server');
  const down = show('en', true);
  press('Start the API server');
  expect([...running.calls, ...down.calls]).toEqual([
    ['give', { type: 'api-server', state: 'stopped' }],
    ['give', { type: 'api-server', state: 'running' }],
  ]);
});

test('it speaks both languages', () => {
  show('zh');
  expect(page.textContent).toContain('审计日志');
});
