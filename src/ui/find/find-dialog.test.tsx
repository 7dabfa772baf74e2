// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { StepView } from '../../protocol/views.ts';
import { testHost } from '../panels/testdata/test-host.ts';
import { typeInto } from '../testing/type-into.ts';
import { HostProvider } from '../widgets/kit/host.ts';
import { FindDialog } from './find-dialog.tsx';
import { asTold, nearestFirst, withWords } from './sentences.ts';

async function opened() {
  const host = testHost();
  const closed: string[] = [];
  const box = document.createElement('div');
  document.body.append(box);
  await act(async () =>
    createRoot(box).render(
      <HostProvider host={host}>
        <FindDialog onClose={() => closed.push('closed')} />
      </HostProvider>,
    ),
  );
  const field = box.querySelector('input') as HTMLInputElement;
  const press = (key: string) =>
    act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  const type = async (text: string) => {
    await typeInto(field, text);
    await act(async () => {
      await new Promise((done) => setTimeout(done, 0));
    });
  };
  return { host, closed, press, type, box };
}

test('Enter opens what stands on top, and only when something was found', async () => {
  const { host, closed, press, type } = await opened();
  await press('Enter');
  expect(closed).toEqual([]);
  await type('nginx');
  await press('Enter');
  expect(host.calls).toContainEqual(['look', { panel: 'object', subject: 'pods/default/nginx' }]);
  expect(closed).toEqual(['closed']);
});

test('one Esc closes it, also from a field with a text', async () => {
  const { closed, press, type } = await opened();
  await type('nginx');
  await press('Escape');
  expect(closed).toEqual(['closed']);
});

test('arrows choose, also round the ends, and Enter goes to what is chosen: moments by their sentences, fields', async () => {
  const { host, press, type, box } = await opened();
  await type('nginx');
  const chosen = () => box.querySelector('[role=option][aria-selected=true]')?.textContent ?? '';
  const [first] = box.querySelectorAll('[role=option]');
  expect(chosen()).toBe(first?.textContent);
  await press('ArrowUp');
  expect(chosen()).not.toBe(first?.textContent);
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  expect(host.calls.at(-1)?.[0]).toBe('seek');
});

test('sentences are put together when something is looked for, once, and in slices', async () => {
  const { host, type } = await opened();
  const asked = () =>
    host.calls.filter(([name, query]) => name === 'query' && (query as { type: string }).type === 'steps');
  expect(asked()).toHaveLength(0);
  await type('nginx');
  await type('nginx-');
  expect(asked()).toHaveLength(1);
});

test('what a Chinese reader calls a thing is found by what steps call it', () => {
  expect([asTold('冲突'), asTold('内存不足'), asTold('nginx')]).toEqual(['conflict', 'oom', 'nginx']);
  const step = (seq: number) => ({ seq }) as StepView;
  const sentences = [5, 30, 12].map((seq) => ({ step: step(seq), text: `409 冲突 ${seq}` }));
  const near = nearestFirst(withWords(sentences, '冲突'), [step(13), step(12)], 14);
  expect(near.map(({ seq }) => seq)).toEqual([13, 12, 5, 30]);
});
