import type { ReactElement } from 'react';
import { SECOND } from '../../../base/time/units.ts';
import type { EtcdView } from '../../../protocol/views.ts';
import { duration } from '../../widgets/kit/format.ts';
import { Empty, Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { etcdWords } from './strings.ts';

/** Leases with the time that each has left at the cursor. */
export function LeaseSection({ leases }: { readonly leases: EtcdView['leases'] }): ReactElement {
  const t = useWords(etcdWords);
  return (
    <Section title={t('leases')} note={t('leasesNote')}>
      {leases.length === 0 ? (
        <Empty>{t('noLeases')}</Empty>
      ) : (
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">{t('lease')}</th>
              <th scope="col">{t('left')}</th>
              <th scope="col">{t('keys')}</th>
            </tr>
          </thead>
          <tbody>
            {leases.map(({ id, ttl, left, keys, now }) => (
              <tr key={id} className={now ? 'k-now' : undefined}>
                <td className="k-mono et-lease">{id}</td>
                <td className="k-num" title={t('granted', { ttl: duration(ttl * SECOND) })}>
                  {duration(left * SECOND)}
                </td>
                <td className="k-num">{keys}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
