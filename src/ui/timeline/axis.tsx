import { memo, type ReactElement } from 'react';
import type { MarkView, TimelineView } from '../../protocol/views.ts';
import type { Translate } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { duration } from '../widgets/kit/format.ts';
import { HALF_MARK, markLabels, type TimeScale, tenth } from './scale.ts';

/** Room for the names of lanes. */
export const NAMES = 118;
const LONGEST_MARK = 26;
/** Which marks are named where not all can be: what was typed, what failed, where it came to rest, then scenes. */
const RANKS: { readonly [type in MarkView['type']]: number } = { input: 0, failure: 1, fault: 1, quiet: 2, scene: 3 };

/** The line of time: revisions as ticks, cut pauses, round numbers. */
export const Axis = memo(function Axis(props: {
  readonly view: TimelineView;
  readonly scale: TimeScale;
  readonly y: number;
  /** How many revisions are stamped. */
  readonly past: number;
  readonly left: number;
  readonly right: number;
  readonly clip?: string | undefined;
  readonly t: Translate;
}): ReactElement {
  const { view, scale, y, past, left, right, t } = props;
  const ticksOf = (times: readonly number[]) => times.map((time) => `M${tenth(scale.x(time))} ${y}v5`).join('');
  return (
    <>
      {left === NAMES && (
        <text x={left - 8} y={y + 5} textAnchor="end">
          etcd
        </text>
      )}
      <line x1={left} x2={right} y1={y} y2={y} stroke="var(--ink-2)" />
      <g clipPath={props.clip && `url(#${props.clip})`}>
        <path
          d={(view.beats ?? []).map((time) => `M${tenth(scale.x(time))} ${y - 5}v4`).join('')}
          stroke="var(--ink-2)"
          strokeWidth="1.6"
        />
        <path d={ticksOf(view.revisions.slice(past))} stroke="var(--quiet-2)" />
        <path d={ticksOf(view.revisions.slice(0, past))} stroke="var(--ink)" strokeWidth="1.6" />
        {scale.cuts.map(({ from, to }) => {
          const x = (scale.x(from) + scale.x(to)) / 2;
          return (
            <g key={from}>
              <title>{t('axis.cut', { time: duration(to - from) })}</title>
              <rect x={x - 12} y={y - 8} width="24" height="24" fill="transparent" />
              <rect x={x - 5} y={y - 2} width="10" height="4" fill="var(--panel)" />
              <path d={`M${x - 1} ${y - 4}l-5 8M${x + 5} ${y - 4}l-5 8`} stroke="var(--ink-2)" fill="none" />
            </g>
          );
        })}
      </g>
      {scale.ticks.map(({ time, label }) => (
        <text key={time} x={scale.x(time)} y={y + 17} textAnchor="middle">
          {label}
        </text>
      ))}
    </>
  );
});

/** Chapters, failures and rest, each with its name above it where there is room. */
export const Marks = memo(function Marks(props: {
  readonly marks: readonly MarkView[];
  readonly scale: TimeScale;
  readonly clip?: string | undefined;
  readonly bottom: number;
  /** How many are behind. */
  readonly past: number;
  /** Where the lanes begin. */
  readonly left: number;
  readonly width: number;
  readonly narrator: Narrator;
  readonly t: Translate;
}): ReactElement {
  const { marks, scale, bottom, past, left, width, narrator, t } = props;
  const isNear = props.clip !== undefined;
  const isInSight = (x: number) => !isNear || (x >= NAMES && x <= width - HALF_MARK);
  const places = marks.map((mark) => {
    const title = markText(mark, narrator, t);
    const mayBeCut = mark.type === 'input';
    return {
      mark,
      title,
      text: !isInSight(scale.x(mark.time)) ? '' : mayBeCut ? cut(title) : title,
      x: scale.x(mark.time),
      rank: RANKS[mark.type],
      mayBeCut,
    };
  });
  const labels = markLabels(places, width, left - HALF_MARK);
  return (
    <>
      {places.map(({ mark, title, x }, at) => {
        const label = labels[at];
        if (!isInSight(x)) return null;
        return (
          <g key={`${mark.seq} ${mark.type}`}>
            <title>{title}</title>
            <line x1={x} x2={x} y1={20} y2={bottom} stroke="var(--rule-2)" strokeDasharray="1 3" />
            {mark.until !== undefined && (
              <rect x={x} y={bottom - 3} width={Math.max(3, scale.x(mark.until) - x)} height="3" className="tl-fault" />
            )}
            <Sign type={mark.type} x={x} isPast={at < past} />
            {label !== undefined && (
              <text x={label.anchor === 'end' ? x + HALF_MARK : x - HALF_MARK} y={10} textAnchor={label.anchor}>
                {label.text}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
});

/** A flash for what is broken from outside, a cross for what failed, else a triangle that fills up as it is passed. */
function Sign({ type, x, isPast }: { readonly type: MarkView['type']; readonly x: number; readonly isPast: boolean }) {
  if (type === 'fault')
    return <path d={`M${x + 1.5} 11l-5 6h3.5l-1.5 5 5-6.5h-3.5z`} fill="var(--bad)" stroke="var(--bad)" />;
  if (type === 'failure') return <path d={`M${x - HALF_MARK} 13l7 7m0-7l-7 7`} stroke="var(--bad)" strokeWidth="2" />;
  return <path d={`M${x - HALF_MARK} 13.5h8l-4 6z`} fill={isPast ? 'var(--ink)' : 'none'} stroke="var(--ink-2)" />;
}

/** A command with a long tail is known by its beginning. */
function cut(line: string): string {
  const own = line.replace(/^kubectl /, '');
  return own.length <= LONGEST_MARK ? own : `${own.slice(0, LONGEST_MARK - 1)}…`;
}

function markText(mark: MarkView, narrator: Narrator, t: Translate): string {
  if (mark.type === 'input') return mark.text === '' ? t('mark.input') : mark.text;
  if (mark.type === 'quiet') return t('mark.quiet');
  if (mark.type === 'failure') return mark.text === '' ? t('mark.failure') : mark.text;
  const scene = narrator.scene(mark.key);
  return mark.type === 'fault' && mark.text.includes('/') ? `${scene}: ${mark.text.replace(/^nodes\//, '')}` : scene;
}
