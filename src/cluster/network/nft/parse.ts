// Models netfilter.org nftables src/parser_bison.y, as far as kube-proxy's table needs it (v1.36)

/** Something of a packet that a rule looks at. */
export type NftField =
  | 'ip saddr'
  | 'ip daddr'
  | 'ip6 saddr'
  | 'ip6 daddr'
  | 'meta l4proto'
  | 'meta mark'
  | 'th dport'
  | 'ct state'
  | 'ct status'
  | 'fib saddr type';

export interface NftVerdict {
  readonly kind: 'accept' | 'drop' | 'return' | 'jump' | 'goto';
  readonly chain: string;
}

/** A map: named, or written into the rule. */
export type NftMap = { readonly named: string } | { readonly inline: ReadonlyMap<string, string> };

export type NftStatement =
  | {
      readonly kind: 'match';
      readonly fields: readonly NftField[];
      readonly mask: number | undefined;
      readonly not: boolean;
      readonly set: string | undefined;
      readonly values: readonly string[];
    }
  | { readonly kind: 'vmap'; readonly fields: readonly NftField[]; readonly map: NftMap }
  | { readonly kind: 'draw'; readonly of: number; readonly map: ReadonlyMap<string, string>; readonly dnat: boolean }
  | { readonly kind: 'verdict'; readonly verdict: NftVerdict }
  | { readonly kind: 'reject' }
  | { readonly kind: 'masquerade'; readonly random: boolean }
  | { readonly kind: 'mark'; readonly operator: '|' | '^'; readonly value: number }
  | { readonly kind: 'dnat'; readonly to: string }
  | { readonly kind: 'update'; readonly set: string; readonly field: NftField };

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}]|[^\s{}]+/g;
const FIELDS = new Set<string>([
  'ip saddr',
  'ip daddr',
  'ip6 saddr',
  'ip6 daddr',
  'meta l4proto',
  'meta mark',
  'th dport',
  'ct state',
  'ct status',
]);

/** A fault in a rule's text. */
class NftError extends Error {}

export function parseVerdict(text: string): NftVerdict {
  const [kind = '', chain = ''] = text.trim().split(' ');
  if (kind === 'accept' || kind === 'drop' || kind === 'return') return { kind, chain: '' };
  if ((kind === 'jump' || kind === 'goto') && chain !== '') return { kind, chain };
  throw new NftError(`unexpected verdict ${text}`);
}

export function parseNftRule(text: string): readonly NftStatement[] {
  return new RuleReader(text).read();
}

class RuleReader {
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(private readonly text: string) {
    this.tokens = text.match(TOKENS) ?? [];
  }

  read(): readonly NftStatement[] {
    const found: NftStatement[] = [];
    while (this.at < this.tokens.length) {
      const statement = this.statement();
      if (statement !== undefined) found.push(statement);
    }
    return found;
  }

  private peek(ahead = 0): string {
    return this.tokens[this.at + ahead] ?? '';
  }

  private take(): string {
    const token = this.peek();
    if (token === '') throw new NftError(`unexpected end of file: ${this.text}`);
    this.at += 1;
    return token;
  }

  private skip(...words: readonly string[]): boolean {
    if (!words.every((word, at) => this.peek(at) === word)) return false;
    this.at += words.length;
    return true;
  }

  private expect(word: string): void {
    if (this.take() !== word) throw new NftError(`expected ${word}: ${this.text}`);
  }

  private statement(): NftStatement | undefined {
    const word = this.peek();
    switch (word) {
      case 'comment':
        this.at += 2;
        return undefined;
      case 'accept':
      case 'drop':
      case 'return':
        this.at += 1;
        return { kind: 'verdict', verdict: { kind: word, chain: '' } };
      case 'jump':
      case 'goto':
        this.at += 1;
        return { kind: 'verdict', verdict: { kind: word, chain: this.take() } };
      case 'reject':
        this.at += 1;
        return { kind: 'reject' };
      case 'masquerade':
        this.at += 1;
        return { kind: 'masquerade', random: this.skip('fully-random') };
      case 'dnat':
        return this.dnat();
      case 'update':
        return this.update();
      case 'numgen':
        return this.draw(false);
      default:
        return this.skip('meta', 'mark', 'set') ? this.mark() : this.match();
    }
  }

  private dnat(): NftStatement {
    this.at += 1;
    if (!this.skip('ip')) this.skip('ip6');
    this.expect('to');
    if (this.peek() === 'numgen') return this.draw(true);
    return { kind: 'dnat', to: this.take() };
  }

  /** `numgen random mod 2 vmap { 0 : goto a, 1 : goto b }` */
  private draw(dnat: boolean): NftStatement {
    for (const word of ['numgen', 'random', 'mod']) this.expect(word);
    const of = Number(this.take());
    this.expect(dnat ? 'map' : 'vmap');
    return { kind: 'draw', of, map: this.pairs(), dnat };
  }

  private update(): NftStatement {
    this.at += 1;
    const set = this.take().slice(1);
    this.expect('{');
    const field = this.field();
    this.expect('}');
    return { kind: 'update', set, field };
  }

  private mark(): NftStatement {
    this.expect('meta');
    this.expect('mark');
    const operator = this.take();
    if (operator !== '|' && operator !== '^') throw new NftError(`unexpected ${operator}: ${this.text}`);
    return { kind: 'mark', operator, value: Number(this.take()) };
  }

  private match(): NftStatement {
    const fields = [this.field()];
    while (this.skip('.')) fields.push(this.field());
    if (this.skip('vmap')) {
      const map = this.peek().startsWith('@') ? { named: this.take().slice(1) } : { inline: this.pairs() };
      return { kind: 'vmap', fields, map };
    }
    const mask = this.skip('&') ? Number(this.take()) : undefined;
    const not = this.skip('!=');
    if (!not) this.skip('==');
    const base = { kind: 'match', fields, mask, not } as const;
    if (this.peek().startsWith('@')) return { ...base, set: this.take().slice(1), values: [] };
    return { ...base, set: undefined, values: this.peek() === '{' ? this.list() : [this.take()] };
  }

  private field(): NftField {
    if (this.skip('fib', 'saddr', 'type')) return 'fib saddr type';
    const words = `${this.peek()} ${this.peek(1)}`;
    if (!FIELDS.has(words)) throw new NftError(`unexpected ${words}: ${this.text}`);
    this.at += 2;
    return words as NftField;
  }

  private list(): readonly string[] {
    return this.block().split(', ');
  }

  private pairs(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const pair of this.list()) {
      const colon = pair.indexOf(' : ');
      found.set(pair.slice(0, colon), pair.slice(colon + 3));
    }
    return found;
  }

  private block(): string {
    this.expect('{');
    const words: string[] = [];
    while (this.peek() !== '}') words.push(this.take());
    this.at += 1;
    return words.join(' ');
  }
}
