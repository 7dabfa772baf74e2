import { memo, type ReactElement } from 'react';
import type { MarkView, TimelineView } from '../../protocol/views.ts';
import type { Translate } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { labelSides, type TimeScale, tenth } from './scale.ts';

/** Room for the names of lanes. */
export const NAMES = 118;
const LONGEST_MARK = 26;
/** About what a letter of a label takes. */
const LETTER = 5.6;
/** Less of a command tells nothing: `get po…`. */
const LEAST_LETTERS = 6;

/** The line of time: revisions as ticks, cut pauses, round numbers. */
export const Axis = memo(function Axis(props: {
  readonly view: TimelineView;
  readonly scale: TimeScale;
  readonly y: number;
  /** How many revisions are stamped. */
  readonly past: number;
  readonly left: number;
  readonly right: number;
}): ReactElement {
  const { view, scale, y, past, left, right } = props;
  const ticksOf = (times: readonly number[]) => times.map((time) => `M${tenth(scale.x(time))} ${y}v5`).join('');
  return (
    <>
      {left === NAMES && (
        <text x={left - 8} y={y + 5} textAnchor="end">
          etcd
        </text>
      )}
      <line x1={left} x2={right} y1={y} y2={y} stroke="var(--ink-2)" />
      <path d={ticksOf(view.revisions.slice(past))} stroke="var(--quiet-2)" />
      <path d={ticksOf(view.revisions.slice(0, past))} stroke="var(--ink)" strokeWidth="1.6" />
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
});

/** Chapters, failures and rest, each with its name where there is room. */
export const Marks = memo(function Marks(props: {
  readonly marks: readonly MarkView[];
  readonly scale: TimeScale;
  readonly bottom: number;
  /** How many are behind. */
  readonly past: number;
  readonly width: number;
  readonly narrator: Narrator;
  readonly t: Translate;
}): ReactElement {
  const { marks, scale, bottom, past, width, narrator, t } = props;
  const places = marks.map((mark) => {
    const text = markText(mark, narrator, t);
    return { mark, text, x: scale.x(mark.time), width: 14 + text.length * (/[⺀-鿿]/.test(text) ? 11 : LETTER) };
  });
  const sides = labelSides(places, width);
  /** What was typed is told in the room that there is, rather than not at all. */
  const shortLabel = (at: number): string | undefined => {
    const [own, next] = [places[at], places[at + 1]];
    if (own?.mark.type !== 'input' || sides[at + 1] === 'left') return;
    const letters = Math.floor(((next?.x ?? width) - own.x - 16) / LETTER);
    const line = own.mark.text.replace(/^kubectl /, '');
    if (letters < LEAST_LETTERS || line === '') return;
    return line.length <= letters ? line : `${line.slice(0, letters - 1)}…`;
  };
  return (
    <>
      {places.map(({ mark, text, x }, at) => {
        const side = sides[at];
        const label = side === undefined ? shortLabel(at) : text;
        return (
          <g key={`${mark.seq} ${mark.type}`}>
            <title>{text}</title>
            <line x1={x} x2={x} y1={16} y2={bottom} stroke="var(--rule-2)" strokeDasharray="1 3" />
            <path
              d={mark.type === 'failure' ? `M${x - 4} 6l8 8m0-8l-8 8` : `M${x - 4} 7h8l-4 6z`}
              fill={at < past && mark.type !== 'failure' ? 'var(--ink)' : 'none'}
              stroke={mark.type === 'failure' ? 'var(--bad)' : 'var(--ink-2)'}
              strokeWidth={mark.type === 'failure' ? 2 : 1}
            />
            {label !== undefined && (
              <text x={side === 'left' ? x - 8 : x + 8} y={14} textAnchor={side === 'left' ? 'end' : 'start'}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
});

/** A command with a long tail is known by its beginning. */
function cut(line: string): string {
  return line.length <= LONGEST_MARK ? line : `${line.slice(0, LONGEST_MARK - 1)}…`;
}

function markText(mark: MarkView, narrator: Narrator, t: Translate): string {
  if (mark.type === 'input') return mark.text === '' ? t('mark.input') : cut(mark.text);
  if (mark.type === 'quiet') return t('mark.quiet');
  if (mark.type === 'failure') return mark.text === '' ? t('mark.failure') : mark.text;
  return narrator.scene(mark.key);
}
