// Models netfilter.org extensions/libxt_*.c (v1.36): which packets a rule is for, by its modules

import { type Address, type Address6, type Family, familyOf, parseAddress } from '../../../base/address.ts';
import { PROTOCOL_NUMBERS } from '../packets/protocols.ts';
import { flags, integer, RuleError, range, states, valueAndMask } from './rule-values.ts';
import type { RuleWords } from './rule-words.ts';
import { type Match, type PortRange, PROBABILITY_ONE, type TcpFlagsMatch } from './rules.ts';

type Kind<K extends Match['kind']> = {
  -readonly [P in keyof Extract<Match, { kind: K }>]: Extract<Match, { kind: K }>[P];
};
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

const WHOLE: { readonly [F in Family]: Address } = { IPv4: 0xffff_ffff, IPv6: 'f'.repeat(32) as Address6 };
const PORT_OPTIONS = new Set(['--sport', '--source-port', '--dport', '--destination-port', '--syn', '--tcp-flags']);

/** Reads the modules of one rule. */
export class MatchParser {
  readonly matches: Match[] = [];
  private readonly loaded: { readonly module: string; readonly match: Match }[] = [];

  constructor(private readonly words: RuleWords) {}

  /** What `-m` names. */
  load(module: string): Match {
    if (!MODULES.has(module)) throw new RuleError(`Couldn't load match \`${module}':No such file or directory\n`);
    const match = freshMatch(module);
    this.loaded.push({ module, match });
    this.matches.push(match);
    return match;
  }

  /** Whether the option is one of a match: the one that was loaded last is asked first. */
  option(word: string, protocol: number | undefined): boolean {
    for (let at = this.loaded.length - 1; at >= 0; at -= 1) {
      const { match } = this.loaded[at] as { match: Match };
      if (this.optionOf(match, word, at)) return true;
    }
    return this.implied(word, protocol);
  }

  /** `-p tcp --dport 80` without `-m tcp`. */
  private implied(word: string, protocol: number | undefined): boolean {
    const name = protocol === 6 ? 'tcp' : protocol === 17 ? 'udp' : protocol === 132 ? 'sctp' : undefined;
    if (name === undefined || !PORT_OPTIONS.has(word)) return false;
    this.load(name);
    return this.optionOf(this.matches[this.matches.length - 1] as Match, word, this.loaded.length - 1);
  }

  private optionOf(match: Match, word: string, at: number): boolean {
    switch (match.kind) {
      case 'comment':
        if (word !== '--comment') return false;
        (match as Kind<'comment'>).text = this.words.next(word);
        return true;
      case 'tcp':
      case 'udp':
      case 'sctp':
        return this.portsOption(match as Ports, word);
      case 'multiport':
        return this.multiportOption(match as Kind<'multiport'>, word);
      case 'conntrack':
        if (word !== '--ctstate' && word !== '--state') return false;
        (match as Kind<'conntrack'>).states = states(this.words.next(word));
        (match as Kind<'conntrack'>).not = this.words.not;
        return true;
      case 'mark': {
        if (word !== '--mark') return false;
        const [value, mask] = valueAndMask(this.words.next(word));
        Object.assign(match, { value, mask, not: this.words.not });
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
        (match as Kind<'nfacct'>).name = this.words.next(word);
        return true;
      case 'set':
        if (word !== '--match-set') return false;
        Object.assign(match, { name: this.words.next(word), flags: this.words.next(word), not: this.words.not });
        return true;
      case 'limit':
        if (word === '--limit') (match as Kind<'limit'>).rate = this.words.next(word);
        else if (word === '--limit-burst') (match as Kind<'limit'>).burst = integer(this.words.next(word));
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
        match.sport = range(this.words.next(word), this.words.not);
        return true;
      case '--dport':
      case '--destination-port':
        match.dport = range(this.words.next(word), this.words.not);
        return true;
      case '--syn':
        match.flags = { mask: 0x17, set: 0x02, not: this.words.not };
        return match.kind === 'tcp';
      case '--tcp-flags': {
        const mask = flags(this.words.next(word));
        match.flags = { mask, set: flags(this.words.next(word)), not: this.words.not };
        return match.kind === 'tcp';
      }
      default:
        return false;
    }
  }

  private multiportOption(match: Kind<'multiport'>, word: string): boolean {
    if (word !== '--dports' && word !== '--sports' && word !== '--ports') return false;
    match.which = word === '--dports' ? 'dports' : word === '--sports' ? 'sports' : 'ports';
    match.ports = this.words
      .next(word)
      .split(',')
      .map((part) => range(part, false));
    match.not = this.words.not;
    return true;
  }

  private addrtypeOption(match: Kind<'addrtype'>, word: string): boolean {
    switch (word) {
      case '--src-type':
        match.src = { type: this.words.next(word), not: this.words.not };
        return true;
      case '--dst-type':
        match.dst = { type: this.words.next(word), not: this.words.not };
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
        const mode = this.words.next(word);
        if (mode === 'random') return true;
        if (mode !== 'nth') throw new RuleError(`Bad mode "${mode}"`);
        const nth: Match = { kind: 'nth', every: 1, packet: 0, not: false };
        this.matches[this.matches.indexOf(match)] = nth;
        this.loaded[at] = { module: 'statistic', match: nth };
        return true;
      }
      case '--probability': {
        const share = Number(this.words.next(word));
        if (!(share >= 0 && share <= 1)) throw new RuleError('--probability must be between 0 and 1');
        if (match.kind === 'random') match.probability = Math.round(share * PROBABILITY_ONE);
        match.not = this.words.not;
        return match.kind === 'random';
      }
      case '--every':
        if (match.kind === 'nth') match.every = integer(this.words.next(word));
        match.not = this.words.not;
        return match.kind === 'nth';
      case '--packet':
        if (match.kind === 'nth') match.packet = integer(this.words.next(word));
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
        match.not = this.words.not;
        return true;
      case '--seconds':
        match.seconds = integer(this.words.next(word));
        return true;
      case '--hitcount':
        match.hitCount = integer(this.words.next(word));
        return true;
      case '--reap':
        match.reap = true;
        return true;
      case '--name':
        match.name = this.words.next(word);
        return true;
      case '--mask':
        match.mask = parseAddress(this.words.next(word)) ?? WHOLE[this.words.family];
        return true;
      case '--rsource':
      case '--rdest':
        match.side = word.slice(2) as Kind<'recent'>['side'];
        return true;
      default:
        return false;
    }
  }

  /** `protocol`: the one that the rule is for, unless it is for all others. */
  finish(protocol: number | undefined): void {
    const { family } = this.words;
    for (const match of this.matches) {
      if (match.kind === 'recent' && familyOf(match.mask) !== family) (match as Kind<'recent'>).mask = WHOLE[family];
      const ports = match.kind === 'tcp' || match.kind === 'udp' || match.kind === 'sctp';
      if (ports && protocol !== PROTOCOL_NUMBERS[match.kind])
        throw new RuleError(`match \`${match.kind}' needs protocol \`${match.kind}'`);
    }
  }
}

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
