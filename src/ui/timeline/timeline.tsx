import { type PointerEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import type { MarkView, SpanView, TimelineView } from '../../protocol/views.ts';
import { type Translate, useText } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { useFrame, usePage, useView } from '../public.ts';
import { familyOf, shortActor } from '../widgets/kit/actors.ts';
import { instant } from '../widgets/kit/format.ts';
import { type Size, useSize } from '../widgets/use-size.ts';
import { labelSides, lanesToDraw, seqAt, type TimeScale, timeScale } from './scale.ts';
import './timeline.css';

const NAMES = 118;
const RIGHT = 20;
/** Too narrow for lanes: the slider alone, by steps. */
const SCRUBBER_BELOW = 520;
const SCRUBBER_LOWER = 60;
const SCRUBBER_SIDE = 16;
const TOP = 34;
const AXIS = 18;
const MOST_PITCH = 11.6;
const LEAST_PITCH = 8.2;

/** A lane for every actor; also the slider of the whole run. */
export function Timeline({ narrator }: { readonly narrator: Narrator }): ReactElement {
  const t = useText();
  const view = useView('timeline');
  const frame = useFrame();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const drag = useDrag(view, size);
  const index = frame?.index ?? 0;
  const total = frame?.total ?? 0;
  return (
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
    >
      {size !== undefined && isScrubber(size) && <Scrubber share={total === 0 ? 0 : index / total} />}
      {view !== undefined && size !== undefined && !isScrubber(size) && (
        <Drawing view={view} width={size.width} height={size.height} now={frame?.time ?? 0} narrator={narrator} t={t} />
      )}
    </div>
  );
}

/** A click or drag goes to the time under the pointer; one request is under way at a time. */
function useDrag(view: TimelineView | undefined, size: Size | undefined) {
  const width = size?.width;
  const { controls } = usePage();
  const [held, setHeld] = useState(false);
  const last = useRef<number | undefined>(undefined);
  const total = useFrame()?.total ?? 0;
  const scrub = (x: number) => {
    const index = Math.round(
      Math.min(1, Math.max(0, (x - SCRUBBER_SIDE) / ((width ?? 1) - 2 * SCRUBBER_SIDE))) * total,
    );
    if (index === last.current) return;
    last.current = index;
    controls.move({ type: 'index', index });
  };
  const go = (event: PointerEvent<HTMLDivElement>) => {
    if (view === undefined || size === undefined || width === undefined) return;
    const bounds = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - bounds.left) / bounds.width) * width;
    if (isScrubber(size)) return scrub(x);
    const seq = seqAt(view, scaleOf(view, width).time(x));
    if (seq === undefined || seq === last.current) return;
    last.current = seq;
    controls.move({ type: 'seek', to: seq });
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
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

function scaleOf(view: TimelineView, width: number): TimeScale {
  return timeScale(view, namesWidth(width) + 10, width - RIGHT);
}

function Drawing(props: {
  readonly view: TimelineView;
  readonly width: number;
  readonly height: number;
  readonly now: number;
  readonly narrator: Narrator;
  readonly t: Translate;
}): ReactElement {
  const { view, width, height, now, narrator, t } = props;
  const scale = useMemo(() => scaleOf(view, width), [view, width]);
  const room = height - TOP - AXIS - 6;
  const lanes = lanesToDraw(view.lanes, Math.max(1, Math.floor(room / LEAST_PITCH)));
  const pitch = Math.min(MOST_PITCH, room / Math.max(1, lanes.length));
  const names = namesWidth(width);
  const axis = TOP + lanes.length * pitch + 6;
  const playhead = scale.x(now);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {lanes.map(({ actor, spans }, at) => {
        const y = TOP + at * pitch + pitch / 2;
        const busy = spans.some(({ from, to }) => from <= now && now <= to);
        return (
          <g key={actor} className={actor === 'nodes' ? 'k-c-kubelet' : `k-c-${familyOf(actor)}`}>
            {names === NAMES && (
              <text x={names - 8} y={y + 3.6} textAnchor="end" className={busy ? 'busy' : ''}>
                {laneName(actor, t)}
              </text>
            )}
            <line x1={names} x2={width - RIGHT} y1={y} y2={y} stroke="var(--rule)" />
            {spans.map((span) => (
              <Span
                key={`${span.fromSeq} ${span.from}`}
                span={span}
                y={y}
                thick={Math.min(7, pitch - 2)}
                now={now}
                scale={scale}
              />
            ))}
          </g>
        );
      })}
      <Axis view={view} scale={scale} y={axis} now={now} left={names} right={width - RIGHT} />
      <Marks view={view} scale={scale} bottom={axis} now={now} width={width} narrator={narrator} t={t} />
      <line x1={playhead} x2={playhead} y1={28} y2={axis + 6} stroke="var(--now-edge)" strokeWidth="2" />
      <path
        d={`M${playhead - 7} 19.5h14v9l-7 7-7-7z`}
        fill="var(--now)"
        stroke="var(--now-ink)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function laneName(actor: string, t: Translate): string {
  if (actor === 'nodes') return t('nodesLane');
  if (familyOf(actor) === 'you') return t('you');
  return shortActor(actor)
    .replace(/^kubelet /, '')
    .replace(/^kube-(?=scheduler)/, '');
}

function Span(props: {
  readonly span: SpanView;
  readonly y: number;
  readonly thick: number;
  readonly now: number;
  readonly scale: TimeScale;
}): ReactElement {
  const { span, y, thick, now, scale } = props;
  const x = scale.x(span.from);
  const width = Math.max(1.5, scale.x(span.to) - x);
  if (span.from > now) return <rect x={x} y={y - 2} width={width} height={4} fill="var(--quiet)" />;
  const work = span.kind === 'work';
  const half = (work ? Math.max(3, thick - 3) : thick) / 2;
  const done = span.to <= now ? width : Math.max(0, scale.x(now) - x);
  const top = y - half;
  if (span.refused && span.to <= now)
    return (
      <g fill="var(--paper)" stroke="var(--k)">
        <rect x={x} y={top} width={width} height={half * 2} />
        <path d={`M${x} ${top}l${width} ${half * 2}m0-${half * 2}l-${width} ${half * 2}`} fill="none" />
      </g>
    );
  return (
    <>
      {done < width && <rect x={x} y={top} width={width} height={half * 2} fill="var(--panel)" stroke="var(--k)" />}
      <rect x={x} y={top} width={done} height={half * 2} fill="var(--k)" />
    </>
  );
}

function Axis(props: {
  readonly view: TimelineView;
  readonly scale: TimeScale;
  readonly y: number;
  readonly now: number;
  readonly left: number;
  readonly right: number;
}): ReactElement {
  const { view, scale, y, now, left, right } = props;
  return (
    <>
      {left === NAMES && (
        <text x={left - 8} y={y + 5} textAnchor="end">
          etcd
        </text>
      )}
      <line x1={left} x2={right} y1={y} y2={y} stroke="var(--ink-2)" />
      {view.revisions.map((time, at) => {
        const x = scale.x(time);
        const past = time <= now;
        return (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: two revisions may share an instant
            key={at}
            x1={x}
            x2={x}
            y1={y}
            y2={y + 5}
            stroke={past ? 'var(--ink)' : 'var(--quiet-2)'}
            strokeWidth={past ? 1.6 : 1}
          />
        );
      })}
      {scale.cuts.map(({ from, to }) => {
        const x = (scale.x(from) + scale.x(to)) / 2;
        return (
          <g key={from}>
            <rect x={x - 5} y={y - 2} width="10" height="4" fill="var(--panel)" />
            <path d={`M${x - 1} ${y - 4}l-5 8M${x + 5} ${y - 4}l-5 8`} stroke="var(--ink-2)" fill="none" />
          </g>
        );
      })}
      {scale.ticks.map(({ time, label }) => (
        <text key={time} x={scale.x(time)} y={y + 17} textAnchor="middle">
          {label}
        </text>
      ))}
    </>
  );
}

function Marks(props: {
  readonly view: TimelineView;
  readonly scale: TimeScale;
  readonly bottom: number;
  readonly now: number;
  readonly width: number;
  readonly narrator: Narrator;
  readonly t: Translate;
}): ReactElement {
  const { view, scale, bottom, now, width, narrator, t } = props;
  const places = view.marks.map((mark) => {
    const text = markText(mark, narrator, t);
    return { mark, text, x: scale.x(mark.time), width: 14 + text.length * (/[⺀-鿿]/.test(text) ? 11 : 5.6) };
  });
  const sides = labelSides(places, width);
  return (
    <>
      {places.map(({ mark, text, x }, at) => {
        const side = sides[at];
        return (
          <g key={`${mark.seq} ${mark.type}`}>
            <line x1={x} x2={x} y1={16} y2={bottom} stroke="var(--rule-2)" strokeDasharray="1 3" />
            <path
              d={mark.type === 'failure' ? `M${x - 4} 6l8 8m0-8l-8 8` : `M${x - 4} 7h8l-4 6z`}
              fill={mark.time <= now && mark.type !== 'failure' ? 'var(--ink)' : 'none'}
              stroke={mark.type === 'failure' ? 'var(--bad)' : 'var(--ink-2)'}
              strokeWidth={mark.type === 'failure' ? 2 : 1}
            />
            {side !== undefined && (
              <text x={side === 'left' ? x - 8 : x + 8} y={14} textAnchor={side === 'left' ? 'end' : 'start'}>
                {text}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function markText(mark: MarkView, narrator: Narrator, t: Translate): string {
  if (mark.type === 'input') return mark.text === '' ? t('mark.input') : mark.text;
  if (mark.type === 'quiet') return t('mark.quiet');
  if (mark.type === 'failure') return mark.text === '' ? t('mark.failure') : mark.text;
  return narrator.scene(mark.key);
}
