// Models netfilter.org iptables/nft-shared.c and extensions/libxt_*.c: how rules are printed (v1.36)

import { formatAddress, formatCidr } from '../../../base/address.ts';
import { protocolName, tcpFlagNames } from '../packets/protocols.ts';
import {
  type ConnectionState,
  type Match,
  type PortRange,
  PROBABILITY_ONE,
  type RuleSpec,
  type Target,
} from './rules.ts';

/** What follows the chain's name in `iptables-save`, with a blank in front. */
export function saveRule(rule: RuleSpec): string {
  let text = '';
  for (const match of rule.matches) text += saveMatch(match);
  return rule.target === undefined ? text : text + saveTarget(rule.target);
}

export const bang = (not: boolean): string => (not ? ' !' : '');

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

export function rangeText({ from, to }: PortRange): string {
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

export function stateList(states: readonly ConnectionState[]): string {
  if (states.length === 1) return states[0] as string;
  return STATE_ORDER.filter((state) => states.includes(state)).join(',');
}

export function markText(value: number, mask: number): string {
  return mask === 0xffff_ffff ? hex(value) : `${hex(value)}/${hex(mask)}`;
}

export function hex(value: number): string {
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
