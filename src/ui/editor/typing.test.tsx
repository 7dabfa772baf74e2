// @vitest-environment happy-dom
import { act, Profiler } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frame, testHost } from '../panels/testdata/test-host.ts';
import { typeInto } from '../testing/type-into.ts';
import { type Host, HostProvider } from '../widgets/kit/host.ts';
import { EditorPane } from './editor-pane.tsx';
import { CHECK_AFTER } from './hooks.ts';
import { createWorkbench, setText, shownFile, TELL_AFTER, withoutFile, withStage } from './workbench.ts';

const FILES = [
  { name: 'a.yaml', text: 'a: 1' },
  { name: 'b.yaml', text: 'b: 1' },
];
/** So long that it is shown without colours. */
const LONG = 'key: value\n'.repeat(2_500);

let root: Root | undefined;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  act(() => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
});

const pass = (time: number) => act(async () => vi.advanceTimersByTimeAsync(time));

async function show(bench: ReturnType<typeof createWorkbench>, host: Host, onDrawn = () => undefined as unknown) {
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () =>
    root?.render(
      <HostProvider host={host}>
        <Profiler id="pane" onRender={() => onDrawn()}>
          <EditorPane bench={bench} terminal={undefined} />
        </Profiler>
      </HostProvider>,
    ),
  );
  await pass(CHECK_AFTER);
  await act(async () => vi.dynamicImportSettled());
  return page;
}
const areaOf = (page: HTMLElement) => page.querySelector('textarea') as HTMLTextAreaElement;

test('what is typed is read once, when a pause is made', () => {
  const bench = createWorkbench(undefined, 'x', FILES);
  const told = vi.fn();
  bench.subscribe(told);
  const read = vi.fn(() => 'a: 12');
  for (let key = 0; key < 3; key += 1) {
    bench.typed('a.yaml', read);
    vi.advanceTimersByTime(TELL_AFTER - 1);
  }
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(read).toHaveBeenCalledTimes(1);
  expect(told).toHaveBeenCalledTimes(1);
  expect(bench.getState().files[0]?.text).toBe('a: 12');
});

test('who asks, changes the desk, turns to another or leaves the page has what was just typed', () => {
  const kept = new Map<string, string>();
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, of: string) => kept.set(key, of),
  };
  const bench = createWorkbench(memory as never, 'x', FILES);
  bench.typed('a.yaml', () => 'asked');
  expect(shownFile(bench.now()).text).toBe('asked');

  bench.typed('a.yaml', () => 'a file more');
  bench.setState((state) => setText(state, 'b.yaml', 'other'));
  expect(bench.getState().files.map(({ text }) => text)).toEqual(['a file more', 'other']);

  bench.typed('a.yaml', () => 'mine');
  const stage = { shown: undefined, files: [{ name: 'a.yaml', text: 'told', others: ['a file more'] }] };
  bench.setState((state) => withStage(state, stage));
  expect(bench.getState().files[0]?.text, 'a scenario leaves alone what the reader wrote').toBe('mine');

  bench.typed('a.yaml', () => 'left');
  bench.turnTo('y');
  bench.turnTo('x');
  expect(bench.getState().files[0]?.text).toBe('left');

  bench.typed('a.yaml', () => 'page closed');
  bench.flush();
  expect([...kept.values()].join()).toContain('page closed');

  bench.typed('b.yaml', () => 'of a file that is closed');
  bench.setState((state) => withoutFile(state, 'b.yaml'));
  expect(bench.getState().files).toEqual([{ name: 'a.yaml', text: 'page closed' }]);
});

test('Apply sends a long text with the key before it', async () => {
  const host = testHost();
  const bench = createWorkbench(undefined, 'x', [{ name: 'a.yaml', text: LONG }]);
  const area = areaOf(await show(bench, host));
  await typeInto(area, `${LONG}z: 1`);
  await act(async () => {
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }));
  });
  expect(host.calls).toContainEqual([
    'give',
    { type: 'kubectl', argv: ['apply', '-f', 'a.yaml'], files: { 'a.yaml': `${LONG}z: 1` } },
    { anew: true },
  ]);
});

test('the page is not drawn for each key, and what is typed is not written back', async () => {
  const drawn = vi.fn();
  const bench = createWorkbench(undefined, 'x', [{ name: 'a.yaml', text: LONG }]);
  const area = areaOf(await show(bench, testHost(), drawn));
  const written = vi.spyOn(area, 'value', 'set');
  drawn.mockClear();
  for (let key = 1; key <= 3; key += 1) {
    await typeInto(area, LONG + '#'.repeat(key));
    await pass(TELL_AFTER);
    expect(shownFile(bench.getState()).text.length - LONG.length).toBe(key);
  }
  expect(drawn).not.toHaveBeenCalled();
  await pass(CHECK_AFTER);
  expect(written).not.toHaveBeenCalled();
});

test('that there is an edit, and that it can be applied, is seen with the first of it', async () => {
  const inputs = [
    {
      afterStep: -1,
      afterOccurrence: 0,
      time: 0,
      input: { type: 'kubectl' as const, argv: ['apply', '-f', 'a.yaml'], files: { 'a.yaml': LONG } },
    },
  ];
  const bench = createWorkbench(undefined, 'x', [{ name: 'a.yaml', text: LONG }]);
  const page = await show(bench, testHost({ frame: { ...frame, run: { ...frame.run, inputs } } }));
  const foot = () => page.querySelector('.e-foot')?.textContent;
  const isOffered = () => page.querySelector<HTMLButtonElement>('.e-apply')?.disabled === false;
  expect(isOffered()).toBe(false);
  await typeInto(areaOf(page), `z: 1\nkey: value\nz: 1\n${LONG.replace('key: value\n', '')}`);
  await pass(TELL_AFTER);
  expect(isOffered()).toBe(true);
  expect(foot()).toContain('1 edit not applied');
  await pass(CHECK_AFTER);
  expect(foot()).toContain('2 edits not applied');
  await typeInto(areaOf(page), LONG);
  await pass(TELL_AFTER);
  expect(isOffered()).toBe(false);
  expect(foot()).toContain('Running text = shown text.');
});

test('a text that is changed elsewhere is shown, and goes on from what was typed by then', async () => {
  const bench = createWorkbench(undefined, 'x', [{ name: 'a.yaml', text: LONG }]);
  const area = areaOf(await show(bench, testHost()));
  await typeInto(area, `${LONG}mine: 1\n`);
  await act(async () => bench.setState((state) => setText(state, 'a.yaml', `${shownFile(state).text}theirs: 2\n`)));
  expect(area.value).toBe(`${LONG}mine: 1\ntheirs: 2\n`);
});
