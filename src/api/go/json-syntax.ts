import { isDeeper, MOST_READ_LEVELS } from '../../base/nesting.ts';

/** What is wrong with a text that is not JSON, in Go's words; undefined when nothing is. Models the Go standard library, encoding/json scanner.go */
export function jsonSyntaxError(text: string): string | undefined {
  return attempt(() => {
    const scan = new Scan(text);
    scan.value();
    scan.end();
  })?.message;
}

/** What a text says; a text itself, and what Go would not read as JSON, stay as they are: whoever gets it can say what is wrong with it. */
export function jsonOrText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  // A text that is JSON by itself keeps its quotes: only they tell it from what is no JSON.
  if (typeof value === 'string') return text;
  return isDeeper(value, MOST_READ_LEVELS) && jsonSyntaxError(text) !== undefined ? text : value;
}

/** Where the value that begins there ends, or what is wrong with it and where; nowhere when the text only ends too soon. */
export function jsonValueAt(
  text: string,
  at: number,
): { readonly end: number } | { readonly problem: string; readonly at?: number } {
  const scan = new Scan(text, at);
  const problem = attempt(() => scan.value());
  if (problem === undefined) return { end: scan.at };
  return problem.message === END ? { problem: END } : { problem: problem.message, at: scan.at };
}

class Problem extends Error {}

function attempt(reads: () => void): Problem | undefined {
  try {
    reads();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return undefined;
}

const END = 'unexpected end of JSON input';
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MOST_NESTED = 10_000;
const CLOSING = { '{': '}', '[': ']' } as const;

class Scan {
  /** What is open around the place, from the outside; a text may be nested deeper than functions can call themselves. */
  private readonly open: ('{' | '[')[] = [];

  constructor(
    private readonly text: string,
    public at = 0,
  ) {}

  value(): void {
    do {
      const first = this.next();
      if (first === '{' || first === '[') {
        if (this.enter(first)) continue;
      } else this.scalar(first);
      this.leave();
    } while (this.open.length > 0);
  }

  end(): void {
    this.space();
    if (this.at < this.text.length) this.refuse('after top-level value');
  }

  /** Whether there is a value in it. */
  private enter(bracket: '{' | '['): boolean {
    if (this.open.length === MOST_NESTED) this.refuse('exceeded max depth');
    this.at += 1;
    this.open.push(bracket);
    if (this.next() === CLOSING[bracket]) {
      this.at += 1;
      this.open.pop();
      return false;
    }
    if (bracket === '{') this.key();
    return true;
  }

  /** From the end of a value to the beginning of the next one, out of all that ends with it. */
  private leave(): void {
    for (let around = this.open.at(-1); around !== undefined; around = this.open.at(-1)) {
      const separator = this.next();
      if (separator === ',') {
        this.at += 1;
        if (around === '{') this.key();
        return;
      }
      if (separator !== CLOSING[around])
        this.refuse(around === '{' ? 'after object key:value pair' : 'after array element');
      this.at += 1;
      this.open.pop();
    }
  }

  private key(): void {
    if (this.next() !== '"') this.refuse('looking for beginning of object key string');
    this.string();
    if (this.next() !== ':') this.refuse('after object key');
    this.at += 1;
  }

  private scalar(first: string): void {
    if (first === '"') this.string();
    else if (first === 't') this.literal('true');
    else if (first === 'f') this.literal('false');
    else if (first === 'n') this.literal('null');
    else if (first === '-' || (first >= '0' && first <= '9')) this.number();
    else this.refuse('looking for beginning of value');
  }

  private string(): void {
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const letter = this.text[this.at] as string;
      if (letter === '"') {
        this.at += 1;
        return;
      }
      if (letter < ' ') this.refuse('in string literal');
      if (letter === '\\') this.escape();
    }
    throw new Problem(END);
  }

  private escape(): void {
    this.at += 1;
    if (this.at >= this.text.length) throw new Problem(END);
    const letter = this.text[this.at] as string;
    if (!'"\\/bfnrtu'.includes(letter)) this.refuse('in string escape code');
    if (letter !== 'u') return;
    for (let digit = 0; digit < 4; digit += 1) {
      this.at += 1;
      if (this.at >= this.text.length) throw new Problem(END);
      if (!/[0-9a-fA-F]/.test(this.text[this.at] as string)) this.refuse('in \\u hexadecimal character escape');
    }
  }

  private literal(word: string): void {
    for (let place = 0; place < word.length; place += 1, this.at += 1) {
      if (this.at >= this.text.length) throw new Problem(END);
      if (this.text[this.at] !== word[place])
        this.refuse(`in literal ${word} (expecting ${quoted(word[place] ?? '')})`);
    }
  }

  private number(): void {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text)?.[0];
    this.at += found?.length ?? 1;
    const rest = this.text[this.at];
    if (found === undefined) this.broken('in numeric literal');
    else if (rest === '.') this.afterMark('after decimal point in numeric literal');
    else if (rest === 'e' || rest === 'E') this.afterMark('in exponent of numeric literal');
  }

  private afterMark(where: string): void {
    this.at += 1;
    if (where.startsWith('in exponent') && /[+-]/.test(this.text[this.at] ?? '')) this.at += 1;
    this.broken(where);
  }

  private broken(where: string): never {
    if (this.at >= this.text.length) throw new Problem(END);
    return this.refuse(where);
  }

  private next(): string {
    this.space();
    if (this.at >= this.text.length) throw new Problem(END);
    return this.text[this.at] as string;
  }

  private space(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? 'x')) this.at += 1;
  }

  private refuse(where: string): never {
    const letter = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    throw new Problem(`invalid character ${quoted(letter)} ${where}`);
  }
}

/** A character between single quotes, as Go shows it in such errors. */
function quoted(letter: string): string {
  if (letter === "'") return "'\\''";
  if (letter === '"') return `'"'`;
  const inside = JSON.stringify(letter).slice(1, -1);
  return `'${inside.replace(/^\\u00([0-9a-f]{2})$/, '\\x$1')}'`;
}
