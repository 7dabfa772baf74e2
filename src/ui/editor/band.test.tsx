// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StepDetailView } from '../../protocol/views.ts';
import { createFrameStore } from '../../session/frame-store.ts';
import { FIND_AFTER, useBand } from './band.ts';
import { ask } from './checker.ts';
import { createWorkbench, setText } from './workbench.ts';

vi.mock('./checker.ts', async (original) => {
  const real = await original<typeof import('./checker.ts')>();
  return { ...real, ask: vi.fn(real.ask) };
});

const bench = createWorkbench(undefined, 'x');
const { name, text: before } = bench.getState().files[0] ?? { name: '', text: '' };
const frames = createFrameStore();
let root: Root;

function Text(): ReactElement {
  useBand(bench, frames);
  return (
    <div className="e-surface">
      <textarea />
    </div>
  );
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  bench.setState((state) => setText(state, name, before));
  stepAbout('metadata.name');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Text />));
  await found();
  vi.mocked(ask).mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  act(() => root.unmount());
  document.body.replaceChildren();
});

function stepAbout(path: string): void {
  const manifest = { subject: 'deployments.apps/default/nginx', path, made: undefined };
  const step = { step: { actor: 'kubectl' }, manifest } as unknown as StepDetailView;
  frames.setState({ views: { step } });
}
const found = () => act(async () => vi.dynamicImportSettled());
const put = (text: string) => act(async () => bench.setState((state) => setText(state, name, text)));
const pass = (time: number) => act(async () => vi.advanceTimersByTimeAsync(time));
const from = () => bench.band.getState().band?.from;
const typeHere = () => document.querySelector('textarea')?.focus();

test('the lines of a step are found anew when a pause is made in typing, not after each key', async () => {
  const line = from() ?? 0;
  expect(line).toBeGreaterThan(0);
  typeHere();
  for (const typed of ['#', '# a', '# a\n']) {
    await put(`${typed}${before}`);
    await pass(FIND_AFTER - 1);
  }
  expect(ask).not.toHaveBeenCalled();
  await pass(1);
  await found();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(from()).toBe(line + 1);
});

test('a step that comes amidst typing is found at once, in the text as it is by then', async () => {
  typeHere();
  await put(`# a\n# b\n${before}`);
  await act(async () => stepAbout('spec.replicas'));
  await found();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(from()).toBe(before.split('\n').findIndex((line) => line.includes('replicas:')) + 3);
});

test('a text that changes while nobody is in it is read at once', async () => {
  const line = from() ?? 0;
  await put(`# a\n${before}`);
  await found();
  expect(from()).toBe(line + 1);
  await pass(FIND_AFTER);
  expect(ask).toHaveBeenCalledTimes(1);
});
