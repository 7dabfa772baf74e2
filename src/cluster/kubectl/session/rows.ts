// Models what a terminal and staging/src/k8s.io/cli-runtime/pkg/genericclioptions/config_flags.go keep (v1.36)

import { type Context, tableName } from '../../../engine/index.ts';

/** What the terminal shows, one row a command, keyed by its number. */
export interface CommandRow {
  readonly id: number;
  readonly argv: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  /** A line of the shell, as it was typed; `argv` are the words of its first command. */
  readonly line?: string;
  /** What a line has written on both its outputs, in order. */
  readonly written?: readonly Written[];
  /** What was shown before is wiped from the screen. */
  readonly clears?: boolean;
  /** It waits for the person at the terminal. */
  readonly asks?: Asked;
}

/** A file that is open in the editor; or lines for what runs elsewhere, which is `busy` until it asks for the next one. */
export type Asked =
  | { readonly for: 'file'; readonly name: string; readonly text: string }
  | { readonly for: 'lines'; readonly busy?: boolean };

/** Who has asked the person at the terminal. */
export interface Reader {
  readonly for: Asked['for'];
  /** `undefined`: the editor was closed without saving, or there are no more lines. */
  take(ctx: Context, text: string | undefined): void;
  /** Ctrl+C goes to what runs elsewhere, and does not end the command. */
  interrupt?(ctx: Context): void;
}

export interface Written {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** What the end of a command tells: of a part of a line also which one it was, and how many lines it wrote. */
export function exitOf(
  code: number,
  isPart: boolean,
  { argv, stdout, stderr }: CommandRow,
): { readonly code: number; readonly part?: string; readonly wrote?: number } {
  if (!isPart) return { code };
  const wrote = `${stdout}${stderr}`.split('\n').filter((line) => line !== '').length;
  return { code, part: argv.join(' ').slice(0, LONGEST_PART), wrote };
}

const LONGEST_PART = 120;

/** A command that is a part of a line: the shell has what it writes, and stops it. */
export interface Part {
  /** The number of the line. */
  readonly id: number;
  say(ctx: Context, stream: Written['stream'], text: string): void;
  asks(asked: Asked | undefined): void;
  /** What follows from its end. */
  ended(ctx: Context, code: number): void;
}

export const COMMANDS_TABLE = tableName<CommandRow>('kubectl/commands');

/** What kubectl keeps on disk between commands. */
export interface CacheRow {
  readonly key: string;
  readonly fetchedAt: number;
  readonly body: unknown;
}
export const CACHE_TABLE = tableName<CacheRow>('kubectl/cache');
