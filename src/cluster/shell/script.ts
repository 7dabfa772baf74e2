// Models the grammar of busybox ash, as far as lists of simple commands go (v1.36)

import { PLAIN_DOLLAR } from '../tools/markers.ts';

/** One simple command of a script. */
export interface ScriptCommand {
  /** What stands before it. */
  readonly after: ';' | '&&' | '||' | '|';
  readonly words: readonly string[];
  /** Where its output goes: on, to the other stream, or away. */
  readonly stdout: 'stdout' | 'stderr' | 'nowhere';
  readonly stderr: 'stdout' | 'stderr' | 'nowhere';
  /** The file that what goes nowhere is written to, or appended to. */
  readonly into?: { readonly path: string; readonly appends: boolean; readonly what: 'stdout' | 'stderr' | 'both' };
  /** The file that is its input. */
  readonly from?: string;
}

/** Stands for a `$` between double quotes, whose value is one word. */
export const HELD_DOLLAR = '\ue004';
/** Stand for a `*`, a `?` and a `[` that are looked for among the files. */
export const ANY_LETTERS = '\ue005';
export const ANY_LETTER = '\ue006';
export const ANY_OF = '\ue008';
/** Stands where a quote was: there is a word, even if it is empty. */
export const QUOTED = '\ue007';

/**
 * Takes a script apart at `;`, `&&`, `||`, `|` and line ends; quotes keep what they hold together. With `marks` the words
 * keep what has to be known of quotes when values are put in.
 */
export function parseScript(script: string, marks = false): readonly ScriptCommand[] {
  const commands: ScriptCommand[] = [];
  const reader = new Reader(script, marks);
  let after: ScriptCommand['after'] = ';';
  while (!reader.atEnd) {
    const command = reader.command(after);
    if (command.words.length > 0) commands.push(command);
    const next = reader.connector();
    if (command.words.length > 0 || next !== ';') after = next;
  }
  return commands;
}

/** A line as words, with quotes taken off. */
export function splitWords(line: string): readonly string[] {
  return parseScript(line)[0]?.words ?? [];
}

const PATTERNS: ReadonlyMap<string, string> = new Map([
  ['*', ANY_LETTERS],
  ['?', ANY_LETTER],
  ['[', ANY_OF],
]);

/** Reads words: quotes are taken off, what stands for a value stays whole. */
export class WordSource {
  protected at = 0;
  /** A quote or a bracket was not closed. */
  protected isOpen = false;

  constructor(
    protected readonly text: string,
    private readonly marks: boolean,
    /** What ends a word that is not quoted. */
    private readonly breaks = BREAKS,
  ) {}

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  protected blanks(): void {
    for (;;) {
      const letter = this.text.charAt(this.at);
      if (letter === '\\' && this.text.charAt(this.at + 1) === '\n') this.at += 2;
      else if (letter === ' ' || letter === '\t') this.at += 1;
      else if (letter === '#') {
        while (!this.atEnd && this.text.charAt(this.at) !== '\n') this.at += 1;
      } else return;
    }
  }

  protected word(breaks = this.breaks): string {
    let word = '';
    while (!this.atEnd) {
      const letter = this.text.charAt(this.at);
      if (letter === "'") word += this.held(this.quoted("'").replaceAll('$', PLAIN_DOLLAR));
      else if (letter === '"') word += this.held(this.quoted('"'));
      else if (letter === '$' || letter === '`') word += this.reference('$');
      else if (letter === '\\') {
        const next = this.text.charAt(this.at + 1);
        word += next === '$' ? PLAIN_DOLLAR : next === '\n' ? '' : next;
        this.at += 2;
      } else if (breaks.includes(letter)) return word;
      else {
        word += PATTERNS.has(letter) ? this.mark(PATTERNS.get(letter) ?? '', letter) : letter;
        this.at += 1;
      }
    }
    return word;
  }

  /** A name in quotes ends with them. */
  private held(text: string): string {
    return `${this.mark(QUOTED)}${text}${this.mark(QUOTED)}`;
  }

  private mark(sign: string, otherwise = ''): string {
    return this.marks ? sign : otherwise;
  }

  protected quoted(quote: string): string {
    this.at += 1;
    let text = '';
    while (!this.atEnd && this.text.charAt(this.at) !== quote) {
      const letter = this.text.charAt(this.at);
      const next = this.text.charAt(this.at + 1);
      if (quote !== "'" && letter === '\\' && (next === quote || '\\$`\n'.includes(next))) {
        text += next === '$' ? PLAIN_DOLLAR : next === '\n' ? '' : next;
        this.at += 2;
      } else if (quote !== "'" && (letter === '$' || letter === '`')) {
        text += this.reference(this.mark(HELD_DOLLAR, '$'));
      } else {
        text += letter;
        this.at += 1;
      }
    }
    if (this.atEnd && quote !== '') this.isOpen = true;
    this.at += 1;
    return text;
  }

  /** The text of a here-document: as between double quotes, which mean nothing themselves. */
  protected unquoted(): string {
    this.at = -1;
    return this.quoted('');
  }

  /** `$(…)`, `$((…))`, `${…}` and `` `…` `` whole, of anything else the sign alone. */
  private reference(sign: string): string {
    if (this.text.charAt(this.at) === '`') {
      const inner = /^(?:\\[\s\S]|[^`\\])*/.exec(this.text.slice(this.at + 1))?.[0] ?? '';
      this.at += inner.length + 2;
      if (this.at > this.text.length) this.isOpen = true;
      return `${sign}(${inner.replace(/\\([`$\\])/g, '$1')})`;
    }
    this.at += 1;
    const opens = this.text.charAt(this.at);
    if (opens !== '(' && opens !== '{') {
      if (opens !== '?' && opens !== '*') return sign;
      this.at += 1;
      return sign + opens;
    }
    const closes = opens === '(' ? ')' : '}';
    const from = this.at;
    let depth = 0;
    do {
      const letter = this.text.charAt(this.at);
      if (letter === opens) depth += 1;
      else if (letter === closes) depth -= 1;
      this.at += 1;
    } while (depth > 0 && !this.atEnd);
    if (depth > 0) this.isOpen = true;
    return sign + this.text.slice(from, this.at);
  }
}

class Reader extends WordSource {
  command(after: ScriptCommand['after']): ScriptCommand {
    const words: string[] = [];
    let stdout: ScriptCommand['stdout'] = 'stdout';
    let stderr: ScriptCommand['stderr'] = 'stderr';
    let files: Pick<ScriptCommand, 'into' | 'from'> = {};
    for (;;) {
      this.blanks();
      if (this.atEnd || this.connectorLength() > 0) return { after, words, stdout, stderr, ...files };
      const redirect = REDIRECT.exec(this.text.slice(this.at, this.at + 4));
      if (redirect === null) {
        words.push(this.word());
        continue;
      }
      this.at += redirect[0].length;
      this.blanks();
      const target = this.word().replaceAll(QUOTED, '');
      const toStream = redirect[3] === '&';
      if (redirect[2] === '<') {
        files = { ...files, from: target };
        continue;
      }
      const { into } = files;
      const isError = redirect[1] === '2';
      const isFile = !toStream && !DEVICES.test(target) && !(isError && into !== undefined);
      if (isFile)
        files = {
          ...files,
          into: { path: target, appends: redirect[2] === '>>', what: isError ? 'stderr' : 'stdout' },
        };
      else if (isError && toStream && target === '1' && into?.what === 'stdout')
        files = { ...files, into: { ...into, what: 'both' } };
      if (redirect[1] === '2') stderr = toStream && target === '1' ? stdout : 'nowhere';
      else stdout = (toStream && target === '2') || target === '/dev/stderr' ? 'stderr' : ownOutput(target);
    }
  }

  connector(): ScriptCommand['after'] {
    const length = this.connectorLength();
    const text = this.text.slice(this.at, this.at + length);
    this.at += length;
    return text === '&&' || text === '||' || text === '|' ? text : ';';
  }

  private connectorLength(): number {
    const two = this.text.slice(this.at, this.at + 2);
    if (two === '&&' || two === '||') return 2;
    return ENDS.includes(this.text.charAt(this.at)) ? 1 : 0;
  }
}

const REDIRECT = /^([12]?)(>>?|<)(&?)/;
/** Nothing that is written there can be read again. */
const DEVICES = /^\/dev\/(?:null|std|tty|fd)|^\/proc\//;
const ENDS = ';\n|&';
const BREAKS = ' \t\n;|&<>';

function ownOutput(target: string): ScriptCommand['stdout'] {
  return target === '/dev/stdout' || target === '/proc/1/fd/1' ? 'stdout' : 'nowhere';
}
