import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { IptablesTable } from '../../ports/netfilter.ts';
import { doing, testEngine, withoutDates } from '../testing.ts';
import { RuleTables } from './rule-tables.ts';
import { TABLES } from './rules.ts';

function recorded(name: string): { readonly [file: string]: string } {
  return JSON.parse(gunzipSync(readFileSync(`testdata/network/${name}.json.gz`)).toString('utf8'));
}

const ALL = { noFlush: false, counters: true };
const PART = { noFlush: true, counters: true };

function tables() {
  const { engine, ctx } = testEngine();
  const rules = new RuleTables(engine, 'node-1');
  return {
    rules,
    engine,
    restore: (text: string, options = PART) => doing(engine, () => rules.restore(ctx, text, options)),
    saved: (table: IptablesTable, counters = false) => rules.save(table, counters).join('\n'),
    ensure: (table: IptablesTable, chain: string, rule: string) =>
      doing(engine, () => rules.ensureRule(ctx, table, chain, 'prepend', rule)),
  };
}

function tableOf(text: string): IptablesTable {
  return TABLES.find((table) => text.includes(`\n*${table}\n`)) ?? 'filter';
}

/** A service port with ten endpoints, as kube-proxy writes it. */
function bigText(services: number): string {
  const chains = ['*nat', ':KUBE-SERVICES - [0:0]', ':KUBE-MARK-MASQ - [0:0]'];
  const rules: string[] = [];
  for (let at = 0; at < services; at += 1) {
    const service = `KUBE-SVC-ABCDEFGHIJ${String(at).padStart(6, '0')}`;
    const address = `10.96.${at >> 8}.${at & 255}`;
    chains.push(`:${service} - [0:0]`);
    rules.push(
      `-A KUBE-SERVICES -m comment --comment "ns/svc-${at} cluster IP" -m tcp -p tcp -d ${address} --dport 80 -j ${service}`,
    );
    for (let endpoint = 0; endpoint < 10; endpoint += 1) {
      const chain = `KUBE-SEP-ABCDEFG${String(at).padStart(6, '0')}${String(endpoint).padStart(3, '0')}`;
      chains.push(`:${chain} - [0:0]`);
      rules.push(
        `-A ${service} -m comment --comment "ns/svc-${at} -> 10.244.1.${endpoint}:80" -m statistic --mode random --probability 0.1000000000 -j ${chain}`,
        `-A ${chain} -m comment --comment ns/svc-${at} -s 10.244.1.${endpoint} -j KUBE-MARK-MASQ`,
        `-A ${chain} -m comment --comment ns/svc-${at} -m tcp -p tcp -j DNAT --to-destination 10.244.1.${endpoint}:80`,
      );
    }
  }
  return [...chains, ...rules, 'COMMIT', ''].join('\n');
}

describe('rules as their tools read and print them', () => {
  const dumps = Object.entries(recorded('kubeproxy-dumps')).filter(([name]) => !name.startsWith('ipvs'));
  const counted = Object.entries(recorded('nodeport')).filter(([name]) => name.endsWith('-save.txt'));

  it('NF1: every dump of a real kube-proxy survives reading and printing', () => {
    expect(dumps.length).toBeGreaterThan(50);
    for (const [name, text] of dumps) {
      const { restore, saved } = tables();
      expect(restore(text, ALL), name).toBeUndefined();
      expect(saved(tableOf(text)), name).toBe(withoutDates(text));
    }
  });

  it('NF1: so do counters', () => {
    expect(counted.length).toBeGreaterThan(4);
    for (const [name, text] of counted) {
      const { restore, saved } = tables();
      restore(text, ALL);
      expect(saved('nat', true), name).toBe(withoutDates(text));
    }
  });

  it('NF2: a partial text empties and deletes what it names and nothing else', () => {
    const { restore, saved } = tables();
    restore('*nat\n:A - [0:0]\n:B - [0:0]\n:C - [0:0]\n-A A -j B\n-A C -j RETURN\n-A PREROUTING -j A\nCOMMIT\n');
    expect(restore('*nat\n:A - [0:0]\n:B - [0:0]\n-A A -j C\n-X B\nCOMMIT\n')).toBeUndefined();
    expect(saved('nat')).toBe(
      [
        '*nat',
        ':PREROUTING ACCEPT [0:0]',
        ':INPUT ACCEPT [0:0]',
        ':OUTPUT ACCEPT [0:0]',
        ':POSTROUTING ACCEPT [0:0]',
        ':A - [0:0]',
        ':C - [0:0]',
        '-A PREROUTING -j A',
        '-A A -j C',
        '-A C -j RETURN',
        'COMMIT',
      ].join('\n'),
    );
  });

  it('NF2: without noflush the table holds what the text says and nothing else', () => {
    const { restore, saved } = tables();
    restore('*nat\n:A - [0:0]\n-A PREROUTING -j A\nCOMMIT\n');
    restore('*nat\n:B - [0:0]\n-A OUTPUT -j B\nCOMMIT\n', ALL);
    expect(saved('nat')).not.toContain('-j A');
    expect(saved('nat')).not.toContain(':A');
  });

  const usage = (message: string, line: number) =>
    `${message}\nError occurred at line: ${line}\nTry \`iptables-restore -h' or 'iptables-restore --help' for more information.\n`;
  const tool = 'iptables-restore v1.8.9 (nf_tables): ';

  it.each([
    ['-A A -j NOPE', usage(`${tool}Chain 'NOPE' does not exist`, 4)],
    ['-A NOCHAIN -j ACCEPT', 'iptables-restore: line 3 failed: No chain/target/match by that name.\n'],
    ['-A A --bogus 1 -j ACCEPT', usage(`${tool}unknown option "--bogus"`, 3)],
    ['-X NOTHERE', 'iptables-restore: line 3 failed: No chain/target/match by that name.\n'],
    ['-A A -p tcp -m tcp --dport 99999', usage(`${tool}invalid port/service \`99999' specified`, 3)],
    [
      '-A A -j DNAT --to-destination 1.2.3.4:80',
      usage(`${tool}Need TCP, UDP, SCTP or DCCP with port specification`, 3),
    ],
    ['-A A -s 300.1.1.1', usage(`${tool}host/network \`300.1.1.1' not found`, 3)],
    ['-A A -m nosuch', usage(`${tool}Couldn't load match \`nosuch':No such file or directory\n`, 3)],
    ['-A A -j REJECT', `${tool}\nline 3: RULE_APPEND failed (Invalid argument): rule in chain A\n`],
    ['hello', usage("Bad argument `hello'", 3)],
    [
      ':KUBE-THIS-NAME-IS-MUCH-TOO-LONG-X - [0:0]',
      usage(`${tool}chain name \`KUBE-THIS-NAME-IS-MUCH-TOO-LONG-X' too long (must be under 29 chars)`, 3),
    ],
  ])('NF3: %s is refused', (line, message) => {
    const { restore, saved, rules } = tables();
    const before = saved('nat');
    expect(restore(`*nat\n:A - [0:0]\n${line}\nCOMMIT\n`)).toBe(message);
    expect(saved('nat')).toBe(before);
    expect(rules.rows.size).toBe(0);
  });

  it('NF3: a chain that a rule leads to cannot go, and a text must end', () => {
    const { restore } = tables();
    restore('*nat\n:A - [0:0]\n:B - [0:0]\n-A A -j B\nCOMMIT\n');
    expect(restore('*nat\n-X B\nCOMMIT\n')).toBe(
      'iptables-restore v1.8.9 (nf_tables): \nline 3: CHAIN_DEL failed (Device or resource busy): chain B\n',
    );
    expect(restore('*nat\n-X B\n')).toBe('iptables-restore: COMMIT expected at line 3\n');
  });

  it('NF4, NF5: each module is printed in the one way of the tool, in both forms', () => {
    const { restore, rules } = tables();
    restore(
      `*filter\n:A - [0:0]\n:B - [0:0]\n${WRITTEN.map((line) => (line.startsWith('[') ? line : `-A A ${line}`)).join('\n')}\nCOMMIT\n`,
    );
    expect(rules.save('filter').filter((line) => line.startsWith('-A A'))).toEqual(SAVED.map((line) => `-A A${line}`));
    const listing = rules.list('filter', { chain: 'A', verbose: true, lineNumbers: true, protocolNumbers: true });
    expect(listing).toEqual(LISTED);
  });

  it('NF5: the listing of a real kube-proxy after real traffic', () => {
    const files = recorded('nodeport');
    let compared = 0;
    for (const [name, text] of counted) {
      const listing = files[name.replace('nat-save', 'nat-counters')];
      if (listing === undefined) continue;
      const { restore, rules } = tables();
      restore(text, ALL);
      const printed = rules.list('nat', { verbose: true, exact: true, protocolNumbers: true });
      expect(printed.join('\n'), name).toBe(listing.replace(/\n$/, ''));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(4);
  });

  it('NF6: a counter stays with its rule', () => {
    const { restore, ensure, rules } = tables();
    restore('*nat\n:A - [0:0]\n[5:300] -A A -j RETURN\nCOMMIT\n');
    expect(ensure('nat', 'A', '-p tcp --dport 80 -j ACCEPT')).toBe(true);
    expect(ensure('nat', 'A', '-p tcp -m tcp --dport 80 -j ACCEPT')).toBe(false);
    expect(rules.save('nat', true).slice(-3)).toEqual([
      '[0:0] -A A -p tcp -m tcp --dport 80 -j ACCEPT',
      '[5:300] -A A -j RETURN',
      'COMMIT',
    ]);
    restore('*nat\n:A - [0:0]\nCOMMIT\n');
    expect(rules.counters.size).toBe(0);
  });
});

it('NF7: reading grows with the text and not with its square', () => {
  const { engine, ctx } = testEngine('off');
  const rules = new RuleTables(engine, 'node-1');
  doing(engine, () => rules.restore(ctx, bigText(500), PART));
  expect(rules.rows.size).toBe(2 + 500 * 11);
  expect(rules.references('nat', 'KUBE-MARK-MASQ')).toBe(5000);
});

const WRITTEN = [
  '-p tcp -j REJECT --reject-with tcp-reset',
  '-j REJECT',
  '-j LOG --log-prefix "hi there"',
  '-m conntrack --ctstate RELATED,NEW,INVALID,UNTRACKED,SNAT,DNAT',
  '-m recent --set --name x --rsource',
  '-m recent --update --seconds 5 --hitcount 3 --name x --rsource',
  '-m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-X --mask 255.255.255.255 --rsource -j ACCEPT',
  '-m mark --mark 5/7',
  '-m state --state NEW',
  '-p tcp -m tcp --dport 1:65535',
  '-g B',
  '! -p tcp -d 1.2.3.4',
  '! -s 1.2.3.4',
  '-m statistic --mode random ! --probability 0.25',
  '-m recent ! --rcheck --name y --rdest',
  '-m limit --limit 5/sec --limit-burst 9',
  '-m comment --comment "x y" -p tcp --dport 80 -m mark --mark 4 -j MARK --set-mark 5',
  '-j MARK --or-mark 0x4000',
  '-j MARK --xor-mark 0x4000',
  '-j MARK --and-mark 0xff',
  '-p 132 -m sctp --dport 80 -j RETURN',
  '-i eth+ ! -o lo -j ACCEPT',
  '-m addrtype ! --dst-type LOCAL --limit-iface-in -j ACCEPT',
  '-m statistic --mode nth --every 3 --packet 0 -j B',
  '-p tcp -m tcp ! --syn -j ACCEPT',
  '-p udp -m multiport --dports 80,90:95 -j B',
  '-p tcp -m tcp --sport 1:5 ! --dport 7 -m comment --comment noquote',
  '[123456:99999999] -A A',
];

const SAVED = [
  ' -p tcp -j REJECT --reject-with tcp-reset',
  ' -j REJECT --reject-with icmp-port-unreachable',
  ' -j LOG --log-prefix "hi there"',
  ' -m conntrack --ctstate INVALID,NEW,RELATED,UNTRACKED,SNAT,DNAT',
  ' -m recent --set --name x --mask 255.255.255.255 --rsource',
  ' -m recent --update --seconds 5 --hitcount 3 --name x --mask 255.255.255.255 --rsource',
  ' -m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-X --mask 255.255.255.255 --rsource -j ACCEPT',
  ' -m mark --mark 0x5/0x7',
  ' -m state --state NEW',
  ' -p tcp -m tcp --dport 1:65535',
  ' -g B',
  ' -d 1.2.3.4/32 ! -p tcp',
  ' ! -s 1.2.3.4/32',
  ' -m statistic --mode random ! --probability 0.25000000000',
  ' -m recent ! --rcheck --name y --mask 255.255.255.255 --rdest',
  ' -m limit --limit 5/sec --limit-burst 9',
  ' -p tcp -m comment --comment "x y" -m tcp --dport 80 -m mark --mark 0x4 -j MARK --set-xmark 0x5/0xffffffff',
  ' -j MARK --set-xmark 0x4000/0x4000',
  ' -j MARK --set-xmark 0x4000/0x0',
  ' -j MARK --set-xmark 0x0/0xffffff00',
  ' -p sctp -m sctp --dport 80 -j RETURN',
  ' -i eth+ ! -o lo -j ACCEPT',
  ' -m addrtype ! --dst-type LOCAL --limit-iface-in -j ACCEPT',
  ' -m statistic --mode nth --every 3 --packet 0 -j B',
  ' -p tcp -m tcp ! --tcp-flags FIN,SYN,RST,ACK SYN -j ACCEPT',
  ' -p udp -m multiport --dports 80,90:95 -j B',
  ' -p tcp -m tcp --sport 1:5 ! --dport 7 -m comment --comment noquote',
  '',
];

/** Printed by the real tool, version 1.8.9, for the same lines. */
const LISTED = [
  'Chain A (0 references)',
  'num   pkts bytes target     prot opt in     out     source               destination         ',
  '1        0     0 REJECT     6    --  *      *       0.0.0.0/0            0.0.0.0/0            reject-with tcp-reset',
  '2        0     0 REJECT     0    --  *      *       0.0.0.0/0            0.0.0.0/0            reject-with icmp-port-unreachable',
  '3        0     0 LOG        0    --  *      *       0.0.0.0/0            0.0.0.0/0            LOG flags 0 level 4 prefix "hi there"',
  '4        0     0            0    --  *      *       0.0.0.0/0            0.0.0.0/0            ctstate INVALID,NEW,RELATED,UNTRACKED,SNAT,DNAT',
  '5        0     0            0    --  *      *       0.0.0.0/0            0.0.0.0/0            recent: SET name: x side: source mask: 255.255.255.255',
  '6        0     0            0    --  *      *       0.0.0.0/0            0.0.0.0/0            recent: UPDATE seconds: 5 hit_count: 3 name: x side: source mask: 255.255.255.255',
  '7        0     0 ACCEPT     0    --  *      *       0.0.0.0/0            0.0.0.0/0            recent: CHECK seconds: 10800 reap name: KUBE-SEP-X side: source mask: 255.255.255.255',
  '8        0     0            0    --  *      *       0.0.0.0/0            0.0.0.0/0            mark match 0x5/0x7',
  '9        0     0            0    --  *      *       0.0.0.0/0            0.0.0.0/0            state NEW',
  '10       0     0            6    --  *      *       0.0.0.0/0            0.0.0.0/0            tcp dpts:1:65535',
  '11       0     0 B          0    --  *      *       0.0.0.0/0            0.0.0.0/0           [goto] ',
  '12       0     0           !6    --  *      *       0.0.0.0/0            1.2.3.4             ',
  '13       0     0            0    --  *      *      !1.2.3.4              0.0.0.0/0           ',
  '14       0     0            0    --  *      *       0.0.0.0/0            0.0.0.0/0            statistic mode random ! probability 0.25000000000',
  '15       0     0            0    --  *      *       0.0.0.0/0            0.0.0.0/0            ! recent: CHECK name: y side: dest mask: 255.255.255.255',
  '16       0     0            0    --  *      *       0.0.0.0/0            0.0.0.0/0            limit: avg 5/sec burst 9',
  '17       0     0 MARK       6    --  *      *       0.0.0.0/0            0.0.0.0/0            /* x y */ tcp dpt:80 mark match 0x4 MARK set 0x5',
  '18       0     0 MARK       0    --  *      *       0.0.0.0/0            0.0.0.0/0            MARK or 0x4000',
  '19       0     0 MARK       0    --  *      *       0.0.0.0/0            0.0.0.0/0            MARK xor 0x4000',
  '20       0     0 MARK       0    --  *      *       0.0.0.0/0            0.0.0.0/0            MARK and 0xff',
  '21       0     0 RETURN     132  --  *      *       0.0.0.0/0            0.0.0.0/0            sctp dpt:80',
  '22       0     0 ACCEPT     0    --  eth+   !lo     0.0.0.0/0            0.0.0.0/0           ',
  '23       0     0 ACCEPT     0    --  *      *       0.0.0.0/0            0.0.0.0/0            ADDRTYPE match dst-type !LOCAL limit-in',
  '24       0     0 B          0    --  *      *       0.0.0.0/0            0.0.0.0/0            statistic mode nth every 3',
  '25       0     0 ACCEPT     6    --  *      *       0.0.0.0/0            0.0.0.0/0            tcp flags:!0x17/0x02',
  '26       0     0 B          17   --  *      *       0.0.0.0/0            0.0.0.0/0            multiport dports 80,90:95',
  '27       0     0            6    --  *      *       0.0.0.0/0            0.0.0.0/0            tcp spts:1:5 dpt:!7 /* noquote */',
  '28    123K  100M            0    --  *      *       0.0.0.0/0            0.0.0.0/0           ',
];
