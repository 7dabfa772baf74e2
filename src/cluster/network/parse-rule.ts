// Models netfilter.org iptables/xshared.c do_parse and extensions/libxt_*.c (v1.36)

import { type Address, type Address6, type Family, familyOf, parseAddress } from './address.ts';
import { cidr, flags, integer, port, RuleError, range, states, valueAndMask } from './rule-values.ts';
import {
  type Match,
  type PortRange,
  PROBABILITY_ONE,
  PROTOCOL_NUMBERS,
  protocolNumber,
  type RejectWith,
  type RuleSpec,
  type Target,
  type TcpFlagsMatch,
} from './rules.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Kind<K extends Match['kind']> = Mutable<Extract<Match, { kind: K }>>;
type Ports = { kind: 'tcp' | 'udp' | 'sctp'; sport?: PortRange; dport?: PortRange; flags?: TcpFlagsMatch };

const MODULES = new Set([
  'comment',
  'tcp',
  'udp',
  'sctp',
  'multiport',
  'conntrack',
  'state',
  'mark',
  'addrtype',
  'statistic',
  'recent',
  'nfacct',
  'set',
  'limit',
  'physdev',
]);

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
const WHOLE: { readonly [F in Family]: Address } = { IPv4: 0xffff_ffff, IPv6: 'f'.repeat(32) as Address6 };
const REFUSAL = { IPv4: 'icmp-port-unreachable', IPv6: 'icmp6-port-unreachable' } as const;

/** Parses what follows the chain's name. */
export function parseRule(args: readonly string[], from: number, family: Family = 'IPv4'): RuleSpec | RuleError {
  const parser = new RuleParser(args, from, family);
  try {
    return parser.parse();
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
}

class RuleParser {
  private source: Match | undefined;
  private destination: Match | undefined;
  private in: Match | undefined;
  private out: Match | undefined;
  private protocol: Kind<'protocol'> | undefined;
  private readonly modules: Match[] = [];
  private readonly loaded: { readonly module: string; readonly match: Match }[] = [];
  private target: Mutable<Target> | undefined;
  private targetName = '';
  private at: number;
  private not = false;

  constructor(
    private readonly args: readonly string[],
    from: number,
    private readonly family: Family,
  ) {
    this.at = from;
  }

  parse(): RuleSpec {
    const { args } = this;
    while (this.at < args.length) {
      const word = args[this.at] as string;
      this.at += 1;
      if (word === '!') {
        this.not = true;
        continue;
      }
      if (word.charCodeAt(0) !== 45) throw new RuleError(`Bad argument \`${word}'`);
      if (!this.general(word) && !this.targetOption(word) && !this.moduleOption(word))
        throw new RuleError(`unknown option "${word}"`);
      this.not = false;
    }
    this.finish();
    const matches: Match[] = [];
    for (const match of [this.source, this.destination, this.in, this.out, this.protocol])
      if (match !== undefined) matches.push(match);
    for (const match of this.modules) matches.push(match);
    return { matches, target: this.target };
  }

  private next(option: string): string {
    const value = this.args[this.at];
    if (value === undefined) throw new RuleError(`option "${option}" requires an argument`);
    this.at += 1;
    return value;
  }

  private general(word: string): boolean {
    switch (word) {
      case '-s':
      case '--source':
      case '--src':
        this.source = { kind: 'source', cidr: cidr(this.next(word), this.family), not: this.not };
        return true;
      case '-d':
      case '--destination':
      case '--dst':
        this.destination = { kind: 'destination', cidr: cidr(this.next(word), this.family), not: this.not };
        return true;
      case '-i':
      case '--in-interface':
        this.in = { kind: 'in', device: this.next(word), not: this.not };
        return true;
      case '-o':
      case '--out-interface':
        this.out = { kind: 'out', device: this.next(word), not: this.not };
        return true;
      case '-p':
      case '--protocol':
        this.setProtocol(this.next(word));
        return true;
      case '-m':
      case '--match':
        this.load(this.next(word));
        return true;
      case '-j':
      case '--jump':
        this.setTarget(this.next(word));
        return true;
      case '-g':
      case '--goto':
        this.target = { kind: 'jump', chain: this.next(word), goto: true };
        return true;
      default:
        return false;
    }
  }

  private setProtocol(text: string): void {
    const protocol = protocolNumber(text.toLowerCase());
    if (!Number.isInteger(protocol) || protocol < 0 || protocol > 255)
      throw new RuleError(`unknown protocol "${text}" specified`);
    if (protocol !== 0) this.protocol = { kind: 'protocol', protocol, not: this.not };
  }

  private setTarget(name: string): void {
    this.targetName = name;
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
        this.target = { kind: 'reject', with: REFUSAL[this.family] };
        return;
      case 'LOG':
        this.target = { kind: 'log', prefix: undefined };
        return;
      default:
        this.target = { kind: 'jump', chain: name, goto: false };
    }
  }

  private targetOption(word: string): boolean {
    const { target } = this;
    switch (target?.kind) {
      case 'mark':
        return this.markOption(target, word);
      case 'dnat':
      case 'snat':
        if (word === (target.kind === 'dnat' ? '--to-destination' : '--to-source')) {
          this.translation(target, this.next(word));
          return true;
        }
        if (word !== '--random' && word !== '--random-fully' && word !== '--persistent') return false;
        target.random = word !== '--persistent';
        return true;
      case 'redirect':
        if (word !== '--to-ports') return false;
        target.port = port(this.next(word));
        return true;
      case 'masquerade':
        if (word !== '--random-fully' && word !== '--random') return false;
        target.randomFully = word === '--random-fully';
        return true;
      case 'reject': {
        if (word !== '--reject-with') return false;
        const type = this.next(word);
        const known = (this.family === 'IPv6' ? REJECTS6 : REJECTS)[type];
        if (known === undefined) throw new RuleError(`unknown reject type "${type}"`);
        target.with = known;
        return true;
      }
      case 'log':
        if (word !== '--log-prefix') return false;
        target.prefix = this.next(word);
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
        const [value, mask] = valueAndMask(this.next(word));
        return set(value, mask);
      }
      case '--set-mark': {
        const [value, mask] = valueAndMask(this.next(word));
        return set(value, value | mask);
      }
      case '--or-mark': {
        const value = integer(this.next(word));
        return set(value, value);
      }
      case '--xor-mark':
        return set(integer(this.next(word)), 0);
      case '--and-mark':
        return set(0, ~integer(this.next(word)));
      default:
        return false;
    }
  }

  private translation(target: Mutable<Extract<Target, { kind: 'dnat' | 'snat' }>>, text: string): void {
    const [, bracketed] = /^\[([^\]]*)\]/.exec(text) ?? [];
    const colon =
      this.family === 'IPv4' ? text.indexOf(':') : bracketed === undefined ? -1 : text.indexOf(']:') + 1 || -1;
    const address = bracketed ?? (colon < 0 ? text : text.slice(0, colon));
    const dash = address.indexOf('-');
    const first = parseAddress(dash < 0 ? address : address.slice(0, dash));
    if (first === undefined || familyOf(first) !== this.family) throw new RuleError(`Bad IP address "${address}"`);
    if (colon >= 0 && !this.hasPorts()) throw new RuleError('Need TCP, UDP, SCTP or DCCP with port specification');
    target.to = text;
    target.address = first;
    target.port = colon < 0 ? undefined : port(text.slice(colon + 1).split('-')[0] ?? '');
  }

  private hasPorts(): boolean {
    const protocol = this.protocol?.protocol;
    return protocol === 6 || protocol === 17 || protocol === 132;
  }

  private load(module: string): Match {
    if (!MODULES.has(module)) throw new RuleError(`Couldn't load match \`${module}':No such file or directory\n`);
    const match = freshMatch(module);
    this.loaded.push({ module, match });
    this.modules.push(match);
    return match;
  }

  private moduleOption(word: string): boolean {
    for (let at = this.loaded.length - 1; at >= 0; at -= 1) {
      const { match } = this.loaded[at] as { match: Match };
      if (this.option(match, word, at)) return true;
    }
    return this.impliedModule(word);
  }

  /** `-p tcp --dport 80` without `-m tcp`. */
  private impliedModule(word: string): boolean {
    const protocol = this.protocol?.protocol;
    const name = protocol === 6 ? 'tcp' : protocol === 17 ? 'udp' : protocol === 132 ? 'sctp' : undefined;
    if (name === undefined || !PORT_OPTIONS.has(word)) return false;
    this.load(name);
    return this.option(this.modules[this.modules.length - 1] as Match, word, this.loaded.length - 1);
  }

  private option(match: Match, word: string, at: number): boolean {
    switch (match.kind) {
      case 'comment':
        if (word !== '--comment') return false;
        (match as Kind<'comment'>).text = this.next(word);
        return true;
      case 'tcp':
      case 'udp':
      case 'sctp':
        return this.portsOption(match as Ports, word);
      case 'multiport':
        return this.multiportOption(match as Kind<'multiport'>, word);
      case 'conntrack':
        if (word !== '--ctstate' && word !== '--state') return false;
        (match as Kind<'conntrack'>).states = states(this.next(word));
        (match as Kind<'conntrack'>).not = this.not;
        return true;
      case 'mark': {
        if (word !== '--mark') return false;
        const [value, mask] = valueAndMask(this.next(word));
        Object.assign(match, { value, mask, not: this.not });
        return true;
      }
      case 'addrtype':
        return this.addrtypeOption(match as Kind<'addrtype'>, word);
      case 'random':
      case 'nth':
        return this.statisticOption(match as Kind<'random'> | Kind<'nth'>, word, at);
      case 'recent':
        return this.recentOption(match as Kind<'recent'>, word);
      case 'nfacct':
        if (word !== '--nfacct-name') return false;
        (match as Kind<'nfacct'>).name = this.next(word);
        return true;
      case 'set':
        if (word !== '--match-set') return false;
        Object.assign(match, { name: this.next(word), flags: this.next(word), not: this.not });
        return true;
      case 'limit':
        if (word === '--limit') (match as Kind<'limit'>).rate = this.next(word);
        else if (word === '--limit-burst') (match as Kind<'limit'>).burst = integer(this.next(word));
        else return false;
        return true;
      default:
        return false;
    }
  }

  private portsOption(match: Ports, word: string): boolean {
    switch (word) {
      case '--sport':
      case '--source-port':
        match.sport = range(this.next(word), this.not);
        return true;
      case '--dport':
      case '--destination-port':
        match.dport = range(this.next(word), this.not);
        return true;
      case '--syn':
        match.flags = { mask: 0x17, set: 0x02, not: this.not };
        return match.kind === 'tcp';
      case '--tcp-flags': {
        const mask = flags(this.next(word));
        match.flags = { mask, set: flags(this.next(word)), not: this.not };
        return match.kind === 'tcp';
      }
      default:
        return false;
    }
  }

  private multiportOption(match: Kind<'multiport'>, word: string): boolean {
    if (word !== '--dports' && word !== '--sports' && word !== '--ports') return false;
    match.which = word === '--dports' ? 'dports' : word === '--sports' ? 'sports' : 'ports';
    match.ports = this.next(word)
      .split(',')
      .map((part) => range(part, false));
    match.not = this.not;
    return true;
  }

  private addrtypeOption(match: Kind<'addrtype'>, word: string): boolean {
    switch (word) {
      case '--src-type':
        match.src = { type: this.next(word), not: this.not };
        return true;
      case '--dst-type':
        match.dst = { type: this.next(word), not: this.not };
        return true;
      case '--limit-iface-in':
        match.limit = 'in';
        return true;
      case '--limit-iface-out':
        match.limit = 'out';
        return true;
      default:
        return false;
    }
  }

  private statisticOption(match: Kind<'random'> | Kind<'nth'>, word: string, at: number): boolean {
    switch (word) {
      case '--mode': {
        const mode = this.next(word);
        if (mode === 'random') return true;
        if (mode !== 'nth') throw new RuleError(`Bad mode "${mode}"`);
        const nth: Match = { kind: 'nth', every: 1, packet: 0, not: false };
        this.modules[this.modules.indexOf(match)] = nth;
        this.loaded[at] = { module: 'statistic', match: nth };
        return true;
      }
      case '--probability': {
        const share = Number(this.next(word));
        if (!(share >= 0 && share <= 1)) throw new RuleError('--probability must be between 0 and 1');
        if (match.kind === 'random') match.probability = Math.round(share * PROBABILITY_ONE);
        match.not = this.not;
        return match.kind === 'random';
      }
      case '--every':
        if (match.kind === 'nth') match.every = integer(this.next(word));
        match.not = this.not;
        return match.kind === 'nth';
      case '--packet':
        if (match.kind === 'nth') match.packet = integer(this.next(word));
        return match.kind === 'nth';
      default:
        return false;
    }
  }

  private recentOption(match: Kind<'recent'>, word: string): boolean {
    switch (word) {
      case '--set':
      case '--rcheck':
      case '--update':
      case '--remove':
        match.action = word.slice(2) as Kind<'recent'>['action'];
        match.not = this.not;
        return true;
      case '--seconds':
        match.seconds = integer(this.next(word));
        return true;
      case '--hitcount':
        match.hitCount = integer(this.next(word));
        return true;
      case '--reap':
        match.reap = true;
        return true;
      case '--name':
        match.name = this.next(word);
        return true;
      case '--mask':
        match.mask = parseAddress(this.next(word)) ?? WHOLE[this.family];
        return true;
      case '--rsource':
      case '--rdest':
        match.side = word.slice(2) as Kind<'recent'>['side'];
        return true;
      default:
        return false;
    }
  }

  private finish(): void {
    for (const match of this.modules) {
      if (match.kind === 'recent' && familyOf(match.mask) !== this.family)
        (match as Kind<'recent'>).mask = WHOLE[this.family];
      const ports = match.kind === 'tcp' || match.kind === 'udp' || match.kind === 'sctp';
      if (!ports) continue;
      const wanted = PROTOCOL_NUMBERS[match.kind];
      if (this.protocol === undefined || this.protocol.protocol !== wanted || this.protocol.not)
        throw new RuleError(`match \`${match.kind}' needs protocol \`${match.kind}'`);
    }
    const { target } = this;
    if ((target?.kind === 'dnat' || target?.kind === 'snat') && target.to === '')
      throw new RuleError(`option "--to-${target.kind === 'dnat' ? 'destination' : 'source'}" must be specified`);
    if (this.targetName.length > 28)
      throw new RuleError(`Invalid target name (too long): \`${this.targetName}' (28 chars max)`);
  }
}

const PORT_OPTIONS = new Set(['--sport', '--source-port', '--dport', '--destination-port', '--syn', '--tcp-flags']);

function freshMatch(module: string): Match {
  switch (module) {
    case 'comment':
      return { kind: 'comment', text: '' };
    case 'tcp':
    case 'udp':
    case 'sctp':
      return { kind: module };
    case 'multiport':
      return { kind: 'multiport', which: 'dports', ports: [], not: false };
    case 'conntrack':
    case 'state':
      return { kind: 'conntrack', states: [], not: false, module };
    case 'mark':
      return { kind: 'mark', value: 0, mask: 0xffff_ffff, not: false };
    case 'addrtype':
      return { kind: 'addrtype' };
    case 'statistic':
      return { kind: 'random', probability: PROBABILITY_ONE, not: false };
    case 'recent':
      return {
        kind: 'recent',
        action: 'rcheck',
        not: false,
        reap: false,
        name: 'DEFAULT',
        mask: 0xffff_ffff,
        side: 'rsource',
      };
    case 'nfacct':
      return { kind: 'nfacct', name: '' };
    case 'set':
      return { kind: 'set', name: '', flags: '', not: false };
    default:
      return { kind: 'limit', rate: '3/hour', burst: 5 };
  }
}
