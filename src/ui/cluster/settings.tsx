import { type ReactElement, useState } from 'react';
import { ADMISSION_PLUGINS } from '../../protocol/admission-plugins.ts';
import type { RunDescription } from '../../protocol/run-description.ts';
import { useHost } from '../widgets/kit/host.ts';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { type Draft, draftOf, RATES, type ReadDraft, readDraft, withPreset } from './draft.ts';
import { Choice, Field, Group, Ticks } from './field.tsx';
import { Ordered } from './ordered.tsx';
import { Pools } from './pools.tsx';
import { costOf, PRESETS, type PresetName } from './presets.ts';
import { type ClusterWord, clusterWords } from './strings.ts';

const AUTHORIZERS = ['Node', 'RBAC', 'ABAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny'];
const AUTHENTICATORS = ['static-token', 'oidc', 'anonymous'];
const PROXIES = ['iptables', 'ipvs', 'nftables', 'userspace', 'none'] as const;
const SCHEDULERS = ['rr', 'wrr', 'lc', 'wlc', 'sh', 'dh', 'sed', 'nq'];
const FAMILIES = ['IPv4', 'IPv6', 'IPv4,IPv6', 'IPv6,IPv4'];
const ADDONS = ['dns', 'load-balancers', 'component-leases'] as const;
const WITH_SERVICES = ['dns', 'load-balancers'];

/** The cluster from its beginning: all of it takes effect when the run begins anew. */
export function Settings({ run, onDone }: { readonly run: RunDescription; readonly onDone: () => void }): ReactElement {
  const t = useWords(clusterWords);
  const [draft, setDraft] = useState(() => draftOf(run.cluster, run.seed));
  const read = readDraft(draft, run.cluster);
  const { wrong } = read;
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const usualAddons = draft.proxy === 'none' || (draft.proxy === '' && read.nodes > 200) ? [] : WITH_SERVICES;
  const field = (
    name: 'nodes' | 'zones' | 'podsPerNode' | 'etcdQuotaBytes' | 'seed',
    label: ClusterWord,
    note = '',
  ) => (
    <Field
      label={t(label)}
      value={draft[name]}
      placeholder={note}
      numeric={name !== 'zones'}
      problem={wrong.has(name) ? t(`expect.${name}`) : undefined}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <>
      {run.cluster.log !== undefined && <p className="c-where">{t('audit')}</p>}
      <fieldset className="c-presets">
        <legend>{t('presets')}</legend>
        {(Object.keys(PRESETS) as PresetName[]).map((name) => (
          <button
            key={name}
            type="button"
            className="k-btn k-small"
            aria-pressed={isPreset(draft, PRESETS[name])}
            onClick={() => setDraft(withPreset(draft, PRESETS[name]))}
          >
            {t(`preset.${name}`)}
          </button>
        ))}
      </fieldset>
      {run.cluster.start === undefined ? (
        <>
          <Group title={t('machines')}>
            {field('nodes', 'nodes')}
            {field('zones', 'zones', 'zone-a, zone-b')}
            {field('podsPerNode', 'podsPerNode', t('podsPerNodeNote'))}
          </Group>
          <Pools pools={draft.pools} wrong={wrong} onChange={(pools) => change({ pools })} />
        </>
      ) : (
        <p className="k-note">{t('brought')}</p>
      )}
      <Group title={t('control')}>
        <Choice
          label={t('etcdMembers')}
          value={draft.etcdMembers}
          options={[
            ['1', '1'],
            ['3', '3'],
          ]}
          onChange={(etcdMembers) => change({ etcdMembers })}
        />
        {field('etcdQuotaBytes', 'etcdQuotaBytes', '0')}
        {field('seed', 'seed')}
        <p className="k-note c-wide">{t('oneServer')}</p>
        <Ordered
          legend={t('authorization')}
          note={t('authorizationNote')}
          names={AUTHORIZERS}
          taken={draft.authorization}
          onChange={(authorization) => change({ authorization })}
        />
        <Ticks
          legend={t('authenticators')}
          names={AUTHENTICATORS}
          ticked={AUTHENTICATORS.filter((name) => !draft.withoutAuthenticators.includes(name))}
          onChange={(on) => change({ withoutAuthenticators: AUTHENTICATORS.filter((name) => !on.includes(name)) })}
        />
        <details className="c-wide" open={draft.withoutAdmission.length > 0}>
          <summary>{t('admission')}</summary>
          <Ticks
            legend={t('admission')}
            names={ADMISSION_PLUGINS}
            ticked={draft.withoutAdmission}
            onChange={(withoutAdmission) => change({ withoutAdmission })}
          />
        </details>
      </Group>
      <Group title={t('network')}>
        <Choice
          label={t('proxy')}
          wide
          value={draft.proxy}
          options={[['', t('proxy.usual')], ...PROXIES.map((name) => [name, t(`proxy.${name}`)] as const)]}
          onChange={(proxy) => change({ proxy })}
        />
        {draft.proxy === 'ipvs' && (
          <Choice
            label={t('ipvsScheduler')}
            value={draft.ipvsScheduler}
            options={SCHEDULERS.map((name) => [name, name])}
            onChange={(ipvsScheduler) => change({ ipvsScheduler })}
          />
        )}
        <Choice
          label={t('families')}
          value={draft.families}
          options={FAMILIES.map((name) => [name, name.replace(',', ', ')])}
          onChange={(families) => change({ families })}
        />
        <Ticks
          legend={t('addons')}
          names={ADDONS}
          ticked={draft.addons ?? usualAddons}
          label={(name) => t(`addon.${name as (typeof ADDONS)[number]}`)}
          onChange={(addons) => change({ addons })}
        />
        <p className="k-note c-wide">{t('proxyNote')}</p>
      </Group>
      <Group title={t('time')}>
        <Choice
          label={t('latencies')}
          value={draft.latencies}
          options={[
            ['realistic', t('latencies.realistic')],
            ['zero', t('latencies.zero')],
          ]}
          onChange={(latencies) => change({ latencies: latencies as Draft['latencies'] })}
        />
        <Field
          label={t('delaysField')}
          wide
          value={draft.delays}
          placeholder="network=20..60, etcdCommit=50"
          problem={wrong.has('delays') ? t('expect.delays') : undefined}
          onChange={(delays) => change({ delays })}
        />
        <Field
          label={t('clocks')}
          wide
          value={draft.clocks}
          placeholder="node-2=90, kube-apiserver=-3600"
          problem={wrong.has('clocks') ? t('expect.clocks') : undefined}
          onChange={(clocks) => change({ clocks })}
        />
        <label className="c-tick">
          <input
            type="checkbox"
            checked={draft.unlimited}
            onChange={(event) => change({ unlimited: event.currentTarget.checked })}
          />{' '}
          {t('unlimited')}
        </label>
      </Group>
      <Group title={t('chance')}>
        {RATES.map((name) => (
          <Field
            key={name}
            label={t(name)}
            value={draft.rates[name] ?? ''}
            placeholder={name === 'slowRequestMillis' ? '2000' : '0'}
            numeric
            problem={
              wrong.has(`rates.${name}`) ? t(name === 'slowRequestMillis' ? 'expect.millis' : 'expect.rate') : undefined
            }
            onChange={(value) => change({ rates: { ...draft.rates, [name]: value } })}
          />
        ))}
      </Group>
      <Begin run={run} read={read} onDone={onDone} />
    </>
  );
}

function isPreset(draft: Draft, preset: (typeof PRESETS)[PresetName]): boolean {
  const { nodes, etcdMembers, zones, pools } = withPreset(draft, preset);
  return (
    draft.nodes === nodes &&
    draft.etcdMembers === etcdMembers &&
    draft.zones === zones &&
    draft.pools.length === pools.length
  );
}

/** What it costs, whether what was typed comes along, and the button. */
function Begin(props: {
  readonly run: RunDescription;
  readonly read: ReadDraft;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(clusterWords);
  const host = useHost();
  const { run, read } = props;
  const { cluster, seed, wrong, nodes } = read;
  const count = run.inputs.length;
  const [carries, setCarries] = useState(count > 0);
  const [refused, setRefused] = useState<string>();
  const cost = costOf(nodes);
  const begin = async () => {
    const { scenario, ...rest } = run;
    const kept = carries ? run : { ...rest, inputs: [] };
    try {
      await host.openRun({ ...kept, seed, cluster });
      props.onDone();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="c-begin">
      {cost !== undefined && (
        <p className="c-cost" role="status">
          {t('cost', cost)}
        </p>
      )}
      {count > 0 && run.cluster.log === undefined && (
        <label className="c-tick">
          <input type="checkbox" checked={carries} onChange={(event) => setCarries(event.currentTarget.checked)} />{' '}
          {t(count === 1 ? 'carry1' : 'carry', { count })}
        </label>
      )}
      <p role="alert" className="k-bad c-problem">
        {wrong.size > 0 && t('wrong', { fields: [...wrong].map((each) => fieldName(each, read, t)).join(', ') })}
        {refused !== undefined && t('notBegun', { reason: refused })}
      </p>
      <span className="c-put">
        <button type="button" className="k-btn k-primary" disabled={wrong.size > 0} onClick={() => void begin()}>
          {t('begin')}
        </button>
        <span className="k-note">{t('kept')}</span>
      </span>
      <details>
        <summary>{t('cli')}</summary>
        <p className="k-note">{t('cliNote')}</p>
        <pre className="c-file k-mono">{fileOf(cluster)}</pre>
      </details>
    </div>
  );
}

/** As it is called where it stands: `pools.0.taints` is Taints of the pool gpu. */
function fieldName(field: string, { cluster }: ReadDraft, t: Say<ClusterWord>): string {
  const [group, at, name] = field.split('.');
  if (group === 'rates') return t(at as ClusterWord);
  if (group !== 'pools' || name === undefined) return t(field === 'delays' ? 'delaysField' : (field as ClusterWord));
  const pool = cluster.pools?.[Number(at)]?.name || String(Number(at) + 1);
  return `${t('pool', { name: pool })}: ${t(`pool.${name}` as ClusterWord)}`;
}

/** What somebody brought would fill the file. */
function fileOf({ start: _, log: __, ...cluster }: RunDescription['cluster']): string {
  return JSON.stringify(cluster, undefined, 2);
}
