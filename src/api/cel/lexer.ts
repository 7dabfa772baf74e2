import { utf8 } from '../../base/bytes/utf8.ts';

export type TokenKind = 'ident' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'op' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
  /** Bytes of a bytes literal. */
  readonly bytes?: readonly number[];
}

/** A text that is no expression. */
/** Of a problem that is the whole text's. */
export const NOWHERE = -1;

export class SyntaxProblem extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

const OPERATORS = ['&&', '||', '<=', '>=', '==', '!=', '.?', '[?', '{?'];
const NUMBER = /(?:0x[0-9a-fA-F]+[uU]?|(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?|\d+[uU]?))/y;
const IDENT = /[A-Za-z_][A-Za-z0-9_]*/y;
const QUOTED_IDENT = /`([A-Za-z0-9_./ -]+)`/y;
const SPACE = /(?:\s|\/\/[^\n]*)+/y;
const STRING = /([rR]?[bB]?[rR]?)("""|'''|"|')/y;

// Models github.com/google/cel-go/parser/gen/CEL.g4 (as vendored by v1.36)
export function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const space = match(SPACE);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    const start = at;
    const string = match(STRING);
    if (string !== null) {
      const [opening, prefix = '', quotes = ''] = string;
      const read = stringAt(text, at + opening.length, quotes, prefix.toLowerCase());
      found.push({ ...read.token, at: start });
      at = read.end;
      continue;
    }
    const word = match(IDENT) ?? match(QUOTED_IDENT);
    if (word !== null) {
      found.push({ kind: 'ident', text: word[1] ?? word[0], at });
      at += word[0].length;
      continue;
    }
    const number = match(NUMBER);
    if (number !== null) {
      found.push(numberToken(number[0], at));
      at += number[0].length;
      continue;
    }
    const operator = OPERATORS.find((each) => text.startsWith(each, at)) ?? text[at] ?? '';
    if (!'()[]{}.,:?+-*/%!<>&&||==!=<=>=.?[?{?'.includes(operator)) {
      throw new SyntaxProblem(`Syntax error: token recognition error at: '${operator}'`, at);
    }
    found.push({ kind: 'op', text: operator, at });
    at += operator.length;
  }
  found.push({ kind: 'end', text: '<EOF>', at });
  return found;
}

function numberToken(text: string, at: number): Token {
  if (/[uU]$/.test(text)) return { kind: 'uint', text: text.slice(0, -1), at };
  return { kind: !text.startsWith('0x') && /[.eE]/.test(text) ? 'double' : 'int', text, at };
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['?', '?'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
]);
const DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['X', 2],
  ['u', 4],
  ['U', 8],
]);

interface ReadString {
  readonly token: Token;
  readonly end: number;
}

function stringAt(text: string, from: number, quotes: string, prefix: string): ReadString {
  const raw = prefix.includes('r');
  const inBytes = prefix.includes('b');
  let out = '';
  const bytes: number[] = [];
  const put = (piece: string): void => {
    if (inBytes) bytes.push(...utf8(piece));
    else out += piece;
  };
  let at = from;
  while (!text.startsWith(quotes, at)) {
    const letter = text[at];
    if (letter === undefined || (quotes.length === 1 && letter === '\n')) {
      throw new SyntaxProblem("Syntax error: token recognition error at: 'unterminated string'", from - 1);
    }
    if (letter !== '\\' || raw) {
      const code = text.codePointAt(at) as number;
      const piece = String.fromCodePoint(code);
      put(piece);
      at += piece.length;
      continue;
    }
    const next = text[at + 1] ?? '';
    const plain = ESCAPES.get(next);
    if (plain !== undefined) {
      put(plain);
      at += 2;
      continue;
    }
    const digits = DIGITS.get(next);
    const coded = digits === undefined ? text.slice(at + 1, at + 4) : text.slice(at + 2, at + 2 + digits);
    const code = Number.parseInt(coded, digits === undefined ? 8 : 16);
    const form = digits === undefined ? /^[0-3][0-7]{2}$/ : /^[0-9a-fA-F]+$/;
    if (!form.test(coded) || code > 0x10ffff) throw new SyntaxProblem('invalid unicode code point', at);
    if (inBytes && digits !== 4 && digits !== 8) bytes.push(code);
    else put(String.fromCodePoint(code));
    at += coded.length + (digits === undefined ? 1 : 2);
  }
  const token: Token = inBytes ? { kind: 'bytes', text: '', at: from, bytes } : { kind: 'string', text: out, at: from };
  return { token, end: at + quotes.length };
}
