// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { NetworkView, WalkedRule } from '../../../protocol/network-view.ts';
import { type Host, HostProvider } from '../../widgets/kit/host.ts';
import { say } from '../../widgets/kit/words.ts';
import { testHost } from '../testdata/test-host.ts';
import { NetworkCloseUp } from './close-up.tsx';
import { placeStops, staircase } from './layout.ts';
import { NetworkPanel } from './network-panel.tsx';
import { ruleInRow, ruleInWords } from './rule-words.ts';
import { networkWords } from './strings.ts';

const rule = (over: Partial<WalkedRule>): WalkedRule => ({
  number: 1,
  packets: 0,
  bytes: 0,
  text: '-d 10.96.0.1/32 -p tcp --dport 443 -j KUBE-SVC-NPX46M4PTMTKRN6Y',
  full: '-d 10.96.0.1/32 -p tcp -m comment --comment "default/kubernetes:https cluster IP" -m tcp --dport 443 -j KUBE-SVC-NPX46M4PTMTKRN6Y',
  target: 'KUBE-SVC-NPX46M4PTMTKRN6Y',
  verdict: 'miss',
  why: 'destination',
  want: '10.96.0.1/32',
  seen: '10.123.0.11',
  seq: 40,
  now: false,
  folded: 0,
  ...over,
});

const view: NetworkView = {
  nodes: ['node-1', 'node-2'],
  node: 'node-1',
  walk: {
    connection: 1,
    what: 'SYN',
    protocol: 'tcp',
    bytes: 60,
    node: 'node-1',
    hook: 'PREROUTING',
    examined: 14,
    stops: [
      { name: 'client', note: '203.0.113.9:51544', host: 'client', kind: 'host', state: 'passed', seq: 30 },
      { name: 'PREROUTING', note: '', host: 'node-1', kind: 'hook', state: 'now', seq: 31 },
      { name: 'routing', note: 'cni0', host: 'node-1', kind: 'routing', state: 'ahead', seq: 60 },
    ],
    chains: [
      {
        table: 'nat',
        name: 'KUBE-SERVICES',
        depth: 1,
        builtIn: false,
        total: 5000,
        folded: 0,
        rules: [
          rule({}),
          rule({ number: 5000, folded: 4998, verdict: 'hit', seq: 45, now: true, packets: 1, bytes: 60 }),
        ],
      },
    ],
    chainsAt: 'PREROUTING',
    decidedOn: undefined,
    before: { source: '203.0.113.9:51544', destination: '10.123.0.11:32198', mark: '0x4000', in: 'eth0', out: '' },
    after: { source: '203.0.113.9:51544', destination: '10.244.2.2:80', mark: '0x4000', in: 'eth0', out: '' },
    rule: '-A KUBE-SEP-HUXRPHBUO34UVPEF -p tcp -m comment --comment "default/nginx" -m tcp -j DNAT --to-destination 10.244.2.2:80',
    ruleMatched: true,
    endpoints: [{ address: '10.244.2.2:80', pod: 'nginx-x · node-2', chance: '1/3', chosen: true }],
  },
  chains: ['nat/KUBE-SERVICES'],
  chain: 'nat/KUBE-SERVICES',
  listing: ['Chain KUBE-SERVICES (2 references)'],
  entries: [{ id: 1, line: 'tcp      6 119 SYN_SENT src=203.0.113.9 dst=10.123.0.11', to: '10.244.2.2' }],
  connections: [
    { id: 1, from: 'client', to: 'node-1:32198', outcome: 'open', process: '', seen: '', packets: 1, examined: 14 },
  ],
  senders: ['client', 'node-1', 'default/nginx-x'],
  targets: [
    { name: 'default/nginx', kind: 'cluster', to: '10.96.0.9', port: 80 },
    { name: 'default/nginx', kind: 'node-port', to: 'node-2', port: 32198 },
  ],
  mode: 'iptables',
  services: ['default/kubernetes:https', 'default/nginx'],
  compare: undefined,
};

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

function show(element: ReactElement, host: Host = testHost()): string {
  act(() => root.render(<HostProvider host={host}>{element}</HostProvider>));
  return page.textContent ?? '';
}

test('the panel shows the header before and after, the chosen endpoint and the listing', () => {
  const text = show(<NetworkPanel view={view} />);
  expect(page.querySelector('del')?.textContent).toBe('10.123.0.11:32198');
  expect(page.querySelector('ins')?.textContent).toBe('10.244.2.2:80');
  expect(text).toContain('Rules it was held against so far: 14');
  expect(text).toContain('nginx-x · node-2');
  expect(text).toContain('Chain KUBE-SERVICES (2 references)');
  expect(text).toContain('its destination becomes 10.244.2.2:80');
});

test('a packet is sent from the panel as an input of the run', () => {
  const host = testHost();
  show(<NetworkPanel view={view} />, host);
  act(() => page.querySelector('form')?.requestSubmit());
  expect(host.calls).toEqual([
    ['give', { type: 'packet', from: 'client', to: 'node-2', port: 32198, protocol: 'tcp' }],
  ]);
});

test('a port that is none is not sent, and said to be none', () => {
  const host = testHost();
  show(<NetworkPanel view={view} />, host);
  const port = page.querySelector<HTMLInputElement>('input[inputmode="numeric"]');
  const type = (text: string) => {
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(port, text);
      port?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    act(() => page.querySelector('form')?.requestSubmit());
  };
  for (const text of ['0', '65536', '1e3', '0x50', '-1', '80;reboot', '']) type(text);
  expect(host.calls).toEqual([]);
  expect(page.querySelector('[role="alert"]')?.textContent).toContain('65535');
  type(' 80 ');
  expect(host.calls).toMatchObject([['give', { port: 80 }]]);
});

test('the close-up walks the chains: verdicts, folded rules, the rule in words', () => {
  const host = testHost();
  const text = show(<NetworkCloseUp view={view} />, host);
  expect(text).toContain('✕ no, 10.123.0.11');
  expect(text).toContain('left out, none matched: 4998');
  const here = page.querySelector<HTMLButtonElement>('[aria-current="step"].n-rule');
  expect(here?.textContent).toContain('[1:60]');
  // A voice hears no signs, and of rules only those that one turns to.
  expect(page.querySelector('.n-verdict [aria-hidden]')?.textContent).toBe('✕ ');
  expect(page.querySelector('.n-words')?.getAttribute('aria-live')).toBe('off');
  act(() => page.querySelector<HTMLButtonElement>('.n-rule')?.focus());
  expect(page.querySelector('.n-words')?.getAttribute('aria-live')).toBe('polite');
  expect(page.querySelector('.n-words')?.textContent).toContain('to port 443');
  act(() => here?.click());
  expect(host.calls).toEqual([['seek', 45]]);
});

test('a packet that met no rule shows those that decided about its connection', () => {
  const walk = { ...(view.walk as NonNullable<NetworkView['walk']>), decidedOn: 'node-2' };
  expect(show(<NetworkCloseUp view={{ ...view, walk }} />)).toMatch(
    /these rules decided about it, at PREROUTING of node-2/,
  );
  expect(page.querySelector('.n-cols')?.textContent).toMatch(/an earlier packet$/);
  expect(show(<NetworkCloseUp view={{ ...view, walk: { ...walk, chains: [] } }} />)).toContain('has met no rule yet');
});

test('the families of addresses of the cluster are chosen; a Latin word keeps its distance from a Chinese one', () => {
  const host = testHost();
  show(<NetworkPanel view={view} />, host);
  const families = [...page.querySelectorAll('select')].find((select) => select.value === 'IPv4');
  act(() => {
    if (families !== undefined) families.value = 'IPv6,IPv4';
    families?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(host.calls).toMatchObject([['openRun', { cluster: { families: ['IPv6', 'IPv4'] } }]]);
  const zh = (key: Parameters<typeof say<keyof typeof networkWords.en>>[2], args?: Parameters<typeof say>[3]) =>
    say(networkWords, 'zh', key, args);
  expect(ruleInWords('-m conntrack --ctstate NEW -j ACCEPT', zh, '、')).toBe(
    '连接状态为 NEW 的数据包：在这个表中放行。',
  );
});

test('rules are details: in the close-up one chooses to stop at each of them', () => {
  const chosen: string[] = [];
  show(<NetworkCloseUp view={view} grain="step" onGrain={(grain) => void chosen.push(grain)} />);
  const box = page.querySelector<HTMLInputElement>('.n-each input');
  expect(box?.checked).toBe(false);
  act(() => box?.click());
  expect(chosen).toEqual(['detail']);
});

test('another mode begins the run anew; one Service is shown in each mode', () => {
  const host = testHost();
  show(<NetworkPanel view={view} />, host);
  const mode = [...page.querySelectorAll('select')].find((select) => select.value === 'iptables');
  act(() => {
    if (mode === undefined) return;
    mode.value = 'ipvs';
    mode.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(host.calls).toMatchObject([['openRun', { cluster: { proxy: 'ipvs' } }]]);
  const column = (mode: string, real: boolean) => ({
    mode,
    node: 'node-1',
    real,
    blocks: [{ title: 'KUBE-SERVICES', lines: ['-d 10.96.0.9 -j KUBE-SVC-X'] }],
    examined: 6,
    choice: 'lots' as const,
  });
  const compare = { service: 'default/nginx', modes: [column('iptables', true), column('ipvs', false)], nodes: [] };
  const looking = testHost({ looking: { service: 'default/nginx' } });
  const text = show(<NetworkCloseUp view={{ ...view, compare }} />, looking);
  expect(text).toMatch(/iptables[\s\S]*this cluster[\s\S]*IPVS[\s\S]*as it would be/);
});

test('both speak Chinese, and say what to do where nothing was sent', () => {
  expect(show(<NetworkPanel view={view} />, testHost({ language: 'zh' }))).toMatch(
    /数据包[\s\S]*发送数据包[\s\S]*端点/,
  );
  expect(show(<NetworkCloseUp view={{ ...view, walk: undefined }} />, testHost({ language: 'zh' }))).toContain(
    '还没有发送过数据包',
  );
  expect(Object.keys(networkWords.zh)).toEqual(Object.keys(networkWords.en));
});

describe('rules in words', () => {
  const words = (text: string) => ruleInWords(text, (key, args) => say(networkWords, 'en', key, args), ', ');
  it.each([
    ['-j KUBE-SERVICES', 'Any packet: it goes through chain KUBE-SERVICES.'],
    [
      '! -s 10.244.0.0/16 -d 10.96.0.1/32 -p tcp -m tcp --dport 443 -j KUBE-MARK-MASQ',
      'A packet not from 10.244.0.0/16, to 10.96.0.1, of protocol tcp, to port 443: it goes through chain KUBE-MARK-MASQ.',
    ],
    [
      '-m statistic --mode random --probability 0.33333333349 -j KUBE-SEP-X',
      'A packet that wins a draw with chance 0.333: it goes through chain KUBE-SEP-X.',
    ],
    [
      '-m conntrack --ctstate INVALID -j DROP',
      'A packet whose connection is INVALID: it disappears, and nobody is told.',
    ],
    [
      '-m set --match-set KUBE-LOOP-BACK dst,dst,src -j MASQUERADE',
      'A packet whose destination, port, source is in KUBE-LOOP-BACK: its source becomes the address of this node on the way out, so that the answer comes back here.',
    ],
    [
      '-p tcp -m set --match-set KUBE-NODE-PORT-TCP dst -j KUBE-MARK-MASQ',
      'A packet of protocol tcp, whose port is in KUBE-NODE-PORT-TCP: it goes through chain KUBE-MARK-MASQ.',
    ],
    [
      '-p tcp -j REDIRECT --to-ports 40001',
      'A packet of protocol tcp: its destination becomes port 40001 of this machine.',
    ],
    ['-j MARK --set-xmark 0x4000/0x0', 'Any packet: its mark becomes ^ 0x4000; it goes on with the next rule.'],
  ])('%s', (text, expected) => {
    expect(words(text)).toBe(expected);
  });
});

describe('layout', () => {
  it('keeps the packet in sight of a long way', () => {
    const stops = Array.from({ length: 40 }, (_, seq) => ({
      ...(view.walk?.stops[0] as NonNullable<NetworkView['walk']>['stops'][number]),
      seq,
      state: seq < 25 ? ('passed' as const) : seq === 25 ? ('now' as const) : ('ahead' as const),
    }));
    const placed = placeStops(stops, 760, 10);
    expect(placed).toHaveLength(10);
    expect(placed.some(({ seq }) => seq === 25)).toBe(true);
    expect(placed.every(({ x }) => x >= 0 && x <= 760)).toBe(true);
  });

  it('is as high as its rows', () => {
    const stair = staircase(view.walk?.chains ?? []);
    expect(stair.height).toBe(26 + 3 * 22);
    expect(stair.marks.map(({ kind }) => kind)).toEqual(['chain', 'miss', 'now']);
  });
});

it('a row of a rule keeps where the rule leads, and tells hashed chains by their first and last letters', () => {
  expect(ruleInRow('! -s 10.244.0.0/16 -d 10.96.0.1/32 -p tcp --dport 443 -j KUBE-MARK-MASQ')).toEqual({
    condition: '! -s 10.244.0.0/16 -d 10.96.0.1/32 -p tcp --dport 443 ',
    target: '-j KUBE-MARK-MASQ',
  });
  expect(ruleInRow('-d 10.96.0.1/32 -j KUBE-SVC-NPX46M4PTMTKRN6Y').target).toBe('-j KUBE-SVC-NPX46…TKRN6Y');
  expect(ruleInRow('TCP 10.96.0.77:80 rr')).toEqual({ condition: 'TCP 10.96.0.77:80 rr', target: '' });
});
