import { type ReactElement, type RefObject, useEffect, useState } from 'react';
import type { SpanView, TimelineView } from '../../protocol/views.ts';
import { shortActor } from '../widgets/kit/actors.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { duration, instant } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { Bullet, Rich } from '../widgets/kit/kit.tsx';
import { useWindow } from '../widgets/kit/window.ts';
import type { TimeScale } from './scale.ts';

/** As far from a mark it is still meant. */
const REACH = 6;
const WIDTH = 280;

interface Under {
  readonly seq: number;
  readonly actor: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** What is under the pointer: its sentence, who did it, when and for how long. */
export function Hover(props: {
  readonly box: RefObject<HTMLElement | null>;
  readonly lanes: TimelineView['lanes'];
  readonly marks: TimelineView['marks'];
  readonly scale: TimeScale;
  readonly top: number;
  readonly pitch: number;
}): ReactElement | null {
  const { box, lanes, marks, scale, top, pitch } = props;
  const [at, setAt] = useState<{ readonly x: number; readonly y: number }>();
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const move = (event: PointerEvent) => {
      const { left, top: above } = element.getBoundingClientRect();
      const isLooking = event.pointerType === 'mouse' && event.buttons === 0;
      setAt(isLooking ? { x: event.clientX - left, y: event.clientY - above } : undefined);
    };
    const leave = () => setAt(undefined);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
    };
  }, [box]);
  if (at === undefined) return null;
  const lane = lanes[Math.floor((at.y - top) / pitch)];
  const under = at.y < top ? markUnder(marks, scale, at.x) : lane && spanUnder(lane.spans, lane.actor, scale, at.x);
  return under === undefined ? null : <Told key={under.seq} under={under} x={at.x} box={box} />;
}

function Told(props: {
  readonly under: Under;
  readonly x: number;
  readonly box: RefObject<HTMLElement | null>;
}): ReactElement | null {
  const host = useHost();
  const { under, x, box } = props;
  const { seq, from, to } = under;
  const answer = useAsk(`told ${seq}`, () => host.query({ type: 'told', seq }));
  const step = answer.state === 'answered' ? answer.value.step : undefined;
  const around = useWindow();
  const bounds = box.current?.getBoundingClientRect();
  if (step === undefined || bounds === undefined) return null;
  const actor = under.actor === undefined || under.actor === 'nodes' ? step.actor : under.actor;
  const left = Math.min(Math.max(8, bounds.left + x - WIDTH / 2), around.innerWidth - WIDTH - 8);
  return (
    <div
      className="tl-hover"
      aria-hidden="true"
      style={{ left, bottom: around.innerHeight - bounds.top + 4, width: WIDTH }}
    >
      <p>
        <Rich text={host.sentence(step)} />
      </p>
      <p className="k2">
        <Bullet actor={actor} /> {shortActor(actor)}, <span className="num">{instant(from)}</span>
        {to > from && <span className="num">, {duration(to - from)}</span>}
      </p>
    </div>
  );
}

function markUnder(marks: TimelineView['marks'], scale: TimeScale, x: number): Under | undefined {
  const nearest = marks
    .map((mark) => ({ mark, away: Math.abs(scale.x(mark.time) - x) }))
    .filter(({ away }) => away <= REACH)
    .sort((a, b) => a.away - b.away)[0]?.mark;
  return nearest && { seq: nearest.seq, actor: undefined, from: nearest.time, to: nearest.time };
}

/** The shortest one there: it would be hidden by the others. */
function spanUnder(spans: readonly SpanView[], actor: string, scale: TimeScale, x: number): Under | undefined {
  const found = spans
    .filter(({ from, to }) => scale.x(from) - 2 <= x && x <= Math.max(scale.x(to), scale.x(from) + 1.5) + 2)
    .sort((a, b) => a.to - a.from - (b.to - b.from))[0];
  return found && { seq: found.fromSeq, actor, from: found.from, to: found.to };
}
