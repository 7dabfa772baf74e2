// Models cobra's Command.Find (v1.36), and which commands only look

import type { Command } from './commands/declaration.ts';
import { declaredCommands } from './commands/declared.ts';
import { type Flag, GLOBAL_FLAGS, readFlags } from './flags/argv.ts';
import type { Declared } from './flags/declared.ts';

/** By their words. */
export type Commands = ReadonlyMap<string, Command>;

export function flagsOf({ flags }: Declared): readonly Flag[] {
  const own = readFlags(flags);
  return [...own, ...GLOBAL_FLAGS.filter(({ name }) => !own.some((flag) => flag.name === name))];
}

interface Found {
  readonly command: Command | undefined;
  readonly rest: readonly string[];
}

/** Models cobra's Command.Find: the first word that is no flag and no flag's value may be a subcommand. */
export function findCommand(words: readonly string[], commands: Commands): Found {
  let command: Command | undefined;
  let rest = words;
  for (;;) {
    const at = firstWord(rest, command === undefined ? GLOBAL_FLAGS : flagsOf(command));
    const word = rest[at];
    const next = word === undefined ? undefined : subcommand(command?.name, word, commands);
    if (next === undefined) return { command, rest };
    command = next;
    rest = [...rest.slice(0, at), ...rest.slice(at + 1)];
  }
}

function subcommand(above: string | undefined, word: string, commands: Commands): Command | undefined {
  const before = above === undefined ? '' : `${above} `;
  const isMeant = ({ name, aliases = [] }: Command): boolean =>
    aliases.includes(word) && name.startsWith(before) && !name.slice(before.length).includes(' ');
  return commands.get(`${before}${word}`) ?? [...commands.values()].find(isMeant);
}

/** A flag that is not known is taken to have a value. */
export function firstWord(words: readonly string[], flags: readonly Flag[]): number {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === '--') return words.length;
    if (word === '') continue;
    if (!word.startsWith('-')) return at;
    if (word.includes('=')) continue;
    const long = word.startsWith('--');
    if (!long && word.length !== 2) continue;
    const flag = flags.find(({ name, letter }) => word === (long ? `--${name}` : `-${letter}`));
    if (flag === undefined || (flag.takes !== 'nothing' && flag.bare === undefined)) at += 1;
  }
  return words.length;
}

const HELP = /^(?:-h|--help)$/;
const ONLY_TELL: readonly string[] = ['help', 'options'];

/** What a first story types is known without all other commands, which are fetched late. */
const isPlainApply = ([command, flag, ...more]: readonly string[]): boolean =>
  command === 'apply' && flag === '-f' && more.length === 1;

/** Whether nothing changes by a command, so that its answer is wanted at once. One may want to step through all others. */
export function onlyLooks(argv: readonly string[]): boolean {
  const words = argv[0] === 'kubectl' ? argv.slice(1) : argv;
  if (isPlainApply(words)) return false;
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  if (own.some((word) => HELP.test(word))) return true;
  const commands = declaredCommands();
  const { command, rest } = findCommand(own, commands);
  if (command !== undefined) return looks(command.name.split(' '), commands);
  const word = rest[firstWord(rest, GLOBAL_FLAGS)];
  return word === undefined || ONLY_TELL.includes(word);
}

/** What a subcommand does not say, the command above it says. */
function looks(words: readonly string[], commands: Commands): boolean {
  if (words.length === 0) return false;
  return commands.get(words.join(' '))?.looks ?? looks(words.slice(0, -1), commands);
}

/** Whether a line begins with a command of kubectl that a shell does not know. */
export function isForKubectl(line: string): boolean {
  const [word = ''] = /^[\w-]+(?=\s|$)/.exec(line) ?? [];
  const command = declaredCommands().get(word);
  return command !== undefined && command.isShellWord !== true;
}
