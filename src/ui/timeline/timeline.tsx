import {
  memo,
  type PointerEvent,
  type ReactElement,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SpanView, TimelineView } from '../../protocol/views.ts';
import { type Translate, useText } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { useFrame, usePage, useView, useViewer } from '../public.ts';
import { familyOf, shortActor } from '../widgets/kit/actors.ts';
import { instant } from '../widgets/kit/format.ts';
import { late } from '../widgets/late.tsx';
import { type Size, useSize } from '../widgets/use-size.ts';
import { Axis, Marks, NAMES } from './axis.tsx';
import { lanesToDraw, type Nearness, nameThatFits, seqAt, type TimeScale, timeScale, WHOLE } from './scale.ts';
import { drawnAs, Spans } from './spans.tsx';
import type { Zooming } from './zoom.ts';
import './timeline.css';

/** What is drawn only while somebody asks for it. */
export const loadStretches = async () => (await import('./stretches.tsx')).Stretches;
const Stretches = late(loadStretches);
export const loadScrubberStops = async () => (await import('./scrubber-stops.tsx')).ScrubberStops;
const ScrubberStops = late(loadScrubberStops);
export const loadHover = async () => (await import('./hover.tsx')).Hover;
const Hover = late(loadHover);
export const loadZoom = () => import('./zoom.ts');

const RIGHT = 20;
/** Too narrow for lanes: the slider alone, by steps. */
const SCRUBBER_BELOW = 520;
const SCRUBBER_LOWER = 60;
const SCRUBBER_SIDE = 16;
const TOP = 34;
const AXIS = 21;
const MOST_PITCH = 22;
/** Nearer, the names of two lanes would touch. */
const LEAST_PITCH = 9.2;
const LARGEST_NAME = 11.5;

/** A lane for every actor; also the slider of the whole run. */
export function Timeline({ narrator }: { readonly narrator: Narrator }): ReactElement {
  const t = useText();
  const view = useView('timeline');
  const frame = useFrame();
  const { viewer } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const brush = useRef<SVGGElement>(null);
  const [near, zooming] = useZoom(box, brush, size, view !== undefined);
  const drag = useDrag(view, size, near);
  const index = frame?.index ?? 0;
  const total = frame?.total ?? 0;
  const isLarge = view !== undefined && size !== undefined && !isScrubber(size);
  return (
    <div className="tl-frame">
      <div
        ref={box}
        className="tl"
        role="slider"
        tabIndex={0}
        aria-label={t('timeline')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={index}
        aria-valuetext={t('timeline.value', { index, total, time: instant(frame?.time ?? 0) })}
        {...drag}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
          if (act === undefined || zooming.current === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          act(zooming.current);
        }}
      >
        {size !== undefined && isScrubber(size) && (
          <>
            <Scrubber share={total === 0 ? 0 : index / total} />
            <Suspense>
              <ScrubberStops
                box={box}
                total={total}
                width={size.width}
                side={SCRUBBER_SIDE}
                indexAt={(x) => indexAt(x, size.width, total)}
              />
            </Suspense>
          </>
        )}
        {isLarge && (
          <Drawing
            view={view}
            width={size.width}
            height={size.height}
            now={frame?.time ?? 0}
            near={near}
            narrator={narrator}
            t={t}
            box={box}
            brush={brush}
            zooming={zooming}
          />
        )}
      </div>
      {isLarge && (
        <button type="button" className="tl-time" onClick={() => viewer.setState({ dialog: { type: 'time' } })}>
          {t('whereTime')}
        </button>
      )}
      {isLarge && near.k > 1 && (
        <button type="button" className="tl-near" title={t('label.whole')} onClick={() => zooming.current?.reset()}>
          {t('whole')}
        </button>
      )}
    </div>
  );
}

/** A click or drag goes to the time under the pointer; one request is under way at a time. */
function useDrag(view: TimelineView | undefined, size: Size | undefined, near: Nearness) {
  const width = size?.width;
  const { controls } = usePage();
  const [held, setHeld] = useState(false);
  const last = useRef<number | undefined>(undefined);
  const total = useFrame()?.total ?? 0;
  const scrub = (x: number) => {
    const index = indexAt(x, width ?? 1, total);
    if (index === last.current) return;
    last.current = index;
    controls.move({ type: 'index', index });
  };
  const go = (event: PointerEvent<HTMLDivElement>) => {
    if (view === undefined || size === undefined || width === undefined) return;
    const bounds = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - bounds.left) / bounds.width) * width;
    if (isScrubber(size)) return scrub(x);
    const seq = seqAt(view, scaleOf(view, width, near).time(x));
    if (seq === undefined || seq === last.current) return;
    last.current = seq;
    controls.move({ type: 'seek', to: seq });
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0 || (event.target as Element).closest('.tl-brush') !== null) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      last.current = undefined;
      setHeld(true);
      go(event);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (held) go(event);
    },
    onPointerUp: () => setHeld(false),
    onPointerCancel: () => setHeld(false),
  };
}

function indexAt(x: number, width: number, total: number): number {
  return Math.round(Math.min(1, Math.max(0, (x - SCRUBBER_SIDE) / (width - 2 * SCRUBBER_SIDE))) * total);
}

function isScrubber({ width, height }: Size): boolean {
  return width < SCRUBBER_BELOW || height < SCRUBBER_LOWER;
}

function Scrubber({ share }: { readonly share: number }): ReactElement {
  return (
    <div className="scrubber" aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
      <em style={{ left: `${share * 100}%` }} />
    </div>
  );
}

function namesWidth(width: number): number {
  return width < SCRUBBER_BELOW ? 12 : NAMES;
}

function scaleOf(view: TimelineView, width: number, near: Nearness): TimeScale {
  return timeScale(view, namesWidth(width) + 10, width - RIGHT, near);
}

/** What does not move with the cursor is drawn once; of the rest each lane is a few paths, however many requests it has. */
function Drawing(props: {
  readonly view: TimelineView;
  readonly width: number;
  readonly height: number;
  readonly now: number;
  readonly near: Nearness;
  readonly narrator: Narrator;
  readonly t: Translate;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly brush: RefObject<SVGGElement | null>;
  readonly zooming: RefObject<Zooming | undefined>;
}): ReactElement {
  const { view, width, height, now, near, narrator, t, zooming } = props;
  const clip = useId();
  const scale = useMemo(() => scaleOf(view, width, near), [view, width, near]);
  const names = namesWidth(width);
  const isNear = near.k > 1;
  const playhead = scale.x(now);
  const isInSight = playhead >= names && playhead <= width - RIGHT + 2;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has looked elsewhere is not pulled back before the cursor moves
  useEffect(() => {
    if (isNear) zooming.current?.show(scale.x(now));
  }, [now]);
  const hasStretches = useViewer(({ path, breakpoints }) => path !== undefined || breakpoints.length > 0);
  const room = height - TOP - AXIS - 6;
  const most = Math.max(1, Math.floor(room / LEAST_PITCH));
  const lanes = useMemo(() => lanesToDraw(view.lanes, most), [view.lanes, most]);
  const pitch = Math.min(MOST_PITCH, room / Math.max(1, lanes.length));
  const axis = TOP + lanes.length * pitch + 6;
  return (
    <>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {lanes.map(({ actor, spans }, at) => (
          <LaneOfTime
            key={actor}
            actor={actor}
            spans={spans}
            y={TOP + at * pitch + pitch / 2}
            pitch={pitch}
            names={names}
            right={width - RIGHT}
            busy={spans.some(({ from, to }) => from <= now && now <= to)}
            now={drawnAs(spans, now)}
            scale={scale}
            clip={isNear ? clip : undefined}
            t={t}
          />
        ))}
        <defs>
          <clipPath id={clip}>
            <rect x={names - 2} y={0} width={Math.max(0, width - RIGHT - names + 6)} height={height} />
          </clipPath>
        </defs>
        <Axis
          view={view}
          scale={scale}
          y={axis}
          past={view.revisions.filter((time) => time <= now).length}
          left={names}
          right={width - RIGHT}
          clip={isNear ? clip : undefined}
          t={t}
        />
        {hasStretches && (
          <Suspense>
            <Stretches scale={scale} top={TOP} left={names} right={width - RIGHT} />
          </Suspense>
        )}
        <Marks
          clip={isNear ? clip : undefined}
          marks={view.marks}
          scale={scale}
          bottom={axis}
          past={view.marks.filter(({ time }) => time <= now).length}
          left={names}
          width={width}
          narrator={narrator}
          t={t}
        />
      </svg>
      <svg
        className="playhead"
        width="16"
        height={height}
        viewBox={`-8 0 16 ${height}`}
        aria-hidden="true"
        style={{ transform: `translateX(${playhead - 8}px)`, visibility: isInSight ? undefined : 'hidden' }}
      >
        <line x1="0" x2="0" y1={28} y2={axis + 6} stroke="var(--now-edge)" strokeWidth="2" />
        <path
          d="M-7 19.5h14v9l-7 7-7-7z"
          fill="var(--now)"
          stroke="var(--now-ink)"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
      </svg>
      <svg className="tl-brush" width={width} height={height} aria-hidden="true">
        <g ref={props.brush} />
      </svg>
      <Suspense>
        <Hover
          box={props.box}
          lanes={lanes}
          view={view}
          scale={scale}
          top={TOP}
          pitch={pitch}
          left={names}
          right={width - RIGHT}
        />
      </Suspense>
    </>
  );
}

/** As tracing tools have them, while the timeline has the focus. */
const KEYS: { readonly [key: string]: ((zooming: Zooming) => void) | undefined } = {
  w: (zooming) => zooming.by(1.5),
  '+': (zooming) => zooming.by(1.5),
  '=': (zooming) => zooming.by(1.5),
  s: (zooming) => zooming.by(1 / 1.5),
  '-': (zooming) => zooming.by(1 / 1.5),
  a: (zooming) => zooming.pan(-PAN),
  d: (zooming) => zooming.pan(PAN),
  '0': (zooming) => zooming.reset(),
};
const PAN = 120;

/** How near one looks, and what changes that; it is fetched once there is something to look at. */
function useZoom(
  box: RefObject<HTMLDivElement | null>,
  brush: RefObject<SVGGElement | null>,
  size: Size | undefined,
  isDrawn: boolean,
): readonly [Nearness, RefObject<Zooming | undefined>] {
  const [near, setNear] = useState(WHOLE);
  const zooming = useRef<Zooming | undefined>(undefined);
  const { width = 0, height = 0 } = size ?? {};
  const isAble = isDrawn && size !== undefined && !isScrubber(size);
  useEffect(() => {
    if (!isAble) return undefined;
    let isWanted = true;
    const room = { left: namesWidth(width) + 10, right: width - RIGHT, axis: height - AXIS, height };
    loadZoom()
      .then(({ zoomable }) => {
        if (!isWanted || box.current === null || brush.current === null) return;
        const look = (to: Nearness) => setNear((was) => (was.k === to.k && was.x === to.x ? was : to));
        zooming.current = zoomable(box.current, brush.current, room, look);
        zooming.current.reset();
      })
      .catch(() => undefined);
    return () => {
      isWanted = false;
      zooming.current?.end();
      zooming.current = undefined;
    };
  }, [isAble, width, height, box, brush]);
  return [near, zooming];
}

const LaneOfTime = memo(function LaneOfTime(props: {
  readonly actor: string;
  readonly spans: readonly SpanView[];
  readonly y: number;
  readonly pitch: number;
  readonly names: number;
  readonly right: number;
  readonly busy: boolean;
  readonly now: number;
  readonly scale: TimeScale;
  readonly clip: string | undefined;
  readonly t: Translate;
}): ReactElement {
  const { actor, y, pitch, names, right, busy, t } = props;
  const fontSize = Math.min(LARGEST_NAME, pitch + 1);
  return (
    <g className={actor === 'nodes' ? 'k-c-kubelet' : `k-c-${familyOf(actor)}`}>
      {names === NAMES && (
        <text x={names - 8} y={y + 3.6} textAnchor="end" className={busy ? 'busy' : ''} style={{ fontSize }}>
          {nameThatFits(laneName(actor, t), names - 10, fontSize)}
        </text>
      )}
      <line x1={names} x2={right} y1={y} y2={y} stroke="var(--rule)" />
      <g clipPath={props.clip && `url(#${props.clip})`}>
        <Spans spans={props.spans} y={y} thick={Math.min(7, pitch - 2)} now={props.now} scale={props.scale} />
      </g>
    </g>
  );
});

function laneName(actor: string, t: Translate): string {
  if (actor === 'nodes') return t('nodesLane');
  if (familyOf(actor) === 'you') return t('you');
  return shortActor(actor)
    .replace(/^kubelet /, '')
    .replace(/^kube-(?=scheduler|controller-manager)/, '');
}
