// Models netfilter.org extensions/libxt_*.c (v1.36): what a rule does, and how

import { familyOf, parseAddress } from '../../../base/address.ts';
import { SCTP, TCP, UDP } from '../packets/packet.ts';
import { integer, port, RuleError, valueAndMask } from './rule-values.ts';
import type { RuleWords } from './rule-words.ts';
import type { RejectWith, Target } from './rules.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const REJECTS: { readonly [name: string]: RejectWith } = {
  'icmp-port-unreachable': 'icmp-port-unreachable',
  'icmp-host-unreachable': 'icmp-host-unreachable',
  'icmp-net-unreachable': 'icmp-net-unreachable',
  'icmp-admin-prohibited': 'icmp-admin-prohibited',
  'port-unreach': 'icmp-port-unreachable',
  'tcp-reset': 'tcp-reset',
};
const REJECTS6: { readonly [name: string]: RejectWith } = {
  'icmp6-port-unreachable': 'icmp6-port-unreachable',
  'icmp6-addr-unreachable': 'icmp6-addr-unreachable',
  'icmp6-no-route': 'icmp6-no-route',
  'icmp6-adm-prohibited': 'icmp6-adm-prohibited',
  'port-unreach': 'icmp6-port-unreachable',
  'tcp-reset': 'tcp-reset',
};
const REFUSAL = { IPv4: 'icmp-port-unreachable', IPv6: 'icmp6-port-unreachable' } as const;
const WITH_PORTS: ReadonlySet<number> = new Set([TCP, UDP, SCTP]);

/** Reads the target of one rule. */
export class TargetParser {
  target: Mutable<Target> | undefined;
  private name = '';

  constructor(private readonly words: RuleWords) {}

  goto(chain: string): void {
    this.target = { kind: 'jump', chain, goto: true };
  }

  /** What `-j` names. */
  set(name: string): void {
    this.name = name;
    switch (name) {
      case 'ACCEPT':
      case 'DROP':
      case 'RETURN':
        this.target = { kind: 'verdict', verdict: name };
        return;
      case 'MARK':
        this.target = { kind: 'mark', value: 0, mask: 0xffff_ffff };
        return;
      case 'DNAT':
      case 'SNAT': {
        const kind = name === 'DNAT' ? 'dnat' : 'snat';
        this.target = { kind, to: '', address: 0, port: undefined, random: false };
        return;
      }
      case 'REDIRECT':
        this.target = { kind: 'redirect', port: undefined };
        return;
      case 'MASQUERADE':
        this.target = { kind: 'masquerade', randomFully: false };
        return;
      case 'REJECT':
        this.target = { kind: 'reject', with: REFUSAL[this.words.family] };
        return;
      case 'LOG':
        this.target = { kind: 'log', prefix: undefined };
        return;
      default:
        this.target = { kind: 'jump', chain: name, goto: false };
    }
  }

  /** Whether the option is one of the target's. */
  option(word: string, protocol: number | undefined): boolean {
    const { target } = this;
    switch (target?.kind) {
      case 'mark':
        return this.markOption(target, word);
      case 'dnat':
      case 'snat':
        if (word === (target.kind === 'dnat' ? '--to-destination' : '--to-source')) {
          this.translation(target, this.words.next(word), protocol);
          return true;
        }
        if (word !== '--random' && word !== '--random-fully' && word !== '--persistent') return false;
        target.random = word !== '--persistent';
        return true;
      case 'redirect':
        if (word !== '--to-ports') return false;
        target.port = port(this.words.next(word));
        return true;
      case 'masquerade':
        if (word !== '--random-fully' && word !== '--random') return false;
        target.randomFully = word === '--random-fully';
        return true;
      case 'reject': {
        if (word !== '--reject-with') return false;
        const type = this.words.next(word);
        const known = (this.words.family === 'IPv6' ? REJECTS6 : REJECTS)[type];
        if (known === undefined) throw new RuleError(`unknown reject type "${type}"`);
        target.with = known;
        return true;
      }
      case 'log':
        if (word !== '--log-prefix') return false;
        target.prefix = this.words.next(word);
        return true;
      default:
        return false;
    }
  }

  private markOption(target: Mutable<Extract<Target, { kind: 'mark' }>>, word: string): boolean {
    const set = (value: number, mask: number) => {
      target.value = value >>> 0;
      target.mask = mask >>> 0;
      return true;
    };
    switch (word) {
      case '--set-xmark': {
        const [value, mask] = valueAndMask(this.words.next(word));
        return set(value, mask);
      }
      case '--set-mark': {
        const [value, mask] = valueAndMask(this.words.next(word));
        return set(value, value | mask);
      }
      case '--or-mark': {
        const value = integer(this.words.next(word));
        return set(value, value);
      }
      case '--xor-mark':
        return set(integer(this.words.next(word)), 0);
      case '--and-mark':
        return set(0, ~integer(this.words.next(word)));
      default:
        return false;
    }
  }

  private translation(
    target: Mutable<Extract<Target, { kind: 'dnat' | 'snat' }>>,
    text: string,
    protocol: number | undefined,
  ): void {
    const [, bracketed] = /^\[([^\]]*)\]/.exec(text) ?? [];
    const colon =
      this.words.family === 'IPv4' ? text.indexOf(':') : bracketed === undefined ? -1 : text.indexOf(']:') + 1 || -1;
    const address = bracketed ?? (colon < 0 ? text : text.slice(0, colon));
    const dash = address.indexOf('-');
    const first = parseAddress(dash < 0 ? address : address.slice(0, dash));
    if (first === undefined || familyOf(first) !== this.words.family)
      throw new RuleError(`Bad IP address "${address}"`);
    if (colon >= 0 && !(protocol !== undefined && WITH_PORTS.has(protocol)))
      throw new RuleError('Need TCP, UDP, SCTP or DCCP with port specification');
    target.to = text;
    target.address = first;
    target.port = colon < 0 ? undefined : port(text.slice(colon + 1).split('-')[0] ?? '');
  }

  finish(): void {
    const { target } = this;
    if ((target?.kind === 'dnat' || target?.kind === 'snat') && target.to === '')
      throw new RuleError(`option "--to-${target.kind === 'dnat' ? 'destination' : 'source'}" must be specified`);
    if (this.name.length > 28) throw new RuleError(`Invalid target name (too long): \`${this.name}' (28 chars max)`);
  }
}
