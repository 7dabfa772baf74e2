import type { ReactElement } from 'react';
import type { SpanView } from '../../protocol/views.ts';
import { type TimeScale, tenth } from './scale.ts';

const MOST_CROSS = 12;

/**
 * A time at which the spans of a lane look as they do now: that of their last beginning or end, where none is in
 * flight. A lane at rest, however long, is then not drawn anew with every step.
 */
export function drawnAs(spans: readonly SpanView[], now: number): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    if (from > now) continue;
    if (to > now) return now;
    last = Math.max(last, from, to);
  }
  return last;
}

interface SpanPaths {
  readonly ahead: string;
  readonly open: string;
  readonly done: string;
  readonly refused: string;
}

/** The spans of one lane by how they look: still to come, in flight, done, refused. */
export function spanPaths(
  spans: readonly SpanView[],
  y: number,
  thick: number,
  now: number,
  scale: Pick<TimeScale, 'x'>,
): SpanPaths {
  let [ahead, open, done, refused] = ['', '', '', ''];
  const end = scale.x(now);
  for (const span of spans) {
    const x = tenth(scale.x(span.from));
    const width = tenth(Math.max(1.5, scale.x(span.to) - x));
    const high = span.kind === 'work' ? Math.max(3, thick - 3) : thick;
    const top = tenth(y - high / 2);
    const box = (wide: number, tall: number, from: number) => `M${x} ${from}h${wide}v${tall}h${-wide}z`;
    if (span.from > now) ahead += box(width, 4, y - 2);
    else if (span.to > now) {
      open += box(width, high, top);
      done += box(tenth(Math.max(0, end - x)), high, top);
    } else if (span.refused) {
      // The cross stands where it was refused; across a long one it would be two lines.
      const cross = Math.min(width, MOST_CROSS);
      refused += `${box(width, high, top)}M${tenth(x + width - cross)} ${top}l${cross} ${high}m0-${high}l-${cross} ${high}`;
    } else done += box(width, high, top);
  }
  return { ahead, open, done, refused };
}

/** Each lane is a few paths, however many requests it has. */
export function Spans(props: {
  readonly spans: readonly SpanView[];
  readonly y: number;
  readonly thick: number;
  readonly now: number;
  readonly scale: TimeScale;
}): ReactElement {
  const { ahead, open, done, refused } = spanPaths(props.spans, props.y, props.thick, props.now, props.scale);
  return (
    <>
      {ahead !== '' && <path d={ahead} fill="var(--quiet)" />}
      {open !== '' && <path d={open} fill="var(--panel)" stroke="var(--k)" />}
      {done !== '' && <path d={done} fill="var(--k)" />}
      {refused !== '' && <path d={refused} fill="var(--paper)" stroke="var(--k)" />}
    </>
  );
}
