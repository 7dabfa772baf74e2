import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { CROWD_GLYPHS } from '../../protocol/crowd-view.ts';
import type { PodGlyph } from '../../protocol/views.ts';
import { useHost } from '../widgets/kit/host.ts';
import { type Arranged, neighbour, nodeAt } from './arrange.ts';
import { type Lit, Painter } from './draw.ts';
import { type Colours, coloursAt } from './marks.ts';
import type { CrowdPicture, PodsByNode } from './picture.ts';
import { gapAt, PODS_FROM, placeAt, plateGrid } from './plate.ts';
import type { CrowdSay } from './strings.ts';
import { centred, FITTED, moved, seen, type ViewBox, zoomed } from './view-box.ts';

interface Props {
  readonly picture: CrowdPicture;
  readonly pods: PodsByNode;
  readonly arranged: Arranged;
  readonly lit: Lit | undefined;
  readonly current: number | undefined;
  readonly onCurrent: (node: number | undefined) => void;
  /** Before a Pod is opened. */
  readonly onPod: (subject: string) => void;
  readonly t: CrowdSay;
}

/** A node fills so much of the canvas at most. */
const LARGEST_NODE = 460;
const KEY_ZOOM = 1.5;
const WHEEL_ZOOM = 0.0022;
/** Less than this is a click, more is a drag. */
const STILL = 4;

/** The canvas with its ways of going into it. It is drawn at most once a frame, and only when something is otherwise. */
export function CrowdCanvas(props: Props): ReactElement {
  const { arranged, t } = props;
  const host = useHost();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [box, setBox] = useState<ViewBox>(FITTED);
  const [hint, setHint] = useState<{ readonly x: number; readonly y: number; readonly text: string }>();
  const drag = useDrag();
  const room = { width: arranged.width, height: arranged.height };
  const most = Math.max(1, Math.min(LARGEST_NODE, room.height) / arranged.side);
  useDrawing(canvas, props, box, host.dark);

  const pointIn = (event: Place) => pointOn(canvas.current, event, room.width);
  const zoom = (by: number, at = { x: room.width / 2, y: room.height / 2 }) =>
    setBox((before) => zoomed(before, by, at, room, most));
  // A wheel that the browser may scroll the page with cannot be kept from it later.
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const by = Math.exp(-event.deltaY * WHEEL_ZOOM * (event.ctrlKey ? 4 : 1));
      const at = pointOn(element, event, arranged.width);
      setBox((before) => zoomed(before, by, at, { width: arranged.width, height: arranged.height }, most));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [arranged, most]);
  const { current } = props;
  useEffect(() => {
    if (current !== undefined && !Number.isNaN(arranged.x[current]))
      setBox((before) => seen(before, squareOf(arranged, current), arranged));
  }, [current, arranged]);

  const under = (point: { readonly x: number; readonly y: number }) => underAt(props, box, point);
  const open = (found: Found | undefined) => {
    if (found === undefined) return;
    props.onCurrent(found.node);
    const pod = found.pod === undefined ? undefined : props.picture.pods.names[found.pod];
    if (pod !== undefined) {
      props.onPod(`pods/${pod}`);
      host.look({ panel: 'object', subject: `pods/${pod}` });
    } else host.look({ panel: 'node', node: props.picture.nodes.names[found.node] ?? '' });
  };
  const onMove = (event: PointerEvent) => {
    const by = drag.move(event);
    if (by !== undefined) {
      setHint(undefined);
      const at = pointIn({ clientX: by.atX, clientY: by.atY });
      const unit = unitOn(canvas.current, room.width);
      setBox((before) => zoomed(moved(before, by.dx * unit, by.dy * unit, room), by.scale, at, room, most));
      return;
    }
    const point = pointIn(event);
    const found = under(point);
    setHint(found === undefined ? undefined : { ...point, text: said(props, found) });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const middle = current === undefined ? undefined : middleOf(arranged, current, box);
    if (key.startsWith('Arrow')) props.onCurrent(neighbour(arranged, current, key));
    else if (key === '+' || key === '=') zoom(KEY_ZOOM, middle);
    else if (key === '-') zoom(1 / KEY_ZOOM, middle);
    else if (key === 'Home') setBox(FITTED);
    else if (key === 'Enter' && current !== undefined) open({ node: current, pod: undefined });
    else if (key === 'Escape' && current !== undefined) props.onCurrent(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is gone through by keys
        tabIndex={0}
        className="crowd-keys"
        aria-label={`${t('label')}. ${t('keys')}`}
        onKeyDown={onKey}
      >
        <canvas
          ref={canvas}
          style={{ width: room.width, height: room.height }}
          data-side={Math.round(arranged.side * box.k)}
          onPointerDown={(event) => drag.down(event)}
          onPointerMove={onMove}
          onPointerUp={(event) => {
            if (drag.up(event)) open(under(pointIn(event)));
          }}
          onPointerCancel={(event) => drag.up(event)}
          onPointerLeave={() => setHint(undefined)}
          onDoubleClick={(event) => {
            const found = under(pointIn(event));
            if (found !== undefined) setBox(centred(squareOf(arranged, found.node), most, room));
          }}
        />
      </div>
      <span role="status" className="unseen">
        {current === undefined ? '' : said(props, { node: current, pod: undefined })}
      </span>
      {hint !== undefined && (
        <span className="crowd-hint" style={placeOfHint(hint, room.width)} aria-hidden="true">
          {hint.text}
        </span>
      )}
      <span className="crowd-zoom">
        <button type="button" title={t('larger')} aria-label={t('larger')} onClick={() => zoom(KEY_ZOOM)}>
          +
        </button>
        <button type="button" title={t('smaller')} aria-label={t('smaller')} onClick={() => zoom(1 / KEY_ZOOM)}>
          −
        </button>
        <button type="button" title={t('fit')} aria-label={t('fit')} onClick={() => setBox(FITTED)}>
          ⤢
        </button>
      </span>
    </>
  );
}

interface Place {
  readonly clientX: number;
  readonly clientY: number;
}

/** So much of the picture is one pixel of the window: a page may be enlarged. */
function unitOn(element: Element | null, width: number): number {
  return width / (element?.getBoundingClientRect().width || width);
}

function pointOn(element: Element | null, { clientX, clientY }: Place, width: number) {
  const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
  const unit = unitOn(element, width);
  return { x: (clientX - left) * unit, y: (clientY - top) * unit };
}

interface Found {
  readonly node: number;
  readonly pod: number | undefined;
}

function squareOf({ x, y, side }: Arranged, node: number) {
  return { x: x[node] as number, y: y[node] as number, side };
}

function middleOf(arranged: Arranged, node: number, box: ViewBox) {
  const { x, y, side } = squareOf(arranged, node);
  return { x: (x + side / 2) * box.k + box.x, y: (y + side / 2) * box.k + box.y };
}

function underAt(
  { picture, pods, arranged }: Props,
  box: ViewBox,
  point: { readonly x: number; readonly y: number },
): Found | undefined {
  const node = nodeAt(arranged, (point.x - box.x) / box.k, (point.y - box.y) / box.k);
  if (node === undefined || node >= picture.nodes.count) return undefined;
  const side = arranged.side * box.k;
  if (side < PODS_FROM) return { node, pod: undefined };
  const first = pods.starts[node] as number;
  const count = (pods.starts[node + 1] as number) - first;
  const { x, y } = squareOf(arranged, node);
  const place = placeAt(plateGrid(side - gapAt(side), count), point.x - x * box.k - box.x, point.y - y * box.k - box.y);
  return { node, pod: place === undefined || place >= count ? undefined : pods.order[first + place] };
}

/** What stands there, in words. */
function said({ picture, pods, t }: Props, { node, pod }: Found): string {
  const name = picture.nodes.names[node] ?? '';
  if (pod !== undefined) {
    const glyph = CROWD_GLYPHS[picture.pods.glyphs[pod] as number] as PodGlyph;
    return t('pod', { name: picture.pods.names[pod] ?? '', state: t(`glyph.${glyph}`), node: name });
  }
  const first = pods.starts[node] as number;
  const end = pods.starts[node + 1] as number;
  const counts = new Map<number, number>();
  for (let at = first; at < end; at += 1) {
    const glyph = picture.pods.glyphs[pods.order[at] as number] as number;
    counts.set(glyph, (counts.get(glyph) ?? 0) + 1);
  }
  const states = [...counts].map(([glyph, count]) => `, ${count} ${t(`glyph.${CROWD_GLYPHS[glyph] as PodGlyph}`)}`);
  const district = picture.districts[picture.nodes.districts[node] as number] || t('noDistrict');
  const capacity = picture.nodes.capacities[node] as number;
  return t('nodeAt', { name, district, pods: end - first, capacity, states: states.join('') });
}

function placeOfHint({ x, y }: { readonly x: number; readonly y: number }, width: number) {
  return x > width / 2 ? { right: width - x + 10, top: y + 14 } : { left: x + 12, top: y + 14 };
}

function useDrawing(
  canvas: { readonly current: HTMLCanvasElement | null },
  { picture, pods, arranged, lit, current }: Props,
  box: ViewBox,
  dark: boolean,
): void {
  const painter = useRef(new Painter());
  const colours = useRef<Colours>(undefined);
  const wanted = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what the tokens resolve to
  useEffect(() => {
    colours.current = undefined;
  }, [dark]);
  useEffect(() => {
    const draw = () => {
      wanted.current = undefined;
      const element = canvas.current;
      const pen = element?.getContext('2d', { alpha: false });
      if (element === null || pen === null || pen === undefined) return;
      const ratio = globalThis.devicePixelRatio || 1;
      const [width, height] = [Math.round(arranged.width * ratio), Math.round(arranged.height * ratio)];
      if (element.width !== width) element.width = width;
      if (element.height !== height) element.height = height;
      colours.current ??= coloursAt(element);
      const room = { width: arranged.width, height: arranged.height };
      const drawn = { picture, pods, arranged, box, room, lit, current, colours: colours.current, ratio };
      painter.current.paint(pen, drawn);
      element.dataset.drawn = String(Number(element.dataset.drawn ?? 0) + 1);
    };
    if (wanted.current !== undefined) cancelAnimationFrame(wanted.current);
    wanted.current = requestAnimationFrame(draw);
  }, [canvas, picture, pods, arranged, lit, current, box]);
  useEffect(
    () => () => {
      if (wanted.current !== undefined) cancelAnimationFrame(wanted.current);
    },
    [],
  );
}

interface Dragged {
  readonly dx: number;
  readonly dy: number;
  readonly scale: number;
  readonly atX: number;
  readonly atY: number;
}

/** One pointer moves the picture, two zoom it as well. */
function useDrag() {
  const held = useRef(new Map<number, { x: number; y: number }>());
  const way = useRef(0);
  return {
    down(event: PointerEvent): void {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      if (held.current.size === 0) way.current = 0;
      held.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    move(event: PointerEvent): Dragged | undefined {
      const before = held.current.get(event.pointerId);
      if (before === undefined) return undefined;
      const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1];
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      const scale =
        other === undefined
          ? 1
          : Math.hypot(event.clientX - other.x, event.clientY - other.y) /
            Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      held.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      way.current += Math.abs(dx) + Math.abs(dy);
      if (way.current < STILL) return undefined;
      const half = other === undefined ? 1 : 0.5;
      return { dx: dx * half, dy: dy * half, scale, atX: other?.x ?? event.clientX, atY: other?.y ?? event.clientY };
    },
    /** True where it was a click. */
    up(event: PointerEvent): boolean {
      const isClick = held.current.delete(event.pointerId) && held.current.size === 0 && way.current < STILL;
      return isClick && event.type === 'pointerup';
    },
  };
}
