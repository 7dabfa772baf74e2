// Models how the words of a command are told apart: shells, their scripts, what reads its input (v1.36)

import { readsLines } from '../tools/lines/text-tools.ts';
import { baseOf } from '../tools/told.ts';
import { parseScript } from './script.ts';

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

/** How many plain words a tool may have that still reads its standard input. */
const READERS: ReadonlyMap<string, number> = new Map([
  ['cat', 0],
  ['tee', Number.POSITIVE_INFINITY],
  ['wc', 0],
]);

/** Whether a command, or the first one of a script that does more than speak, waits for its standard input. */
export function readsInput(words: readonly string[]): boolean {
  const script = scriptOf(words);
  if (script !== undefined && READS_LINES.test(script)) return true;
  const commands = script === undefined ? [{ words, after: ';', from: undefined }] : parseScript(script);
  const first = commands.find(({ words: [name = ''] }) => !SPEAKS.has(name));
  return first !== undefined && first.after !== '|' && first.from === undefined && isReader(first.words);
}

const READS_LINES = /^\s*(?:(?:echo|printf)\s[^;|&\n]*[;&\n]+\s*)*(?:while\s+(?:\w*=\S*\s+)?)?read\b/;
/** What a script may say before it reads. */
const SPEAKS: ReadonlySet<string> = new Set(['echo', 'printf']);

function isReader([name = '', ...args]: readonly string[]): boolean {
  const ofLines = readsLines(baseOf(name), args);
  if (ofLines !== undefined) return ofLines;
  const most = READERS.get(baseOf(name));
  return most !== undefined && args.filter((word) => !/^(?:-|\d+$)/.test(word)).length <= most;
}

/** A shell that was given nothing to run. */
export function isTalking(words: readonly string[]): boolean {
  return isShell(words[0]) && scriptOf(words) === undefined && words.slice(1).every((word) => /^[-+]/.test(word));
}
