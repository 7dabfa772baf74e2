import { type CSSProperties, memo, type ReactElement, useState } from 'react';
import type { FieldChange } from '../../../protocol/request-view.ts';
import { kitWords } from './strings.ts';
import { useWords } from './words.ts';
import './kit.css';

/**
 * A diff field by field. What a store's first version adds is a hundred lines, drawn anew with every step: neighbours
 * of one kind are one element with one text. The first line's sign, and the word for readers of the screen, come from
 * the style sheet.
 */
export const Diff = memo(function Diff(props: {
  readonly lines: readonly FieldChange[];
  /** A whole object is many lines: so many are shown until somebody asks for the rest. */
  readonly most?: number;
  /** Letters that a line has room for; without, long lines go on in the next row. */
  readonly columns?: number;
}): ReactElement {
  const t = useWords(kitWords);
  const { lines, most = Number.POSITIVE_INFINITY, columns } = props;
  const [opened, setOpened] = useState<readonly FieldChange[]>();
  const shown = opened === lines || lines.length <= most ? lines : partOf(lines, Math.max(1, most - 1));
  return (
    <ul className={columns === undefined ? 'k-diff' : 'k-diff k-cut'}>
      {runsOf(shown, columns).map(({ op, hangs, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row changes its words rather than being made anew
        <li key={place} className={`k-${op}`} style={hangs === 0 ? undefined : hanging(hangs)}>
          {text}
        </li>
      ))}
      {shown.length < lines.length && (
        <li className="k-more">
          <button type="button" className="k-link" onClick={() => setOpened(lines)}>
            {t('showMore', { count: lines.length - shown.length })}
          </button>
        </li>
      )}
    </ul>
  );
});

/** Where there is room for few lines they begin at what changed, under the line that it belongs to. */
export function partOf(lines: readonly FieldChange[], most: number): readonly FieldChange[] {
  const first = lines.findIndex(({ op }) => op !== 'same');
  const from = first < most - 1 ? 0 : Math.max(0, first - (most > 2 ? 1 : 0));
  return lines.slice(from, from + most);
}

/** Lines of one kind under one another; the first one's sign is not in the text. */
export interface Run {
  readonly op: FieldChange['op'];
  readonly text: string;
  /** By so many levels the rows of a single long line stand in. */
  readonly hangs: number;
}

const SIGNS = { add: '+ ', remove: '− ', change: '~ ', same: '  ', bad: '! ' } as const;
/** Letters, with sign and indent, that have room in the narrowest panel. */
const SHORT = 36;

/** Where lines are cut at so many columns none of them is long; else each long one stands for itself and hangs. */
export function runsOf(lines: readonly FieldChange[], columns?: number): readonly Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (const { op, depth, text } of lines) {
    const indented = '  '.repeat(depth) + cut(text, columns === undefined ? text.length : columns - 2 * depth);
    const long = columns === undefined && SIGNS[op].length + indented.length > SHORT;
    const joins = !long && last?.op === op && last.hangs === 0;
    if (joins) runs.pop();
    last = { op, hangs: long ? depth + 1 : 0, text: joins ? `${last?.text}\n${SIGNS[op]}${indented}` : indented };
    runs.push(last);
  }
  return runs;
}

const HANGING: CSSProperties[] = [];

function hanging(levels: number): CSSProperties {
  HANGING[levels] ??= { '--hang': levels } as CSSProperties;
  return HANGING[levels];
}

function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(1, columns - 1))}…`;
}
