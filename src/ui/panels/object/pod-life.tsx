import type { ReactElement } from 'react';
import type { PodLifeRow } from '../../../protocol/views.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Bullet, breakable, Section } from '../../widgets/kit/kit.tsx';
import { type Dictionary, useWords } from '../../widgets/kit/words.ts';

const en = {
  title: 'Life of this Pod',
  note: 'phase, conditions that hold, and the component that wrote them',
  phase: 'Phase',
  conditions: 'Conditions',
  writer: 'Component',
  gone: 'gone',
  ending: 'is to end',
  none: '–',
  goTo: 'Go to this write',
};
const zh: Record<keyof typeof en, string> = {
  title: '该 Pod 的一生',
  note: '阶段、成立的状况，以及写入它们的组件',
  phase: '阶段',
  conditions: '状况',
  writer: '组件',
  gone: '已删除',
  ending: '即将结束',
  none: '–',
  goTo: '前往这次写入',
};
const words: Dictionary<keyof typeof en> = { en, zh };

/** The table that fills in while a Pod comes to be. */
export function PodLife({ rows }: { readonly rows: readonly PodLifeRow[] }): ReactElement {
  const t = useWords(words);
  const host = useHost();
  return (
    <Section title={t('title')} note={t('note')}>
      <table className="k-table p-life">
        <thead>
          <tr>
            <th scope="col">{t('phase')}</th>
            <th scope="col">{t('conditions')}</th>
            <th scope="col">{t('writer')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.seq} className={row.now ? 'k-now' : undefined}>
              <td className="p-phase">
                <button type="button" className="k-link" title={t('goTo')} onClick={() => host.seek(row.seq)}>
                  {row.phase || t('gone')}
                </button>
                {row.ending && <span className="k-weak"> {t('ending')}</span>}
              </td>
              <td>
                {/* Their words break before a capital rather than anywhere. */}
                {breakable(
                  row.conditions
                    .filter(({ isTrue }) => isTrue)
                    .map(({ type }) => type)
                    .join(', ') || t('none'),
                  /(?<=[a-z])(?=[A-Z])/,
                )}
                {row.node !== '' && <span className="k-weak"> {row.node}</span>}
              </td>
              <td>
                <span className="p-by">
                  <Bullet actor={row.writer} /> {shortActor(row.writer)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
