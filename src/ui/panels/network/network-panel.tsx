import './network.css';
import type { ReactElement } from 'react';
import type { NetworkView, PacketHeader, WalkView } from '../../../protocol/network-view.ts';
import { Choice } from '../../widgets/kit/choice.tsx';
import { shorten } from '../../widgets/kit/format.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Empty, Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { packetInWords, ruleInWords } from './rule-words.ts';
import { Send } from './send.tsx';
import { type NetworkKey, networkWords } from './strings.ts';

/** Rules of a node and the packet that walks through them; the chains themselves are the close-up. */
export function NetworkPanel({ view }: { readonly view: NetworkView }): ReactElement {
  const t = useWords(networkWords);
  const host = useHost();
  const { walk } = view;
  return (
    <>
      {view.nodes.length > 0 && (
        <section className="k-sec">
          <Choice
            label={t('choose')}
            value={view.node}
            options={view.nodes}
            onChoose={(node) => host.look({ node, chain: undefined, closeUp: host.looking.closeUp })}
          />
          <Mode view={view} />
        </section>
      )}
      {walk === undefined ? (
        <div className="k-pad">
          <Empty>{t(view.chains.length === 0 ? 'none' : 'noWalk')}</Empty>
        </div>
      ) : (
        <Packet walk={walk} />
      )}
      <Send view={view} />
      {walk !== undefined && walk.endpoints.length > 0 && <Endpoints endpoints={walk.endpoints} />}
      <Section title={t('conntrack')} note={t('conntrackNote')}>
        {view.entries.length === 0 ? (
          <Empty>{t('conntrackEmpty')}</Empty>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          <pre className="n-listing" tabIndex={0}>
            {view.entries.map(({ line }) => line).join('\n')}
          </pre>
        )}
      </Section>
      {view.chains.length > 0 && (
        <Section title={t('listing')} note={commandOf(view.chain)}>
          <Choice
            label={t('chain')}
            value={view.chain}
            options={view.chains}
            onChoose={(chain) => host.look({ chain, closeUp: host.looking.closeUp })}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
          <pre className="n-listing" tabIndex={0}>
            {view.listing.join('\n')}
          </pre>
        </Section>
      )}
      {view.connections.length > 0 && <Connections connections={view.connections} />}
    </>
  );
}

/** What one would type on the node. */
function commandOf(chain: string): string {
  const six = chain.startsWith('ip6/') ? '6' : '';
  const [table = '', ...rest] = (six === '' ? chain : chain.slice('ip6/'.length)).split('/');
  const name = rest.join('/');
  if (table === 'ipvs') return name;
  if (table === 'kube-proxy') return `nft list chain ip${six} kube-proxy ${name}`;
  return `ip${six}tables -t ${table} -L ${name} -v -n --line-numbers`;
}

const MODES = ['iptables', 'nftables', 'ipvs', 'userspace'] as const;
const SCHEDULERS = ['rr', 'wrr', 'lc', 'wlc', 'sh', 'dh', 'sed', 'nq'] as const;

/** The way of the whole cluster; another one begins the run anew with the same inputs. */
function Mode({ view }: { readonly view: NetworkView }): ReactElement {
  const t = useWords(networkWords);
  const host = useHost();
  const { mode, services } = view;
  const run = host.frame?.run;
  const begin = (chosen: string) => {
    const proxy = MODES.find((each) => each === chosen);
    if (run !== undefined && proxy !== undefined) void host.openRun({ ...run, cluster: { ...run.cluster, proxy } });
  };
  const schedule = (chosen: string) => {
    const ipvsScheduler = SCHEDULERS.find((each) => each === chosen);
    if (run === undefined || ipvsScheduler === undefined) return;
    void host.openRun({ ...run, cluster: { ...run.cluster, ipvsScheduler } });
  };
  const service = services.find((each) => !/^(?:default\/kubernetes|kube-system\/)/.test(each)) ?? services[0];
  return (
    <>
      <Choice
        label={t('mode')}
        value={mode ?? run?.cluster.proxy}
        options={MODES}
        show={(each) => t(`mode.${each}` as NetworkKey)}
        onChoose={begin}
      />
      {mode === 'ipvs' && (
        <Choice
          label={t('scheduler')}
          value={run?.cluster.ipvsScheduler ?? 'rr'}
          options={SCHEDULERS}
          show={(each) => `${each} · ${t(`scheduler.${each}` as NetworkKey)}`}
          onChoose={schedule}
        />
      )}
      <Families />
      <p className="k-soft n-mode-note">
        {t('modeNote')}
        <button
          type="button"
          className="k-btn k-small"
          disabled={service === undefined}
          onClick={() => host.look({ service: host.looking.service ?? service ?? '', closeUp: 'network' })}
        >
          {t('sideBySide')}
        </button>
      </p>
    </>
  );
}

/** The primary family first. */
const FAMILIES = ['IPv4', 'IPv6', 'IPv4,IPv6', 'IPv6,IPv4'] as const;

/** Which addresses the whole cluster has; others begin the run anew with the same inputs. */
function Families(): ReactElement | null {
  const t = useWords(networkWords);
  const host = useHost();
  const run = host.frame?.run;
  if (run === undefined) return null;
  const { dualStack, families = dualStack === true ? ['IPv4', 'IPv6'] : ['IPv4'], ...rest } = run.cluster;
  return (
    <Choice
      label={t('families')}
      value={families.join()}
      options={FAMILIES}
      show={(each) => {
        const [first = '', second] = each.split(',');
        return second === undefined ? first : t('families.dual', { first, second });
      }}
      onChoose={(chosen) => {
        const wanted = (['IPv4', 'IPv6'] as const).filter((family) => chosen.includes(family));
        if (chosen.startsWith('IPv6')) wanted.reverse();
        void host.openRun({ ...run, cluster: { ...rest, families: wanted } });
      }}
    />
  );
}

const FIELDS = ['source', 'destination', 'mark', 'in', 'out'] as const;

function Packet({ walk }: { readonly walk: WalkView }): ReactElement {
  const t = useWords(networkWords);
  const host = useHost();
  const { what, protocol, bytes, before, after, rule, ruleMatched, examined } = walk;
  return (
    <Section
      title={t('packet')}
      note={t('bytes', { protocol, what: packetInWords(what, t), bytes })}
      actions={
        <button
          type="button"
          className="k-btn k-small"
          onClick={() => host.look({ service: undefined, closeUp: 'network' })}
        >
          {t('open')}
        </button>
      }
    >
      <table className="k-table n-header">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {FIELDS.map((field) => (
            <Field key={field} field={field} before={before} after={after} />
          ))}
        </tbody>
      </table>
      <p className="k-soft">{t('examined', { count: examined })}</p>
      {rule !== undefined && (
        <>
          <p>
            <b>{t(ruleMatched ? 'lastHit' : 'lastMiss')}</b>{' '}
            {ruleInWords(rule, t, host.language === 'zh' ? '、' : ', ')}
          </p>
          <pre className="n-listing n-folds">{rule}</pre>
        </>
      )}
    </Section>
  );
}

function Field(props: {
  readonly field: (typeof FIELDS)[number];
  readonly before: PacketHeader;
  readonly after: PacketHeader;
}): ReactElement {
  const t = useWords(networkWords);
  const { field } = props;
  const [was, is] = [props.before[field] || '–', props.after[field] || '–'];
  return (
    <tr>
      <th scope="row">{t(field)}</th>
      <td className="k-mono">{was === is ? was : <del>{was}</del>}</td>
      <td className="k-mono">{was === is ? is : <ins>{is}</ins>}</td>
    </tr>
  );
}

function Endpoints({ endpoints }: { readonly endpoints: WalkView['endpoints'] }): ReactElement {
  const t = useWords(networkWords);
  return (
    <Section title={t('endpoints')}>
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col">{t('address')}</th>
            <th scope="col">{t('where')}</th>
            <th scope="col" className="k-r">
              {t('chance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map(({ address, pod, chance, chosen }) => (
            <tr key={address} className={chosen ? 'k-now' : undefined}>
              <td className={address.startsWith('[') ? 'k-mono' : 'k-mono n-whole'}>{address}</td>
              <td>
                {pod
                  .split(' · ')
                  .map((part) => shorten(part, 22))
                  .join(' · ')}
              </td>
              <td className="k-r">{chance === '' && chosen ? t('turn') : chance}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Connections({ connections }: { readonly connections: NetworkView['connections'] }): ReactElement {
  const t = useWords(networkWords);
  return (
    <Section title={t('connections')} note={t('connectionsNote')}>
      <ul className="k-list p-cells">
        {connections.map(({ id, from, to, outcome, process, seen, packets, examined }) => (
          <li key={id}>
            <b>{`${shorten(from, 22)} → ${to}`}</b> {t(`outcome.${outcome}` as NetworkKey)}
            {process === '' ? '' : `: ${shorten(process, 24)} ${t('seenAs', { seen })}`}
            <span className="k-soft k-num">{` · ${t('said', { packets, count: examined })}`}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
