// Models staging/src/k8s.io/kubectl/pkg/cmd/cmd.go and github.com/spf13/cobra as kubectl uses it (v1.36)

import { goDuration } from '../../api/values/duration.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Process } from '../../engine/index.ts';
import type { Command } from './commands/declaration.ts';
import { declaredCommands } from './commands/declared.ts';
import { withKustomization } from './commands/kustomize/kustomize.ts';
import { type Commands, findCommand, firstWord, flagsOf } from './find-command.ts';
import { type ArgvError, GivenFlags, GLOBAL_FLAGS, type Parsed, parseArgv } from './flags/argv.ts';
import type { Declared } from './flags/declared.ts';
import type { Options } from './flags/options.ts';
import { helpText, optionsText } from './help.ts';
import { overview } from './overview.ts';
import { noteAnswers, withNotes } from './print/request-notes.ts';
import { Failure, failure, isFailure } from './session/errors.ts';
import { loadConfig } from './session/kubeconfig.ts';
import type { Query, Session } from './session/session.ts';
import { rememberLine } from './writing/record.ts';
import { settledFirst } from './writing/settled-first.ts';

/** Any command but the plain `apply`, which needs none of this. */
export function* runCommand(session: Session, words: readonly string[]): Process<number | Failure> {
  const commands = declaredCommands();
  const found = findCommand(words, commands);
  const { command } = found;
  if (command === undefined && found.rest[0] === 'help') return help(session, found.rest.slice(1), commands);
  if (command === undefined) return noCommand(session, words, found.rest, commands);
  const parsed = parseArgv(found.rest, flagsOf(command));
  if ('message' in parsed) return unreadable(command, parsed);
  for (const [flag] of parsed.given) {
    const instead = command.deprecated?.[flag] ?? DEPRECATED[flag];
    if (instead !== undefined) session.complain(`Flag --${flag} has been deprecated, ${instead}\n`);
  }
  const options: Options = new GivenFlags(parsed.flags, parsed.dash, command);
  if (options.is('record')) rememberLine(session, parseArgv(words, flagsOf(command)) as Parsed);
  if (options.is('help')) {
    session.print(helpText(command, commands));
    return 0;
  }
  if (command.alone !== undefined) return aloneWith(session, command, parsed.words, commands);
  const { run, below } = runnerOf(command, commands);
  if (run === undefined) return failure(`kubectl ${command.name.split(' ')[0]} is not modelled`);
  const refused = loadConfig(session, options);
  if (refused !== undefined) return refused;
  const settled = withKustomization(session, options);
  if (isFailure(settled)) return command.misuse === undefined ? settled : new Failure(settled.text, command.misuse);
  if (options.is('recursive', command.defaults?.recursive === 'true')) session.isRecursive = true;
  if (options.is('local')) session.isLocal = true;
  const timeout = requestTimeout(options);
  if (timeout !== undefined) session.amend = (query) => withTimeout(query, timeout);
  const verbosity = Number(options.text('v') ?? '0');
  if (verbosity >= 6 && !asksNobody(options)) withNotes(session, verbosity, command.isOfKubeconfig !== true);
  const unsettled = settledFirst(session, options);
  if (unsettled !== undefined) return unsettled;
  const result = yield* run(session, [...below, ...parsed.words], settled);
  if (isFailure(result)) noteAnswers(session, result);
  const { warnings } = session;
  if (!options.is('warnings-as-errors') || warnings === 0 || isFailure(result)) return result;
  return failure(`${warnings} warning${warnings === 1 ? '' : 's'} received`);
}

/** Who does the work of a command, and with which of its words before those that were typed. */
function runnerOf(
  command: Command,
  commands: Commands,
): { readonly run?: Command['run']; readonly below: readonly string[] } {
  const words = command.name.split(' ');
  for (let count = words.length; count > 0; count -= 1) {
    const run = commands.get(words.slice(0, count).join(' '))?.run;
    if (run !== undefined) return { run, below: words.slice(count) };
  }
  return { below: [] };
}

/** What `diff` finds is told with 1, so that what is wrong with it is told with 2. */
function unreadable({ name, misuse }: Command, { message }: ArgvError): Failure {
  return misuse === undefined
    ? new Failure(`error: ${message}\nSee 'kubectl ${name} --help' for usage.\n`)
    : new Failure(`error: ${message}\nSee 'kubectl ${name} -h' for help and examples\n`, misuse);
}

function asksNobody(options: Options): boolean {
  const { asksNobody = false, asksNobodyWith } = options.command;
  return (
    asksNobody ||
    options.is('local') ||
    (asksNobodyWith !== undefined && (options.given(asksNobodyWith) ?? 'false') !== 'false')
  );
}

function withTimeout(query: Query, timeout: string): Query {
  const pairs = [...query.filter(([name]) => name !== 'timeout'), ['timeout', timeout] as const];
  return pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** A number alone is seconds; zero is no limit. */
function requestTimeout(options: Options): string | undefined {
  const text = options.text('request-timeout') ?? '0';
  const micros = /^-?\d+$/.test(text) ? Number(text) * SECOND : (options.micros('request-timeout') ?? 0);
  return micros === 0 ? undefined : goDuration(micros);
}

/** `help get`: the same as `get --help`. */
function help(session: Session, words: readonly string[], commands: Commands): number | Failure {
  const { command } = findCommand(words, commands);
  const [word] = words;
  if (command !== undefined) session.print(helpText(command, commands));
  else if (word === undefined) session.print(overview(listed(commands)));
  else session.complain(`Unknown help topic [\`${words.join('` `')}\`]\n${overview(listed(commands))}`);
  return 0;
}

/** Of the flags that several commands have. */
const DEPRECATED: { readonly [flag: string]: string } = { record: '--record will be removed in the future' };

/** Two that are found in no other way than by their names: what they say is said below. */
const BUILT_IN: readonly Declared[] = [
  { name: 'alpha', flags: '', order: 38 },
  { name: 'options', flags: '', order: 45, group: 'about', does: 'lists the flags that all commands have' },
];

/** The commands that are no subcommands, in kubectl's own order. */
function listed(commands: Commands): readonly Declared[] {
  const all = [...commands.values(), ...BUILT_IN].filter(({ name }) => !name.includes(' '));
  return all.sort((a, b) => (a.order ?? all.length) - (b.order ?? all.length));
}

function noCommand(
  session: Session,
  words: readonly string[],
  rest: readonly string[],
  commands: Commands,
): number | Failure {
  const at = firstWord(rest, GLOBAL_FLAGS);
  const word = rest[at];
  const [first = ''] = words;
  if (word === 'options') {
    const given = parseArgv([...rest.slice(0, at), ...rest.slice(at + 1)], GLOBAL_FLAGS);
    if ('message' in given) return new Failure(`error: ${given.message}\nRun 'kubectl options' without flags.\n`);
    session.print(optionsText());
    return 0;
  }
  if (word === 'alpha') {
    session.complain('No alpha commands are available in this version of kubectl\n');
    return 0;
  }
  if (word !== undefined) {
    if (first.startsWith('-')) return new Failure(`Error: flags cannot be placed before plugin name: ${first}\n`);
    const similar = suggestions(word, listed(commands));
    const hint = similar.length === 0 ? '' : `\nDid you mean this?\n${similar.map((one) => `\t${one}\n`).join('')}`;
    return new Failure(`error: unknown command "${word}" for "kubectl"\n${hint}`);
  }
  const parsed = parseArgv(rest, GLOBAL_FLAGS);
  if ('message' in parsed) return new Failure(`error: ${parsed.message}\nSee 'kubectl --help' for usage.\n`);
  session.print(overview(listed(commands)));
  return 0;
}

/** A command of which only the subcommands do something. */
function aloneWith(session: Session, command: Command, words: readonly string[], commands: Commands): number | Failure {
  const { name, alone } = command;
  const text = helpText(command, commands);
  if (alone !== 'helps' && words.length > 0)
    return failure(`unknown command "${words.join(' ')}"\nSee 'kubectl ${name} -h' for help and examples`);
  if (alone === 'complains') return new Failure(text);
  session.print(text);
  return alone === 'helps' ? 0 : 1;
}

/** Models cobra's Command.SuggestionsFor: at most two letters away, or begun with what was typed. */
function suggestions(typed: string, commands: readonly Declared[]): readonly string[] {
  const word = typed.toLowerCase();
  return commands
    .filter(({ name, meantBy }) => distance(word, name) <= 2 || name.startsWith(word) || meantBy?.includes(typed))
    .map(({ name }) => name);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min((next[j - 1] as number) + 1, (row[j] as number) + 1, (row[j - 1] as number) + same);
    }
    row = next;
  }
  return row[b.length] as number;
}
