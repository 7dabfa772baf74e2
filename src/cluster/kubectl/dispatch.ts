// Models staging/src/k8s.io/kubectl/pkg/cmd/cmd.go and github.com/spf13/cobra as kubectl uses it (v1.36)

import { goDuration } from '../../api/values/duration.ts';
import type { Process } from '../../engine/index.ts';
import { commandTable } from './command-table.ts';
import { withKustomization } from './commands/kustomize/kustomize.ts';
import {
  type ArgvError,
  type Flag,
  GivenFlags,
  GLOBAL_FLAGS,
  type Parsed,
  parseArgv,
  readFlags,
} from './flags/argv.ts';
import { flagTable } from './flags/flag-table.ts';
import type { Options } from './flags/options.ts';
import { helpText, optionsText } from './help.ts';
import { overview } from './overview.ts';
import { noteAnswers, withNotes } from './print/request-notes.ts';
import { Failure, failure, isFailure } from './session/errors.ts';
import { loadConfig } from './session/kubeconfig.ts';
import type { Query, Session } from './session/session.ts';
import { rememberLine } from './writing/record.ts';
import { settledFirst } from './writing/settled-first.ts';

/** Other names of commands. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['create deploy', 'deployment'],
  ['create dep', 'deployment'],
  ['create ns', 'namespace'],
  ['create cm', 'configmap'],
  ['create svc', 'service'],
  ['create sa', 'serviceaccount'],
  ['create cj', 'cronjob'],
  ['create ing', 'ingress'],
  ['create pdb', 'poddisruptionbudget'],
  ['create pc', 'priorityclass'],
  ['create resourcequota', 'quota'],
  ['config use', 'use-context'],
  ['set sa', 'serviceaccount'],
  ['top pods', 'pod'],
  ['top po', 'pod'],
  ['top nodes', 'node'],
  ['top no', 'node'],
  ['log', ''],
]);

/** Commands as kubectl lists them: suggestions come in this order. */
const IN_ORDER =
  'create expose run set explain get edit delete rollout scale autoscale certificate cluster-info top cordon uncordon drain taint describe logs attach exec port-forward proxy cp auth debug events diff apply patch replace wait kustomize label annotate completion alpha api-resources api-versions config kuberc plugin version options'.split(
    ' ',
  );
/** Words that mean a command to people who know another tool. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['list', 'get'],
  ['ps', 'get'],
  ['rm', 'delete'],
]);
/** Only their subcommands do something. */
const GROUPS: readonly string[] = [
  'create secret',
  'create service',
  'set',
  'rollout',
  'certificate',
  'top',
  'auth',
  'config',
  'kuberc',
  'plugin',
];

/** Any command but the plain `apply`, which needs none of this. */
export function* runCommand(session: Session, words: readonly string[]): Process<number | Failure> {
  const table = flagTable();
  const found = findCommand(words, table);
  const [name] = found.path;
  if (name === undefined && found.rest[0] === 'help') return help(session, found.rest.slice(1), table);
  if (name === undefined) return noCommand(session, words, found.rest);
  const path = found.path.join(' ');
  const parsed = parseArgv(found.rest, flagsOf(path, table));
  if ('message' in parsed) return unreadable(path, parsed);
  for (const [flag] of parsed.given) {
    const instead = DEPRECATED.get(flag);
    if (instead !== undefined) session.complain(`Flag --${flag} has been deprecated, ${instead}\n`);
  }
  const options: Options = new GivenFlags(parsed.flags, parsed.dash, path);
  if (options.is('record')) rememberLine(session, parseArgv(words, flagsOf(path, table)) as Parsed);
  if (options.is('help')) {
    session.print(helpText(path, table));
    return 0;
  }
  if (GROUPS.includes(path)) return groupAlone(session, path, parsed.words, table);
  const command = commandTable()[name];
  if (command === undefined) return failure(`kubectl ${name} is not modelled`);
  const refused = loadConfig(session, options, path);
  if (refused !== undefined) return refused;
  const settled = withKustomization(session, options);
  if (isFailure(settled)) return path === 'diff' ? new Failure(settled.text, 2) : settled;
  if (options.is('recursive', BELOW.has(path))) session.flags.set('recursive', true);
  if (options.is('local')) session.flags.set('local', true);
  const timeout = requestTimeout(options);
  if (timeout !== undefined) session.amend = (query) => withTimeout(query, timeout);
  const verbosity = Number(options.text('v') ?? '0');
  if (verbosity >= 6 && !isAlone(path, options)) withNotes(session, verbosity, !/^config\b/.test(path));
  const unsettled = settledFirst(session, options);
  if (unsettled !== undefined) return unsettled;
  const result = yield* command.run(session, [...found.path.slice(1), ...parsed.words], settled);
  if (isFailure(result)) noteAnswers(session, result);
  const { warnings } = session;
  if (!options.is('warnings-as-errors') || warnings === 0 || isFailure(result)) return result;
  return failure(`${warnings} warning${warnings === 1 ? '' : 's'} received`);
}

/** What reads the files below a folder too, unless it is told not to. */
const BELOW: ReadonlySet<string> = new Set(['set selector', 'wait']);

/** What `diff` finds is told with 1, so that what is wrong with it is told with 2. */
function unreadable(path: string, { message }: ArgvError): Failure {
  return path === 'diff'
    ? new Failure(`error: ${message}\nSee 'kubectl diff -h' for help and examples\n`, 2)
    : new Failure(`error: ${message}\nSee 'kubectl ${path} --help' for usage.\n`);
}

/** What needs neither a kubeconfig nor a client of the API. */
const isAlone = (path: string, options: Options): boolean =>
  /^(?:kustomize|options|plugin|completion)\b/.test(path) ||
  (path === 'version' && options.is('client')) ||
  options.is('local');

function withTimeout(query: Query, timeout: string): Query {
  const pairs = [...query.filter(([name]) => name !== 'timeout'), ['timeout', timeout] as const];
  return pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** A number alone is seconds; zero is no limit. */
function requestTimeout(options: Options): string | undefined {
  const text = options.text('request-timeout') ?? '0';
  const micros = /^-?\d+$/.test(text) ? Number(text) * 1_000_000 : (options.micros('request-timeout') ?? 0);
  return micros === 0 ? undefined : goDuration(micros);
}

/** `help get`: the same as `get --help`. */
function help(session: Session, words: readonly string[], table: Table): number | Failure {
  const { path } = findCommand(words, table);
  const [word] = words;
  if (path.length > 0) session.print(helpText(path.join(' '), table));
  else if (word === undefined) session.print(overview());
  else session.complain(`Unknown help topic [\`${words.join('` `')}\`]\n${overview()}`);
  return 0;
}

const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ['record', '--record will be removed in the future'],
  ['reorder', "use the new 'sortOptions' field in kustomization.yaml instead."],
  [
    'cpu-percent',
    "Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
  ],
]);

type Table = { readonly [command: string]: string };

function flagsOf(path: string, table: Table): readonly Flag[] {
  const own = readFlags(table[path] ?? '');
  return [...own, ...GLOBAL_FLAGS.filter(({ name }) => !own.some((flag) => flag.name === name))];
}

interface Found {
  readonly path: readonly string[];
  readonly rest: readonly string[];
}

/** Models cobra's Command.Find: the first word that is no flag and no flag's value may be a subcommand. */
function findCommand(words: readonly string[], table: Table): Found {
  let path: readonly string[] = [];
  let rest = words;
  for (;;) {
    const at = firstWord(rest, path.length === 0 ? GLOBAL_FLAGS : flagsOf(path.join(' '), table));
    const word = rest[at];
    if (word === undefined) return { path, rest };
    const alias = ALIASES.get([...path, word].join(' ')) ?? word;
    const next = [...path, alias].join(' ');
    if (!Object.hasOwn(table, next)) return { path, rest };
    path = [...path, alias];
    rest = [...rest.slice(0, at), ...rest.slice(at + 1)];
  }
}

/** A flag that is not known is taken to have a value. */
function firstWord(words: readonly string[], flags: readonly Flag[]): number {
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

function noCommand(session: Session, words: readonly string[], rest: readonly string[]): number | Failure {
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
    const similar = suggestions(word);
    const hint = similar.length === 0 ? '' : `\nDid you mean this?\n${similar.map((one) => `\t${one}\n`).join('')}`;
    return new Failure(`error: unknown command "${word}" for "kubectl"\n${hint}`);
  }
  const parsed = parseArgv(rest, GLOBAL_FLAGS);
  if ('message' in parsed) return new Failure(`error: ${parsed.message}\nSee 'kubectl --help' for usage.\n`);
  session.print(overview());
  return 0;
}

function groupAlone(session: Session, path: string, words: readonly string[], table: Table): number | Failure {
  const isTold = path === 'certificate' || (path === 'rollout' && words.length === 0);
  if (isTold) {
    session.print(helpText(path, table));
    return path === 'certificate' ? 0 : 1;
  }
  return words.length === 0
    ? new Failure(helpText(path, table))
    : failure(`unknown command "${words.join(' ')}"\nSee 'kubectl ${path} -h' for help and examples`);
}

/** Models cobra's Command.SuggestionsFor: at most two letters away, or begun with what was typed. */
function suggestions(typed: string): readonly string[] {
  const word = typed.toLowerCase();
  return IN_ORDER.filter((name) => distance(word, name) <= 2 || name.startsWith(word) || MEANT.get(typed) === name);
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
