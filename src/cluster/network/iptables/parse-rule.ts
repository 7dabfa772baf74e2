// Models netfilter.org iptables/xshared.c do_parse (v1.36)

import type { Family } from '../../../base/address.ts';
import { protocolNumber } from '../packets/protocols.ts';
import { MatchParser } from './parse-match.ts';
import { TargetParser } from './parse-target.ts';
import { cidr, RuleError } from './rule-values.ts';
import { RuleWords } from './rule-words.ts';
import type { Match, RuleSpec } from './rules.ts';

/** Parses what follows the chain's name. */
export function parseRule(args: readonly string[], from: number, family: Family = 'IPv4'): RuleSpec | RuleError {
  const parser = new RuleParser(new RuleWords(args, from, family));
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
  private protocol: Extract<Match, { kind: 'protocol' }> | undefined;
  private readonly modules: MatchParser;
  private readonly target: TargetParser;

  constructor(private readonly words: RuleWords) {
    this.modules = new MatchParser(words);
    this.target = new TargetParser(words);
  }

  parse(): RuleSpec {
    for (let word = this.words.option(); word !== undefined; word = this.words.option()) {
      if (word.charCodeAt(0) !== 45) throw new RuleError(`Bad argument \`${word}'`);
      const protocol = this.protocol?.protocol;
      if (!this.general(word) && !this.target.option(word, protocol) && !this.modules.option(word, protocol))
        throw new RuleError(`unknown option "${word}"`);
    }
    this.modules.finish(this.protocol?.not === true ? undefined : this.protocol?.protocol);
    this.target.finish();
    const general = [this.source, this.destination, this.in, this.out, this.protocol];
    const matches = [...general, ...this.modules.matches].filter((match) => match !== undefined);
    return { matches, target: this.target.target };
  }

  private general(word: string): boolean {
    switch (word) {
      case '-s':
      case '--source':
      case '--src':
        this.source = { kind: 'source', cidr: cidr(this.words.next(word), this.words.family), not: this.words.not };
        return true;
      case '-d':
      case '--destination':
      case '--dst':
        this.destination = {
          kind: 'destination',
          cidr: cidr(this.words.next(word), this.words.family),
          not: this.words.not,
        };
        return true;
      case '-i':
      case '--in-interface':
        this.in = { kind: 'in', device: this.words.next(word), not: this.words.not };
        return true;
      case '-o':
      case '--out-interface':
        this.out = { kind: 'out', device: this.words.next(word), not: this.words.not };
        return true;
      case '-p':
      case '--protocol':
        this.setProtocol(this.words.next(word));
        return true;
      case '-m':
      case '--match':
        this.modules.load(this.words.next(word));
        return true;
      case '-j':
      case '--jump':
        this.target.set(this.words.next(word));
        return true;
      case '-g':
      case '--goto':
        this.target.goto(this.words.next(word));
        return true;
      default:
        return false;
    }
  }

  private setProtocol(text: string): void {
    const protocol = protocolNumber(text.toLowerCase());
    if (!Number.isInteger(protocol) || protocol < 0 || protocol > 255)
      throw new RuleError(`unknown protocol "${text}" specified`);
    if (protocol !== 0) this.protocol = { kind: 'protocol', protocol, not: this.words.not };
  }
}
