// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Choice } from './choice.tsx';
import { fitting } from './long-choice.tsx';

const NODES = Array.from({ length: 5000 }, (_, at) => `node-${5000 - at}`);
const same = (option: string) => option;

it('finds by parts of names, in the order in which people count, and offers some alone', () => {
  expect(fitting(NODES, '', same).slice(0, 3)).toEqual(['node-1', 'node-2', 'node-3']);
  expect(fitting(NODES, '', same)).toHaveLength(60);
  expect(fitting(NODES, 'NODE 4711', same)).toEqual(['node-4711']);
  expect(fitting(NODES, 'nothing', same)).toEqual([]);
});

it('one of very many is typed, one of a few is picked from a menu', () => {
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const chosen: string[] = [];
  const choice = (options: readonly string[]) =>
    act(() =>
      root.render(<Choice label="node" value="node-7" options={options} onChoose={(option) => chosen.push(option)} />),
    );
  choice(NODES.slice(0, 10));
  expect(page.querySelectorAll('select option')).toHaveLength(11);
  choice(NODES);
  const field = page.querySelector('input') as HTMLInputElement;
  expect(page.querySelector('select')).toBeNull();
  expect(field.value).toBe('node-7');
  act(() => field.focus());
  expect(page.querySelectorAll('option')).toHaveLength(60);
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    set?.call(field, '4711');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect([...page.querySelectorAll('option')].map(({ value }) => value)).toEqual(['node-4711']);
  act(() => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  expect(chosen).toEqual(['node-4711']);
  act(() => root.unmount());
  page.remove();
});
