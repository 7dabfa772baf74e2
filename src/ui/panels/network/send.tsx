import { type FormEvent, type ReactElement, useState } from 'react';
import type { NetworkView, PacketTarget } from '../../../protocol/network-view.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { networkWords } from './strings.ts';

const KINDS = ['http', 'raw', 'udp'] as const;
type Kind = (typeof KINDS)[number];
const OWN = 'own';
const USUAL_PORT = 30_080;

/** A request of one's own: it becomes a line of the shell. */
export function Send({ view }: { readonly view: NetworkView }): ReactElement {
  const t = useWords(networkWords);
  const host = useHost();
  const [from, setFrom] = useState('client');
  const [typed, setTyped] = useState<{ readonly to?: string; readonly port?: string }>({});
  const [kind, setKind] = useState<Kind>('http');
  const targets = view.targets.filter((target) => isFor(target, from));
  // Until somebody types, the first way to a Service of one's own is offered.
  const offered = targets.find(isInviting);
  const { to = offered?.to ?? view.nodes[0] ?? '', port = String(offered?.port ?? USUAL_PORT) } = typed;
  const number = portOf(port);
  const ready = to.trim() !== '' && number !== undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (to.trim() === '' || number === undefined) return;
    const protocol = kind === 'udp' ? 'udp' : 'tcp';
    const packet = { type: 'packet', from, to: to.trim(), port: number, protocol } as const;
    host.give(kind === 'raw' ? { ...packet, raw: true } : packet).catch(() => undefined);
  };
  const chosen = targets.findIndex((target) => target.to === to && String(target.port) === port);
  const choose = (value: string) => {
    const target = value === OWN ? undefined : targets[Number(value)];
    if (target === undefined) return;
    setTyped({ to: target.to, port: String(target.port) });
  };
  const label = ({ name, kind: way, to: at, port: number }: PacketTarget) =>
    `${name} · ${t(`kind.${way}`)} · ${at}:${number}`;
  return (
    <Section title={t('send')}>
      <form className="n-send" onSubmit={send}>
        <label className="n-wide">
          {t('from')}
          <select className="k-field" value={from} onChange={({ target }) => setFrom(target.value)}>
            {view.senders.map((sender) => (
              <option key={sender} value={sender}>
                {sender === 'client' ? t('outside') : sender}
              </option>
            ))}
          </select>
        </label>
        {targets.length > 0 && (
          <label className="n-wide">
            {t('target')}
            <select
              className="k-field"
              value={chosen < 0 ? OWN : String(chosen)}
              onChange={({ target }) => choose(target.value)}
            >
              <option value={OWN}>{t('own')}</option>
              {targets.map((target, at) => (
                <option key={label(target)} value={String(at)}>
                  {label(target)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {t('to')}
          <input className="k-field" value={to} onChange={({ target }) => setTyped({ to: target.value, port })} />
        </label>
        <label>
          {t('port')}
          <input
            className="k-field"
            inputMode="numeric"
            value={port}
            onChange={({ target }) => setTyped({ to, port: target.value })}
            aria-invalid={number === undefined}
          />
        </label>
        <label>
          {t('what')}
          <select className="k-field" value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {t(each)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="k-btn k-small n-go" disabled={!ready}>
          {t('go')}
        </button>
        {number === undefined && (
          <p className="n-wide k-soft" role="alert">
            {t('badPort')}
          </p>
        )}
      </form>
    </Section>
  );
}

function portOf(text: string): number | undefined {
  const number = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : 0;
  return number > 0 && number < 65_536 ? number : undefined;
}

/** Somebody's own Service, rather than those that every cluster has. */
function isInviting({ kind, name }: PacketTarget): boolean {
  const known = name.startsWith('default/kubernetes:') || name.startsWith('kube-system/');
  return !known && (kind === 'node-port' || kind === 'cluster');
}

/** Only Pods resolve names of Services; only from outside does one come by a balancer. */
function isFor({ kind }: PacketTarget, from: string): boolean {
  if (kind === 'dns') return from.includes('/');
  return kind !== 'cluster' || from !== 'client';
}
