// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createControls } from '../debugger/controls.ts';
import { createViewerStore, type Viewer } from '../debugger/viewer-store.ts';
import type { StageView, TimelineView } from '../protocol/views.ts';
import { DIED_TOO_OFTEN, NO_ANSWER, Session } from '../session/session.ts';
import { Page } from './page.tsx';
import { fakeEngine } from './testing/fake-engine.ts';
import { INSTANTS } from './testing/story.ts';
import { typeInto } from './testing/type-into.ts';
import { scopeOf } from './widgets/key-scope.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.innerHTML = '';
});

async function open(viewer: Partial<Viewer> = {}, left = <textarea aria-label="manifest" />) {
  const session = new Session(fakeEngine());
  const store = createViewerStore(undefined, viewer);
  const finishMotion = vi.fn();
  const page = { session, viewer: store, controls: createControls(session, store, finishMotion) };
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  await act(async () => root?.render(<Page page={page} left={left} />));
  await act(async () => {
    await session.start();
    await session.open({ v: 1, build: '', seed: 1, cluster: { nodes: 3, latencies: 'zero' }, inputs: [] });
  });
  return { page, finishMotion };
}

async function press(key: string, target: EventTarget = document.body, held: KeyboardEventInit = {}) {
  await act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}
const slider = () => document.querySelector('[role="slider"]');
const spoken = () => document.querySelector('.say [role="status"]')?.textContent;

describe('the page', () => {
  it('steps by keys, ends motion at once, and speaks once for every move', async () => {
    const { finishMotion } = await open();
    expect(slider()?.getAttribute('aria-valuenow')).toBe('0');
    await press('ArrowRight');
    expect(slider()?.getAttribute('aria-valuenow')).toBe('1');
    expect(spoken()).toContain(`1 of ${INSTANTS.length}`);
    await press('ArrowRight');
    expect(spoken()).toContain(`2 of ${INSTANTS.length}`);
    expect(slider()?.getAttribute('aria-valuetext')).toContain('171.6 ms');
    expect(finishMotion).toHaveBeenCalledTimes(2);
    await press('ArrowLeft');
    await press('End');
    expect(slider()?.getAttribute('aria-valuenow')).toBe(String(INSTANTS.length));
  });

  it('an engine that has failed asks nobody to press a key', async () => {
    const { page } = await open();
    const said = () => document.querySelector('.say-text')?.textContent;
    expect(said()).toContain('Press →');
    await act(async () => page.session.frames.setState({ status: 'failed', message: 'it broke' }));
    expect(said()).toBe('The engine does not run, so there are no steps to see.');
  });

  it('a part that fails says so, the others live, and it is tried again with the next step', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    function Fragile() {
      if (broken) throw new Error('bad step');
      return <p id="fragile">well</p>;
    }
    await open({}, <Fragile />);
    expect(document.querySelector('.failed-part')?.textContent).toContain('bad step');
    broken = false;
    await press('ArrowRight');
    expect(slider()?.getAttribute('aria-valuenow')).toBe('1');
    expect(document.querySelector('.failed-part')).toBeNull();
    expect(document.getElementById('fragile')?.textContent).toBe('well');
    told.mockRestore();
  });

  it('the number field shows the step, and goes where it says', async () => {
    await open();
    const field = document.querySelector<HTMLInputElement>('input.step') as HTMLInputElement;
    expect(field.value).toBe('0');
    await press('ArrowRight');
    expect(field.value).toBe('1');
    field.value = '3';
    await press('Escape', field);
    expect(field.value).toBe('1');
    field.value = '3';
    await press('Enter', field);
    expect([field.value, slider()?.getAttribute('aria-valuenow')]).toEqual(['3', '3']);
    field.focus();
    field.value = '99';
    await press('Enter', field);
    expect(document.activeElement, 'arrows are for the page again').not.toBe(field);
    expect(field.value).toBe(String(INSTANTS.length));
    field.value = '7';
    await press('ArrowLeft');
    expect(field.value).toBe(String(INSTANTS.length - 1));
  });

  it('a number that is being typed is not taken away by a step', async () => {
    await open();
    const field = document.querySelector<HTMLInputElement>('input.step') as HTMLInputElement;
    field.focus();
    await typeInto(field, '3');
    await press('ArrowRight');
    expect(field.value).toBe('3');
    await press('Enter', field);
    expect([field.value, slider()?.getAttribute('aria-valuenow')]).toEqual(['3', '3']);
    field.focus();
    await typeInto(field, '1');
    await press('Escape', field);
    expect(field.value).toBe('3');
    await press('ArrowRight');
    expect(field.value).toBe('4');
  });

  it('says nothing while it plays', async () => {
    const { page } = await open();
    await press(' ');
    expect(page.controls.playback.getSnapshot().matches('playing')).toBe(true);
    expect(spoken()).toBe('');
    await press(' ');
    expect(page.controls.playback.getSnapshot().value).toBe('paused');
  });

  it('leaves keys to text fields', async () => {
    await open();
    const field = document.querySelector('textarea');
    expect(scopeOf(field)).toBe('text');
    await press('ArrowRight', field ?? undefined);
    expect(slider()?.getAttribute('aria-valuenow')).toBe('0');
  });

  it('a number that is typed before the script of a dialog has come turns to no panel', async () => {
    const { page } = await open();
    const { panel } = page.viewer.getState();
    act(() => {
      page.viewer.setState({ dialog: { type: 'find' } });
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }));
    });
    expect(page.viewer.getState().panel).toBe(panel);
    act(() => {
      page.viewer.setState({ dialog: undefined });
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }));
    });
    expect(page.viewer.getState().panel).toBe('etcd');
  });

  it('switches panels by number, and language and theme without losing its place', async () => {
    const { page } = await open();
    await press('ArrowRight');
    await press('3');
    expect(document.querySelector('[role="tab"][aria-selected="true"]')?.textContent).toBe('etcd');
    await act(async () => page.viewer.setState({ language: 'zh', theme: 'dark' }));
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(slider()?.getAttribute('aria-valuenow')).toBe('1');
    expect(document.body.textContent).toContain('为什么');
  });

  it('names what is open only when that is known: a link shows a scenario before its words have come', async () => {
    const { page } = await open();
    const title = () => document.querySelector('h1')?.textContent;
    const unknown = () => document.querySelector('h1 > .unseen')?.textContent; // a heading is never empty
    const show = (run: object) =>
      act(async () =>
        page.session.frames.setState(({ frame }) =>
          frame === undefined ? {} : { frame: { ...frame, run: { ...frame.run, inputs: [], ...run } } },
        ),
      );
    const done = (...argv: string[]) => [{ input: { type: 'kubectl', argv, files: {} } }];
    await show({});
    expect([title(), unknown()]).toEqual(['Kubestep', 'Kubestep']);
    await show({ inputs: done('apply', '-f', 'deploy.yaml') });
    expect(title()).toBe('Create a Deployment');
    await show({ inputs: done('create', 'ns', 'one') });
    expect(title()).toBe('kubectl create ns one');
    expect(unknown()).toBeUndefined();
    await show({ scenario: 'paths' });
    expect([title(), unknown()]).toEqual(['Kubestep', 'Kubestep']);
  });

  it('says in its language why a link shows nothing, until that has been read', async () => {
    const { page } = await open({ language: 'zh', linkProblem: 'the link is damaged or was cut' });
    const notice = () => document.querySelector('.notice');
    await vi.waitFor(() => expect(notice()?.textContent).toContain('链接已损坏或被截断'), {
      timeout: 10_000, // its words come late
    });
    await act(async () => notice()?.querySelector('button')?.click());
    expect(notice()).toBe(null);
    expect(page.viewer.getState().linkProblem).toBeUndefined();
  });

  it('says on the map that a server without caches serves nobody', async () => {
    const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
    const { page } = await open();
    await press('ArrowRight');
    const sign = () => document.querySelector('.sign')?.textContent;
    expect(sign()).toBe('kube-apiserver');
    await act(async () =>
      page.session.frames.setState((state) => ({
        views: { ...state.views, stage: { ...(state.views.stage as StageView), watchCacheRevision: 0 } },
      })),
    );
    await vi.waitFor(() => expect(sign()).toBe('kube-apiserver · not serving'));
    wide.mockRestore();
  });

  it('names a scene after its own command, whatever was typed since', async () => {
    const { page } = await open();
    await press('End');
    const { stage, timeline } = page.session.frames.getState().views;
    const typed = (seq: number, text: string) => ({ time: seq, seq, type: 'input', key: 'enter', text }) as const;
    const views = {
      stage: { ...(stage as StageView), scene: { number: 1, key: 'enter', seq: 3 } },
      timeline: { ...(timeline as TimelineView), marks: [typed(3, 'sleep 60'), typed(9, 'kubectl get pods')] },
    };
    await act(async () => page.session.frames.setState((state) => ({ views: { ...state.views, ...views } })));
    await vi.waitFor(() => expect(document.querySelector('.sthead h2')?.textContent).toContain('sleep 60'));
  });

  it('offers a way out when the engine has long been silent', async () => {
    const { page } = await open();
    const again = vi.spyOn(page.session, 'stop').mockReturnValue(undefined);
    await act(async () => page.session.frames.setState({ isSilent: true }));
    const notice = document.querySelector('.notice');
    expect(notice?.textContent).toContain('has not answered for a while');
    await act(async () => notice?.querySelector('button')?.click());
    expect(again).toHaveBeenCalled();
    await act(async () => page.session.frames.setState({ status: 'restarting' }));
    expect(document.querySelector('.notice button')?.textContent).toBe('Stop it');
    await act(async () => page.session.frames.setState({ isSilent: false, message: undefined }));
    // Nothing has stopped: somebody asked for it.
    expect(document.querySelector('.notice')?.textContent).toBe('Opening the run…');
    await act(async () => page.session.frames.setState({ isSilent: true }));
    await act(async () => page.session.frames.setState({ status: 'ready' }));
    await act(async () => page.session.frames.setState({ isSilent: false }));
    expect(document.querySelector('.notice')).toBe(null);
  });

  it('says of a run that broke off what was broken, what led there and what was typed last; and at its end that it ended', async () => {
    const { page } = await open();
    const { frames } = page.session;
    const run = { v: 1, build: '', seed: 1, cluster: { nodes: 3, latencies: 'zero' } } as const;
    const typed = { type: 'kubectl', argv: ['sleep', '7.777'], files: {} } as const;
    const lost = {
      run: { ...run, inputs: [{ afterStep: 1, afterOccurrence: 1, time: 1, input: typed }] },
      position: 1,
      sound: 2,
      reason: 'time runs forward',
      causes: ['step 2 kubectl.command kubectl by you'],
    };
    await act(async () => frames.setState({ status: 'failed', message: lost.reason, lost }));
    const notice = () => document.querySelector('.notice.bad')?.textContent ?? '';
    await vi.waitFor(() => expect(notice()).not.toBe(''));
    expect(notice()).toContain('by a fault of the simulation itself: time runs forward.');
    expect(notice()).toContain('given: sleep 7.777.');
    expect(document.querySelector('.notice.bad pre')?.textContent).toBe(lost.causes[0]);
    const remembered = { ...lost, causes: undefined, reason: NO_ANSWER };
    await act(async () => frames.setState({ message: DIED_TOO_OFTEN, lost: remembered }));
    expect(notice()).toContain('is not opened by itself.This run keeps the engine busy without end');
    await press('End');
    await act(async () =>
      frames.setState(({ frame }) => ({
        status: 'ready',
        lost: undefined,
        frame: frame && { ...frame, ended: lost.reason, atEnd: true },
      })),
    );
    expect(document.querySelector('.say-text p')?.textContent).toContain('The run ended here: time runs forward.');
    expect(document.querySelector('.run-note')?.textContent).toBe('ended here');
  });

  it('says readably that it cannot run', async () => {
    const session = new Session(async () => {
      throw new Error('workers are missing here');
    });
    const viewer = createViewerStore(undefined);
    const page = { session, viewer, controls: createControls(session, viewer, () => undefined) };
    const host = document.createElement('div');
    document.body.append(host);
    root = createRoot(host);
    await act(async () => root?.render(<Page page={page} />));
    await act(async () => void (await session.start()));
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('workers are missing here');
  });
});
