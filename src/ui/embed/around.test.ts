// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { createViewerStore } from '../../debugger/viewer-store.ts';
import type { Frame } from '../../protocol/messages.ts';
import { createFrameStore } from '../../session/frame-store.ts';
import { type Around, meetHost } from './around.ts';

function framed() {
  const frames = createFrameStore();
  const viewer = createViewerStore(undefined);
  const own = new EventTarget();
  const told: unknown[] = [];
  const done: unknown[] = [];
  const host = { postMessage: (message: unknown) => told.push(message) };
  const controls = {
    move: (move: unknown) => done.push(move),
    pause: () => done.push('pause'),
    playback: { send: (event: unknown) => done.push(event) },
  };
  const leave = meetHost({ frames, viewer, controls, host, own } as unknown as Around);
  const stand = (index: number, quiescent = false) =>
    frames.setState({ status: 'ready', frame: { index, total: 9, quiescent, atEnd: quiescent } as unknown as Frame });
  const say = (data: unknown, source: unknown = host) =>
    own.dispatchEvent(Object.assign(new Event('message'), { data, source }));
  return { viewer, told, done, stand, say, leave };
}

it('the page around is told where its frame stands, once for each place', () => {
  const { told, stand, leave } = framed();
  expect(told).toEqual([]);
  stand(1);
  stand(1);
  stand(9, true);
  leave();
  stand(2);
  expect(told).toEqual([
    { kubestep: 'at', step: 1, steps: 9, atRest: false },
    { kubestep: 'at', step: 9, steps: 9, atRest: true },
  ]);
});

it('the page around moves its frame, plays it and gives it its looks; nobody else does, and nothing else is read', () => {
  const { viewer, done, say, leave } = framed();
  say({ kubestep: 'go', step: 4 });
  say({ kubestep: 'play' });
  say({ kubestep: 'pause' });
  say({ kubestep: 'look', theme: 'dark', lang: 'zh' });
  expect(viewer.getState()).toMatchObject({ theme: 'dark', language: 'zh' });
  const asked = [{ type: 'index', index: 4 }, { type: 'play' }, 'pause'];
  expect(done).toEqual(asked);
  say({ kubestep: 'go', step: 5 }, {});
  for (const odd of [
    'go',
    null,
    undefined,
    7,
    { kubestep: 'go', step: '5' },
    { kubestep: 'look', theme: 'pink', lang: 1 },
  ])
    say(odd);
  leave();
  say({ kubestep: 'pause' });
  expect(done).toEqual(asked);
  expect(viewer.getState()).toMatchObject({ theme: 'dark', language: 'zh' });
});
