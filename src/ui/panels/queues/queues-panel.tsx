import type { ReactElement, ReactNode } from 'react';
import type { QueuesView } from '../../../protocol/views.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import { duration, shorten } from '../../widgets/kit/format.ts';
import { useNow } from '../../widgets/kit/host.ts';
import { Bullet, Empty, Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { queuesWords } from './strings.ts';

type WorkQueue = QueuesView['queues'][number];

const MOST = 60;

/** Work queues: what waits in order, what is marked dirty, what is being processed, what comes back later. */
export function QueuesPanel({ view }: { readonly view: QueuesView }): ReactElement {
  const t = useWords(queuesWords);
  const busy = view.queues.filter((queue) => queue.now || !isIdle(queue));
  const idle = view.queues.filter((queue) => !queue.now && isIdle(queue));
  if (view.queues.length === 0)
    return (
      <div className="k-pad">
        <Empty>{t('queues.none')}</Empty>
      </div>
    );
  return (
    <>
      {busy.map((queue) => (
        <Work key={queue.name} queue={queue} />
      ))}
      <Expectations rows={view.expectations} />
      {idle.length > 0 && (
        <Section title={t('queues.idle')} note={String(idle.length)}>
          <ul className="k-chips">
            {idle.map(({ name }) => (
              <li key={name} className="k-chip k-soft">
                {shortActor(name)}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

export function isIdle(queue: WorkQueue): boolean {
  return (
    queue.queue.length + queue.dirty.length + queue.processing.length + queue.waiting.length + queue.retries.length ===
    0
  );
}

function Work({ queue }: { readonly queue: WorkQueue }): ReactElement {
  const t = useWords(queuesWords);
  const time = useNow((frame) => frame?.time ?? 0);
  return (
    <Section
      title={
        <>
          <Bullet actor={queue.name} /> {shortActor(queue.name)}
        </>
      }
      note={queue.now ? <span className="k-chip k-now">{t('now')}</span> : undefined}
    >
      <dl className="p-queue">
        <Part name={t('queues.next')}>
          {queue.queue.length === 0 ? <Empty>{t('empty')}</Empty> : <Ordered keys={queue.queue} />}
        </Part>
        <Part name={t('queues.dirty')}>
          <AsSet keys={queue.dirty} />
        </Part>
        <Part name={t('queues.processing')}>
          <AsSet keys={queue.processing} />
        </Part>
        {queue.waiting.length > 0 && (
          <Part name={t('queues.waiting')}>
            <ul className="k-list">
              {queue.waiting.slice(0, MOST).map(({ key, readyAt }) => (
                <li key={key}>
                  {shorten(key, 28)}{' '}
                  <span className="k-soft">
                    {readyAt > time ? t('queues.readyIn', { time: duration(readyAt - time) }) : t('queues.ready')}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {queue.retries.length > 0 && (
          <Part name={t('queues.retries')}>
            <ul className="k-list">
              {queue.retries.slice(0, MOST).map(({ key, count }) => (
                <li key={key}>
                  {shorten(key, 28)} <span className="k-soft">{t('queues.times', { count })}</span>
                </li>
              ))}
            </ul>
          </Part>
        )}
      </dl>
    </Section>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Ordered({ keys }: { readonly keys: readonly string[] }): ReactElement {
  return (
    <ol className="k-chips">
      {keys.slice(0, MOST).map((key) => (
        <li key={key} className="k-chip" title={key}>
          {shorten(key, 28)}
        </li>
      ))}
      {keys.length > MOST && <li>+ {keys.length - MOST}</li>}
    </ol>
  );
}

function AsSet({ keys }: { readonly keys: readonly string[] }): ReactElement {
  const t = useWords(queuesWords);
  return (
    <ul className="k-set">
      {keys.slice(0, MOST).map((key) => (
        <li key={key} title={key}>
          {shorten(key, 28)}
        </li>
      ))}
      {keys.length === 0 && <li className="k-weak">{t('empty')}</li>}
      {keys.length > MOST && <li>+ {keys.length - MOST}</li>}
    </ul>
  );
}

function Expectations({ rows }: { readonly rows: QueuesView['expectations'] }): ReactElement {
  const t = useWords(queuesWords);
  return (
    <Section title={t('queues.expectations')} note={t('queues.expectationsNote')}>
      {rows.length === 0 ? (
        <Empty>{t('none')}</Empty>
      ) : (
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">{t('queues.key')}</th>
              <th scope="col" className="k-r">
                {t('queues.adds')}
              </th>
              <th scope="col" className="k-r">
                {t('queues.deletes')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.controller} ${row.key}`}>
                <td>
                  <Bullet actor={row.controller} /> <span className="k-mono">{row.key}</span>
                </td>
                <td className="k-r k-num">{row.adds}</td>
                <td className="k-r k-num">{row.deletes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
