// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createViewerStore } from '../../debugger/viewer-store.ts';
import type { Command, EmbedEvent } from '../../protocol/embed/index.ts';
import type { Frame } from '../../protocol/messages.ts';
import type { Views } from '../../protocol/views.ts';
import { createFrameStore } from '../../session/frame-store.ts';
import { type Hosted, serveHost } from './host-port.ts';

const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

/** A demo whose engine notes what it is told, and the page around it with one end of a port. */
function framed({ origin }: { readonly origin?: string } = {}) {
  const frames = createFrameStore();
  const viewer = createViewerStore(undefined);
  const own = new EventTarget();
  const done: unknown[] = [];
  const said: unknown[] = [];
  const heard: EmbedEvent[] = [];
  const host = { postMessage: (message: unknown) => said.push(message) };
  let isOpen = true;
  const note = (name: string) => async (value?: unknown) => void done.push(value === undefined ? name : [name, value]);
  const stand = (index: number, total = 9) =>
    frames.setState({
      status: 'ready',
      build: 'b',
      kubernetes: 'v1.36',
      frame: { index, total, quiescent: false, atEnd: false } as unknown as Frame,
      views: {
        step: { step: { seq: index, kind: 'etcd.put', actor: 'etcd', subject: 'pods/default/a', args: {} } },
      } as unknown as Views,
    });
  const session = {
    frames,
    seek: note('seek'),
    seekIndex: async (index: number) => {
      done.push(['seekIndex', index]);
      stand(Math.min(index, 9));
    },
    step: note('step'),
    scene: note('scene'),
    give: note('give'),
  };
  const controls = {
    pause: () => done.push('pause'),
    setFilter: (filter: unknown) => done.push(['filter', filter]),
    playback: {
      send: (event: unknown) => done.push(event),
      getSnapshot: () => ({ matches: () => true }),
      subscribe: () => ({ unsubscribe: () => undefined }),
    },
  };
  const hosted = {
    session,
    controls,
    viewer,
    host,
    own,
    origin,
    reset: note('reset'),
    rescale: (scale: number) => done.push(['scale', scale]),
    link: async () => 'https://k.example/?v=2',
    runFile: async () => '{}',
    poster: async () => '<svg/>',
    say: ({ seq }: { seq: number }) => `**Step** ${seq}`,
    unmet: () => [],
    title: () => 'Title',
    isOpen: () => isOpen,
  } as unknown as Hosted;
  const served = serveHost(hosted);
  leaves.push(() => served.leave());
  const { port1, port2 } = new MessageChannel();
  leaves.push(() => port1.close());
  port1.onmessage = ({ data }) => heard.push(data);
  const hello = (change: object = {}) =>
    own.dispatchEvent(
      Object.assign(new Event('message'), {
        data: { kubestep: 'hello', version: 1 },
        source: host,
        origin: 'https://docs.example',
        ports: [port2],
        ...change,
      }),
    );
  const settled = () => new Promise((end) => setTimeout(end, 150));
  const tell = async (...commands: readonly (Command | object)[]) => {
    for (const [id, command] of commands.entries()) port1.postMessage({ id, ...command });
    await settled();
  };
  const open = (to: boolean) => {
    isOpen = to;
    served.tellAgain();
  };
  return { frames, viewer, done, said, heard, stand, hello, settled, tell, open, served };
}

const standing = { actor: 'etcd', object: 'pods/default/a', scene: undefined, steps: 9, atRest: false, playing: false };

it('says that it is here, and over the port that it is brought where it stands, once for each place', async () => {
  const { said, heard, stand, hello, settled, served } = framed();
  expect(said).toEqual([{ kubestep: 'here', versions: [1] }]);
  stand(1);
  hello();
  stand(2);
  stand(2);
  served.tellHeight(500);
  served.tellLink('https://k.example/?v=2');
  await settled();
  expect(said).toHaveLength(1);
  expect(heard).toEqual([
    {
      type: 'ready',
      version: 1,
      build: 'b',
      kubernetes: 'v1.36',
      title: 'Title',
      step: 1,
      sentence: 'Step 1',
      ...standing,
    },
    { type: 'step', step: 2, sentence: 'Step 2', ...standing },
    { type: 'height', height: 500 },
    { type: 'link', href: 'https://k.example/?v=2' },
  ]);
});

it('hears nobody else, and no page of another origin where its address names one', async () => {
  const { heard, stand, hello, settled } = framed({ origin: 'https://docs.example' });
  stand(1);
  hello({ source: {} });
  hello({ origin: 'https://other.example' });
  hello({ data: { kubestep: 'hello', version: 0 } });
  hello({ ports: [] });
  await settled();
  expect(heard).toEqual([]);
  hello();
  await settled();
  expect(heard[0]?.type).toBe('ready');
});

it('a link that is refused is an error; nothing is ready before what was asked for stands', async () => {
  const { heard, viewer, stand, hello, settled, open } = framed();
  open(false);
  hello();
  stand(3);
  await settled();
  expect(heard).toEqual([]);
  viewer.setState({ linkProblem: 'no scenario x' });
  open(true);
  await settled();
  expect(heard.slice(0, 2)).toEqual([
    { type: 'error', about: 'link', message: 'no scenario x' },
    expect.objectContaining({ type: 'ready', step: 3 }),
  ]);
});

it('a story that is another one than the link was made of is told, with a link to what stands there now', async () => {
  const { heard, viewer, stand, hello, settled } = framed();
  viewer.setState({ linkMoved: { how: 'gone', made: 'It was so' } });
  stand(3);
  hello();
  await settled();
  const moved = { how: 'gone', made: 'It was so' };
  expect(heard.filter(({ type }) => type === 'link')).toEqual([
    { type: 'link', href: 'https://k.example/?v=2', moved },
  ]);
});

it('does what it is told and says what came of it, in words where it could not be done', async () => {
  const { heard, done, viewer, stand, hello, tell } = framed();
  stand(1);
  hello();
  await tell(
    { type: 'go', to: 4 },
    { type: 'go', to: 40 },
    { type: 'apply', line: 'kubectl get pods' },
    { type: 'set', grain: 'detail', object: 'pods/default/a', speed: 4, range: [2, 6] },
    { type: 'go', to: 7 },
    { type: 'look', theme: 'dark', lang: 'zh', scale: 2, panel: 'node' },
    { type: 'export', as: 'link' },
    { type: 'reset' },
    { type: 'dance' },
  );
  await vi.waitFor(() => expect(heard.filter(({ type }) => type === 'ack')).toHaveLength(9), 5_000);
  const acks = heard
    .filter(({ type }) => type === 'ack')
    .sort((a, b) => (a as { id: number }).id - (b as { id: number }).id);
  expect(acks).toEqual([
    { type: 'ack', id: 0, ok: true },
    { type: 'ack', id: 1, ok: false, error: 'there is no step 40: the last one is 9' },
    { type: 'ack', id: 2, ok: true },
    { type: 'ack', id: 3, ok: true },
    { type: 'ack', id: 4, ok: false, error: 'step 7 is outside of what is shown here' },
    { type: 'ack', id: 5, ok: true },
    { type: 'ack', id: 6, ok: true, value: 'https://k.example/?v=2' },
    { type: 'ack', id: 7, ok: true },
    { type: 'ack', id: 8, ok: false, error: 'there is no command dance' },
  ]);
  expect(viewer.getState()).toMatchObject({ speed: 4, range: [2, 6], theme: 'dark', language: 'zh', panel: 'node' });
  expect(done).toContainEqual(['give', { type: 'line', line: 'kubectl get pods', files: {} }]);
  expect(done).toContainEqual(['filter', { grain: 'detail', scope: 'story', object: 'pods/default/a' }]);
  expect(done).toContainEqual(['scale', 2]);
});

it('whatever else comes changes nothing', async () => {
  const { done, viewer, stand, hello, tell } = framed();
  stand(1);
  hello();
  const before = JSON.stringify(viewer.getState());
  const messages = fc.sample(fc.anything(), { numRuns: 300, seed: 1 });
  await tell(...messages.map((value) => ({ type: 'set', grain: value })).filter(({ grain }) => grain !== undefined));
  await tell(...messages.map((value) => ({ id: value, type: 'play' })).filter(({ id }) => typeof id !== 'number'));
  await tell(...messages.map((value) => ({ type: value })));
  for (const data of messages) hello({ data });
  expect(done).toEqual([]);
  expect(JSON.stringify(viewer.getState())).toBe(before);
});
