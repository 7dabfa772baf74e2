import type { ReactElement } from 'react';
import type { EtcdKeyView } from '../../../protocol/views.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import { Diff } from '../../widgets/kit/diff.tsx';
import { useHost } from '../../widgets/kit/host.ts';
import { Bullet, Empty, Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { etcdWords } from './strings.ts';
import { etcdTableWords } from './words.ts';

/** One key: what is stored under it, and what every write of it changed. */
export function KeySection({ selected }: { readonly selected: EtcdKeyView }): ReactElement {
  const t = useWords(etcdWords);
  const host = useHost();
  return (
    <Section
      title={t('key')}
      note={selected.lease === undefined ? undefined : t('leased', { lease: selected.lease })}
      actions={
        !selected.follows && (
          <button type="button" className="k-btn k-small" onClick={() => host.look({ etcdKey: undefined })}>
            {t('follow')}
          </button>
        )
      }
    >
      <p className="k-mono et-key">{selected.key}</p>
      {!selected.exists && <Empty>{t('gone')}</Empty>}
      <History key={selected.key} selected={selected} />
      {selected.exists && (
        <details className="et-fold" open={selected.history[0]?.op === 'create'}>
          <summary>
            {t('value')} <span className="k-note">{t('valueNote')}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
          <pre className="p-value" tabIndex={0}>
            {selected.value}
          </pre>
        </details>
      )}
    </Section>
  );
}

function History({ selected }: { readonly selected: EtcdKeyView }): ReactElement {
  const t = useWords(etcdWords);
  if (selected.history.length === 0) return <p className="k-note">{t('noHistory')}</p>;
  return (
    <>
      <h4 className="et-sub">
        {t('history')} <span className="k-note">{t('historyNote')}</span>
      </h4>
      <ol className="et-history">
        {selected.history.map((write, place) => (
          <li key={write.seq}>
            <Write write={write} open={place === 0} />
          </li>
        ))}
      </ol>
      {selected.older > 0 && <p className="k-note">{t('older', { count: selected.older })}</p>}
    </>
  );
}

function Write(props: { readonly write: EtcdKeyView['history'][number]; readonly open: boolean }): ReactElement {
  const { write, open } = props;
  const t = useWords(etcdWords);
  const p = useWords(etcdTableWords);
  const host = useHost();
  return (
    <details className={`et-write${write.now ? ' k-now' : ''}`} open={open}>
      <summary>
        <b className="k-num">{write.revision}</b>
        <span className="p-op">{p(`op.${write.op}`)}</span>
        <span className="et-who">
          <Bullet actor={write.actor} /> {shortActor(write.actor)}
        </span>
      </summary>
      {write.changes.length > 0 ? (
        <Diff lines={write.changes} />
      ) : (
        <p className="k-note">
          {write.op === 'create' ? t('created') : write.op === 'delete' ? t('removed') : t('same')}
        </p>
      )}
      {!write.now && (
        <button type="button" className="k-btn k-small" onClick={() => host.seek(write.seq)}>
          {t('goTo')}
        </button>
      )}
    </details>
  );
}
