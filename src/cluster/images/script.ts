// Models the grammar of busybox ash, as far as lists of simple commands go (v1.36)

/** One simple command of a script. */
export interface ScriptCommand {
  /** What stands before it. */
  readonly after: ';' | '&&' | '||' | '|';
  readonly words: readonly string[];
  /** Where its output goes: on, to the other stream, or away. */
  readonly stdout: 'stdout' | 'stderr' | 'nowhere';
  readonly stderr: 'stdout' | 'stderr' | 'nowhere';
  /** The file that what goes nowhere is written to, or appended to. */
  readonly into?: { readonly path: string; readonly appends: boolean };
  /** The file that is its input. */
  readonly from?: string;
}

/** Stands for a `$` that is meant as it is written. */
export const PLAIN_DOLLAR = '\ue001';

/** Stands for all variables of the process, one a line. */
export const ALL_VARIABLES = '\ue002';
/** Stands for the list of processes. */
export const ALL_PROCESSES = '\ue003';

/** Takes a script apart at `;`, `&&`, `||`, `|` and line ends; quotes keep what they hold together. */
export function parseScript(script: string): readonly ScriptCommand[] {
  const commands: ScriptCommand[] = [];
  const reader = new Reader(script);
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

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

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
      const target = this.word();
      const toStream = redirect[3] === '&';
      if (redirect[2] === '<') {
        files = { ...files, from: target };
        continue;
      }
      if (redirect[1] !== '2' && !toStream) files = { ...files, into: { path: target, appends: redirect[2] === '>>' } };
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

  private blanks(): void {
    for (;;) {
      const letter = this.text.charAt(this.at);
      if (letter === '\\' && this.text.charAt(this.at + 1) === '\n') this.at += 2;
      else if (letter === ' ' || letter === '\t') this.at += 1;
      else if (letter === '#') {
        while (!this.atEnd && this.text.charAt(this.at) !== '\n') this.at += 1;
      } else return;
    }
  }

  private word(): string {
    let word = '';
    while (!this.atEnd) {
      const letter = this.text.charAt(this.at);
      if (letter === "'") word += this.quoted("'").replaceAll('$', PLAIN_DOLLAR);
      else if (letter === '"') word += this.quoted('"');
      else if (letter === '$' && this.text.charAt(this.at + 1) === '(') word += this.substitution();
      else if (letter === '\\') {
        const next = this.text.charAt(this.at + 1);
        word += next === '$' ? PLAIN_DOLLAR : next;
        this.at += 2;
      } else if (BREAKS.includes(letter)) return word;
      else {
        word += letter;
        this.at += 1;
      }
    }
    return word;
  }

  private quoted(quote: string): string {
    this.at += 1;
    let text = '';
    while (!this.atEnd && this.text.charAt(this.at) !== quote) {
      const letter = this.text.charAt(this.at);
      const next = this.text.charAt(this.at + 1);
      if (quote === '"' && letter === '\\' && '"\\$`'.includes(next)) {
        text += next === '$' ? PLAIN_DOLLAR : next;
        this.at += 2;
      } else {
        text += letter;
        this.at += 1;
      }
    }
    this.at += 1;
    return text;
  }

  private substitution(): string {
    const isCounting = this.text.startsWith('$((', this.at);
    const end = isCounting ? this.text.indexOf('))', this.at) + 1 : this.text.indexOf(')', this.at);
    const text = end <= 0 ? this.text.slice(this.at) : this.text.slice(this.at, end + 1);
    this.at += text.length;
    return text;
  }
}

const REDIRECT = /^([12]?)(>>?|<)(&?)/;
const ENDS = ';\n|&';
const BREAKS = ' \t\n;|&<>';

function ownOutput(target: string): ScriptCommand['stdout'] {
  return target === '/dev/stdout' || target === '/proc/1/fd/1' ? 'stdout' : 'nowhere';
}
