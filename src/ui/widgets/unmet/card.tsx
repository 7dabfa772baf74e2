import type { ReactElement } from 'react';
import type { NodeAnswer, UnmetView } from '../../../protocol/diagnosis-view.ts';
import { duration } from '../kit/format.ts';
import { useHost } from '../kit/host.ts';
import { Rich } from '../kit/kit.tsx';
import { useWords } from '../kit/words.ts';
import { unmetWords } from './strings.ts';
import { shortName, toldDeed, waysOf } from './ways.ts';
import './unmet.css';

/** A wish that is not met: what holds it up with its numbers, since when and by whom, and what one may do about it. */
export function UnmetCard(props: {
  readonly unmet: UnmetView;
  /** Where the reader is not there already. */
  readonly asks?: boolean;
}): ReactElement {
  const t = useWords(unmetWords);
  const host = useHost();
  const { unmet, asks = false } = props;
  const { subject, nodes = [], since, deed } = unmet;
  const said = host.unmet?.(unmet);
  const ways = waysOf(unmet, host, t).filter(({ key }) => key !== 'deed');
  const seq = since?.seq;
  return (
    <article className="u-card" aria-label={t('title', { name: shortName(subject) })}>
      <p className="u-says">
        <Rich text={said?.says ?? t('unsaid')} />
      </p>
      {nodes.length > 0 && <Nodes nodes={nodes} />}
      {(since !== undefined || deed !== undefined) && (
        <p className="u-since">
          {since !== undefined && seq !== undefined && (
            <button type="button" className="k-link" title={t('goSince')} onClick={() => host.seek(seq)}>
              {t('sinceTime', { time: duration(since.micros) })}
            </button>
          )}
          {deed !== undefined && (
            <button
              type="button"
              className="k-link"
              title={t('goDeed', { deed: toldDeed(unmet, host) })}
              onClick={() => host.seek(deed.seq)}
            >
              {t('deed', { deed: toldDeed(unmet, host) })}
            </button>
          )}
        </p>
      )}
      {said !== undefined && (
        <p className="u-change">
          <Rich text={said.change} />
        </p>
      )}
      <div className="u-ways">
        {ways.map(({ key, text, title, act }) => (
          <button
            key={key}
            type="button"
            className={`k-btn k-small${key === 'change' ? ' k-primary' : ''}`}
            title={title}
            onClick={act}
          >
            {key === 'undo' ? title : text}
          </button>
        ))}
        {asks && (
          <button type="button" className="k-btn k-small" onClick={() => host.openWhy({ type: 'unmet', subject })}>
            {t('why')}
          </button>
        )}
      </div>
    </article>
  );
}

/** Node by node: which filter of the scheduler refused, and with which numbers. */
function Nodes({ nodes }: { readonly nodes: readonly NodeAnswer[] }): ReactElement {
  const t = useWords(unmetWords);
  const shown = (of: keyof NodeAnswer) => nodes.some((answer) => answer[of] !== '');
  const columns = (['asked', 'has', 'short'] as const).filter(shown);
  return (
    <table className="k-table u-nodes" aria-label={t('nodes')}>
      <thead>
        <tr>
          <th scope="col">{t('node')}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {nodes.map((answer) => (
          <tr key={`${answer.node} ${answer.has} ${answer.asked}`}>
            <td title={answer.reason}>
              {answer.node}
              <small>{answer.plugin}</small>
            </td>
            {columns.map((column) => (
              <td key={column}>{answer[column]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
