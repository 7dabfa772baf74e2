/** A place in the text, with lines and columns from 0. */
export interface Mark {
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/** Why a text is no YAML, in go-yaml's words. */
export class YamlProblem extends Error {
  constructor(
    readonly problem: string,
    /** None for what is no question of a place. */
    readonly mark?: Mark,
    /** Where that began in which the problem was found. */
    readonly context?: Mark,
    /** The scanner counts lines from 1, the parser from 0. */
    readonly isOfScanner = false,
  ) {
    super(problem);
  }
}

/** What stands behind the text. */
const END = '\0';

export const isDigit = (char: string): boolean => char >= '0' && char <= '9';
export const isWordly = (char: string): boolean => /[\w-]/.test(char);
export const isHex = (char: string): boolean => /^[\da-fA-F]$/.test(char);
const isBlank = (char: string): boolean => char === ' ' || char === '\t';
/** YAML 1.1 knows more line ends than others do. */
const isBreak = (char: string): boolean =>
  char === '\n' || char === '\r' || char === '\x85' || char === '\u2028' || char === '\u2029';

/** A text that is read once, from its start to its end. Models go.yaml.in/yaml/v2/yamlprivateh.go */
export class Source {
  #at = 0;
  #line = 0;
  #lineStart = 0;

  constructor(private readonly text: string) {
    if (text.startsWith('\ufeff')) {
      this.#at = 1;
      this.#lineStart = 1;
    }
  }

  get at(): number {
    return this.#at;
  }

  get line(): number {
    return this.#line;
  }

  get column(): number {
    return this.#at - this.#lineStart;
  }

  get mark(): Mark {
    return { at: this.#at, line: this.#line, column: this.column };
  }

  char(ahead = 0): string {
    return this.text[this.#at + ahead] ?? END;
  }

  slice(from: number): string {
    return this.text.slice(from, this.#at);
  }

  isEnd(ahead = 0): boolean {
    return this.#at + ahead >= this.text.length;
  }

  isBlank(ahead = 0): boolean {
    return isBlank(this.char(ahead));
  }

  isBreak(ahead = 0): boolean {
    return isBreak(this.char(ahead));
  }

  isBreakOrEnd(): boolean {
    return this.isEnd() || this.isBreak();
  }

  /** Whether a word ends here. */
  isGap(ahead = 0): boolean {
    return this.isEnd(ahead) || this.isBlank(ahead) || this.isBreak(ahead);
  }

  /** `---` or `...` alone at the beginning of a line. */
  isDocumentIndicator(): boolean {
    if (this.column !== 0 || !this.isGap(3)) return false;
    return this.text.startsWith('---', this.#at) || this.text.startsWith('...', this.#at);
  }

  skip(count = 1): void {
    this.#at += count;
  }

  skipBlanks(): void {
    while (this.isBlank()) this.skip();
  }

  skipToLineEnd(): void {
    while (!this.isBreakOrEnd()) this.skip();
  }

  take(): string {
    const char = this.char();
    this.skip();
    return char;
  }

  takeWhile(fits: (char: string) => boolean): string {
    const from = this.#at;
    while (!this.isEnd() && fits(this.char())) this.skip();
    return this.slice(from);
  }

  /** The line end here, as what it becomes in a text; nothing where there is none. */
  takeBreak(): string {
    if (!this.isBreak()) return '';
    const char = this.char();
    this.skip(char === '\r' && this.char(1) === '\n' ? 2 : 1);
    this.#line += 1;
    this.#lineStart = this.#at;
    return char === '\u2028' || char === '\u2029' ? char : '\n';
  }

  /** The last line ends where the text does, also without a line end. */
  endLastLine(): void {
    if (this.column === 0) return;
    this.#line += 1;
    this.#lineStart = this.#at;
  }

  fail(problem: string, context?: Mark): never {
    throw new YamlProblem(problem, this.mark, context, true);
  }
}
