import { type ReactElement, useId, useMemo, useState } from 'react';
import type { EtcdView } from '../../../protocol/views.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Empty, Section } from '../../widgets/kit/kit.tsx';
import { Rows } from '../../widgets/kit/rows.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { KeySection } from './key-section.tsx';
import { LeaseSection } from './lease-section.tsx';
import { RaftSection } from './raft-section.tsx';
import { etcdTableWords } from './words.ts';
import './etcd.css';

/** The store: one key with its history, the members, every key, leases, the log of changes. */
export function EtcdPanel({ view }: { readonly view: EtcdView }): ReactElement {
  const t = useWords(etcdTableWords);
  return (
    <>
      {view.selected !== undefined && <KeySection selected={view.selected} />}
      <RaftSection view={view} />
      <Keys view={view} />
      <LeaseSection leases={view.leases} />
      <Section title={t('etcd.log')} note={t('etcd.logNote')}>
        <Log log={view.log} />
      </Section>
    </>
  );
}

function Keys({ view }: { readonly view: EtcdView }): ReactElement {
  const t = useWords(etcdTableWords);
  const host = useHost();
  const id = useId();
  const [filter, setFilter] = useState('');
  const keys = useMemo(
    () => (filter === '' ? view.keys : view.keys.filter(({ key }) => key.includes(filter))),
    [view.keys, filter],
  );
  const now = keys.findIndex((key) => key.now);
  return (
    <Section
      title={t('etcd.revision', { revision: view.revision })}
      note={
        filter === ''
          ? t('etcd.keysNote', { count: view.keys.length })
          : t('etcd.keysFiltered', { count: keys.length, total: view.keys.length })
      }
    >
      <div className="p-chooser">
        <label htmlFor={id}>{t('etcd.filter')}</label>
        <input
          id={id}
          className="k-field"
          type="search"
          spellCheck={false}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <div className="p-keyhead" aria-hidden="true">
        <span>{t('etcd.key')}</span>
        <span>{t('etcd.created')}</span>
        <span>{t('etcd.mod')}</span>
        <span>{t('etcd.version')}</span>
      </div>
      {keys.length === 0 ? (
        <Empty>{view.keys.length === 0 ? t('empty') : t('etcd.noKey')}</Empty>
      ) : (
        <Rows
          label={t('etcd.keys')}
          className="p-keys"
          count={keys.length}
          rowHeight={36}
          current={now < 0 ? undefined : now}
          onChoose={(place) => host.look({ etcdKey: keys[place]?.key })}
          row={(place) => <KeyRow entry={keys[place]} />}
        />
      )}
    </Section>
  );
}

function KeyRow({ entry }: { readonly entry: EtcdView['keys'][number] | undefined }): ReactElement | undefined {
  const t = useWords(etcdTableWords);
  if (entry === undefined) return undefined;
  const { head, tail } = splitKey(entry.key);
  return (
    <span className="p-key">
      <span className="p-key-name">
        <span className="k-soft">{head}</span>
        <b>{tail}</b>
        {entry.lease && <i>{t('etcd.lease')}</i>}
      </span>
      <KeyNumber label={t('etcd.created')} value={entry.createRevision} />
      <KeyNumber label={t('etcd.mod')} value={entry.modRevision} />
      <KeyNumber label={t('etcd.version')} value={entry.version} />
    </span>
  );
}

function KeyNumber({ label, value }: { readonly label: string; readonly value: number }): ReactElement {
  return (
    <span className="k-num p-key-no">
      <span className="k-sr">{label} </span>
      {value}
    </span>
  );
}

/** `/registry/pods/default/x` as folder and name. */
export function splitKey(key: string): { readonly head: string; readonly tail: string } {
  const slash = key.lastIndexOf('/');
  return { head: key.slice(0, slash + 1), tail: key.slice(slash + 1) };
}

function Log({ log }: { readonly log: EtcdView['log'] }): ReactElement {
  const t = useWords(etcdTableWords);
  if (log.length === 0) return <Empty>{t('empty')}</Empty>;
  return (
    <table className="k-table">
      <thead>
        <tr>
          <th scope="col">{t('etcd.logRevision')}</th>
          <th scope="col">{t('etcd.logOp')}</th>
          <th scope="col">{t('etcd.key')}</th>
        </tr>
      </thead>
      <tbody>
        {log.map((entry) => (
          <tr key={entry.revision} className={entry.now ? 'k-now' : undefined}>
            <td className="k-num">{entry.revision}</td>
            <td className="p-op">{entry.op === 'put' ? t('op.put') : t('op.delete')}</td>
            <td className="k-mono">{entry.key}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
