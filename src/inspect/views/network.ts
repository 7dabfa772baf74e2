import type { AddressRow } from '../../cluster/cni/rows.ts';
import { formatAddress } from '../../cluster/network/address.ts';
import { type ConntrackRow, conntrackLine } from '../../cluster/network/conntrack.ts';
import { listTable } from '../../cluster/network/list.ts';
import { saveRule } from '../../cluster/network/print-rule.ts';
import type { ChainRow, ConnectionRow, CounterRow, PacketRow } from '../../cluster/network/rows.ts';
import { PROBABILITY_ONE, type Rule } from '../../cluster/network/rules.ts';
import type { Step } from '../../engine/index.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type {
  NetworkView,
  PacketHeader,
  WalkedChain,
  WalkedRule,
  WalkStop,
  WalkView,
} from '../../protocol/network-view.ts';
import type { Snapshot } from '../snapshot.ts';

const CHAINS_TABLE = /^network\/(.+)\/chains$/;
const SUBJECT = /^connections\/\d+$/;
/** How far back and ahead of the cursor a packet's steps are looked for. */
const REACH = 30_000;
const SEARCH = 6000;
const MOST_CONNECTIONS = 12;
const MOST_ENTRIES = 8;
/** Of a long chain: rules that did not match are folded, except some at its ends. */
const SHOWN_MISSES = 4;
const SHOWN_AHEAD = 3;

/** A node's packet rules, and the packet that walks through them. */
export function networkView(snapshot: Snapshot, params: ViewParams): NetworkView {
  const nodes = snapshot.tableNames('network/').flatMap((table) => CHAINS_TABLE.exec(table)?.[1] ?? []);
  const seqs = packetSteps(snapshot);
  const walk = seqs === undefined ? undefined : new Walk(snapshot, seqs);
  const node = params.name ?? walk?.node ?? nodes[0];
  const tables = new NodeTables(snapshot, node ?? '');
  const current = walk?.now;
  const chosen =
    params.subject ?? (current !== undefined && walk?.node === node ? `${current.table}/${current.chain}` : undefined);
  return {
    nodes,
    node,
    walk: walk?.view(),
    chains: tables.names(),
    chain: chosen ?? 'nat/KUBE-SERVICES',
    listing: tables.listing(chosen ?? 'nat/KUBE-SERVICES'),
    entries: tables.entries(),
    connections: [...snapshot.table<ConnectionRow>('network/connections').values()]
      .slice(-MOST_CONNECTIONS)
      .map((row) => ({
        id: row.id,
        from: row.from,
        to: row.to,
        outcome: row.outcome,
        process: row.process,
        seen: row.seen,
        packets: row.packets,
        examined: row.examined,
      })),
    senders: ['client', ...nodes, ...podsOf(snapshot, nodes)],
  };
}

function podsOf(snapshot: Snapshot, nodes: readonly string[]): readonly string[] {
  return nodes.flatMap((node) =>
    [...snapshot.table<AddressRow>(`cni/${node}/addresses`).values()].map(({ owner }) => owner),
  );
}

/** The steps of the packet at the cursor, or of the last one before it, in order; those after the cursor too. */
function packetSteps({ journal, cursor }: Snapshot): readonly number[] | undefined {
  const isOf = (seq: number, subject: string) => journal.subjectOf(seq) === subject;
  let at = cursor.position;
  const oldest = Math.max(journal.base, at - SEARCH);
  while (at >= oldest && !(journal.has(at) && SUBJECT.test(journal.subjectOf(at)))) at -= 1;
  if (at < oldest) return undefined;
  const subject = journal.subjectOf(at);
  const seqs: number[] = [];
  for (let seq = at; seq >= Math.max(journal.base, at - REACH); seq -= 1) {
    if (!isOf(seq, subject)) continue;
    seqs.push(seq);
    const kind = journal.kindOf(seq).name;
    if (kind === 'network.sent' || kind === 'network.connect') break;
  }
  seqs.reverse();
  const begun = journal.kindOf(seqs[0] ?? at).name === 'network.sent';
  for (let seq = at + 1; seq < Math.min(journal.end, at + REACH); seq += 1) {
    if (!isOf(seq, subject)) continue;
    const kind = journal.kindOf(seq).name;
    // Before its first packet is sent, a connection shows that packet's way.
    if (kind === 'network.ended' || (kind === 'network.sent' && begun)) break;
    seqs.push(seq);
    if (kind === 'network.sent') break;
  }
  return seqs;
}

const STOPS: { readonly [kind: string]: (args: Step['args']) => Omit<WalkStop, 'seq' | 'state' | 'host'> } = {
  'network.sent': ({ from, source }) => ({ name: String(from), note: String(source), kind: 'host' }),
  'network.hop': ({ in: device, to }) => ({ name: String(device), note: String(to), kind: 'device' }),
  'network.hook': ({ hook }) => ({ name: String(hook), note: '', kind: 'hook' }),
  'network.routed': ({ device, local }) => ({
    name: 'routing',
    note: local === true ? 'local' : String(device),
    kind: 'routing',
  }),
  'network.wrapped': ({ to }) => ({ name: 'flannel.1', note: `vxlan → ${to}`, kind: 'device' }),
  'network.unwrapped': ({ at }) => ({ name: 'flannel.1', note: String(at), kind: 'device' }),
  'network.delivered': ({ to, destination }) => ({
    name: shortName(String(to)),
    note: String(destination),
    kind: 'host',
  }),
  'network.rejected': ({ with: what }) => ({ name: 'REJECT', note: String(what), kind: 'end' }),
  'network.complained': ({ code }) => ({ name: 'ICMP', note: String(code), kind: 'end' }),
  'network.lost': ({ why }) => ({ name: 'lost', note: String(why), kind: 'end' }),
};

function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

const EFFECTS = new Set(['network.rule', 'network.marked', 'network.translated', 'network.rejected']);

interface Now {
  readonly table: string;
  readonly chain: string;
  readonly number: number;
}

interface Visit {
  readonly table: string;
  readonly chain: string;
  readonly depth: number;
  readonly steps: Map<number, Step>;
}

/** One packet as far as the cursor has it. */
class Walk {
  private readonly steps: readonly Step[];
  /** The node whose kernel has the packet, or had it last. */
  readonly node: string | undefined;
  readonly now: Now | undefined;
  private readonly tables: NodeTables;

  constructor(
    private readonly snapshot: Snapshot,
    seqs: readonly number[],
  ) {
    const { journal, cursor } = snapshot;
    this.steps = seqs.map((seq) => journal.step(seq));
    const passed = this.steps.filter(({ seq }) => seq <= cursor.position);
    const inKernel = passed.findLast(({ actor }) => actor.startsWith('network/'));
    this.node = inKernel?.actor.slice('network/'.length);
    const rule = passed.findLast(({ kind }) => kind.name === 'network.rule');
    this.now =
      rule === undefined
        ? undefined
        : { table: String(rule.args.table), chain: String(rule.args.chain), number: Number(rule.args.number) };
    this.tables = new NodeTables(snapshot, this.node ?? '');
  }

  view(): WalkView {
    const { cursor } = this.snapshot;
    const passed = this.steps.filter(({ seq }) => seq <= cursor.position);
    const visits = this.visits(passed);
    const row = this.row();
    const chooser = visits.findLast(({ chain }) => /^KUBE-SV[CL]-/.test(chain));
    const rule = this.current();
    return {
      connection: Number(row?.connection ?? 0),
      what: row?.what ?? '',
      protocol: row?.protocol ?? '',
      bytes: row?.bytes ?? 0,
      node: this.node,
      hook: String(passed.findLast(({ kind }) => kind.name === 'network.hook')?.args.hook ?? ''),
      examined: passed.filter(({ kind }) => kind.name === 'network.rule').length,
      stops: this.stops(),
      chains: visits.map((visit) => this.chain(visit)),
      before: headerOf(this.before() ?? row),
      after: headerOf(row),
      rule: rule === undefined ? undefined : `-A ${this.now?.chain}${saveRule(rule)}`,
      endpoints: chooser === undefined ? [] : this.endpoints(chooser),
    };
  }

  private get key(): string {
    return this.steps[0]?.subject.slice('connections/'.length) ?? '';
  }

  private row(): PacketRow | undefined {
    return this.snapshot.table<PacketRow>('network/packets').get(this.key);
  }

  private before(): PacketRow | undefined {
    const { snapshot } = this;
    const id = snapshot.tableId('network/packets');
    return snapshot.deltas.find(({ table, key }) => table === id && key === this.key)?.before as PacketRow | undefined;
  }

  private current(): Rule | undefined {
    const { now } = this;
    return now === undefined ? undefined : this.tables.chain(now.table, now.chain)?.rules[now.number - 1];
  }

  private stops(): readonly WalkStop[] {
    const { position } = this.snapshot.cursor;
    const found: WalkStop[] = [];
    for (const { seq, kind, args, actor } of this.steps) {
      const make = STOPS[kind.name];
      if (make === undefined) continue;
      const host = actor.slice(actor.indexOf('/') + 1);
      found.push({ ...make(args), host, seq, state: seq > position ? 'ahead' : 'passed' });
    }
    const last = found.findLastIndex(({ state }) => state === 'passed');
    return found.map((stop, at) => (at === last ? { ...stop, state: 'now' } : stop));
  }

  /** Chains of the hook in which the packet is, in the order in which it came to them. */
  private visits(passed: readonly Step[]): readonly Visit[] {
    const begin = this.lastHookWithRules(passed);
    const visits: Visit[] = [];
    const open: Visit[] = [];
    for (const step of passed.slice(begin)) {
      if (step.kind.name === 'network.hook' && step !== passed[begin]) break;
      if (step.kind.name !== 'network.rule') continue;
      const { table, chain, depth } = step.args as { table: string; chain: string; depth: number };
      const known = open[depth];
      if (known === undefined || known.chain !== chain || known.table !== table) {
        open.length = depth;
        const visit = { table, chain, depth, steps: new Map<number, Step>() };
        open[depth] = visit;
        visits.push(visit);
      }
      open.length = depth + 1;
      open[depth]?.steps.set(Number(step.args.number), step);
    }
    return visits;
  }

  private lastHookWithRules(passed: readonly Step[]): number {
    let rules = false;
    for (let at = passed.length - 1; at >= 0; at -= 1) {
      const name = passed[at]?.kind.name;
      if (name === 'network.rule') rules = true;
      if (name === 'network.hook' && rules) return at;
    }
    return 0;
  }

  private chain({ table, chain, depth, steps }: Visit): WalkedChain {
    const row = this.tables.chain(table, chain);
    const rules = row?.rules ?? [];
    const last = Math.max(0, ...steps.keys());
    const shown: WalkedRule[] = [];
    let folded = 0;
    rules.forEach((rule, at) => {
      const step = steps.get(at + 1);
      const matched = step?.args.matched === true;
      const now = step !== undefined && this.isEffect && this.isNow(chain, at + 1);
      const near = at < SHOWN_MISSES || (at + 1 > last - SHOWN_MISSES && at < last + SHOWN_AHEAD);
      if (!matched && !now && !near && rules.length > SHOWN_MISSES * 3) {
        folded += 1;
        return;
      }
      shown.push({ ...this.tables.ruleView(rule, at + 1), ...outcome(step), now, folded });
      folded = 0;
    });
    return { table, name: chain, depth, rules: shown, builtIn: row?.policy !== undefined, total: rules.length, folded };
  }

  /** The cursor is on a rule, or on what that rule did. */
  private get isEffect(): boolean {
    return EFFECTS.has(this.snapshot.step?.kind.name ?? '');
  }

  private isNow(chain: string, number: number): boolean {
    return this.now?.chain === chain && this.now.number === number;
  }

  /** Whom the rules of a Service choose from, and how likely each was. */
  private endpoints({ table, chain, steps }: Visit): WalkView['endpoints'] {
    let rest = 1;
    const found: { address: string; pod: string; chance: string; chosen: boolean }[] = [];
    this.tables.chain(table, chain)?.rules.forEach((rule, at) => {
      const target = rule.target?.kind === 'jump' ? rule.target.chain : '';
      if (!target.startsWith('KUBE-SEP-') || rule.matches.some(({ kind }) => kind === 'recent')) return;
      const random = rule.matches.find((match) => match.kind === 'random');
      const share = random?.kind === 'random' ? random.probability / PROBABILITY_ONE : 1;
      const address = this.tables.destinationOf(table, target);
      const chosen = steps.get(at + 1)?.args.matched === true;
      found.push({ address, pod: this.tables.podAt(address), chance: fraction(rest * share), chosen });
      rest *= 1 - share;
    });
    return found;
  }
}

function outcome(step: Step | undefined): Pick<WalkedRule, 'verdict' | 'why' | 'want' | 'seen' | 'seq'> {
  if (step === undefined) return { verdict: 'ahead', why: '', want: '', seen: '', seq: undefined };
  const { matched, why, want, seen } = step.args;
  return {
    verdict: matched === true ? 'hit' : 'miss',
    why: String(why),
    want: String(want),
    seen: String(seen),
    seq: step.seq,
  };
}

/** Chances of endpoints are one of so many. */
function fraction(share: number): string {
  const parts = Math.round(1 / Math.max(share, 1e-9));
  return Math.abs(1 / parts - share) < 1e-4 ? `1/${parts}` : share.toFixed(3);
}

function headerOf(row: PacketRow | undefined): PacketHeader {
  return {
    source: row?.source ?? '',
    destination: row?.destination ?? '',
    mark: row === undefined ? '' : `0x${row.mark.toString(16)}`,
    in: row?.in ?? '',
    out: row?.out ?? '',
  };
}

/** The tables of one node at the cursor. */
class NodeTables {
  private readonly rows: ReadonlyMap<string, ChainRow>;
  private readonly counters: ReadonlyMap<string, CounterRow>;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly node: string,
  ) {
    this.rows = snapshot.table<ChainRow>(`network/${node}/chains`);
    this.counters = snapshot.table<CounterRow>(`network/${node}/counters`);
  }

  chain(table: string, name: string): ChainRow | undefined {
    return this.rows.get(`${table}/${name}`);
  }

  names(): readonly string[] {
    return [...this.rows.keys()].slice(0, 400).sort();
  }

  ruleView(rule: Rule, number: number): Pick<WalkedRule, 'number' | 'packets' | 'bytes' | 'text' | 'full' | 'target'> {
    const counter = this.counters.get(String(rule.id));
    const full = saveRule(rule).trim();
    return {
      number,
      packets: counter?.packets ?? 0,
      bytes: counter?.bytes ?? 0,
      text: brief(full),
      full,
      target: rule.target?.kind === 'jump' ? rule.target.chain : '',
    };
  }

  destinationOf(table: string, chain: string): string {
    for (const { target } of this.chain(table, chain)?.rules ?? []) if (target?.kind === 'dnat') return target.to;
    return '';
  }

  podAt(address: string): string {
    const ip = address.split(':')[0] ?? '';
    for (const table of this.snapshot.tableNames('cni/')) {
      if (!table.endsWith('/addresses')) continue;
      const owner = this.snapshot.table<AddressRow>(table).get(ip)?.owner;
      if (owner !== undefined) return `${shortName(owner)} · ${table.split('/')[1]}`;
    }
    return '';
  }

  /** `iptables -L -v -n --line-numbers` of one chain. */
  listing(key: string): readonly string[] {
    const [table = '', name = ''] = key.split('/');
    if (table !== 'raw' && table !== 'mangle' && table !== 'nat' && table !== 'filter') return [];
    const row = this.chain(table, name);
    if (row === undefined) return [];
    const source = {
      chains: () => [row],
      counter: (rule: number) => this.counters.get(String(rule)),
      references: () => this.references(table, name),
    };
    return listTable(source, table, { chain: name, verbose: true, lineNumbers: true }) ?? [];
  }

  private references(table: string, name: string): number {
    let count = 0;
    for (const row of this.rows.values()) {
      if (row.table !== table) continue;
      for (const { target } of row.rules) if (target?.kind === 'jump' && target.chain === name) count += 1;
    }
    return count;
  }

  entries(): NetworkView['entries'] {
    const { journal, cursor, engine } = this.snapshot;
    const now = journal.has(cursor.position) ? journal.timeOf(cursor.position) : engine.options.startTime;
    const rows = [...this.snapshot.table<ConntrackRow>(`network/${this.node}/conntrack`).values()];
    const alive = rows.filter(({ expiresAt }) => expiresAt > now);
    return alive
      .slice(-MOST_ENTRIES)
      .reverse()
      .map((row) => ({ id: row.id, line: conntrackLine(row, now), to: formatAddress(row.reply.source) }));
  }
}

/** A rule without its comment and the names of modules. */
function brief(full: string): string {
  return full
    .replace(/-m comment --comment (?:"(?:[^"\\]|\\.)*"|\S+) ?/, '')
    .replace(/-m (?:tcp|udp|sctp|conntrack|mark|addrtype|statistic|recent|nfacct) /g, '')
    .replace(/ --mask 255\.255\.255\.255 --rsource/, '')
    .replace(/-(nfacct-name) +/, '-$1 ');
}
