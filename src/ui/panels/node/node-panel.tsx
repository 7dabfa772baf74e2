import type { ReactElement, ReactNode } from 'react';
import type { NodeView } from '../../../protocol/views.ts';
import { Choice } from '../../widgets/kit/choice.tsx';
import { duration, shorten } from '../../widgets/kit/format.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Empty, Section, Tick } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { Breaker } from '../breaker.tsx';
import { useSaid } from '../said.ts';
import { OfKubelet } from './of-kubelet.tsx';
import { nodeWords } from './strings.ts';

/** A node from the inside: what its kubelet asked of runtime and network, and what exists there now. */
export function NodePanel({ view }: { readonly view: NodeView }): ReactElement {
  const t = useWords(nodeWords);
  const host = useHost();
  if (view.names.length === 0)
    return (
      <div className="k-pad">
        <Empty>{t('node.none')}</Empty>
      </div>
    );
  return (
    <>
      <section className="k-sec">
        <Choice
          label={t('node.choose')}
          value={view.node}
          options={view.names}
          onChoose={(node) => host.look({ node })}
        />
        {view.node !== undefined && <KubeletSwitch node={view.node} isStopped={view.stopped !== undefined} />}
      </section>
      <Did did={view.did} />
      <Resources resources={view.resources} />
      <Workers workers={view.workers} />
      <Conditions of={view.conditionsOf} conditions={view.conditions} />
      <Containers view={view} />
      <OfKubelet view={view} />
      <Pairs name="images" title={t('node.images')} note={String(view.images.length)}>
        {view.images.map(({ name, size }) => (
          <li key={name}>
            <span className="k-mono">{name}</span>
            <span className="k-soft k-num">{size}</span>
          </li>
        ))}
      </Pairs>
      <Pairs title={t('node.addresses')} note={String(view.addresses.length)}>
        {view.addresses.map(({ ip, owner }) => (
          <li key={ip}>
            <span className="k-mono">{ip}</span>
            <span className="k-soft">{shorten(owner, 28)}</span>
          </li>
        ))}
      </Pairs>
      <Files files={view.files ?? []} />
      <StillEmpty view={view} />
    </>
  );
}

/** A kubelet that is stopped leaves its containers running; after some time its node counts as lost. */
function KubeletSwitch({ node, isStopped }: { readonly node: string; readonly isStopped: boolean }): ReactElement {
  const t = useWords(nodeWords);
  return (
    <p className="p-break">
      <Breaker input={{ type: 'kubelet', node, state: isStopped ? 'running' : 'stopped' }}>
        {t(isStopped ? 'node.startKubelet' : 'node.stopKubelet')}
      </Breaker>{' '}
      {isStopped && <span className="k-note">{t('node.kubeletStopped')}</span>}
    </p>
  );
}

/** A part of the panel that is one list; what is empty is named at the end instead. */
function Pairs(props: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly name?: string;
  readonly children: readonly ReactNode[];
}): ReactElement | null {
  const { children, ...head } = props;
  if (children.length === 0) return null;
  return (
    <Section {...head}>
      <ul className="k-list p-pairs">{children}</ul>
    </Section>
  );
}

function Files({ files }: { readonly files: NonNullable<NodeView['files']> }): ReactElement | null {
  const t = useWords(nodeWords);
  if (files.length === 0) return null;
  return (
    <Section name="names" title={t('node.files')} note={String(files.length)}>
      {files.map(({ pod, resolvConf, hosts }, place) => (
        <details key={pod} open={place === 0}>
          <summary className="k-mono">{shorten(pod, 36)}</summary>
          <pre className="k-mono">{`# /etc/resolv.conf\n${resolvConf}\n# /etc/hosts\n${hosts}`}</pre>
        </details>
      ))}
    </Section>
  );
}

/** What there may be on a node and is not yet: one line instead of a column of empty parts. */
function StillEmpty({ view }: { readonly view: NodeView }): ReactElement | null {
  const t = useWords(nodeWords);
  const parts: readonly (readonly [name: string, rows: readonly unknown[]])[] = [
    [t('node.workers'), view.workers],
    [t('node.conditions'), view.conditions],
    [t('node.sandboxes'), view.sandboxes],
    [t('node.containers'), view.containers],
    [t('node.images'), view.images],
    [t('node.addresses'), view.addresses],
    [t('node.files'), view.files ?? []],
  ];
  const empty = parts.filter(([, rows]) => rows.length === 0);
  if (empty.length === 0) return null;
  return (
    <Section title={t('node.stillEmpty')}>
      <ul className="k-chips">
        {empty.map(([name]) => (
          <li key={name} className="k-chip k-soft">
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Did({ did }: { readonly did: NodeView['did'] }): ReactElement {
  const t = useWords(nodeWords);
  const host = useHost();
  return (
    <Section name="did" title={t('node.did')} note={t('node.didNote')}>
      {did.length === 0 ? (
        <Empty>{t('node.nothing')}</Empty>
      ) : (
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">{t('node.what')}</th>
              <th scope="col">{t('node.through')}</th>
              <th scope="col" className="k-r">
                {t('node.took')}
              </th>
            </tr>
          </thead>
          <tbody>
            {did.map((call) => (
              <tr key={call.seq} className={call.now ? 'k-now' : undefined}>
                <td>
                  <span className="p-did">
                    <span>{call.tookMicros !== undefined && !call.now && <Tick ok word="" />}</span>
                    <button type="button" className="k-link" onClick={() => host.seek(call.seq)}>
                      {call.what}
                    </button>
                  </span>
                </td>
                <td>{call.through}</td>
                <td className="k-r k-num">{call.tookMicros ? duration(call.tookMicros) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** What the machine has, what Pods may have of it, and what is promised to them. */
function Resources({ resources = [] }: Pick<NodeView, 'resources'>): ReactElement | null {
  const t = useWords(nodeWords);
  if (resources.length === 0) return null;
  return (
    <Section name="resources" title={t('node.resources')} note={t('node.resourcesNote')}>
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col">{t('node.resource')}</th>
            <th scope="col">{t('node.capacity')}</th>
            <th scope="col">{t('node.allocatable')}</th>
            <th scope="col">{t('node.requested')}</th>
            <th scope="col">{t('node.limits')}</th>
          </tr>
        </thead>
        <tbody>
          {resources.map(({ name, capacity, allocatable, requested, limits }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="k-num">{capacity}</td>
              <td className="k-num">{allocatable}</td>
              <td className="k-num">{requested}</td>
              <td className="k-num">{limits}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Workers({ workers }: { readonly workers: NodeView['workers'] }): ReactElement | null {
  const t = useWords(nodeWords);
  const said = useSaid();
  if (workers.length === 0) return null;
  return (
    <Section title={t('node.workers')} note={t('node.workersNote')}>
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col">{t('node.pod')}</th>
            <th scope="col">{t('node.state')}</th>
          </tr>
        </thead>
        <tbody>
          {workers.map(({ pod, state, now }) => (
            <tr key={pod} className={now ? 'k-now' : undefined}>
              <td className="k-mono">{pod}</td>
              <td>{said(state)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Conditions({
  of = '',
  conditions,
}: {
  readonly of: string | undefined;
  readonly conditions: NodeView['conditions'];
}): ReactElement {
  const t = useWords(nodeWords);
  return (
    <Pairs title={t('node.conditions')} note={<span className="k-mono">{shorten(of, 30)}</span>}>
      {conditions.map(({ type, status, reason }) => (
        <li key={type}>
          <span>
            {type}
            {reason !== '' && <span className="p-last">{reason}</span>}
          </span>
          <Tick ok={isFine(type, status)} word={status} />
        </li>
      ))}
    </Pairs>
  );
}

const BAD_NEWS = /Pressure$|Unavailable$|^DisruptionTarget$|^PodResize|^AllContainersRestarting$/;

/** What tells of trouble or of work to come is fine when it is False; the others when they are True. */
export function isFine(type: string, status: string): boolean {
  return status === (BAD_NEWS.test(type) ? 'False' : 'True');
}

function Containers({ view }: { readonly view: NodeView }): ReactElement {
  const t = useWords(nodeWords);
  const said = useSaid();
  return (
    <>
      <Pairs title={t('node.sandboxes')} note={t('node.sandboxesNote')}>
        {view.sandboxes.map(({ id, pod, ip, ready }) => (
          <li key={id}>
            <span>
              <span className="k-mono">{shorten(pod, 30)}</span>
              <span className="p-last k-mono">
                {id.slice(0, 13)} {ip}
              </span>
            </span>
            <Tick ok={ready} word={ready ? t('node.ready') : t('node.notReady')} />
          </li>
        ))}
      </Pairs>
      <Pairs title={t('node.containers')} note={String(view.containers.length)}>
        {view.containers.map(({ id, name, pod, image, state }) => (
          <li key={id}>
            <span>
              <b>{name}</b> <span className="k-mono">{image}</span>
              <span className="p-last k-mono">
                {id.slice(0, 13)} {shorten(pod, 28)}
              </span>
            </span>
            <span>{said(state)}</span>
          </li>
        ))}
      </Pairs>
    </>
  );
}
