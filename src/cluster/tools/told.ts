// Models nothing upstream: what comes of a small tool, and how its words are read

import type { Micros } from '../../base/time/units.ts';

/** What a small tool writes, with variables as they were written, and how it ends. */
export interface Told {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** It has taken more memory than there is. */
  readonly bursts?: boolean;
  /** How long it takes, where that is more than no time; undefined for what goes on until it is stopped. */
  readonly takes?: { readonly micros: Micros | undefined };
}

/** Who holds more than this is taken to want all the memory there is. */
export const MOST_TEXT = 4 * 1024 * 1024;

export const says = (stdout: string, exitCode = 0): Told => ({ stdout, stderr: '', exitCode });
export const fails = (stderr: string, exitCode = 1): Told => ({ stdout: '', stderr, exitCode });

export const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The words that are no flags. */
export const plainWords = (args: readonly string[]): readonly string[] => args.filter((word) => !word.startsWith('-'));
export const hasFlag = (args: readonly string[], letter: string): boolean =>
  args.some((word) => /^-\w/.test(word) && word.includes(letter));

/** The word after a flag. */
export function wordAfter(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}

/** What many a tool says of a path. */
export const NOT_THERE = 'No such file or directory';

/** The last part of a path. */
export function baseOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}
