// Models the kernel's net/netfilter/nf_tables_core.c nft_do_chain, nft_lookup.c and nft_numgen.c: a packet in the chains of a table (v1.36)

import { contains, formatAddress, parseAddress, parseCidr } from '../../../base/address.ts';
import type { Random } from '../../../engine/index.ts';
import type { Target } from '../iptables/rules.ts';
import { type NftField, type NftStatement, type NftVerdict, parseVerdict } from '../nft/parse.ts';
import type { NftChainRow, NftRuleRow } from '../nft/rows.ts';
import type { NftTables } from '../nft/tables.ts';
import { endText, type Packet, protocolText } from '../packets/packet.ts';
import type { Standing } from './conntrack.ts';
import { type Host, isLocal } from './host.ts';
import type { Why } from './match.ts';

/** One rule that was looked at: whether it matched, what it asked for and what the packet had. */
export interface NftFinding {
  readonly matched: boolean;
  readonly why: Why;
  readonly want: string;
  readonly seen: string;
  /** The verdict or the translation of the rule. */
  readonly target: string;
}

/** The packet that walks, and what it lets be done to itself. */
export interface NftWalker<D> {
  readonly host: Host;
  readonly packet: Packet;
  readonly standing: Standing;
  readonly translated: boolean;
  readonly random: Random;
  /** One rule was looked at: a step. */
  found(row: NftChainRow, rule: NftRuleRow, at: number, depth: number, finding: NftFinding): void;
  act(target: Target): D | 'return' | undefined;
}

const MOST_JUMPS = 16;

/** Walks one chain; `return` when nothing in it decided. */
export function walkNft<D>(tables: NftTables, walker: NftWalker<D>, row: NftChainRow, depth = 0): D | 'return' {
  if (depth > MOST_JUMPS) return 'return';
  for (const [at, rule] of row.rules.entries()) {
    const { finding, verdict, targets, remember } = new Trial(tables, walker, rule).run();
    walker.found(row, rule, at, depth, finding);
    for (const [set, key] of remember) tables.update(set, key);
    for (const target of targets) {
      const decided = walker.act(target);
      if (decided !== undefined && decided !== 'return') return decided;
    }
    if (verdict === undefined) continue;
    if (verdict.kind === 'return') return 'return';
    if (verdict.kind === 'accept' || verdict.kind === 'drop') {
      return walker.act({ kind: 'verdict', verdict: verdict.kind === 'accept' ? 'ACCEPT' : 'DROP' }) as D;
    }
    const next = tables.chain(verdict.chain);
    const result = next === undefined ? 'return' : walkNft(tables, walker, next, depth + 1);
    if (result !== 'return' || verdict.kind === 'goto') return result;
  }
  return 'return';
}

interface Outcome {
  readonly finding: NftFinding;
  readonly verdict: NftVerdict | undefined;
  readonly targets: readonly Target[];
  readonly remember: readonly (readonly [set: string, key: string])[];
}

/** The conditions that say least are told only when no other does. */
const TELLING: readonly Why[] = ['draw', 'lookup', 'source type', 'mark', 'state', 'source', 'destination', 'protocol'];

/** One rule and one packet: its statements from left to right, until one does not hold. */
class Trial {
  private why: Why = 'always';
  private want = '';
  private seen = '';
  private target = '';
  private verdict: NftVerdict | undefined;
  private readonly targets: Target[] = [];
  private readonly remember: [string, string][] = [];

  constructor(
    private readonly tables: NftTables,
    private readonly walker: NftWalker<unknown>,
    private readonly rule: NftRuleRow,
  ) {}

  run(): Outcome {
    let matched = true;
    for (const statement of this.tables.statements(this.rule.id, this.rule.text)) {
      matched = this.one(statement);
      if (!matched) break;
    }
    const { why, want, seen, target, verdict, targets, remember } = this;
    const finding = { matched, why, want, seen, target: matched ? target : '' };
    return matched
      ? { finding, verdict, targets, remember }
      : { finding, verdict: undefined, targets: [], remember: [] };
  }

  private one(statement: NftStatement): boolean {
    switch (statement.kind) {
      case 'match':
        return this.match(statement);
      case 'vmap':
        return this.lookUp(statement);
      case 'draw':
        return this.draw(statement);
      case 'verdict':
        this.decide(statement.verdict);
        return true;
      case 'reject':
        return this.will({ kind: 'reject', with: 'icmp-port-unreachable' }, 'reject');
      case 'masquerade':
        return this.will({ kind: 'masquerade', randomFully: statement.random }, 'masquerade');
      case 'mark': {
        const { operator, value } = statement;
        return this.will(
          { kind: 'mark', value, mask: operator === '|' ? value : 0 },
          `mark ${operator} 0x${value.toString(16)}`,
        );
      }
      case 'dnat':
        return this.translate(statement.to);
      case 'update':
        this.remember.push([statement.set, this.value(statement.field)]);
        return true;
    }
  }

  private will(target: Target, words: string): boolean {
    this.targets.push(target);
    this.target = words;
    return true;
  }

  private decide(verdict: NftVerdict): void {
    this.verdict = verdict;
    this.target = verdict.chain === '' ? verdict.kind : `${verdict.kind} ${verdict.chain}`;
  }

  private translate(to: string): boolean {
    const [, bracketed, plain, dotted, port] = /^(?:\[([^\]]+)\]:|([^: ]+):|(?:(\S+) \. ))(\d+)$/.exec(to) ?? [];
    const address = parseAddress(bracketed ?? plain ?? dotted ?? '');
    if (address === undefined) return false;
    const text = endText(address, Number(port));
    return this.will({ kind: 'dnat', to: text, address, port: Number(port), random: false }, `dnat to ${text}`);
  }

  private tell(ok: boolean, why: Why, want: string, seen: string): boolean {
    const before = TELLING.indexOf(this.why);
    if (!ok || before < 0 || TELLING.indexOf(why) <= before) {
      this.why = why;
      this.want = want;
      this.seen = seen;
    }
    return ok;
  }

  private match({ fields, mask, not, set, values }: Extract<NftStatement, { kind: 'match' }>): boolean {
    const [first = 'ip saddr'] = fields;
    if (set !== undefined) {
      const key = this.key(fields);
      return this.tell((this.tables.element(set, key) !== undefined) !== not, 'lookup', `${no(not)}@${set}`, key);
    }
    const want = `${no(not)}${values.join(', ')}`;
    if (first === 'meta mark') {
      const seen = ((this.walker.packet.mark & (mask ?? 0xffff_ffff)) >>> 0) >>> 0;
      return this.tell(
        values.some((value) => Number(value) === seen) !== not,
        'mark',
        `${no(not)}${shortHex(values[0] ?? '')}`,
        `0x${seen.toString(16)}`,
      );
    }
    const seen = this.value(first);
    return this.tell(values.some((value) => fits(first, value, seen)) !== not, WHYS[first], want, seen);
  }

  /** A map is one look, whatever its size. */
  private lookUp({ fields, map }: Extract<NftStatement, { kind: 'vmap' }>): boolean {
    const key = this.key(fields);
    const found = 'named' in map ? this.tables.element(map.named, key)?.value : map.inline.get(key);
    const name = 'named' in map ? `@${map.named}` : '{…}';
    if (!this.tell(found !== undefined, 'lookup', name, key)) return false;
    this.decide(parseVerdict(found as string));
    return true;
  }

  private draw({ of, map, dnat }: Extract<NftStatement, { kind: 'draw' }>): boolean {
    const drawn = this.walker.random.below(of);
    const found = map.get(String(drawn));
    if (!this.tell(found !== undefined, 'draw', String(of), String(drawn)) || found === undefined) return false;
    if (dnat) return this.translate(found);
    this.decide(parseVerdict(found));
    return true;
  }

  private key(fields: readonly NftField[]): string {
    return fields.length === 1
      ? this.value(fields[0] as NftField)
      : fields.map((field) => this.value(field)).join(' . ');
  }

  private value(field: NftField): string {
    const { packet, host, standing, translated } = this.walker;
    switch (field) {
      case 'ip saddr':
      case 'ip6 saddr':
        return formatAddress(packet.source);
      case 'ip daddr':
      case 'ip6 daddr':
        return formatAddress(packet.destination);
      case 'meta l4proto':
        return protocolText(packet.protocol);
      case 'meta mark':
        return `0x${packet.mark.toString(16)}`;
      case 'th dport':
        return packet.error === undefined ? String(packet.dport) : '-';
      case 'ct state':
        return standing.toLowerCase();
      case 'ct status':
        return translated ? 'dnat' : '-';
      case 'fib saddr type':
        return isLocal(host, packet.source) ? 'local' : 'unicast';
    }
  }
}

const WHYS: { readonly [field in NftField]: Why } = {
  'ip saddr': 'source',
  'ip6 saddr': 'source',
  'ip daddr': 'destination',
  'ip6 daddr': 'destination',
  'meta l4proto': 'protocol',
  'meta mark': 'mark',
  'th dport': 'port',
  'ct state': 'state',
  'ct status': 'state',
  'fib saddr type': 'source type',
};

function fits(field: NftField, want: string, seen: string): boolean {
  if (WHYS[field] !== 'source' && WHYS[field] !== 'destination') return want === seen;
  const cidr = parseCidr(want);
  const address = parseAddress(seen);
  return cidr !== undefined && address !== undefined && contains(cidr, address);
}

const no = (not: boolean): string => (not ? 'not ' : '');

function shortHex(text: string): string {
  return `0x${Number(text).toString(16)}`;
}
