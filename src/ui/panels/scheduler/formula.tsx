import type { ReactElement } from 'react';
import type { DecisionView } from '../../../protocol/views.ts';
import { Section } from '../../widgets/kit/kit.tsx';
import { type Say, useWords } from '../../widgets/kit/words.ts';
import { schedulerWords } from './strings.ts';

/** The numbers from which a score came, one column a node, the result in the last row. */
export function Formula(props: {
  readonly formula: DecisionView['formulas'][number];
  readonly decision: DecisionView;
}): ReactElement {
  const t = useWords(schedulerWords);
  const { formula, decision } = props;
  const width = Math.max(...formula.rows.map(({ values }) => values.length), 0);
  const heads = columnsOf(decision, width);
  return (
    <Section title={t('sched.formula', { plugin: formula.plugin })}>
      {formula.note !== '' && <p className="k-note s-formula-note">{t(`formula.${formula.note}` as never)}</p>}
      {formula.rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <div className="k-scroll" tabIndex={0}>
          <table className="k-table s-formula">
            <thead>
              <tr>
                <td />
                {heads.map((node) => (
                  <th key={node} scope="col" className="k-r">
                    {node}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {formula.rows.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">{rowName(formula.note, name, t)}</th>
                  {values.map((value, place) => (
                    <td key={heads[place] ?? place} className="k-r k-num">
                      {shareOf(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** `70 of 2000m` in any language. */
function shareOf(value: string): string {
  return value.replace(/^(\d+) of (.+)$/, '$1 % / $2');
}

/** What the number of a row is; some rows say it themselves. */
function rowName(note: string, name: string, t: Say<never>): string {
  const key = `formula.${note}.${name}`;
  const text = t(key as never);
  return text === key ? name : text;
}

/** Rows have one value a node, or one a node that was scored. */
export function columnsOf(decision: DecisionView, width: number): readonly string[] {
  if (width === decision.nodes.length) return decision.nodes;
  const scored = decision.nodes.filter((_, place) => decision.totals[place] !== undefined);
  return Array.from(
    { length: width },
    (_, place) => (scored.length === width ? scored[place] : undefined) ?? `${place + 1}`,
  );
}
