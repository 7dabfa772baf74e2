// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TerminalView } from '../../protocol/views.ts';
import { frame, testHost } from '../panels/testdata/test-host.ts';
import { typeInto } from '../testing/type-into.ts';
import { type Host, HostProvider } from '../widgets/kit/host.ts';
import { EditorPane } from './editor-pane.tsx';
import { CHECK_AFTER } from './hooks.ts';
import { revealField } from './reveal.ts';
import { createWorkbench, type Workbench, withFiles } from './workbench.ts';

let root: Root | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  act(() => root?.unmount());
  document.body.replaceChildren();
});

async function show(bench: Workbench, host: Host, terminal?: TerminalView): Promise<HTMLElement> {
  const page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
  await act(async () =>
    root?.render(
      <HostProvider host={host}>
        <EditorPane bench={bench} terminal={terminal} />
      </HostProvider>,
    ),
  );
  await settle();
  return page;
}
/** The pause after which a text is checked is over, the checker is there and has answered. */
const settle = () =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(CHECK_AFTER);
    await vi.dynamicImportSettled();
  });
const type = (page: HTMLElement, text: string) => typeInto(page.querySelector('textarea') as HTMLTextAreaElement, text);
const key = (page: HTMLElement, init: KeyboardEventInit) =>
  act(async () =>
    page
      .querySelector('textarea')
      ?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
  );
const menu = async (page: HTMLElement, name: string, item: string) => {
  await act(async () => page.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click());
  await act(async () =>
    [...page.querySelectorAll<HTMLElement>('[role=menuitem]')]
      .find((each) => each.textContent?.startsWith(item))
      ?.click(),
  );
};

const DEPLOY = createWorkbench(undefined, 'x').getState().files[0]?.text ?? '';
const applied = (text: string, afterStep = -1) => ({
  ...frame,
  run: {
    ...frame.run,
    inputs: [
      {
        afterStep,
        afterOccurrence: 0,
        time: 0,
        input: { type: 'kubectl' as const, argv: ['apply', '-f', 'deploy.yaml'], files: { 'deploy.yaml': text } },
      },
    ],
  },
});

test('Ctrl+Enter applies the shown text as kubectl would', async () => {
  const host = testHost();
  const page = await show(createWorkbench(undefined, 'x'), host);
  expect(page.querySelector('.e-foot')?.textContent).toContain('Not applied yet.');
  await key(page, { key: 'Enter', ctrlKey: true });
  expect(host.calls).toContainEqual([
    'give',
    { type: 'kubectl', argv: ['apply', '-f', 'deploy.yaml'], files: { 'deploy.yaml': DEPLOY } },
    { anew: true },
  ]);
});

test('the foot says whether the shown text is what runs', async () => {
  const bench = createWorkbench(undefined, 'x');
  const page = await show(bench, testHost({ frame: { ...applied(DEPLOY), isPast: true } }));
  const foot = () => page.querySelector('.e-foot')?.textContent;
  expect(foot()).toContain('Running text = shown text.');
  expect(page.querySelector<HTMLButtonElement>('.e-apply')?.disabled).toBe(true);
  await type(page, DEPLOY.replace('replicas: 3', 'replicas: 5'));
  await settle();
  expect(foot()).toContain('1 edit not applied');
  expect(foot()).toContain('begins a new branch');
  expect(page.querySelector<HTMLButtonElement>('.e-apply')?.disabled).toBe(false);
});

test('GV5, GV8: the foot says that a story will be told anew, for the file that it is the story of', async () => {
  const bench = createWorkbench(undefined, 'x');
  const page = await show(bench, testHost({ frame: { ...applied(DEPLOY), untold: 0, isPast: true } }));
  const foot = () => page.querySelector('.e-foot')?.textContent;
  expect(foot()).not.toContain('anew');
  await type(page, DEPLOY.replace('replicas: 3', 'replicas: 5'));
  await settle();
  expect(foot()).toContain('tells this story anew');
  await act(async () => bench.setState((state) => withFiles(state, [{ name: 'b.yaml', text: 'x' }])));
  await settle();
  expect(foot()).toContain('begins a new branch');
});

test('what was refused can be applied again as it is', async () => {
  const commands = [{ id: 1, line: 'kubectl apply -f deploy.yaml', stdout: '', stderr: 'no\n', exitCode: 1, seq: 0 }];
  const page = await show(createWorkbench(undefined, 'x'), testHost({ frame: applied(DEPLOY) }), { commands });
  expect(page.querySelector('.e-foot')?.textContent).toContain('refused');
  expect(page.querySelector<HTMLButtonElement>('.e-apply')?.disabled).toBe(false);
});

test('an apply can be undone: back to before it', async () => {
  const host = testHost({ frame: applied(DEPLOY, 41) });
  const page = await show(createWorkbench(undefined, 'x'), host);
  await menu(page, 'More', 'Undo the apply');
  expect(host.calls).toContainEqual(['seek', 41]);
});

test('a refused apply keeps the text and says why', async () => {
  const page = await show(
    createWorkbench(undefined, 'x'),
    testHost({ give: () => Promise.reject(new Error('engine is not running')) }),
  );
  await key(page, { key: 'Enter', metaKey: true });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('engine is not running');
  expect(page.querySelector('textarea')?.value).toBe(DEPLOY);
});

test('broken YAML is marked, also by kubectl after an apply, until the text changes', async () => {
  const bad = DEPLOY.replace('replicas: 3', 'replicas: -1');
  const bench = createWorkbench(undefined, 'x', [{ name: 'deploy.yaml', text: bad }]);
  const terminal: TerminalView = {
    commands: [
      {
        id: 1,
        line: 'kubectl apply -f deploy.yaml',
        stdout: '',
        stderr:
          'The Deployment "nginx" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0\n',
        exitCode: 1,
        seq: 1,
      },
    ],
  };
  const page = await show(bench, testHost({ frame: applied(bad) }), terminal);
  expect(page.querySelector('.e-problems')?.textContent).toContain('line 8');
  expect(page.querySelector('.e-foot')?.textContent).toContain('was refused');
  await type(page, `${bad}\n  broken: [`);
  await settle();
  expect(page.querySelector('.e-problems')?.textContent).toMatch(/line \d+ did not find|line \d+ [a-z]/);
  expect(page.querySelector('.e-problems')?.textContent).not.toContain('is invalid');
});

test('Tab indents; after Esc it leaves', async () => {
  const page = await show(createWorkbench(undefined, 'x', [{ name: 'a.yaml', text: '' }]), testHost());
  await key(page, { key: 'Tab' });
  expect(page.querySelector('textarea')?.value).toBe('  ');
  const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
  await key(page, { key: 'Escape' });
  await act(async () => page.querySelector('textarea')?.dispatchEvent(tab));
  expect(tab.defaultPrevented).toBe(false);
});

test('the Tab that came here goes on with the next: who only passes changes nothing', async () => {
  const page = await show(createWorkbench(undefined, 'x', [{ name: 'a.yaml', text: '' }]), testHost());
  const area = page.querySelector('textarea');
  const press = async (type: 'keydown' | 'keyup', name = 'Tab') => {
    const event = new KeyboardEvent(type, { key: name, bubbles: true, cancelable: true });
    await act(async () => area?.dispatchEvent(event));
    return event.defaultPrevented;
  };
  await press('keyup');
  expect(await press('keydown')).toBe(false);
  expect(area?.value).toBe('');
  // Whoever types first stays: the next Tab indents, and so does one after that.
  await press('keyup');
  await press('keydown', 'ArrowDown');
  for (const text of ['  ', '    ']) {
    expect(await press('keydown')).toBe(true);
    await press('keyup');
    expect(area?.value).toBe(text);
  }
});

test('another file is seen from its top, however far the one before was scrolled', async () => {
  const lines = 'a: 1\n'.repeat(200);
  const bench = createWorkbench(undefined, 'x', [
    { name: 'a.yaml', text: lines },
    { name: 'b.yaml', text: 'b: 2' },
  ]);
  const page = await show(bench, testHost());
  const area = page.querySelector('textarea') as HTMLTextAreaElement;
  await act(async () => {
    area.scrollTop = 900;
    area.dispatchEvent(new Event('scroll'));
  });
  const moved = () => page.querySelector<HTMLElement>('.e-shade')?.style.transform;
  expect(moved()).toContain('-900px');
  await act(async () => bench.setState({ active: 'b.yaml' }));
  expect(moved()).toBe('');
});

test('samples and new files become tabs and never replace what is there', async () => {
  const bench = createWorkbench(undefined, 'x', [{ name: 'big.yaml', text: 'mine' }]);
  const page = await show(bench, testHost());
  await menu(page, '+ file', 'A Pod that cannot');
  expect(bench.getState().files.map(({ name }) => name)).toEqual(['big.yaml', 'big-2.yaml']);
  expect(bench.getState().files[0]?.text).toBe('mine');
  await menu(page, 'More', 'Close big-2.yaml');
  expect(bench.getState().active).toBe('big.yaml');
});

test('the tab that is turned to stands clear of the fading ends of a row that is too narrow', async () => {
  const files = ['one.yaml', 'two.yaml', 'three.yaml'].map((name) => ({ name, text: '' }));
  const bench = createWorkbench(undefined, 'x', files);
  const page = await show(bench, testHost());
  const row = page.querySelector('.e-tabs') as HTMLElement;
  const box = (left: number, right: number) => ({ left, right }) as DOMRect;
  row.getBoundingClientRect = () => box(0, 100);
  for (const tab of row.querySelectorAll('button')) tab.getBoundingClientRect = () => box(60, 95);
  row.scrollLeft = 0;
  await act(async () => bench.setState({ active: 'two.yaml' }));
  expect(row.scrollLeft, 'sixteen pixels at the end are for fading').toBe(11);
});

const LARGE = 'key: value\n'.repeat(500_000);

test('a file of five megabytes is shown by its beginning, and applied whole', async () => {
  const bench = createWorkbench(undefined, 'x', [{ name: 'big.yaml', text: LARGE }]);
  const host = testHost();
  const page = await show(bench, host);
  expect(page.querySelector('textarea')).toBe(null);
  expect(page.querySelectorAll('.e-excerpt .e-line').length).toBe(200);
  expect(page.querySelector('.e-excerpt-note')?.textContent).toContain('5.5 MB');
  expect(page.querySelector('.e-foot')?.textContent).toContain('Too large to be checked');
  await act(async () =>
    page
      .querySelector('.e-excerpt')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true })),
  );
  expect(host.calls).toContainEqual([
    'give',
    { type: 'kubectl', argv: ['apply', '-f', 'big.yaml'], files: { 'big.yaml': LARGE } },
    { anew: true },
  ]);
});

test('five megabytes that are pasted become a file of their own: what was there stays', async () => {
  const bench = createWorkbench(undefined, 'x');
  const page = await show(bench, testHost());
  const paste = async (text: string) => {
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => text },
    });
    await act(async () => page.querySelector('textarea')?.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(await paste('a: 1\n')).toBe(false);
  expect(await paste(LARGE.replaceAll('\n', '\r\n'))).toBe(true);
  const { files, active } = bench.getState();
  expect(files.map(({ name }) => name)).toEqual(['deploy.yaml', 'pasted.yaml']);
  expect(files[0]?.text).toBe(DEPLOY);
  expect(files[1]?.text === LARGE).toBe(true);
  expect(active).toBe('pasted.yaml');
  expect(page.querySelector('.e-foot [role=status]')?.textContent).toContain('pasted.yaml');
});

test('a field of an object is revealed in the file that has it', async () => {
  const bench = createWorkbench(undefined, 'x', [
    { name: 'a.yaml', text: '' },
    { name: 'deploy.yaml', text: DEPLOY },
  ]);
  expect(await revealField(bench, 'deployments/default/nginx', 'spec.replicas')).toBe(true);
  expect(bench.getState()).toMatchObject({ active: 'deploy.yaml', reveal: { line: 8 } });
  expect(await revealField(bench, 'pods/default/none', 'spec')).toBe(false);
});
