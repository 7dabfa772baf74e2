// Models netfilter.org iptables/xshared.c print_rule_details and friends (v1.36)

import { type Cidr, type Family, formatAddress, formatCidr, wholePrefix } from '../../../base/address.ts';
import type { IptablesTable } from '../../ports/netfilter.ts';
import { protocolName } from '../packets/protocols.ts';
import { inOrder } from './chain-order.ts';
import { listExtensions } from './list-rule.ts';
import { targetName } from './print-rule.ts';
import type { ChainRow, CounterRow } from './rows.ts';
import type { Match, Rule } from './rules.ts';

export interface ListOptions {
  readonly chain?: string;
  /** `-v` */
  readonly verbose?: boolean;
  /** `-x`: counters in full. */
  readonly exact?: boolean;
  /** `--line-numbers` */
  readonly lineNumbers?: boolean;
  /** Version 1.8.9 prints protocols as numbers under `-n`; those before and after it print names. */
  readonly protocolNumbers?: boolean;
}

/** What is listed: chains of one table, counters and how often a chain is a target. */
export interface ListSource {
  readonly family: Family;
  chains(table: IptablesTable): readonly ChainRow[];
  counter(rule: number): CounterRow | undefined;
  references(table: IptablesTable, chain: string): number;
}

/** `iptables -t <table> -n -L [chain]`; undefined when there is no such chain. */
export function listTable(
  source: ListSource,
  table: IptablesTable,
  options: ListOptions,
): readonly string[] | undefined {
  const rows = inOrder(table, source.chains(table));
  const shown = options.chain === undefined ? rows : rows.filter(({ name }) => name === options.chain);
  if (shown.length === 0) return undefined;
  const lines: string[] = [];
  for (const row of shown) {
    if (lines.length > 0) lines.push('');
    lines.push(heading(source, row, options), columns(options));
    row.rules.forEach((rule, at) => {
      lines.push(line(source.family, rule, at + 1, source.counter(rule.id), options));
    });
  }
  return lines;
}

function heading(source: ListSource, { table, name, policy }: ChainRow, options: ListOptions): string {
  if (policy === undefined) return `Chain ${name} (${source.references(table, name)} references)`;
  // The nf_tables variant counts nothing for policies.
  return `Chain ${name} (policy ${policy}${options.verbose === true ? ' 0 packets, 0 bytes' : ''})`;
}

function columns({ verbose = false, exact = false, lineNumbers = false }: ListOptions): string {
  const number = lineNumbers ? 'num  ' : '';
  const counts = !verbose ? '' : exact ? '    pkts      bytes ' : ' pkts bytes ';
  const devices = verbose ? ' in     out    ' : '';
  return `${number}${counts}target     prot opt${devices} source               destination         `;
}

function line(
  family: Family,
  rule: Rule,
  number: number,
  counter: CounterRow | undefined,
  options: ListOptions,
): string {
  const { verbose = false, exact = false, lineNumbers = false } = options;
  let text = lineNumbers ? `${String(number).padEnd(4)} ` : '';
  if (verbose) text += `${count(counter?.packets ?? 0, exact)} ${count(counter?.bytes ?? 0, exact)} `;
  text += `${targetName(rule.target).padEnd(9)} `;
  const protocol = find(rule, 'protocol');
  text += `${protocol?.not === true ? '!' : ' '}${protocolText(protocol?.protocol ?? 0, options).padEnd(4)} -- `;
  if (verbose) text += ` ${device(rule, 'in')} ${device(rule, 'out')} `;
  text += `${address(family, rule, 'source')}${address(family, rule, 'destination')}`;
  return text + listExtensions(rule);
}

type Of<K extends Match['kind']> = Extract<Match, { kind: K }>;

function find<K extends Match['kind']>(rule: Rule, kind: K): Of<K> | undefined {
  return rule.matches.find((match): match is Of<K> => match.kind === kind);
}

function protocolText(protocol: number, { protocolNumbers = false }: ListOptions): string {
  return protocolNumbers ? String(protocol) : (protocolName(protocol) ?? String(protocol));
}

function device(rule: Rule, kind: 'in' | 'out'): string {
  const match = rule.matches.find((found) => found.kind === kind);
  if (match === undefined || (match.kind !== 'in' && match.kind !== 'out')) return '*     ';
  return `${match.not ? '!' : ''}${match.device}`.padEnd(6);
}

const ANY = { IPv4: '0.0.0.0/0', IPv6: '::/0' } as const;

function address(family: Family, rule: Rule, kind: 'source' | 'destination'): string {
  const match = rule.matches.find((found) => found.kind === kind);
  if (match === undefined || (match.kind !== 'source' && match.kind !== 'destination'))
    return ` ${ANY[family].padEnd(19)} `;
  return `${match.not ? '!' : ' '}${cidrText(match.cidr).padEnd(19)} `;
}

function cidrText(cidr: Cidr): string {
  return cidr.prefix === wholePrefix(cidr.address) ? formatAddress(cidr.address) : formatCidr(cidr);
}

const UNITS = ['K', 'M', 'G', 'T'];

function count(value: number, exact: boolean): string {
  if (exact) return String(value).padStart(8);
  if (value <= 99_999) return String(value).padStart(5);
  let rest = value;
  for (const unit of UNITS) {
    rest = Math.floor((rest + 500) / 1000);
    if (rest <= 9999 || unit === 'T') return `${String(rest).padStart(4)}${unit}`;
  }
  return '';
}
