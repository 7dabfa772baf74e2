// Models netfilter.org iptables/nft-shared.c and extensions/libxt_*.c: how rules are printed (v1.36)

import { formatAddress, formatCidr } from './address.ts';
import {
  type ConnectionState,
  type Match,
  type PortRange,
  PROBABILITY_ONE,
  protocolName,
  type RuleSpec,
  type Target,
  tcpFlagNames,
} from './rules.ts';

/** What follows the chain's name in `iptables-save`, with a blank in front. */
export function saveRule(rule: RuleSpec): string {
  let text = '';
  for (const match of rule.matches) text += saveMatch(match);
  return rule.target === undefined ? text : text + saveTarget(rule.target);
}

const bang = (not: boolean): string => (not ? ' !' : '');

function saveMatch(match: Match): string {
  switch (match.kind) {
    case 'source':
      return `${bang(match.not)} -s ${formatCidr(match.cidr)}`;
    case 'destination':
      return `${bang(match.not)} -d ${formatCidr(match.cidr)}`;
    case 'in':
      return `${bang(match.not)} -i ${match.device}`;
    case 'out':
      return `${bang(match.not)} -o ${match.device}`;
    case 'protocol':
      return `${bang(match.not)} -p ${protocolName(match.protocol) ?? match.protocol}`;
    case 'comment':
      return ` -m comment --comment ${quoted(match.text)}`;
    case 'tcp':
    case 'udp':
    case 'sctp':
      return ` -m ${match.kind}${savePort('sport', match.sport)}${savePort('dport', match.dport)}${saveFlags(match)}`;
    case 'multiport':
      return ` -m multiport${bang(match.not)} --${match.which} ${match.ports.map(rangeText).join(',')}`;
    case 'conntrack': {
      const option = match.module === 'state' ? 'state' : 'ctstate';
      return ` -m ${match.module}${bang(match.not)} --${option} ${stateList(match.states)}`;
    }
    case 'mark':
      return ` -m mark${bang(match.not)} --mark ${markText(match.value, match.mask)}`;
    case 'addrtype':
      return ` -m addrtype${typeText('src', match.src)}${typeText('dst', match.dst)}${match.limit === undefined ? '' : ` --limit-iface-${match.limit}`}`;
    case 'random':
      return ` -m statistic --mode random${bang(match.not)} --probability ${probabilityText(match.probability)}`;
    case 'nth':
      return ` -m statistic --mode nth${bang(match.not)} --every ${match.every} --packet ${match.packet}`;
    case 'recent':
      return saveRecent(match);
    case 'nfacct':
      // The tool prints two blanks.
      return ` -m nfacct --nfacct-name  ${match.name}`;
    case 'set':
      return ` -m set${bang(match.not)} --match-set ${match.name} ${match.flags}`;
    case 'limit':
      return ` -m limit --limit ${match.rate}${match.burst === 5 ? '' : ` --limit-burst ${match.burst}`}`;
  }
}

function savePort(name: string, range: PortRange | undefined): string {
  return range === undefined ? '' : `${bang(range.not)} --${name} ${rangeText(range)}`;
}

function rangeText({ from, to }: PortRange): string {
  return from === to ? `${from}` : `${from}:${to}`;
}

function saveFlags(match: Extract<Match, { kind: 'tcp' | 'udp' | 'sctp' }>): string {
  if (match.flags === undefined) return '';
  const { mask, set, not } = match.flags;
  return `${bang(not)} --tcp-flags ${tcpFlagNames(mask)} ${tcpFlagNames(set)}`;
}

function typeText(side: string, type: { readonly type: string; readonly not: boolean } | undefined): string {
  return type === undefined ? '' : `${bang(type.not)} --${side}-type ${type.type}`;
}

function saveRecent(match: Extract<Match, { kind: 'recent' }>): string {
  const seconds = match.seconds === undefined ? '' : ` --seconds ${match.seconds}`;
  const reap = match.reap ? ' --reap' : '';
  const hits = match.hitCount === undefined ? '' : ` --hitcount ${match.hitCount}`;
  return ` -m recent${bang(match.not)} --${match.action}${seconds}${reap}${hits} --name ${match.name} --mask ${formatAddress(match.mask)} --${match.side}`;
}

/** States are printed in this order, however they were written. */
const STATE_ORDER: readonly ConnectionState[] = [
  'INVALID',
  'NEW',
  'RELATED',
  'ESTABLISHED',
  'UNTRACKED',
  'SNAT',
  'DNAT',
];

function stateList(states: readonly ConnectionState[]): string {
  if (states.length === 1) return states[0] as string;
  return STATE_ORDER.filter((state) => states.includes(state)).join(',');
}

function markText(value: number, mask: number): string {
  return mask === 0xffff_ffff ? hex(value) : `${hex(value)}/${hex(mask)}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

/** A number of 2^31 parts with eleven places, as C prints it. */
export function probabilityText(probability: number): string {
  return (probability / PROBABILITY_ONE).toFixed(11);
}

const PLAIN_WORD = /^[A-Za-z0-9_-]+$/;

function quoted(text: string): string {
  if (PLAIN_WORD.test(text)) return text;
  return `"${text.replaceAll(/["'\\]/g, '\\$&')}"`;
}

function saveTarget(target: Target): string {
  switch (target.kind) {
    case 'verdict':
      return ` -j ${target.verdict}`;
    case 'jump':
      return ` -${target.goto ? 'g' : 'j'} ${target.chain}`;
    case 'mark':
      return ` -j MARK --set-xmark ${hex(target.value)}/${hex(target.mask)}`;
    case 'dnat':
      return ` -j DNAT --to-destination ${target.to}${target.random ? ' --random' : ''}`;
    case 'snat':
      return ` -j SNAT --to-source ${target.to}${target.random ? ' --random' : ''}`;
    case 'redirect':
      return ` -j REDIRECT${target.port === undefined ? '' : ` --to-ports ${target.port}`}`;
    case 'masquerade':
      return ` -j MASQUERADE${target.randomFully ? ' --random-fully' : ''}`;
    case 'reject':
      return ` -j REJECT --reject-with ${target.with}`;
    case 'log':
      return ` -j LOG${target.prefix === undefined ? '' : ` --log-prefix ${quoted(target.prefix)}`}`;
  }
}

// The listing

/** The words at the end of a line of `iptables -L`, each with a blank in front; `[goto]` has none. */
export function listExtensions(rule: RuleSpec): string {
  let text = rule.target?.kind === 'jump' && rule.target.goto ? '[goto] ' : '';
  for (const match of rule.matches) text += listMatch(match);
  return rule.target === undefined ? text : text + listTarget(rule.target);
}

export function targetName(target: Target | undefined): string {
  if (target === undefined) return '';
  switch (target.kind) {
    case 'verdict':
      return target.verdict;
    case 'jump':
      return target.chain;
    default:
      return target.kind.toUpperCase();
  }
}

function listMatch(match: Match): string {
  switch (match.kind) {
    case 'comment':
      return ` /* ${match.text} */`;
    case 'tcp':
    case 'udp':
    case 'sctp':
      return ` ${match.kind}${listPort('sp', match.sport)}${listPort('dp', match.dport)}${listFlags(match)}`;
    case 'multiport':
      return ` multiport ${match.which} ${match.not ? '!' : ''}${match.ports.map(rangeText).join(',')}`;
    case 'conntrack':
      return `${bang(match.not)} ${match.module === 'state' ? 'state' : 'ctstate'} ${stateList(match.states)}`;
    case 'mark':
      return ` mark match${bang(match.not)} ${markText(match.value, match.mask)}`;
    case 'addrtype':
      return listAddrtype(match);
    case 'random':
      return ` statistic mode random${bang(match.not)} probability ${probabilityText(match.probability)}`;
    case 'nth':
      return ` statistic mode nth${bang(match.not)} every ${match.every}${match.packet === 0 ? '' : ` packet ${match.packet}`}`;
    case 'recent':
      return listRecent(match);
    case 'nfacct':
      return ` nfacct-name  ${match.name}`;
    case 'set':
      return `${bang(match.not)} match-set ${match.name} ${match.flags}`;
    case 'limit':
      return ` limit: avg ${match.rate} burst ${match.burst}`;
    default:
      return '';
  }
}

function listPort(name: string, range: PortRange | undefined): string {
  if (range === undefined) return '';
  const not = range.not ? '!' : '';
  return range.from === range.to ? ` ${name}t:${not}${range.from}` : ` ${name}ts:${not}${range.from}:${range.to}`;
}

function listFlags({ flags }: Extract<Match, { kind: 'tcp' | 'udp' | 'sctp' }>): string {
  if (flags === undefined) return '';
  const two = (value: number) => `0x${value.toString(16).padStart(2, '0')}`;
  return ` flags:${flags.not ? '!' : ''}${two(flags.mask)}/${two(flags.set)}`;
}

function listAddrtype({ src, dst, limit }: Extract<Match, { kind: 'addrtype' }>): string {
  const type = (side: string, value: typeof src) =>
    value === undefined ? '' : ` ${side}-type ${value.not ? '!' : ''}${value.type}`;
  return ` ADDRTYPE match${type('src', src)}${type('dst', dst)}${limit === undefined ? '' : ` limit-${limit}`}`;
}

function listRecent(match: Extract<Match, { kind: 'recent' }>): string {
  const action = { set: 'SET', rcheck: 'CHECK', update: 'UPDATE', remove: 'REMOVE' }[match.action];
  const seconds = match.seconds === undefined ? '' : ` seconds: ${match.seconds}`;
  const reap = match.reap ? ' reap' : '';
  const hits = match.hitCount === undefined ? '' : ` hit_count: ${match.hitCount}`;
  const side = match.side === 'rsource' ? 'source' : 'dest';
  return `${match.not ? ' !' : ''} recent: ${action}${seconds}${reap}${hits} name: ${match.name} side: ${side} mask: ${formatAddress(match.mask)}`;
}

function listTarget(target: Target): string {
  switch (target.kind) {
    case 'jump':
    case 'verdict':
      return '';
    case 'mark': {
      const { value, mask } = target;
      if (mask === value) return ` MARK or ${hex(value)}`;
      if (mask === 0) return ` MARK xor ${hex(value)}`;
      if (value === 0) return ` MARK and ${hex(~mask >>> 0)}`;
      if (mask === 0xffff_ffff) return ` MARK set ${hex(value)}`;
      return ` MARK xset ${hex(value)}/${hex(mask)}`;
    }
    case 'dnat':
    case 'snat':
      return ` to:${target.to}${target.random ? ' random' : ''}`;
    case 'redirect':
      return target.port === undefined ? '' : ` redir ports ${target.port}`;
    case 'masquerade':
      return target.randomFully ? ' random-fully' : '';
    case 'reject':
      return ` reject-with ${target.with}`;
    case 'log':
      return ` LOG flags 0 level 4${target.prefix === undefined ? '' : ` prefix "${target.prefix}"`}`;
  }
}
