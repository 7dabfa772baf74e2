// Models jq 1.6 src/main.c (v1.36)

import { fails, linesOf, type Told } from '../told.ts';
import { Work } from '../work.ts';
import { Jq } from './jq-filters.ts';
import { type Filter, filterOf, NoFilter } from './jq-grammar.ts';
import { isTrue, JqError, write } from './jq-values.ts';
import { slipIn } from './json-slips.ts';

interface Asked {
  readonly filter: string | undefined;
  readonly paths: readonly string[];
  readonly letters: string;
  readonly indent: string | undefined;
  readonly names: ReadonlyMap<string, unknown>;
}

const LONG: ReadonlyMap<string, string> = new Map([
  ['--raw-output', 'r'],
  ['--compact-output', 'c'],
  ['--exit-status', 'e'],
  ['--slurp', 's'],
  ['--null-input', 'n'],
  ['--raw-input', 'R'],
  ['--sort-keys', 'S'],
  ['--join-output', 'j'],
  ['--monochrome-output', 'M'],
  ['--color-output', 'C'],
  ['--ascii-output', 'a'],
]);

const USAGE = 'jq - commandline JSON processor [version 1.6]\n\nUsage:\tjq [options] <jq filter> [file...]\n';
const WRONG_USAGE = 2;
const NOT_COMPILED = 3;
const FAILED = 5;

/** Which words of `jq` are files: none, and it reads what comes in. */
export function jqReadsInput(args: readonly string[]): boolean {
  const asked = read(args);
  return typeof asked === 'object' && asked.paths.length === 0 && !asked.letters.includes('n');
}

export function jq(
  args: readonly string[],
  input: string | undefined,
  readFile: (path: string) => string | undefined,
  now: number,
): Told {
  const asked = read(args);
  if (typeof asked === 'string') return fails(asked, WRONG_USAGE);
  // At a terminal, with nothing to read and nothing to do.
  if (asked.filter === undefined && asked.paths.length === 0 && input === undefined) return fails(USAGE, WRONG_USAGE);
  const run = new JqRun(asked, asked.filter ?? '.', now);
  let text = asked.paths.length === 0 ? (input ?? '') : '';
  for (const path of asked.paths) {
    const found = readFile(path);
    if (found === undefined) run.stderr += `jq: error: Could not open ${path}: No such file or directory\n`;
    else text += found;
  }
  const isMissing = run.stderr !== '';
  const told = run.whole(text);
  const code = isMissing && told.exitCode === 0 ? WRONG_USAGE : told.exitCode;
  const { micros } = run.work;
  return micros === 0 ? { ...told, exitCode: code } : { ...told, exitCode: code, takes: { micros } };
}

function read(args: readonly string[]): Asked | string {
  const words: string[] = [];
  const names = new Map<string, unknown>();
  let letters = '';
  let indent: string | undefined = '  ';
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    const long = LONG.get(word);
    if (long !== undefined) letters += long;
    else if (word === '--arg' || word === '--argjson') {
      const [name = '', value = ''] = args.slice(at + 1, at + 3);
      const made = word === '--arg' ? value : json(value);
      if (made === undefined)
        return `jq: Invalid JSON text passed to --argjson\nUse jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://stedolan.github.io/jq\n`;
      names.set(name, made);
      at += 2;
    } else if (word === '--tab') indent = '\t';
    else if (word === '--indent') {
      at += 1;
      indent = ' '.repeat(Math.min(7, Number(args[at]) || 0));
    } else if (/^-[a-zA-Z]+$/.test(word)) letters += word.slice(1);
    else if (word.startsWith('--')) return `Unknown arguments\n${USAGE}`;
    else words.push(word);
  }
  const [filter, ...paths] = words;
  if (letters.includes('c') || indent === '') indent = undefined;
  names.set('ENV', {});
  names.set('__loc__', { file: '<top-level>', line: 1 });
  return { filter, paths, letters, indent, names };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

class JqRun {
  stdout = '';
  stderr = '';
  readonly work = new Work();
  private last: unknown;
  private hasSaid = false;
  private code = 0;

  constructor(
    private readonly asked: Asked,
    private readonly filter: string,
    private readonly now: number,
  ) {}

  whole(text: string): Told {
    const { letters } = this.asked;
    try {
      const filter = filterOf(this.filter);
      if (letters.includes('n')) this.one(filter, null, 0);
      else if (letters.includes('R')) this.lines(filter, text);
      else this.values(filter, text);
    } catch (error) {
      if (!(error instanceof NoFilter)) throw error;
      this.stderr += `jq: error: ${error.message} at <top-level>, line 1:\n${this.filter}${' '.repeat(error.at)}\njq: 1 compile error\n`;
      this.code = NOT_COMPILED;
    }
    const isAsked = letters.includes('e') && this.code === 0;
    const exitCode = !isAsked ? this.code : !this.hasSaid ? NOTHING_SAID : isTrue(this.last) ? 0 : 1;
    return { stdout: this.stdout, stderr: this.stderr, exitCode };
  }

  private lines(filter: Filter, text: string): void {
    if (this.asked.letters.includes('s')) return this.one(filter, text, 0);
    for (const [at, line] of linesOf(text).entries()) this.one(filter, line, at + 1);
  }

  /** One value after another, as far as they can be read. */
  private values(filter: Filter, text: string): void {
    const reader = new Values(text);
    const all: unknown[] = [];
    for (let next = reader.next(); next !== undefined; next = reader.next()) {
      if ('problem' in next) {
        this.stderr += `parse error: ${next.problem}\n`;
        this.code = NOTHING_SAID;
        return;
      }
      if (this.asked.letters.includes('s')) all.push(next.value);
      else this.one(filter, next.value, reader.line);
    }
    if (this.asked.letters.includes('s')) this.one(filter, all, reader.line);
  }

  private one(filter: Filter, value: unknown, line: number): void {
    const { letters, indent, names } = this.asked;
    const isJoined = letters.includes('j');
    const isRaw = isJoined || letters.includes('r');
    try {
      for (const made of new Jq(this.work, this.now).run(filter, value, names)) {
        const isSorted = letters.includes('S');
        const text =
          isRaw && typeof made === 'string'
            ? made
            : write(made, { isSorted, ...(indent === undefined ? {} : { indent }) });
        this.stdout += isJoined ? text : `${text}\n`;
        this.last = made;
        this.hasSaid = true;
      }
      this.code = 0;
    } catch (error) {
      if (!(error instanceof JqError)) throw error;
      this.stderr += `jq: error (at ${letters.includes('n') ? '<unknown>' : `<stdin>:${line}`})${typeof error.value === 'string' ? '' : ' (not a string)'}: ${typeof error.value === 'string' ? error.message : write(error.value, {})}\n`;
      this.code = FAILED;
    }
  }
}

const NOTHING_SAID = 4;

/** Values one behind another in a text. */
class Values {
  private at = 0;

  constructor(private readonly text: string) {}

  /** Lines that are read by now. */
  get line(): number {
    // The rest of the line is read before what stands in it is told.
    const end = this.text.indexOf('\n', this.at);
    return this.text.slice(0, end < 0 ? this.text.length : end + 1).split('\n').length - 1;
  }

  next(): { readonly value: unknown } | { readonly problem: string } | undefined {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
    if (this.at >= this.text.length) return undefined;
    const from = this.at;
    const end = this.endOf(from);
    this.at = end;
    const value = json(this.text.slice(from, end));
    if (value !== undefined) return { value };
    return { problem: this.problemOf(from, end) };
  }

  private problemOf(from: number, end: number): string {
    const slip = slipIn(this.text, from);
    const lines = this.text.slice(0, slip?.end ?? end).split('\n');
    const where = `line ${lines.length}, column ${lines.at(-1)?.length ?? 0}`;
    return `${slip?.message ?? 'Invalid literal'} at ${slip?.isAtEnd === true ? 'EOF at ' : ''}${where}`;
  }

  /** Behind the value that begins there, by its brackets and quotes. */
  private endOf(from: number): number {
    let depth = 0;
    let isQuoted = false;
    for (let at = from; at < this.text.length; at += 1) {
      const char = this.text.charAt(at);
      if (isQuoted) {
        if (char === '\\') at += 1;
        else if (char === '"') isQuoted = false;
        if (!isQuoted && depth === 0) return at + 1;
      } else if (char === '"') isQuoted = true;
      else if (char === '{' || char === '[') depth += 1;
      else if (char === '}' || char === ']') {
        depth -= 1;
        if (depth <= 0) return at + 1;
      } else if (depth === 0 && /\s/.test(char)) return at;
    }
    return this.text.length;
  }
}
