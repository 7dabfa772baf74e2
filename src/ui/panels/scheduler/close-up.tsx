import './scheduler.css';
import { type ReactElement, useState } from 'react';
import type { DecisionView } from '../../../protocol/views.ts';
import { Choice } from '../../widgets/kit/choice.tsx';
import { partsOf, shorten } from '../../widgets/kit/format.ts';
import { Empty, Tick } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { CloseUpFrame } from '../close-up-frame.tsx';
import { useSaid } from '../said.ts';
import { BINDING_CYCLE, filterCell, largestWeighted, refusedBy, type Stop, shownNodes, stopsOf } from './decision.ts';
import { Formula } from './formula.tsx';
import { Locator } from './locator.tsx';
import { schedulerWords } from './strings.ts';

const MOST_COLUMNS = 6;

/** The whole of one decision in place of the map: the cycle as a line, every plugin × node result, totals, formulas. */
export function SchedulerCloseUp(props: {
  readonly decision: DecisionView | undefined;
  readonly onBack?: (() => void) | undefined;
}): ReactElement {
  const t = useWords(schedulerWords);
  const { decision, onBack } = props;
  return (
    <CloseUpFrame of="scheduler" sign={<>S&ensp;{t('sched.title')}</>} subtitle={t('sched.subtitle')} onBack={onBack}>
      {decision === undefined ? (
        <Empty>{t('sched.none')}</Empty>
      ) : (
        <>
          <div className="s-where">
            <Locator />
            <Cycle stops={stopsOf(decision)} />
          </div>
          <Matrix decision={decision} />
          <Leave decision={decision} />
          <div className="s-formulas">
            {decision.formulas.map((formula) => (
              <Formula key={formula.plugin} formula={formula} decision={decision} />
            ))}
          </div>
        </>
      )}
    </CloseUpFrame>
  );
}

/** The scheduling cycle and the binding cycle as one line with its stops. */
function Cycle({ stops }: { readonly stops: readonly Stop[] }): ReactElement {
  const t = useWords(schedulerWords);
  const binding: readonly string[] = BINDING_CYCLE;
  const groups = [
    { note: t('sched.cycle'), stops: stops.filter(({ name }) => !binding.includes(name)) },
    { note: t('sched.binding'), stops: stops.filter(({ name }) => binding.includes(name)) },
  ];
  return (
    <section className="s-cycle" aria-label={t('sched.phases')}>
      {groups.map(({ note, stops: inGroup }) => (
        <div key={note} style={{ flexGrow: inGroup.length }}>
          <ol>
            {inGroup.map(({ name, state }) => (
              <li key={name} className={`s-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
                <span>{name}</span>
                <i aria-hidden="true" />
              </li>
            ))}
          </ol>
          <p>{note}</p>
        </div>
      ))}
    </section>
  );
}

function Matrix({ decision }: { readonly decision: DecisionView }): ReactElement {
  const t = useWords(schedulerWords);
  const [extra, setExtra] = useState<string>();
  const standard = shownNodes(decision, MOST_COLUMNS);
  const extraAt = extra === undefined ? -1 : decision.nodes.indexOf(extra);
  const shown = extraAt < 0 || standard.includes(extraAt) ? standard : [...standard.slice(0, -1), extraAt];
  const rest = decision.nodes.filter((_, place) => !shown.includes(place));
  return (
    <>
      {rest.length > 0 && (
        <Choice label={t('sched.more', { count: rest.length })} value={extra} options={rest} onChoose={setExtra} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="k-scroll" tabIndex={0}>
        <table className="s-matrix">
          <thead>
            <tr>
              <th scope="col">{t('sched.plugin')}</th>
              <th scope="col" className="s-weight">
                {t('sched.weight')}
              </th>
              {shown.map((node) => (
                <th key={node} scope="col">
                  <b title={decision.nodes[node]}>{shorten(decision.nodes[node] ?? '', 18)}</b>
                </th>
              ))}
            </tr>
          </thead>
          <FilterRows decision={decision} shown={shown} />
          <ScoreRows decision={decision} shown={shown} />
          <tfoot>
            <tr>
              <th scope="row">{t('sched.total')}</th>
              <td />
              {shown.map((node) => (
                <td key={node}>
                  <Total decision={decision} node={node} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}

type Part = { readonly decision: DecisionView; readonly shown: readonly number[] };

function FilterRows({ decision, shown }: Part): ReactElement {
  const t = useWords(schedulerWords);
  return (
    <tbody>
      <tr className="s-group">
        <th colSpan={shown.length + 2} scope="rowgroup">
          {t('sched.filter')}
        </th>
      </tr>
      {decision.filters.map(({ plugin }, row) => (
        <tr key={plugin}>
          <th scope="row">{plugin}</th>
          <td />
          {shown.map((node) => {
            const { type, reason } = filterCell(decision, row, node);
            if (type === 'after')
              return (
                <td key={node} className="s-hatch">
                  <span className="k-sr">{t('sched.notAsked')}</span>
                </td>
              );
            return (
              <td key={node} className={type === 'refused' ? 's-refused' : 's-pass'}>
                <Tick ok={type === 'pass'} word={reason ?? t('sched.pass')} />
              </td>
            );
          })}
        </tr>
      ))}
      <SkippedFilters decision={decision} columns={shown.length + 1} />
    </tbody>
  );
}

/** Who had nothing to say is named in one row, each with its reason as a title. */
function SkippedFilters({ decision, columns }: { readonly decision: DecisionView; readonly columns: number }) {
  const t = useWords(schedulerWords);
  const said = useSaid();
  const { skippedFilters } = decision;
  if (skippedFilters.length === 0) return null;
  return (
    <tr>
      <th scope="row" className="k-soft">
        {t('sched.moreFilters', { count: skippedFilters.length })}
      </th>
      <td colSpan={columns} className="s-skipped">
        {skippedFilters.map(({ plugin, why }, place) => (
          <span key={plugin} title={t('sched.skipped', { reason: said(why) })}>
            {place > 0 && ', '}
            {plugin}
          </span>
        ))}
      </td>
    </tr>
  );
}

/** Raw × weight as number and bar. All bars have one scale, so they can be compared across plugins. */
function ScoreRows({ decision, shown }: Part): ReactElement {
  const t = useWords(schedulerWords);
  const said = useSaid();
  const largest = largestWeighted(decision);
  return (
    <tbody>
      <tr className="s-group">
        <th colSpan={shown.length + 2} scope="rowgroup">
          {decision.scores.length === 0 ? t('sched.noScores') : t('sched.score')}
        </th>
      </tr>
      {decision.scores.map(({ plugin, weight, skipped, cells }) => (
        <tr key={plugin}>
          <th scope="row">{plugin}</th>
          <td className="s-weight k-num">{weight}</td>
          {shown.map((node) => {
            const cell = cells[node];
            if (refusedBy(decision, node) !== undefined || (skipped === undefined && !isNumber(cell?.weighted)))
              return (
                <td key={node} className="s-hatch">
                  <span className="k-sr">{t('sched.notScored')}</span>
                </td>
              );
            if (skipped !== undefined || cell === undefined)
              return (
                <td key={node} className="s-skipped">
                  {t('sched.skipped', { reason: said(skipped ?? '') })}
                </td>
              );
            return (
              <td key={node} className="s-score">
                <span className="s-raw k-num">{cell.normalised}</span>
                <span className="s-times k-num">×{weight}</span>
                <span className="s-bar" aria-hidden="true">
                  <i style={{ width: `${(100 * cell.weighted) / largest}%` }} />
                </span>
                <b className="s-sum k-num">{cell.weighted}</b>
                {cell.raw !== cell.normalised && <span className="s-before k-num">({cell.raw})</span>}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

function isNumber(value: number | undefined): boolean {
  return value !== undefined && Number.isFinite(value);
}

function Total({ decision, node }: { readonly decision: DecisionView; readonly node: number }): ReactElement {
  const t = useWords(schedulerWords);
  if (refusedBy(decision, node) !== undefined) return <span className="k-soft">{t('sched.filtered')}</span>;
  const total = decision.totals[node];
  return (
    <>
      {total !== undefined && <span className="s-total k-num">{total}</span>}{' '}
      {decision.nodes[node] === decision.chosen && (
        <>
          <span className="s-now">{t('sched.chosen')}</span>
          {decision.tied > 1 && <span className="k-soft s-lot"> {t('sched.byLot')}</span>}
        </>
      )}
      {total === undefined && decision.nodes[node] !== decision.chosen && <span className="k-weak">–</span>}
    </>
  );
}

/** What the decision sends: a binding, or nothing and the reason. */
function Leave({ decision }: { readonly decision: DecisionView }): ReactElement | undefined {
  const t = useWords(schedulerWords);
  if (decision.failure !== undefined) return <p className="s-failure">{decision.failure}</p>;
  if (decision.chosen === undefined) return undefined;
  return (
    <p className="s-leave">
      <span className="s-vehicle">
        <span aria-hidden="true">S</span> POST pods/{shorten(partsOf(decision.pod).name.split('/').at(-1) ?? '', 30)}
        /binding
      </span>
      <span aria-hidden="true" className="s-arrow">
        ┅┅▸
      </span>
      <span className="s-server">kube-apiserver</span>
      <span className="k-mono k-soft">{t('sched.leaves').replace('{node}', decision.chosen)}</span>
    </p>
  );
}
