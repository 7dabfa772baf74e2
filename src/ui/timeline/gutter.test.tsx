// @vitest-environment happy-dom
import { act, type ComponentProps, createRef, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { Breakpoint } from '../../protocol/breakpoint.ts';
import type { Frame } from '../../protocol/messages.ts';
import type { SpanView, TimelineView } from '../../protocol/views.ts';
import { testHost } from '../panels/testdata/test-host.ts';
import { HostProvider } from '../widgets/kit/host.ts';
import { Gutter, useSpot } from './gutter.tsx';
import { timeScale } from './scale.ts';
import { momentsIn, spotAt } from './spots.ts';

const rest = { kind: 'request', refused: false, label: '' } as const;
const span = (from: number, to: number, fromSeq: number): SpanView => ({
  ...rest,
  from,
  to,
  fromSeq,
  toSeq: fromSeq + 1,
});
const view: TimelineView = {
  startTime: 0,
  endTime: 100_000,
  lanes: [{ actor: 'kubectl', spans: [span(0, 42_000, 1), span(52_000, 100_000, 5)] }],
  marks: [{ time: 20_000, seq: 3, type: 'scene', key: 'x', text: '' }],
  beats: [47_000],
  revisions: [],
};
const scale = timeScale(view, 0, 1000);
const STRIP = 27;

type Place = { readonly x: number; readonly y: number };

function Pointed({
  at,
  ...strip
}: Omit<ComponentProps<typeof Gutter>, 'spot'> & { at: Place | undefined }): ReactElement {
  return <Gutter {...strip} spot={useSpot(strip, at)} />;
}

async function drawn(breakpoints: readonly Breakpoint[] = []) {
  const box = createRef<HTMLDivElement>();
  const seeks: string[] = [];
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  let list = breakpoints;
  const draw = (at?: Place) =>
    act(async () => {
      const frame = { time: 80_000 } as Frame;
      const host = testHost({ frame, breakpoints: list, setBreakpoints: (next) => (list = next) });
      root.render(
        <HostProvider host={host}>
          <div>
            <div ref={box} onPointerDown={() => seeks.push('seek')}>
              <Pointed box={box} view={view} scale={scale} left={0} right={1000} at={at} />
            </div>
          </div>
        </HostProvider>,
      );
    });
  await draw();
  await draw();
  const press = async (x: number, y: number, more: PointerEventInit = { pointerType: 'mouse' }, to = x) => {
    const target = box.current?.querySelector('rect') as Element;
    await act(async () => {
      target.dispatchEvent(
        new PointerEvent('pointerdown', { clientX: x, clientY: y, bubbles: true, button: 0, ...more }),
      );
      target.dispatchEvent(new MouseEvent('click', { clientX: to, clientY: y, bubbles: true }));
    });
    await draw();
  };
  const finger = async (x: number, held: number, to = x, more: PointerEventInit = {}) => {
    vi.useFakeTimers();
    const touch = { clientY: 60, bubbles: true, pointerType: 'touch', isPrimary: true, ...more };
    const send = (name: string, clientX: number) =>
      act(async () => box.current?.dispatchEvent(new PointerEvent(name, { ...touch, clientX })));
    await send('pointerdown', x);
    await send('pointermove', to);
    await act(async () => void vi.advanceTimersByTime(held));
    await send('pointerup', to);
    vi.useRealTimers();
    await draw();
  };
  const key = async (name: string) => {
    await act(async () => box.current?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
    await draw();
  };
  const said = () => place.querySelector('[role=status]')?.textContent;
  return { draw, press, finger, key, said, seeks, stops: () => list.map(({ moment }) => moment), place };
}

it('means a mark or a beat where one is close by, else the nearest step that is drawn', () => {
  const time = (x: number, set: number[] = []) => spotAt(view, set, scale, x)?.time;
  expect([time(203), time(196), time(474), time(522), time(940), time(7)]).toEqual([
    20_000, 20_000, 47_000, 52_000, 100_000, 0,
  ]);
  expect(spotAt(view, [], scale, 203)).toEqual({ time: 20_000, seq: 3, isSet: false });
  // A stop that is set comes first; of a beat that no step is drawn at nothing is told.
  expect(spotAt(view, [50_400], scale, 506)).toEqual({ time: 50_400, seq: undefined, isSet: true });
  // The nearest step may be far: what is set there is meant all the same.
  expect(spotAt(view, [100_000], scale, 940)).toMatchObject({ time: 100_000, isSet: true });
  expect(spotAt({ ...view, lanes: [], marks: [], beats: [] }, [], scale, 501)).toBeUndefined();
});

it('takes for a stop at a moment only what asks for nothing else', () => {
  const at = (id: string, more: Partial<Breakpoint> = {}): Breakpoint => ({ id, enabled: true, moment: '7', ...more });
  expect([...momentsIn([at('b1', { kind: 'x' }), at('b2'), { id: 'b3', enabled: true, kind: 'y' }])]).toEqual([
    [7, at('b2')],
  ]);
});

it('sets a stop by a click in the strip, removes it by another, and seeks by neither', async () => {
  const { press, stops, seeks, said, place } = await drawn([{ id: 'b1', enabled: true, kind: 'etcd.put' }]);
  await press(203, STRIP);
  expect(stops()).toEqual([undefined, '20000']);
  expect(said()).toBe('Playing stops at 20.0 ms');
  expect(place.querySelectorAll('circle.set')).toHaveLength(1);
  await press(198, STRIP);
  expect(stops()).toEqual([undefined]);
  expect(said()).toBe('No stop at 20.0 ms any more');
  expect(seeks).toEqual([]);
});

it('leaves to the slider what lies beside the strip, what is dragged by the playhead, and fingers', async () => {
  const { press, stops, seeks } = await drawn();
  await press(203, 60);
  await press(203, 10);
  await press(803, STRIP);
  await press(203, STRIP, { pointerType: 'touch' });
  expect(stops()).toEqual([]);
  expect(seeks).toHaveLength(4);
  await press(203, STRIP, { pointerType: 'mouse' }, 260);
  expect(stops()).toEqual([]);
});

it('removes the stop under the playhead by a click, and leaves the handle to be dragged there', async () => {
  const { press, stops, seeks } = await drawn([{ id: 'b1', enabled: true, moment: '80000' }]);
  await press(801, STRIP, { pointerType: 'mouse' }, 860);
  expect(stops()).toEqual(['80000']);
  await press(801, STRIP);
  expect(stops()).toEqual([]);
  expect(seeks).toHaveLength(2);
});

it('does by a finger that is held still what a click does, at what is under it', async () => {
  const { finger, stops, said } = await drawn();
  await finger(400, 300);
  await finger(400, 700, 430);
  await finger(400, 700, 400, { isPrimary: false });
  expect(stops()).toEqual([]);
  await finger(203, 700, 206);
  expect(stops()).toEqual(['20000']);
  expect(said()).toBe('Playing stops at 20.0 ms');
  expect(document.querySelector('.tl-hover')?.textContent).toBe('Playing stops at 20.0 ms');
  await finger(212, 700);
  expect(stops()).toEqual([]);
});

it('does by F9 at the playhead what a click does', async () => {
  const { key, stops } = await drawn();
  await key('F9');
  expect(stops()).toEqual(['80000']);
  await key('x');
  await key('F9');
  expect(stops()).toEqual([]);
});

it('shows under the pointer where a click would stop, and what is off as off', async () => {
  const { draw, place } = await drawn([{ id: 'b1', enabled: false, moment: '52000' }]);
  expect(place.querySelector('.pale')).toBeNull();
  await draw({ x: 203, y: STRIP });
  expect(place.querySelector('.pale')?.getAttribute('cx')).toBe('200');
  await draw({ x: 203, y: 60 });
  expect(place.querySelector('.pale')).toBeNull();
  expect(place.querySelector('circle.off')?.getAttribute('cx')).toBe('520');
});
