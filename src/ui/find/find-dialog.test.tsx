// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { testHost } from '../panels/testdata/test-host.ts';
import { typeInto } from '../testing/type-into.ts';
import { HostProvider } from '../widgets/kit/host.ts';
import { FindDialog } from './find-dialog.tsx';

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
  return { host, closed, press, type };
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
