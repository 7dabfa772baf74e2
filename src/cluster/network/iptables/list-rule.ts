// Models netfilter.org extensions/libxt_*.c: how `iptables -L` shows rules (v1.36)

import { formatAddress } from '../../../base/address.ts';
import { hexDigits } from '../../../base/bytes/hex.ts';
import { bang, hex, markText, probabilityText, rangeText, stateList } from './print-rule.ts';
import type { Match, PortRange, RuleSpec, Target } from './rules.ts';

/** The words at the end of a line of `iptables -L`, each with a blank in front; `[goto]` has none. */
export function listExtensions(rule: RuleSpec): string {
  let text = rule.target?.kind === 'jump' && rule.target.goto ? '[goto] ' : '';
  for (const match of rule.matches) text += listMatch(match);
  return rule.target === undefined ? text : text + listTarget(rule.target);
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
  const two = (value: number) => `0x${hexDigits(value, 2)}`;
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
