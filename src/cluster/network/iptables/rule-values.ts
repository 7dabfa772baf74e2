// Models netfilter.org iptables/libxtables/xtoptions.c: the values of options (v1.36)

import { type Cidr, type Family, familyOf, parseCidr } from '../../../base/address.ts';
import { TCP_FLAGS } from '../packets/protocols.ts';
import type { ConnectionState, PortRange } from './rules.ts';

/** What the tool prints after its name. */
export class RuleError {
  constructor(readonly message: string) {}
}

const STATES = new Set<string>(['INVALID', 'NEW', 'RELATED', 'ESTABLISHED', 'UNTRACKED', 'SNAT', 'DNAT']);

export function cidr(text: string, family: Family): Cidr {
  const parsed = parseCidr(text);
  if (parsed === undefined || familyOf(parsed.address) !== family)
    throw new RuleError(`host/network \`${text.split('/')[0]}' not found`);
  return parsed;
}

export function port(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isInteger(value) || value < 0 || value > 65_535)
    throw new RuleError(`invalid port/service \`${text}' specified`);
  return value;
}

export function range(text: string, not: boolean): PortRange {
  const colon = text.indexOf(':');
  if (colon < 0) {
    const only = port(text);
    return { from: only, to: only, not };
  }
  const from = colon === 0 ? 0 : port(text.slice(0, colon));
  const to = colon === text.length - 1 ? 65_535 : port(text.slice(colon + 1));
  return { from, to, not };
}

export function integer(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isInteger(value) || value < 0) throw new RuleError(`bad integer value \`${text}'`);
  return value;
}

export function valueAndMask(text: string): [number, number] {
  const slash = text.indexOf('/');
  if (slash < 0) return [integer(text), 0xffff_ffff];
  return [integer(text.slice(0, slash)), integer(text.slice(slash + 1))];
}

export function states(text: string): ConnectionState[] {
  const parts = text.split(',');
  for (const part of parts) if (!STATES.has(part)) throw new RuleError(`Bad ctstate "${part}"`);
  return parts as ConnectionState[];
}

export function flags(text: string): number {
  if (text === 'ALL') return 0x3f;
  if (text === 'NONE') return 0;
  let value = 0;
  for (const part of text.split(',')) {
    const flag = TCP_FLAGS[part];
    if (flag === undefined) throw new RuleError(`Unknown TCP flag \`${part}'`);
    value |= flag;
  }
  return value;
}
