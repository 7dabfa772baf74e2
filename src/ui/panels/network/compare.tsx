import type { ReactElement } from 'react';
import type { CompareColumn, NetworkView } from '../../../protocol/network-view.ts';
import { Choice } from '../../widgets/kit/choice.tsx';
import { useHost } from '../../widgets/kit/host.ts';
import { Empty } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { ruleInWords } from './rule-words.ts';
import { type NetworkKey, networkWords } from './strings.ts';

/** One Service as each mode writes it, and as each node has it. */
export function Compare({ view }: { readonly view: NetworkView }): ReactElement {
  const t = useWords(networkWords);
  const host = useHost();
  const { compare, services } = view;
  if (services.length === 0) return <Empty>{t('noService')}</Empty>;
  return (
    <section aria-label={t('compareTab')}>
      <Choice
        label={t('service')}
        value={compare?.service}
        options={services}
        onChoose={(service) => host.look({ service, closeUp: 'network' })}
      />
      {compare !== undefined && (
        <>
          <h4 className="n-compare-title">{t('compareModes', { node: view.node ?? '' })}</h4>
          <Columns columns={compare.modes} services={services.length} by="mode" />
          <h4 className="n-compare-title">{t('compareNodes')}</h4>
          <Columns columns={compare.nodes} services={services.length} by="node" />
        </>
      )}
    </section>
  );
}

function Columns(props: {
  readonly columns: readonly CompareColumn[];
  readonly services: number;
  readonly by: 'mode' | 'node';
}): ReactElement {
  const t = useWords(networkWords);
  const { columns, services, by } = props;
  return (
    <div className="n-columns">
      {columns.map((column) => (
        <article
          key={`${column.mode} ${column.node}`}
          className={`n-column${column.real && by === 'mode' ? ' n-real' : ''}`}
        >
          <header>
            <b>{by === 'mode' ? t(`mode.${column.mode}` as NetworkKey) : column.node}</b>
            {by === 'mode' && <span className="k-soft">{t(column.real ? 'real' : 'would')}</span>}
          </header>
          {by === 'mode' && (
            <p className="k-soft">
              {t('cost', { count: column.examined, services })}
              {`; ${t(column.mode === 'iptables' ? 'costGrows' : 'costFlat')}; ${t(`choice.${column.choice}`)}`}
            </p>
          )}
          {column.blocks.map(({ title, lines }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks stand in the order in which they are written
            <Block key={place} title={title} lines={lines} />
          ))}
        </article>
      ))}
    </div>
  );
}

function Block({ title, lines }: { readonly title: string; readonly lines: readonly string[] }): ReactElement {
  const t = useWords(networkWords);
  const { language } = useHost();
  return (
    <>
      {title !== '' && <h5>{title}</h5>}
      <ul>
        {lines.map((line) => (
          <li
            key={line}
            title={/^(?:add |timeout)/.test(line) ? undefined : ruleInWords(line, t, language === 'zh' ? '、' : ', ')}
          >
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}
