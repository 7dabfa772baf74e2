import { type ReactElement, useState } from 'react';
import type { Cell, CloseUpView, Fact, Phrase } from '../../../protocol/views.ts';
import type { TextKey, Translate } from '../../i18n/words.ts';
import type { Narrator } from '../../narration/narrator.ts';
import { titleText } from '../../narration/title.ts';
import { TickMark } from '../../widgets/glyphs.tsx';
import { Path } from '../../widgets/kit/kit.tsx';
import { type Room, wholeRows } from './room.ts';

type Of<T extends CloseUpView['type']> = Extract<CloseUpView, { type: T }>;

export function Title({
  phrase,
  narrator,
}: {
  readonly phrase: Phrase;
  readonly narrator: Narrator;
}): ReactElement | null {
  const text = titleText(phrase, narrator);
  return text === undefined ? null : <p className="cu-title">{text}</p>;
}

const SAID = { yes: true, passed: true, changed: true, no: false, silent: undefined } as const;

/**
 * What the step says of itself; who was asked, in order, of whom the last one's word counted; the rule that was found.
 * One component for all three, since the stations of a request take turns with them: what they share is not made anew.
 */
export function Told(props: {
  readonly title?: Phrase;
  readonly asked?: Of<'decided-by'>['rows'];
  readonly facts: readonly Fact[];
  readonly rule?: Of<'decided-by'>['rule'];
  /** Letters that a fact has room for, where that is known. */
  readonly room?: number | undefined;
  readonly narrator: Narrator;
  readonly t: Translate;
}): ReactElement {
  const { title, asked, facts, rule, room, narrator, t } = props;
  return (
    <div className={rule === undefined ? undefined : 'cu-decided'}>
      {title !== undefined && <Title phrase={title} narrator={narrator} />}
      {asked !== undefined && (
        <ol className="cu-asked">
          {asked.map(({ name, answer, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row changes its words rather than being made anew
            <li key={place} className={SAID[answer] === undefined ? 'quiet' : place === asked.length - 1 ? 'now' : ''}>
              <span className="cu-mark">{SAID[answer] !== undefined && <TickMark ok={SAID[answer]} />}</span>
              <span className="cu-plugin">{name === PRIVILEGED ? t('authorizer.privileged') : name}</span>
              <span className="cu-what">{text === '' ? t(answerKey(name, answer)) : text}</span>
            </li>
          ))}
        </ol>
      )}
      {facts.length > 0 && <Rows rows={facts} narrator={narrator} room={room} />}
      {rule !== undefined && (
        <div className="cu-rule">
          <p className="cu-title">{t('closeup.rule', { role: rule.of })}</p>
          <Rows rows={rule.facts} />
        </div>
      )}
    </div>
  );
}

/** Not a name of Kubernetes' but ours: it is said in the reader's language. */
const PRIVILEGED = 'privileged groups';

function answerKey(name: string, answer: Of<'decided-by'>['rows'][number]['answer']): TextKey {
  return name === PRIVILEGED && answer === 'yes' ? 'answer.privileged' : `answer.${answer}`;
}

function shownValue(value: string, narrator: Narrator): string {
  return value === 'true' ? narrator.fact(value) : value;
}

/** States in words of the language; names and values stay as they are. */
function inWords(cell: Cell, narrator: Narrator, t: Translate): string {
  if (typeof cell !== 'string') return narrator.phrase(cell);
  const text = t(`cell.${cell}` as TextKey);
  return text.startsWith('cell.') ? cell : text;
}

/** As many rows as are whole in the close-up, and a line that shows the others; with the next step they are hidden again. */
export function useWholeRows<Row>(
  rows: readonly Row[],
  room: Room,
  above: number,
  isOfStep: (row: Row) => boolean,
): { readonly shown: readonly Row[]; readonly hidden: number; readonly showAll: () => void } {
  const [opened, setOpened] = useState<readonly Row[]>();
  const whole = opened === rows ? { shown: rows, hidden: 0 } : wholeRows(rows, room, above, isOfStep);
  return { ...whole, showAll: () => setOpened(rows) };
}

export function MoreRows(props: {
  readonly hidden: number;
  readonly columns: number;
  readonly showAll: () => void;
  readonly t: Translate;
}): ReactElement | null {
  if (props.hidden === 0) return null;
  return (
    <tr>
      <td colSpan={props.columns}>
        <button type="button" className="k-link" onClick={props.showAll}>
          {props.t('node.more', { count: props.hidden })}
        </button>
      </td>
    </tr>
  );
}

/** What the step says of itself, and the rows that it looks at. */
export function FactsAndTable(props: {
  readonly closeUp: Of<'table'>;
  readonly room: Room;
  readonly narrator: Narrator;
  readonly t: Translate;
}): ReactElement {
  const { closeUp, room, narrator, t } = props;
  const { title, facts, columns, rows, none } = closeUp;
  const above = Number(titleText(title, narrator) !== undefined) + Number(facts.length > 0);
  const { shown, hidden, showAll } = useWholeRows(rows, room, above, ({ now }) => now);
  return (
    <>
      <Title phrase={title} narrator={narrator} />
      {facts.length > 0 && (
        <p className="cu-facts">
          {facts
            .filter(({ value }) => value !== 'false')
            .map(({ name, value }) => (
              <span key={name}>
                {narrator.fact(name)} <b className="mono">{shownValue(value, narrator)}</b>
              </span>
            ))}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="cu-none">{t(`none.${none}` as TextKey)}</p>
      ) : (
        <table className="cu-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column}>{t(`column.${column}` as TextKey)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ cells, now, quiet, ok }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows hold nothing of their own
              <tr key={at} className={now ? 'now' : quiet ? 'quiet' : ''}>
                {cells.map((cell, place) => (
                  <td key={columns[place]} className={place === 0 ? undefined : 'mono'}>
                    {place === 0 && ok !== undefined && <TickMark ok={ok} />}{' '}
                    {place === 0 && typeof cell === 'string' ? cell : inWords(cell, narrator, t)}
                  </td>
                ))}
              </tr>
            ))}
            <MoreRows hidden={hidden} columns={columns.length} showAll={showAll} t={t} />
          </tbody>
        </table>
      )}
    </>
  );
}

/** Without a narrator the names are those of fields, which are the same in every language. */
function Rows(props: {
  readonly rows: readonly Fact[];
  readonly narrator?: Narrator;
  /** Letters that a value has room for, where that is known. */
  readonly room?: number | undefined;
}): ReactElement {
  const { rows, narrator } = props;
  return (
    <dl className="cu-rows">
      {rows.map(({ name, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row changes its words rather than being made anew
        <div key={place}>
          <dt>{narrator?.fact(name) ?? name}</dt>
          <dd>
            <Path text={narrator === undefined ? value : shownValue(value, narrator)} room={props.room} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
