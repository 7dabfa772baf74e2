import type { ReactElement } from 'react';
import type { InformersView, InformerView } from '../../../protocol/views.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import { Choice } from '../../widgets/kit/choice.tsx';
import { shorten, suffix } from '../../widgets/kit/format.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Bullet, Empty, Facts, Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { Breaker } from '../breaker.tsx';
import { useSaid } from '../said.ts';
import { LookUp, NewIndex } from './own-index.tsx';
import { informersWords } from './strings.ts';

const MOST = 200;

/** One informer, in the order in which data passes through it: queue, indexer, indices, handlers. */
export function InformersPanel({ view }: { readonly view: InformersView }): ReactElement {
  const t = useWords(informersWords);
  const host = useHost();
  const { names, informer } = view;
  if (names.length === 0)
    return (
      <div className="k-pad">
        <Empty>{t('informers.none')}</Empty>
      </div>
    );
  return (
    <>
      <section className="k-sec">
        <Choice
          label={t('informers.choose')}
          value={informer?.name}
          options={names}
          show={titleOf}
          onChoose={(name) => host.look({ informer: name })}
        />
        {informer !== undefined && <Reflector informer={informer} />}
        {informer !== undefined && (
          <p className="p-break">
            <Breaker input={{ type: 'cut-watch', informer: informer.name }}>{t('informers.cut')}</Breaker>
          </p>
        )}
      </section>
      {informer !== undefined && (
        <>
          <Queue queue={informer.queue} />
          <Indexer indexer={informer.indexer} resource={informer.resource} />
          <Indices indices={informer.indices} lookUp={informer.lookUp} informer={informer.name} />
          <NewIndex informer={informer.name} />
          <Handlers handlers={informer.handlers} />
        </>
      )}
    </>
  );
}

/** `kube-controller-manager/pods?x` as `kube-controller-manager: pods`. */
function titleOf(name: string): string {
  const [whole = name] = name.split('?');
  const slash = whole.lastIndexOf('/');
  return slash < 0 ? name : `${whole.slice(0, slash)}: ${whole.slice(slash + 1)}${name === whole ? '' : ' …'}`;
}

function Reflector({ informer }: { readonly informer: InformerView }): ReactElement {
  const t = useWords(informersWords);
  const said = useSaid();
  const { state, revision, revisionBefore } = informer.reflector;
  return (
    <Facts
      rows={[
        [
          t('informers.reflector'),
          <span key="seen">
            {t('informers.seen', { state: said(state) })} <b className="k-num">{revision || '–'}</b>{' '}
            {revisionBefore !== undefined && revisionBefore !== revision && (
              <span className="k-weak">{t('informers.was', { revision: revisionBefore })}</span>
            )}
          </span>,
        ],
        [
          t('informers.selector'),
          <span key="selector" className={informer.selector === '' ? 'k-weak' : 'k-mono'}>
            {informer.selector || t('informers.all')}
          </span>,
        ],
        [t('informers.usedBy'), informer.usedBy.map((actor) => shortActor(actor)).join(', ') || t('none')],
      ]}
    />
  );
}

function Queue({ queue }: { readonly queue: InformerView['queue'] }): ReactElement {
  const t = useWords(informersWords);
  return (
    <Section title={t('informers.queue')} note={t('informers.queueNote')}>
      {queue.length === 0 ? (
        <Empty>{t('empty')}</Empty>
      ) : (
        <ol className="k-chips">
          {queue.slice(0, MOST).map((entry, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same key may wait twice
            <li key={`${place} ${entry.key}`} className={`k-chip${entry.now ? ' k-now' : ''}`} title={entry.key}>
              <b>{entry.type}</b> {shorten(entry.key.slice(entry.key.indexOf('/') + 1))}{' '}
              <span className="k-num">{entry.revision}</span>
            </li>
          ))}
          {queue.length > MOST && <li className="k-chip">+ {queue.length - MOST}</li>}
        </ol>
      )}
    </Section>
  );
}

function Indexer(props: { readonly indexer: InformerView['indexer']; readonly resource: string }): ReactElement {
  const { indexer, resource } = props;
  const t = useWords(informersWords);
  const host = useHost();
  const shown = indexer.length > MOST ? [...indexer.filter(({ now }) => now), ...indexer.slice(0, MOST)] : indexer;
  return (
    <Section
      title={t('informers.indexer')}
      note={indexer.length === 1 ? t('informers.objects1') : t('informers.objects', { count: indexer.length })}
    >
      {indexer.length === 0 ? (
        <Empty>{t('empty')}</Empty>
      ) : (
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">{t('informers.key')}</th>
              <th scope="col" className="k-r">
                {t('informers.revision')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a changed row of a long list is shown twice
              <tr key={`${place} ${entry.key}`} className={entry.now ? 'k-now' : undefined}>
                <td className="k-mono">
                  <button
                    type="button"
                    className="k-link"
                    onClick={() => host.look({ panel: 'object', subject: `${resource}/${entry.key}` })}
                  >
                    {entry.key}
                  </button>
                </td>
                <td className="k-r k-num">{entry.revision}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {indexer.length > MOST && <p className="k-note">+ {indexer.length - MOST}</p>}
    </Section>
  );
}

/** Each index with its values; under a value lies a set of keys, drawn with a round outline. */
function Indices(props: {
  readonly indices: InformerView['indices'];
  readonly lookUp: InformerView['lookUp'];
  readonly informer: string;
}): ReactElement {
  const t = useWords(informersWords);
  const { indices, lookUp, informer } = props;
  const isLit = (index: string, value?: string): boolean =>
    lookUp?.index === index && (value === undefined || lookUp.value === value);
  const byName = new Map<string, InformerView['indices'][number][]>();
  for (const set of indices) byName.set(set.index, [...(byName.get(set.index) ?? []), set]);
  return (
    <Section title={t('informers.indices')} note={t('informers.indicesNote')}>
      {byName.size === 0 ? (
        <Empty>{t('informers.noIndices')}</Empty>
      ) : (
        <dl className="p-indices">
          {[...byName].map(([name, sets]) => (
            <div key={name}>
              <dt className={`k-mono${isLit(name) ? ' k-now' : ''}`}>{name}</dt>
              {sets.slice(0, MOST).map((set) => (
                <dd key={set.value}>
                  {set.value === '' ? (
                    <span className="k-weak">{t('informers.noValue')}</span>
                  ) : (
                    <span className="k-mono" title={set.value}>
                      {shorten(set.value, 18)}
                    </span>
                  )}
                  <KeySet keys={set.keys} now={set.now || isLit(set.index, set.value)} />
                  <LookUp informer={informer} index={set.index} value={set.value} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

function KeySet({ keys, now }: { readonly keys: readonly string[]; readonly now: boolean }): ReactElement {
  const shown = keys.slice(0, 24);
  return (
    <ul className="k-set">
      {shown.map((key) => (
        <li key={key} className={`k-chip${now ? ' k-now' : ''}`} title={key}>
          {suffix(key)}
        </li>
      ))}
      {keys.length > shown.length && <li>+ {keys.length - shown.length}</li>}
    </ul>
  );
}

/** `update default/nginx`: the event is a word, the key a name. */
function lastOf(last: string, said: (word: string) => string): string {
  const space = last.indexOf(' ');
  return `${said(last.slice(0, space))} ${last.slice(space + 1)}`;
}

function Handlers({ handlers }: { readonly handlers: InformerView['handlers'] }): ReactElement {
  const t = useWords(informersWords);
  const said = useSaid();
  return (
    <Section title={t('informers.handlers')} note={t('informers.handlersNote')}>
      {handlers.length === 0 ? (
        <Empty>{t('none')}</Empty>
      ) : (
        <ul className="k-list p-handlers">
          {handlers.map((handler) => (
            <li key={handler.actor} className={handler.now ? 'k-now' : undefined}>
              <Bullet actor={handler.actor} />
              <span>
                <b>{shortActor(handler.actor)}</b>{' '}
                <span className="k-soft">
                  {handler.events > 0 ? t('informers.told', { count: handler.events }) : t('informers.idle')}
                </span>
                {handler.last !== '' && (
                  <span className="p-last">{t('informers.last', { last: lastOf(handler.last, said) })}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
