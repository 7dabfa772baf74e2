// Models how the words of a command are told apart: shells, their scripts, what reads its input (v1.36)

import { jqReadsInput } from '../tools/json/jq.ts';
import { readsLines } from '../tools/lines/text-tools.ts';
import { baseOf } from '../tools/told.ts';
import { parse } from './grammar.ts';
import type { Command, Commands } from './syntax.ts';
import { assignmentOf, literalOf } from './words.ts';

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash']);

export function isShell(word: string | undefined): boolean {
  return SHELLS.has(baseOf(word ?? ''));
}

/** `sh -c SCRIPT` */
export function scriptOf(words: readonly string[]): string | undefined {
  if (!isShell(words[0])) return undefined;
  const at = words.findIndex((word) => /^-\w*c$/.test(word));
  return at < 0 ? undefined : words[at + 1];
}

/**
 * The words of the command that a shell becomes in the end: the last of its script, where nothing has to be done after it and
 * nothing be put into its words. Bash does so for a script of one command alone.
 */
export function lastCommandOf(words: readonly string[]): readonly string[] | undefined {
  const script = scriptOf(words);
  if (script === undefined) return undefined;
  const isBash = baseOf(words[0] ?? '') === 'bash';
  const { commands, error } = parse(script, isBash);
  const simple = error === undefined ? commands.flatMap(({ pipes }) => pipes.flatMap(({ parts }) => parts)) : [];
  if (simple.length === 0 || (isBash && simple.length > 1) || !simple.every(isLetGo)) return undefined;
  const chain = commands.at(-1);
  const pipe = chain?.pipes.at(-1);
  const last = pipe?.parts[0];
  const isAlone = chain?.isBeside === false && pipe?.parts.length === 1 && !pipe.isNegated && pipe.after !== '||';
  if (!isAlone || last?.kind !== 'simple' || last.redirects.length > 0 || last.arrays !== undefined) return undefined;
  const found = last.words.filter((word) => assignmentOf(word) === undefined).map(literalOf);
  const plain = found.filter((word) => word !== undefined);
  if (plain.length < found.length || plain.length === 0) return undefined;
  return plain[0] === 'exec' ? plain.slice(1) : plain;
}

/** A shell with a trap stays to the end. */
function isLetGo(command: Command): boolean {
  return command.kind === 'simple' && literalOf(command.words[0]) !== 'trap';
}

/** How many plain words a tool may have that still reads its standard input. */
const READERS: ReadonlyMap<string, number> = new Map([
  ['cat', 0],
  ['tee', Number.POSITIVE_INFINITY],
  ['wc', 0],
]);

/** Whether a command, or the first one of a script that does more than speak, waits for its standard input. */
export function readsInput(words: readonly string[]): boolean {
  const script = scriptOf(words);
  return script === undefined ? isReader(words) : firstReads(parse(script).commands) === true;
}

/** Undefined: they only speak. */
function firstReads(commands: Commands): boolean | undefined {
  for (const { pipes } of commands)
    for (const { parts } of pipes) {
      const [first] = parts;
      const reads = first === undefined ? undefined : reading(first);
      if (reads !== undefined) return reads;
    }
  return undefined;
}

function reading(command: Command): boolean | undefined {
  if (command.redirects.some(({ from }) => from === 0)) return false;
  switch (command.kind) {
    case 'simple': {
      const words = command.words
        .filter((word) => assignmentOf(word) === undefined)
        .map((word) => literalOf(word) ?? '');
      const [name = ''] = words;
      if (SPEAKS.has(name)) return undefined;
      return name === 'read' || isReader(words);
    }
    case 'group':
    case 'subshell':
      return firstReads(command.body);
    case 'if':
    case 'while':
    case 'until':
      return firstReads(command.condition) ?? false;
    default:
      return false;
  }
}

/** What a script may say before it reads. */
const SPEAKS: ReadonlySet<string> = new Set(['', 'echo', 'printf', ':', 'true']);

function isReader([name = '', ...args]: readonly string[]): boolean {
  if (baseOf(name) === 'jq') return jqReadsInput(args);
  const ofLines = readsLines(baseOf(name), args);
  if (ofLines !== undefined) return ofLines;
  const most = READERS.get(baseOf(name));
  return most !== undefined && args.filter((word) => !/^(?:-|\d+$)/.test(word)).length <= most;
}

/** A shell that was given nothing to run. */
export function isTalking(words: readonly string[]): boolean {
  return isShell(words[0]) && scriptOf(words) === undefined && words.slice(1).every((word) => /^[-+]/.test(word));
}

/** The words of the first command of a script. */
export function firstWords(script: string): readonly string[] {
  const first = parse(script).commands[0]?.pipes[0]?.parts[0];
  return first?.kind === 'simple' ? first.words.map((word) => literalOf(word) ?? '') : [];
}
