import type { ReactElement } from 'react';
import { useWords } from '../widgets/kit/words.ts';
import { NEW_POOL, type PoolDraft } from './draft.ts';
import { Field } from './field.tsx';
import { clusterWords } from './strings.ts';

const FIELDS = ['name', 'nodes', 'cpu', 'memory', 'pods', 'zones', 'labels', 'taints'] as const;
const EXAMPLES: { readonly [field in keyof PoolDraft]: string } = {
  name: 'gpu',
  nodes: '2',
  cpu: '2',
  memory: '24684084Ki',
  pods: '110',
  zones: 'zone-a, zone-b',
  labels: 'disk=ssd',
  taints: 'dedicated=gpu:NoSchedule',
};

/** Machines that are alike, a row of fields for each pool. */
export function Pools(props: {
  readonly pools: readonly PoolDraft[];
  readonly wrong: ReadonlySet<string>;
  readonly onChange: (pools: readonly PoolDraft[]) => void;
}): ReactElement {
  const t = useWords(clusterWords);
  const { pools, wrong, onChange } = props;
  const change = (at: number, changed: Partial<PoolDraft>) =>
    onChange(pools.map((pool, place) => (place === at ? { ...pool, ...changed } : pool)));
  return (
    <section className="c-group">
      <h3>{t('pools')}</h3>
      {pools.map((pool, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pool has no other identity while its name is typed
        <fieldset key={at} className="c-pool">
          <legend>{t('pool', { name: pool.name || String(at + 1) })}</legend>
          <div className="c-fields">
            {FIELDS.map((field) => (
              <Field
                key={field}
                label={t(`pool.${field}`)}
                value={pool[field]}
                placeholder={EXAMPLES[field]}
                wide={field === 'labels' || field === 'taints'}
                numeric={field === 'nodes' || field === 'pods'}
                problem={wrong.has(`pools.${at}.${field}`) ? t(`expect.pool.${field}`) : undefined}
                onChange={(value) => change(at, { [field]: value })}
              />
            ))}
          </div>
          <button
            type="button"
            className="k-btn k-small"
            aria-label={t('removePool', { name: pool.name || String(at + 1) })}
            onClick={() => onChange(pools.filter((_, place) => place !== at))}
          >
            {t('leaveOut')}
          </button>
        </fieldset>
      ))}
      <button type="button" className="k-btn k-small" onClick={() => onChange([...pools, NEW_POOL])}>
        {t('addPool')}
      </button>
      {wrong.has('pools') && <p className="c-problem k-bad">{t('expect.pools')}</p>}
    </section>
  );
}
