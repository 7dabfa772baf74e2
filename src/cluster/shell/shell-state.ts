// Models shell/ash.c of busybox: what a shell remembers (v1.36)

import { type Around, environment } from '../tools/around.ts';
import type { Command } from './syntax.ts';

/** Variables, functions and parameters; a subshell has a copy. */
export class ShellState {
  code = 0;
  /** What `set -e`, `-u`, `-f` and `-o pipefail` ask for. */
  endsOnError = false;
  needsValues = false;
  keepsPatterns = false;
  failsInPipes = false;
  /** It is bash, and knows more than others do. */
  isBash = false;
  /** Commands are told before they run. */
  isTraced = false;
  parameters: readonly string[] = ['sh'];
  /** Names whose values nobody may change. */
  readonly kept = new Set<string>();
  /** What is done on a signal, or when the shell ends (`EXIT`). */
  readonly traps = new Map<string, string>();

  constructor(
    readonly variables = new Map<string, string>(),
    /** Those that commands are told of. */
    readonly exported = new Set<string>(),
    readonly functions = new Map<string, Command>(),
  ) {}

  copy(): ShellState {
    const { variables, exported, functions } = this;
    const copy = new ShellState(new Map(variables), new Set(exported), new Map(functions));
    for (const name of this.kept) copy.kept.add(name);
    const { code, endsOnError, needsValues, keepsPatterns, failsInPipes, isBash, isTraced, parameters } = this;
    const flags = { endsOnError, needsValues, keepsPatterns, failsInPipes };
    return Object.assign(copy, flags, { code, isBash, isTraced, parameters });
  }

  /** What another shell is told that this one starts. */
  fresh(around: Around): ShellState {
    const known = new Set([...this.exported, ...environment(around).map(([name]) => name)]);
    return new ShellState(new Map([...this.variables].filter(([name]) => known.has(name))), new Set(this.exported));
  }

  assign(name: string, value: string | undefined): void {
    if (value === undefined) this.variables.delete(name);
    else this.variables.set(name, value);
  }

  /** Values by their places: `NAME[0]`; how many there are is `NAME[#]`. */
  assignAll(name: string, values: readonly string[]): void {
    for (const [at, value] of values.entries()) this.variables.set(`${name}[${at}]`, value);
    this.variables.set(`${name}[#]`, String(values.length));
    this.variables.set(name, values[0] ?? '');
  }

  /** What commands find in their environment. */
  told(around: Around): Around {
    const known = new Set([...this.exported, ...environment(around).map(([name]) => name)]);
    const own = [...this.variables].filter(([name]) => known.has(name));
    return own.length === 0 ? around : { ...around, variables: [...around.variables, ...own] };
  }

  valueOf(name: string, around: () => Around): string | undefined {
    const { parameters } = this;
    if (name === '?') return String(this.code);
    if (name === '#') return String(parameters.length - 1);
    if (name === '@') return parameters.slice(1).join(' ');
    if (name === '*') return parameters.slice(1).join((this.variables.get('IFS') ?? ' ').charAt(0));
    if (name === '$') return SHELL_PROCESS;
    if (name === '-') return `${this.endsOnError ? 'e' : ''}${this.needsValues ? 'u' : ''}`;
    if (/^\d+$/.test(name)) return parameters[Number(name)];
    return this.variables.get(name) ?? environment(around()).findLast(([known]) => known === name)?.[1];
  }

  /** `set -e`, `set -euo pipefail`, `set -- a b` */
  set(args: readonly string[]): void {
    const rest = [...args];
    for (let word = rest[0]; word !== undefined && /^[-+]\w/.test(word); word = rest[0]) {
      rest.shift();
      const isOn = word.startsWith('-');
      for (const letter of word.slice(1)) this.choose(letter === 'o' ? rest.shift() : letter, isOn);
    }
    if (rest.length === 0) return;
    this.parameters = [this.parameters[0] ?? 'sh', ...(rest[0] === '--' ? rest.slice(1) : rest)];
  }

  private choose(name: string | undefined, isOn: boolean): void {
    if (name === 'e' || name === 'errexit') this.endsOnError = isOn;
    if (name === 'u' || name === 'nounset') this.needsValues = isOn;
    if (name === 'x' || name === 'xtrace') this.isTraced = isOn;
    if (name === 'f' || name === 'noglob') this.keepsPatterns = isOn;
    if (name === 'pipefail') this.failsInPipes = isOn;
  }

  /** `read A B`: the words of a line, the rest in the last; false when there was none. */
  read(line: string | undefined, args: readonly string[]): boolean {
    const given = args.filter((word, at) => !word.startsWith('-') && !/^-\w*[ptnud]$/.test(args[at - 1] ?? ''));
    const names = given.length === 0 ? ['REPLY'] : given;
    const signs = this.variables.get('IFS') ?? ' \t\n';
    const isRaw = args.some((word) => /^-\w*r/.test(word));
    let rest = trimmed(isRaw ? (line ?? '') : (line ?? '').replace(/\\(.)/g, '$1'), signs);
    for (const name of names.slice(0, -1)) {
      const end = [...rest].findIndex((letter) => signs.includes(letter));
      this.variables.set(name, end < 0 ? rest : rest.slice(0, end));
      const isBlank = /\s/.test(rest.charAt(end));
      rest = end < 0 ? '' : isBlank ? trimmed(rest.slice(end), signs) : rest.slice(end + 1);
    }
    this.variables.set(names.at(-1) as string, rest);
    return line !== undefined;
  }
}

/** Without the blanks before and behind that separate words. */
function trimmed(text: string, signs: string): string {
  const isBlank = (letter: string): boolean => /\s/.test(letter) && signs.includes(letter);
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charAt(from))) from += 1;
  while (to > from && isBlank(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** The number of a process beside the first one. */
export const SHELL_PROCESS = '7';
