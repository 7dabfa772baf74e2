import './scheduler.css';
import type { ReactElement } from 'react';
import type { DecisionView, SchedulerView } from '../../../protocol/views.ts';
import { Choice } from '../../widgets/kit/choice.tsx';
import { shorten } from '../../widgets/kit/format.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Empty, Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { filterCell, refusedBy } from './decision.ts';
import { Formula } from './formula.tsx';
import { schedulerWords } from './strings.ts';

/** Queues and the result of one decision; the matrix itself is the close-up. */
export function SchedulerPanel({ view }: { readonly view: SchedulerView }): ReactElement {
  const t = useWords(schedulerWords);
  const host = useHost();
  const { queues, decided, decision } = view;
  return (
    <>
      <Section title={t('sched.queues')} note={t('sched.queuesNote')}>
        <table className="k-table">
          <tbody>
            <QueueRow name={t('sched.active')} pods={queues.active} />
            <QueueRow name={t('sched.backoff')} pods={queues.backoff} />
            <QueueRow name={t('sched.unschedulable')} pods={queues.unschedulable} />
            <QueueRow name={t('sched.inFlight')} pods={queues.inFlight} />
          </tbody>
        </table>
      </Section>
      <Section
        title={t('sched.decision')}
        note={decision === undefined ? undefined : t(`sched.phase.${decision.phase}` as never)}
        actions={
          decision !== undefined && (
            <button type="button" className="k-btn k-small" onClick={() => host.look({ closeUp: 'scheduler' })}>
              {t('sched.open')}
            </button>
          )
        }
      >
        {decided.length > 0 && (
          <Choice
            label={t('sched.choose')}
            value={decision?.pod}
            options={decided}
            onChoose={(pod) => host.look({ decision: pod, closeUp: host.looking.closeUp })}
          />
        )}
        {decision === undefined ? <Empty>{t('sched.none')}</Empty> : <Summary decision={decision} />}
      </Section>
      {decision?.formulas.map((formula) => (
        <Formula key={formula.plugin} formula={formula} decision={decision} />
      ))}
    </>
  );
}

function QueueRow({ name, pods }: { readonly name: string; readonly pods: readonly string[] }): ReactElement {
  const t = useWords(schedulerWords);
  return (
    <tr>
      <td className="s-queue">{name}</td>
      {pods.length === 0 ? (
        <td className="k-weak">{t('empty')}</td>
      ) : (
        <td className="k-mono">
          <ol className="k-list">
            {pods.slice(0, 50).map((pod) => (
              <li key={pod}>{pod}</li>
            ))}
            {pods.length > 50 && <li>+ {pods.length - 50}</li>}
          </ol>
        </td>
      )}
    </tr>
  );
}

/** Each node with its total, or with who refused it and why. */
function Summary({ decision }: { readonly decision: DecisionView }): ReactElement {
  const t = useWords(schedulerWords);
  const passed = decision.nodes.filter((_, node) => refusedBy(decision, node) === undefined).length;
  const chosenAt = decision.chosen === undefined ? -1 : decision.nodes.indexOf(decision.chosen);
  const total = decision.totals[chosenAt];
  return (
    <>
      <p className="p-say">
        {decision.failure ??
          (decision.chosen === undefined
            ? t('sched.undecided')
            : total === undefined
              ? t('sched.noTotal', { node: decision.chosen })
              : t('sched.wins', { node: decision.chosen, total }))}
      </p>
      {decision.chosen !== undefined && decision.tied > 1 && (
        <p className="k-note">{t('sched.tied', { count: decision.tied })}</p>
      )}
      <p className="k-note">{t('sched.passedCount', { passed, count: decision.nodes.length })}</p>
      <table className="k-table">
        <tbody>
          {decision.nodes.slice(0, 50).map((node, place) => (
            <tr key={node} className={node === decision.chosen ? 's-chosen' : undefined}>
              <td className="s-node">{shorten(node, 26)}</td>
              <td className="k-r">
                <NodeResult decision={decision} node={place} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function NodeResult({ decision, node }: { readonly decision: DecisionView; readonly node: number }): ReactElement {
  const t = useWords(schedulerWords);
  const refused = refusedBy(decision, node);
  if (refused !== undefined)
    return (
      <span className="s-why">
        <b>{decision.filters[refused]?.plugin}</b>: {filterCell(decision, refused, node).reason}
      </span>
    );
  const total = decision.totals[node];
  return (
    <span className="k-num">
      {total ?? t('sched.passedAll')}
      {decision.nodes[node] === decision.chosen && <b> {t('sched.chosen')}</b>}
    </span>
  );
}
