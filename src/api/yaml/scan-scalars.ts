import { isDigit, isHex, type Mark, type Source } from './source.ts';

/** Line ends between two words become a blank, unless empty lines lie between; those stay. */
class Fold {
  blanks = '';
  first = '';
  later = '';
  isBroken = false;

  /** Takes blanks and line ends; `check` may refuse a tab. */
  take(source: Source, check?: () => void): void {
    while (source.isBlank() || source.isBreak()) {
      if (source.isBlank()) {
        if (this.isBroken) check?.();
        const char = source.take();
        if (!this.isBroken) this.blanks += char;
      } else if (this.isBroken) {
        this.later += source.takeBreak();
      } else {
        this.blanks = '';
        this.first = source.takeBreak();
        this.isBroken = true;
      }
    }
  }

  /** What all that becomes; it is forgotten. */
  give(): string {
    const { blanks, first, later, isBroken } = this;
    this.blanks = '';
    this.first = '';
    this.later = '';
    this.isBroken = false;
    if (!isBroken) return blanks;
    if (first !== '\n') return first + later;
    return later === '' ? ' ' : later;
  }
}

/** Models go.yaml.in/yaml/v2/scannerc.go yaml_parser_scan_plain_scalar */
export function scanPlain(
  source: Source,
  indent: number,
  isFlow: boolean,
): { readonly text: string; readonly end: Mark; readonly isBroken: boolean } {
  const start = source.mark;
  const fold = new Fold();
  let end = start;
  let text = '';
  while (!source.isDocumentIndicator() && source.char() !== '#') {
    const from = source.at;
    while (!source.isGap() && !endsPlain(source, isFlow)) source.skip();
    if (source.at > from) {
      text += fold.give() + source.slice(from);
      end = source.mark;
    }
    if (source.isEnd() || !source.isGap()) break;
    fold.take(source, () => {
      if (source.char() === '\t' && source.column <= indent) {
        source.fail('found a tab character that violates indentation', start);
      }
    });
    if (!isFlow && source.column <= indent) break;
  }
  return { text, end, isBroken: fold.isBroken };
}

function endsPlain(source: Source, isFlow: boolean): boolean {
  const char = source.char();
  return (char === ':' && source.isGap(1)) || (isFlow && ',?[]{}'.includes(char));
}

/** Models go.yaml.in/yaml/v2/scannerc.go yaml_parser_scan_flow_scalar */
export function scanQuoted(source: Source, quote: string): string {
  const start = source.mark;
  const fold = new Fold();
  let text = '';
  source.skip();
  for (;;) {
    if (source.isDocumentIndicator()) source.fail('found unexpected document indicator', start);
    if (source.isEnd()) source.fail('found unexpected end of stream', start);
    while (!source.isGap()) {
      const char = source.char();
      if (char === quote) {
        if (quote !== "'" || source.char(1) !== quote) break;
        text += quote;
        source.skip(2);
      } else if (char === '\\' && quote === '"' && source.isBreak(1)) {
        source.skip();
        source.takeBreak();
        fold.isBroken = true;
        break;
      } else text += char === '\\' && quote === '"' ? escaped(source, start) : source.take();
    }
    if (source.char() === quote) break;
    fold.take(source);
    text += fold.give();
  }
  source.skip();
  return text;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escaped(source: Source, start: Mark): string {
  const char = source.char(1);
  const digits = Object.hasOwn(DIGITS, char) ? DIGITS[char] : undefined;
  if (digits === undefined) {
    if (!Object.hasOwn(ESCAPED, char)) source.fail('found unknown escape character', start);
    source.skip(2);
    return ESCAPED[char] ?? '';
  }
  source.skip(2);
  let value = 0;
  for (let i = 0; i < digits; i += 1) {
    if (!isHex(source.char(i))) source.fail('did not find expected hexdecimal number', start);
    value = value * 16 + Number.parseInt(source.char(i), 16);
  }
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
    source.fail('found invalid Unicode character escape code', start);
  }
  source.skip(digits);
  return String.fromCodePoint(value);
}

interface BlockHeader {
  /** `+` keeps the line ends at its end, `-` drops also the last one. */
  readonly chomping: string;
  /** How much further in than what holds it; 0 where the first line tells. */
  readonly increment: number;
}

/** Models go.yaml.in/yaml/v2/scannerc.go yaml_parser_scan_block_scalar */
export function scanBlock(source: Source, parent: number): { readonly text: string; readonly end: Mark } {
  const start = source.mark;
  const isLiteral = source.take() === '|';
  const { chomping, increment } = blockHeader(source, start);
  const lines = new BlockLines(source, parent, start);
  if (increment > 0) lines.indent = Math.max(parent, 0) + increment;
  lines.takeBreaks();
  let text = '';
  let lineEnd = '';
  let wasBlank = false;
  while (source.column === lines.indent && !source.isEnd()) {
    const isBlank = source.isBlank();
    const isFolded = !isLiteral && !wasBlank && !isBlank && lineEnd === '\n';
    text += (isFolded ? (lines.breaks === '' ? ' ' : '') : lineEnd) + lines.breaks;
    wasBlank = isBlank;
    const from = source.at;
    source.skipToLineEnd();
    text += source.slice(from);
    lineEnd = source.takeBreak();
    lines.takeBreaks();
  }
  if (chomping !== '-') text += lineEnd;
  if (chomping === '+') text += lines.breaks;
  return { text, end: lines.end };
}

function blockHeader(source: Source, start: Mark): BlockHeader {
  let chomping = '';
  let increment = 0;
  const sign = (): void => {
    if (source.char() === '+' || source.char() === '-') chomping = source.take();
  };
  sign();
  if (isDigit(source.char())) {
    if (source.char() === '0') source.fail('found an indentation indicator equal to 0', start);
    increment = Number(source.take());
    if (chomping === '') sign();
  }
  source.skipBlanks();
  if (source.char() === '#') source.skipToLineEnd();
  if (!source.isBreakOrEnd()) source.fail('did not find expected comment or line break', start);
  source.takeBreak();
  return { chomping, increment };
}

/** What lies between two lines of a block. */
class BlockLines {
  indent = 0;
  breaks = '';
  end: Mark;

  constructor(
    private readonly source: Source,
    private readonly parent: number,
    private readonly start: Mark,
  ) {
    this.end = source.mark;
  }

  /** Empty lines, and the blanks before the next line; the first such blanks tell the indentation. */
  takeBreaks(): void {
    const { source } = this;
    this.end = source.mark;
    this.breaks = '';
    let widest = 0;
    const isBefore = (): boolean => this.indent === 0 || source.column < this.indent;
    for (;;) {
      while (isBefore() && source.char() === ' ') source.skip();
      widest = Math.max(widest, source.column);
      if (isBefore() && source.char() === '\t') {
        source.fail('found a tab character where an indentation space is expected', this.start);
      }
      if (!source.isBreak()) break;
      this.breaks += source.takeBreak();
      this.end = source.mark;
    }
    if (this.indent === 0) this.indent = Math.max(widest, this.parent + 1, 1);
  }
}
