import { type ReactElement, type RefObject, useEffect, useState } from 'react';
import type { SpanView, TimelineView } from '../../protocol/views.ts';
import { shortActor } from '../widgets/kit/actors.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { duration, instant } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { Bullet, Rich } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { Gutter, pointIn, useSpot } from './gutter.tsx';
import type { TimeScale } from './scale.ts';
import { REACH, type Spot } from './spots.ts';
import { gutterWords } from './strings.ts';
import { Tip } from './tip.tsx';

interface Under {
  readonly seq: number;
  readonly actor: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** What is under the pointer: its sentence, who did it, when and for how long; and where a click would stop. */
export function Hover(props: {
  readonly box: RefObject<HTMLElement | null>;
  readonly lanes: TimelineView['lanes'];
  readonly view: TimelineView;
  readonly scale: TimeScale;
  readonly top: number;
  readonly pitch: number;
  readonly left: number;
  readonly right: number;
}): ReactElement {
  const { box, lanes, view, scale, top, pitch } = props;
  const underAt = ({ x, y }: { readonly x: number; readonly y: number }) => {
    const lane = lanes[Math.floor((y - top) / pitch)];
    return y < top ? markUnder(view.marks, scale, x) : lane && spanUnder(lane.spans, lane.actor, scale, x);
  };
  const [at, setAt] = useState<{ readonly x: number; readonly y: number }>();
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const move = (event: PointerEvent) => {
      const isLooking = event.pointerType === 'mouse' && event.buttons === 0;
      setAt(isLooking ? pointIn(element, event) : undefined);
    };
    const leave = () => setAt(undefined);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
    };
  }, [box]);
  const spot = useSpot(props, at);
  const under = at && (spot === undefined ? underAt(at) : stepOf(spot));
  return (
    <>
      <Gutter box={box} view={view} scale={scale} left={props.left} right={props.right} spot={spot} />
      {at && (under ?? spot) !== undefined && (
        <Tip x={at.x} box={box}>
          {spot !== undefined && <StopHere spot={spot} />}
          {under !== undefined && <Told key={under.seq} under={under} />}
        </Tip>
      )}
    </>
  );
}

function stepOf({ seq, time }: Spot): Under | undefined {
  return seq === undefined ? undefined : { seq, actor: undefined, from: time, to: time };
}

function StopHere({ spot: { isSet, time } }: { readonly spot: Spot }): ReactElement {
  const t = useWords(gutterWords);
  return (
    <p className="tl-stop">
      <Rich text={t(isSet ? 'remove' : 'stop', { time: instant(time) })} />
    </p>
  );
}

function Told({ under }: { readonly under: Under }): ReactElement | null {
  const host = useHost();
  const { seq, from, to } = under;
  const answer = useAsk(`told ${seq}`, () => host.query({ type: 'told', seq }));
  const step = answer.state === 'answered' ? answer.value.step : undefined;
  if (step === undefined) return null;
  const actor = under.actor === undefined || under.actor === 'nodes' ? step.actor : under.actor;
  return (
    <>
      <p>
        <Rich text={host.sentence(step)} />
      </p>
      <p className="k2">
        <Bullet actor={actor} /> {shortActor(actor)}, <span className="num">{instant(from)}</span>
        {to > from && <span className="num">, {duration(to - from)}</span>}
      </p>
    </>
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
