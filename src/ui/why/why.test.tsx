// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createViewerStore } from '../../debugger/viewer-store.ts';
import { createFrameStore } from '../../session/frame-store.ts';
import { Breakpoints } from '../breakpoints/breakpoints-panel.tsx';
import { added, described, draftOf, removed, toggled } from '../breakpoints/model.ts';
import { FindDialog } from '../find/find-dialog.tsx';
import { HelpDialog } from '../help/help-dialog.tsx';
import { frame, testHost } from '../panels/testdata/test-host.ts';
import { causes } from '../panels/testdata/views.ts';
import { type Page, PageContext } from '../public.ts';
import { typeInto } from '../testing/type-into.ts';
import { PAGE, Pages } from '../twin/pages.ts';
import { TextTwin } from '../twin/text-twin.tsx';
import { type Host, HostProvider } from '../widgets/kit/host.ts';
import { decidedPod, folded, linksOfSteps } from './chain.ts';
import { WhyPanel } from './why-panel.tsx';

let clean = () => undefined as undefined;
afterEach(() => clean());

async function show(element: ReactElement, host: Host): Promise<HTMLElement> {
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  clean = () => {
    act(() => root.unmount());
    page.remove();
  };
  await act(async () => root.render(<HostProvider host={host}>{element}</HostProvider>));
  await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
  return page;
}
const press = (page: HTMLElement, text: string) =>
  act(async () => [...page.querySelectorAll('button')].find((each) => each.textContent?.includes(text))?.click());

test('the chain goes from effect to cause and each link leads to its step', async () => {
  const host = testHost();
  const page = await show(<WhyPanel target={{ type: 'step', seq: 57 }} onClose={() => undefined} />, host);
  expect([...page.querySelectorAll('.w-no')].map((each) => each.textContent)).toEqual(['1', '2', '3', '4']);
  expect(document.activeElement?.tagName).toBe('H2');
  await press(page, 'POST replicasets');
  expect(host.calls.at(-1)).toEqual(['seek', 36]);
});

test('who steps on asks about the next step; who visits a cause keeps the chain', async () => {
  let seq = 57;
  const listeners = new Set<() => void>();
  const asked: unknown[] = [];
  const host = testHost({
    onFrame: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    query: (async (query: { readonly seq: number }) => {
      asked.push(query.seq);
      return { type: 'why', chain: causes };
    }) as never,
  });
  Object.defineProperty(host, 'frame', { get: () => ({ ...frame, seq }) });
  const page = await show(<WhyPanel target={{ type: 'step', seq: 57 }} onClose={() => undefined} />, host);
  const cursorAt = async (to: number) => {
    seq = to;
    await act(async () => listeners.forEach((listener) => void listener()));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
  };
  await cursorAt(58);
  expect(asked).toEqual([57, 58]);
  await press(page, 'POST replicasets');
  await cursorAt(36);
  expect(asked).toEqual([57, 58]);
  expect(page.querySelectorAll('[aria-current=step]')).toHaveLength(1);
  await cursorAt(37);
  expect(asked).toEqual([57, 58, 37]);
});

test('a field is explained by the fields it came from', async () => {
  const edited: string[] = [];
  const page = await show(
    <WhyPanel
      target={{ type: 'field', subject: 'pods/default/x', path: 'spec.replicas' }}
      onClose={() => undefined}
      onEdit={({ subject, path }) => edited.push(`${subject} ${path}`)}
    />,
    testHost(),
  );
  expect(page.querySelector('h2')?.textContent).toBe('Why is spec.replicas 3?');
  expect(page.textContent).toContain('Because spec.replicas of deployments/default/nginx said 3');
  // … and goes on to the command that was typed, where the line can be edited.
  expect(page.querySelector('.w-chain li:last-child')?.textContent).toContain('kubectl apply');
  await press(page, 'Edit it in the manifest');
  expect(edited).toEqual(['deployments/default/nginx spec.replicas']);
});

test('a refused write names the one that won, which can be gone to', async () => {
  const winner = { ...(causes[1] as (typeof causes)[number]), seq: 4242 };
  const host = testHost({ query: (async () => ({ type: 'why', chain: causes, winner })) as never });
  const page = await show(<WhyPanel target={{ type: 'step', seq: 57 }} onClose={() => undefined} />, host);
  expect(page.textContent).toContain('The write that was faster');
  await act(async () => page.querySelector<HTMLButtonElement>('div.w-chain button')?.click());
  expect(host.calls.at(-1)).toEqual(['seek', 4242]);
});

test('of a wish that is not met it tells first what holds it up, then the steps that show it', async () => {
  const unmet = {
    subject: 'services/default/web',
    wish: { key: 'service', args: {} },
    hold: { key: 'noMatch', args: {} },
    held: undefined,
    since: undefined,
    deed: undefined,
    change: undefined,
    undo: undefined,
  };
  const answers = [
    { type: 'unmet', unmet: [unmet], chain: causes },
    { type: 'unmet', unmet: [], chain: [] },
  ];
  const host = testHost({
    query: (async () => answers.shift()) as never,
    unmet: () => ({ says: 'Service **web** has no endpoint.', change: 'Change it.' }),
  });
  const panel = (subject: string) => <WhyPanel target={{ type: 'unmet', subject }} onClose={() => undefined} />;
  const page = await show(panel('services/default/web'), host);
  expect(page.querySelector('h2')?.textContent).toBe('Why is service/web not as wished?');
  expect(page.querySelector('.u-card')?.textContent).toContain('Service web has no endpoint.');
  expect(page.querySelectorAll('.w-chain li')).toHaveLength(4);
  clean();
  expect((await show(panel('pods/default/x'), host)).textContent).toContain('Here all is as wished.');
});

test('a failed question says so, and Esc closes', async () => {
  let closed = 0;
  const host = testHost({ query: () => Promise.reject(new Error('no journal')) });
  const page = await show(<WhyPanel target={{ type: 'step', seq: 1 }} onClose={() => (closed += 1)} />, host);
  expect(page.textContent).toContain('no journal');
  act(() => page.querySelector('h2')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(closed).toBe(1);
});

test('a decision of the scheduler among the causes can be opened', () => {
  const bound = { ...(causes[0] as (typeof causes)[number]), actor: 'kube-scheduler', subject: 'pods/default/big' };
  expect(decidedPod(linksOfSteps([...causes, bound]))).toBe('default/big');
  expect(decidedPod(linksOfSteps(causes))).toBeUndefined();
});

test('a long chain folds its middle', () => {
  const links = linksOfSteps(Array.from({ length: 40 }, () => causes[0] as never));
  expect(folded(links, false)).toHaveLength(11);
  expect(folded(links, true)).toHaveLength(40);
  expect(folded(links.slice(0, 11), false)).toHaveLength(11);
});

test('breakpoints: a condition is needed, doubles are refused, ids stay unique', () => {
  expect(added([], { kind: '  ' })).toBe('empty');
  const one = added([], { kind: 'apiserver.authz', name: ' nginx ' });
  if (typeof one === 'string') throw new Error(one);
  expect(one).toEqual([{ id: 'b1', enabled: true, kind: 'apiserver.authz', name: 'nginx' }]);
  expect(added(one, { kind: 'apiserver.authz', name: 'nginx' })).toBe('double');
  expect(toggled(one, 'b1')[0]?.enabled).toBe(false);
  expect(removed(one, 'b1')).toEqual([]);
  expect(described(one[0] as never, (word) => word)).toBe('kind apiserver.authz, name nginx');
  expect(draftOf(causes[0] as never).resource).toBe('pods');
});

test('a breakpoint at a kind that does not exist would never stop: it is refused with a word', async () => {
  const host = testHost();
  const page = await show(<Breakpoints kinds={['apiserver.authz']} actors={[]} resources={[]} />, host);
  const type = (text: string) => typeInto(page.querySelector('form input') as HTMLInputElement, text);
  await type('apiserver.auth');
  await press(page, 'Add');
  expect(page.querySelector('[role=alert]')?.textContent).toContain('no such kind of step');
  expect(host.calls).toEqual([]);
  await type('apiserver.authz');
  await press(page, 'Add');
  expect(host.calls).toEqual([['setBreakpoints', [{ id: 'b1', enabled: true, kind: 'apiserver.authz' }]]]);
});

test('the breakpoint list toggles and removes', async () => {
  const host = testHost({ breakpoints: [{ id: 'b1', enabled: true, verb: 'create' }] });
  const page = await show(<Breakpoints kinds={['apiserver.authz']} actors={[]} resources={[]} />, host);
  await act(async () => page.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await press(page, '✕');
  await press(page, 'Add');
  expect(host.calls).toEqual([
    ['setBreakpoints', [{ id: 'b1', enabled: false, verb: 'create' }]],
    ['setBreakpoints', []],
  ]);
  expect(page.querySelector('[role=alert]')?.textContent).toContain('at least one condition');
});

test('find leads to the first write of an object, also of a deleted one', async () => {
  const host = testHost();
  const page = await show(<FindDialog onClose={() => undefined} />, host);
  const input = page.querySelector('input') as HTMLInputElement;
  await typeInto(input, 'nginx');
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(page.textContent).toContain('does not exist now');
  const hit = [...page.querySelectorAll('[role=option]')].find((each) =>
    each.textContent?.includes('pods/default/nginx'),
  );
  act(() => hit?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(host.calls.at(-1)).toEqual(['look', { panel: 'object', subject: 'pods/default/nginx' }]);
});

test('the twin lists the steps and Enter goes to one', async () => {
  const host = testHost({ frame: { ...testHost().frame, index: 2, total: 4 } as never });
  const frames = createFrameStore();
  const page = await show(
    <PageContext value={{ session: { frames } } as unknown as Page}>
      <TextTwin />
    </PageContext>,
    host,
  );
  expect(page.textContent).toContain('Sync of nginx');
  expect(page.querySelector('[aria-selected=true]')?.textContent).toContain('this step');
  const list = page.querySelector('[role=listbox]');
  act(() => list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })));
  act(() => list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(host.calls.at(-1)).toEqual(['seekIndex', 3]);
});

test('a page of steps that was short is asked for again when the run has gone on', () => {
  const pages = new Pages();
  expect(pages.missing(0, 40, 4)).toEqual([0]);
  pages.ask(0);
  expect(pages.missing(0, 40, 4)).toEqual([]);
  pages.put(0, causes);
  expect(pages.missing(0, 40, 4)).toEqual([]);
  expect(pages.missing(0, 140, 5 + PAGE)).toEqual([0, 1]);
});

test('help names keys, the version and what is not modelled, and turns keys that type a character off', async () => {
  const viewer = createViewerStore(undefined);
  const frames = createStore(() => ({ build: 'b1', kubernetes: 'v1.36' }));
  const page = await show(
    <PageContext value={{ viewer, session: { frames } } as unknown as Page}>
      <HelpDialog onClose={() => undefined} />
    </PageContext>,
    testHost(),
  );
  expect(page.textContent).toMatch(/Space[\s\S]*not modelled[\s\S]*Build b1\. Models Kubernetes v1\.36/);
  const box = page.querySelector<HTMLInputElement>('input[type="checkbox"]');
  expect(box?.checked).toBe(true);
  await act(async () => box?.click());
  expect([viewer.getState().characterKeys, box?.checked]).toEqual([false, false]);
});
