import type { ReactElement } from 'react';
import type { CloseUpView, Fact, FieldChange, Phrase } from '../../protocol/views.ts';
import type { TextKey, Translate } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { TickMark } from '../widgets/glyphs.tsx';

type Of<T extends CloseUpView['type']> = Extract<CloseUpView, { type: T }>;

/** A title without a text would be the name of a kind of step: the sentence below says it better. */
export function Title({
  phrase,
  narrator,
}: {
  readonly phrase: Phrase;
  readonly narrator: Narrator;
}): ReactElement | null {
  const text = narrator.phrase(phrase);
  return text === phrase.key && /^\w+\.\w+$/.test(text) ? null : <p className="cu-title">{text}</p>;
}

const SAID = { yes: true, passed: true, changed: true, no: false, silent: undefined } as const;

/** Who was asked, in order; the last one's word counted. Under it the rule that it found. */
export function DecidedBy({ closeUp, t }: { readonly closeUp: Of<'decided-by'>; readonly t: Translate }): ReactElement {
  const { rows, facts, rule } = closeUp;
  return (
    <div className={rule === undefined ? undefined : 'cu-decided'}>
      <ol className="cu-asked">
        {rows.map(({ name, answer, text }, place) => (
          <li key={name} className={SAID[answer] === undefined ? 'quiet' : place === rows.length - 1 ? 'now' : ''}>
            <span className="cu-mark">{SAID[answer] !== undefined && <TickMark ok={SAID[answer]} />}</span>
            <span className="cu-plugin">{name}</span>
            <span className="cu-what">{text === '' ? t(`answer.${answer}`) : text}</span>
          </li>
        ))}
      </ol>
      {facts.length > 0 && <Rows rows={facts} />}
      {rule !== undefined && (
        <div className="cu-rule">
          <p className="cu-title">{t('closeup.rule', { role: rule.of })}</p>
          <Rows rows={fieldsOf(rule.lines)} />
        </div>
      )}
    </div>
  );
}

/** The fields of a rule with their values in one line: as YAML it would be three times as long as its place. */
export function fieldsOf(lines: readonly Pick<FieldChange, 'depth' | 'text'>[]): readonly Fact[] {
  const found: { readonly name: string; readonly depth: number; readonly values: string[] }[] = [];
  for (const { depth, text } of lines) {
    const last = found.at(-1);
    const item = /^- (.*)$/.exec(text)?.[1];
    if (item !== undefined && !/^\d+:$/.test(item)) last?.values.push(item);
    else if (item === undefined) {
      const [, name = text, value = ''] = /^([^:]+): ?(.*)$/.exec(text) ?? [];
      found.push({ name, depth, values: value === '' ? [] : [value] });
    }
  }
  return found
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ name, value: values.join(', ') }));
}

/** What the step says of itself, and the rows that it looks at. */
export function FactsAndTable(props: {
  readonly closeUp: Of<'table'>;
  readonly narrator: Narrator;
  readonly t: Translate;
}): ReactElement {
  const { closeUp, narrator, t } = props;
  const { title, facts, columns, rows, none } = closeUp;
  return (
    <>
      <Title phrase={title} narrator={narrator} />
      {facts.length > 0 && (
        <p className="cu-facts">
          {facts.map(({ name, value }) => (
            <span key={name}>
              {name} <b className="mono">{value}</b>
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
            {rows.map(({ cells, now, quiet, ok }) => (
              <tr key={cells[0]} className={now ? 'now' : quiet ? 'quiet' : ''}>
                {cells.map((cell, place) => (
                  <td key={columns[place]} className={place === 0 ? undefined : 'mono'}>
                    {place === 0 && ok !== undefined && <TickMark ok={ok} />} {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

export function Rows({ rows }: { readonly rows: readonly Fact[] }): ReactElement {
  return (
    <dl className="cu-rows">
      {rows.map(({ name, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row changes its words rather than being made anew
        <div key={place}>
          <dt>{name}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
