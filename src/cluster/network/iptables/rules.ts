// Models netfilter.org iptables: what a rule is made of (v1.36)

import type { Address, Cidr } from '../../../base/address.ts';
import type { IptablesTable } from '../../ports/netfilter.ts';

export type Verdict = 'ACCEPT' | 'DROP' | 'RETURN';

export interface PortRange {
  readonly from: number;
  readonly to: number;
  readonly not: boolean;
}

export interface TcpFlagsMatch {
  readonly mask: number;
  readonly set: number;
  readonly not: boolean;
}

export type ConnectionState = 'INVALID' | 'NEW' | 'RELATED' | 'ESTABLISHED' | 'UNTRACKED' | 'SNAT' | 'DNAT';

/** One condition; all of a rule's must hold. The first five come before the modules, in this order. */
export type Match =
  | { readonly kind: 'source' | 'destination'; readonly cidr: Cidr; readonly not: boolean }
  | { readonly kind: 'in' | 'out'; readonly device: string; readonly not: boolean }
  | { readonly kind: 'protocol'; readonly protocol: number; readonly not: boolean }
  | { readonly kind: 'comment'; readonly text: string }
  | {
      readonly kind: 'tcp' | 'udp' | 'sctp';
      readonly sport?: PortRange;
      readonly dport?: PortRange;
      readonly flags?: TcpFlagsMatch;
    }
  | {
      readonly kind: 'multiport';
      readonly which: 'dports' | 'sports' | 'ports';
      readonly ports: readonly PortRange[];
      readonly not: boolean;
    }
  | {
      readonly kind: 'conntrack';
      readonly states: readonly ConnectionState[];
      readonly not: boolean;
      /** Written with the old module's name. */
      readonly module: 'conntrack' | 'state';
    }
  | { readonly kind: 'mark'; readonly value: number; readonly mask: number; readonly not: boolean }
  | {
      readonly kind: 'addrtype';
      readonly src?: { readonly type: string; readonly not: boolean };
      readonly dst?: { readonly type: string; readonly not: boolean };
      readonly limit?: 'in' | 'out';
    }
  /** The probability as the kernel holds it: of 2^31. */
  | { readonly kind: 'random'; readonly probability: number; readonly not: boolean }
  | { readonly kind: 'nth'; readonly every: number; readonly packet: number; readonly not: boolean }
  | {
      readonly kind: 'recent';
      readonly action: 'set' | 'rcheck' | 'update' | 'remove';
      readonly not: boolean;
      readonly seconds?: number;
      readonly hitCount?: number;
      readonly reap: boolean;
      readonly name: string;
      readonly mask: Address;
      readonly side: 'rsource' | 'rdest';
    }
  | { readonly kind: 'nfacct'; readonly name: string }
  | { readonly kind: 'set'; readonly name: string; readonly flags: string; readonly not: boolean }
  | { readonly kind: 'limit'; readonly rate: string; readonly burst: number };

export type RejectWith =
  | 'icmp-port-unreachable'
  | 'icmp-host-unreachable'
  | 'icmp-net-unreachable'
  | 'icmp-admin-prohibited'
  | 'icmp6-port-unreachable'
  | 'icmp6-addr-unreachable'
  | 'icmp6-no-route'
  | 'icmp6-adm-prohibited'
  | 'tcp-reset';

export type Target =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | { readonly kind: 'jump'; readonly chain: string; readonly goto: boolean }
  /** mark = (mark & ~mask) ^ value */
  | { readonly kind: 'mark'; readonly value: number; readonly mask: number }
  | {
      readonly kind: 'dnat' | 'snat';
      readonly to: string;
      readonly address: Address;
      readonly port: number | undefined;
      readonly random: boolean;
    }
  | { readonly kind: 'redirect'; readonly port: number | undefined }
  | { readonly kind: 'masquerade'; readonly randomFully: boolean }
  | { readonly kind: 'reject'; readonly with: RejectWith }
  | { readonly kind: 'log'; readonly prefix: string | undefined };

export interface RuleSpec {
  readonly matches: readonly Match[];
  /** A rule without one only counts. */
  readonly target: Target | undefined;
}

/** A rule in its place; the number stays while the rule does, so that its counter can be told apart. */
export interface Rule extends RuleSpec {
  readonly id: number;
}

/** Chains that each table has from the start, in the order in which they are printed. */
export const BUILT_IN: { readonly [T in IptablesTable]: readonly string[] } = {
  raw: ['PREROUTING', 'OUTPUT'],
  mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
};

export const TABLES: readonly IptablesTable[] = ['raw', 'mangle', 'nat', 'filter'];

export const PROBABILITY_ONE = 0x8000_0000;
