// Models the Go standard library, text/template/parse/lex.go

export interface Token {
  readonly kind:
    | 'text'
    | 'open'
    | 'close'
    | 'word'
    | 'field'
    | 'variable'
    | 'string'
    | 'number'
    | 'char'
    | 'sign'
    | 'space';
  readonly text: string;
  readonly at: number;
}

/** Carries what is wrong to the top of the parser, and no further. */
export class Wrong {
  constructor(
    readonly message: string,
    readonly at: number,
  ) {}
}

export function tokensOf(source: string): readonly Token[] | Wrong {
  const tokens: Token[] = [];
  let at = 0;
  let trim = false;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    const end = open < 0 ? source.length : open;
    const trimsBefore = open >= 0 && /^-[ \t\r\n]/.test(source.slice(open + 2, open + 4));
    let text = source.slice(at, end);
    if (trim) text = text.replace(/^[ \t\r\n]+/, '');
    if (trimsBefore) text = text.replace(/[ \t\r\n]+$/, '');
    if (text !== '') tokens.push({ kind: 'text', text, at });
    if (open < 0) break;
    at = open + (trimsBefore ? 3 : 2);
    const comment = /^[ \t\r\n]*\/\*/.exec(source.slice(at));
    if (comment !== null) {
      const close = source.indexOf('*/', at);
      if (close < 0) return new Wrong('unclosed comment', open);
      const after = /^([ \t\r\n]*-)?\}\}/.exec(source.slice(close + 2));
      if (after === null) return new Wrong('comment ends before closing delimiter', open);
      trim = after[1] !== undefined;
      at = close + 2 + after[0].length;
      continue;
    }
    tokens.push({ kind: 'open', text: '{{', at: open });
    const closed = lexAction(source, at, tokens, open);
    if (closed instanceof Wrong) return closed;
    at = closed.at;
    trim = closed.trim;
  }
  return tokens;
}

const LEXEMES: readonly (readonly [Token['kind'], RegExp])[] = [
  ['space', /[ \t\r\n]+/y],
  ['string', /"(?:\\.|[^"\\\n])*"|`[^`]*`/y],
  ['char', /'(?:\\.|[^'\\\n])+'/y],
  ['number', /[-+]?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\d+)/y],
  ['variable', /\$[\p{L}\p{N}_]*/uy],
  ['field', /\.[\p{L}\p{N}_]+/uy],
  ['word', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['sign', /:=|[=|(),.]/y],
];

/** What ends at one of these, or at the action's end. */
const NAMED: readonly Token['kind'][] = ['word', 'field', 'variable'];
const ENDS_NAME = ' \t\r\n.,|:)(';

function unicode(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')} '${letter}'`;
}

function lexAction(source: string, from: number, tokens: Token[], open: number): { at: number; trim: boolean } | Wrong {
  let at = from;
  let depth = 0;
  for (;;) {
    const close = /^(?:[ \t\r\n]+-)?\}\}/.exec(source.slice(at, at + 200));
    if (close !== null) {
      if (depth > 0) return new Wrong('unclosed left paren', at);
      tokens.push({ kind: 'close', text: '}}', at });
      return { at: at + close[0].length, trim: close[0].length > 2 };
    }
    if (at >= source.length) return new Wrong('unclosed action', open);
    let found: Token | undefined;
    for (const [kind, pattern] of LEXEMES) {
      pattern.lastIndex = at;
      const text = pattern.exec(source)?.[0];
      if (text === undefined) continue;
      found = { kind, text, at };
      break;
    }
    if (found === undefined) {
      const letter = String.fromCodePoint(source.codePointAt(at) ?? 0);
      if (letter === '"') return new Wrong('unterminated quoted string', at);
      if (letter === "'") return new Wrong('unterminated character constant', at);
      if (letter < ' ' || letter > '~') return new Wrong(`unrecognized character in action: ${unicode(letter)}`, at);
      found = { kind: 'sign', text: letter, at };
    }
    if (found.text === '(') depth += 1;
    if (found.text === ')') {
      depth -= 1;
      if (depth < 0) return new Wrong('unexpected right paren', at);
    }
    tokens.push(found);
    at += found.text.length;
    const next = source.charAt(at);
    if (NAMED.includes(found.kind) && next !== '' && !ENDS_NAME.includes(next) && !source.startsWith('}}', at)) {
      return new Wrong(`bad character ${unicode(next)}`, at);
    }
  }
}
