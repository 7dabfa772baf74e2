// Models the applets of busybox that do their work at once (v1.36)

import { SECOND } from '../../base/time/units.ts';
import type { ProcessUser } from '../ports/cri.ts';
import { agnhost } from './agnhost.ts';
import { dateText, environment, machineSays, processList, unameText } from './around.ts';
import { copy, move } from './files/copy-move.ts';
import {
  changeMode,
  changeOwner,
  link,
  makeFolders,
  onEach,
  removeAll,
  removeFolders,
  tee,
  touch,
  truncate,
} from './files/file-changes.ts';
import { cat, countAll, find, follow, freeSpace, list, realPaths, stat, usage } from './files/file-looks.ts';
import { common, compare } from './files/file-pairs.ts';
import { DENIED, Files } from './files/files.ts';
import { nameOf } from './files/permissions.ts';
import { jq } from './json/jq.ts';
import { ip, sysctl } from './kernel-tools.ts';
import { tellOfLines } from './lines/text-tools.ts';
import { fails, NOT_THERE, plainWords, says, type Told, textOf, wordAfter } from './told.ts';
import { check, escapes, expression, printf } from './word-tools.ts';
import { Endless } from './work.ts';

type Tool = (args: readonly string[], input: string | undefined, files: Files) => Told | undefined;

const quietly: Tool = () => says('');

const TOOLS: { readonly [name: string]: Tool } = {
  echo: (args) => echo(args),
  printf: (args) => printf(args),
  true: quietly,
  ':': quietly,
  false: () => says('', 1),
  date: (args, _, { around }) => says(`${dateText(around.now, args.find((word) => word.startsWith('+')) ?? '')}\n`),
  env: (_, __, files) => says(allVariables(files)),
  printenv: (names, _, files) => printed(names, files),
  hostname: (args, _, { around }) => says(`${args.includes('-i') ? around.address : around.hostname}\n`),
  whoami: (_, __, files) => whoAmI(files),
  id: (args, _, { user }) => says(`${identity(args.join(''), user)}\n`),
  pwd: (_, __, files) => says(`${files.folder}\n`),
  cd: ([path = '/root'], _, files) => enter(path, files),
  uname: (args, _, { around }) => says(`${unameText(args.join(''), around)}\n`),
  free: (args, _, { around }) => says(machineSays('free', args.join(''), around)),
  uptime: (_, __, { around }) => says(machineSays('up', '', around)),
  groups: (_, __, { user: { gid, groups } }) =>
    says(`${[...new Set([gid, ...groups])].map((id) => (id === 0 ? 'root' : id)).join(' ')}\n`),
  tty: () => says('not a tty\n', 1),
  du: (args, _, files) => usage(args, files),
  agnhost: (args, _, files) => agnhost(args, files, 'agnhost'),
  'agnhost-2': (args, _, files) => agnhost(args, files, 'agnhost-2'),
  stat: (args, _, files) => stat(args, files),
  chown: (args, _, files) => changeOwner('chown', args, files),
  chgrp: (args, _, files) => changeOwner('chgrp', args, files),
  chmod: (args, _, files) =>
    changeMode(
      args.filter((word) => !/^-[Rcvf]+$/.test(word)),
      files,
    ),
  ls: (args, _, files) => list(args, files),
  find: (args, _, files) => find(args, files),
  df: (args, _, files) => freeSpace(plainWords(args)[0], files),
  mount: (_, __, files) => says(textOf(files.mountLines())),
  readlink: (args, _, files) => follow(plainWords(args)[0] ?? '', args, files),
  realpath: (args, _, files) => realPaths(args, files),
  cmp: (args, input, files) => compare(args, input, files),
  comm: (args, input, files) => common(args, input, files),
  truncate: (args, _, files) => truncate(args, files),
  basename: (args) => says(`${lastPart(plainWords(args))}\n`),
  dirname: ([path = '']) => says(`${parentOf(path)}\n`),
  cat: (args, input, files) => cat(args, input, files),
  tee: (args, input, files) => tee(args, input, files),
  touch: (args, _, files) => touch(args, files),
  mkdir: (args, _, files) => makeFolders(args, files),
  rmdir: (args, _, files) => removeFolders(args, files),
  ln: (args, _, files) => link(args, files),
  rm: (args, _, files) => removeAll(args, files),
  cp: (args, _, files) => copy(args, files),
  mv: (args, _, files) => move(args, files),
  ip: (args, _, files) => ip(args, files),
  sysctl: (args, _, files) => sysctl(args, files),
  ps: (_, __, { around }) => says(processList(around)),
  wc: (args, input, files) => countAll(args, input, files),
  seq: (args) => seq(args),
  expr: (args) => expression(args),
  nproc: (_, __, { around }) => says(`${around.machine?.cpus ?? 1}\n`),
  test: (args, _, files) => check('test', args, files),
  '[': (args, _, files) => check('[', args, files),
  '[[': (args, _, files) => check('[[', args, files),
};

function allVariables(files: Files): string {
  return textOf(environment(files.around).map(([name, value]) => `${name}=${value}`));
}

/** `printenv NAME…`: one that nobody has set fails. */
function printed(names: readonly string[], files: Files): Told {
  if (names.length === 0) return says(allVariables(files));
  const known = new Map(environment(files.around));
  const found = names.filter((name) => known.has(name));
  return says(textOf(found.map((name) => known.get(name) ?? '')), Number(found.length < names.length));
}

/** They change something that is not modelled, and succeed. */
const SILENT: ReadonlySet<string> = new Set(['export', 'set', 'trap', 'sync', 'umask', 'unset']);

/** Undefined for a tool that is not known. */
export function tell(
  name: string,
  args: readonly string[],
  input: string | undefined,
  files = new Files(),
): Told | undefined {
  if (SILENT.has(name)) return says('');
  try {
    const said = told(name, args, input, files);
    return said?.stderr.includes(NOT_THERE) === true ? explained(said, args, files) : said;
  } catch (error) {
    if (error instanceof Endless) return { ...says(''), takes: { micros: undefined } };
    throw error;
  }
}

/** What is there and hidden from its process is no missing file. */
function explained(said: Told, args: readonly string[], files: Files): Told {
  let { stderr } = said;
  for (const path of plainWords(args).filter((word) => files.isHidden(word)))
    for (const quote of ['', "'"])
      stderr = stderr.replace(`${path}${quote}: ${NOT_THERE}`, `${path}${quote}: ${DENIED}`);
  return { ...said, stderr };
}

function told(name: string, args: readonly string[], input: string | undefined, files: Files): Told | undefined {
  if (name === 'sed' && args.some((word) => /^-i|^--in-place$/.test(word))) return inPlace(args, files);
  if (name === 'jq') return jq(args, input, (path) => files.text(path), files.around.now / SECOND);
  const lined = ofLines(name, args, input, files);
  if (lined !== undefined) return lined;
  return Object.hasOwn(TOOLS, name) ? TOOLS[name]?.(args, input, files) : undefined;
}

/** `sed -i`: each file becomes what would be said of it. */
function inPlace(args: readonly string[], files: Files): Told | undefined {
  const others = args.filter((word) => !/^-i/.test(word) && word !== '--in-place');
  const isScripted = others.some((word) => /^-n?e$/.test(word));
  const plainWords = others.filter((word, at) => !word.startsWith('-') && !/^-n?e$/.test(others[at - 1] ?? ''));
  const paths = isScripted ? plainWords : plainWords.slice(1);
  let told = says('');
  for (const path of paths) {
    const text = files.text(path);
    if (text === undefined) {
      told = { ...told, stderr: `${told.stderr}sed: ${path}: ${NOT_THERE}\n`, exitCode: 1 };
      continue;
    }
    const next = ofLines(
      'sed',
      others.filter((word) => !paths.includes(word)),
      text,
      files,
    );
    if (next === undefined) return undefined;
    const done = onEach([path], files, "sed: can't create temp file '%XXXXXX'", () =>
      files.write(path, next.stdout, false),
    );
    told = { ...told, stderr: told.stderr + done.stderr, exitCode: Math.max(told.exitCode, done.exitCode) };
  }
  return told;
}

function ofLines(name: string, args: readonly string[], input: string | undefined, files: Files): Told | undefined {
  const under = (path: string): readonly string[] | undefined => filesBelow(path.replace(/(.)\/$/, '$1'), files);
  return kept(name, args, tellOfLines(name, args, input, { read: (path) => files.text(path), under }), files);
}

/** `sort -o FILE` */
function kept(name: string, args: readonly string[], told: Told | undefined, files: Files): Told | undefined {
  const path = name === 'sort' ? wordAfter(args, '-o') : undefined;
  if (told === undefined || path === undefined) return told;
  return onEach([path], files, "sort: can't open '%'", () => files.write(path, told.stdout, false));
}

function filesBelow(path: string, files: Files): readonly string[] | undefined {
  if (files.read(path) !== undefined || !files.isFolder(path)) return undefined;
  return files.list(path).flatMap((name) => {
    const inner = `${path === '/' ? '' : path}/${name}`;
    return filesBelow(inner, files) ?? [inner];
  });
}

/** Names are known of root alone. */
function identity(flags: string, { uid, gid, groups }: ProcessUser): string {
  const all = [...new Set([gid, ...groups])].sort((a, b) => a - b);
  if (flags.includes('u')) return flags.includes('n') && uid === 0 ? 'root' : String(uid);
  if (flags.includes('g')) return flags.includes('n') && gid === 0 ? 'root' : String(gid);
  if (flags.includes('G')) return all.join(' ');
  const named = (id: number): string => (id === 0 ? '0(root)' : String(id));
  return `uid=${named(uid)} gid=${named(gid)} groups=${all.map(named).join(',')}`;
}

function whoAmI(files: Files): Told {
  const { uid } = files.user;
  const name = nameOf(uid, files.read('/etc/passwd'));
  return name === String(uid) ? fails(`whoami: unknown uid ${uid}\n`) : says(`${name}\n`);
}

function enter(path: string, files: Files): Told {
  if (!files.isFolder(path) && path !== '/root')
    return fails(`sh: cd: can't cd to ${path}: No such file or directory\n`, 2);
  files.enter(path);
  return says('');
}

function lastPart([path = '', end = '']: readonly string[]): string {
  const whole = path.replace(/(.)\/+$/, '$1');
  const name = whole === '/' ? whole : whole.slice(whole.lastIndexOf('/') + 1);
  return name !== end && name.endsWith(end) ? name.slice(0, name.length - end.length) : name;
}

function parentOf(path: string): string {
  const whole = path.replace(/(.)\/+$/, '$1');
  const end = whole.lastIndexOf('/');
  return end < 0 ? '.' : whole.slice(0, Math.max(1, end));
}

function echo(args: readonly string[]): Told {
  const flags = /^-[neE]+$/.test(args[0] ?? '') ? (args[0] as string) : '';
  const body = (flags === '' ? args : args.slice(1)).join(' ');
  return says(`${flags.includes('e') ? escapes(body) : body}${flags.includes('n') ? '' : '\n'}`);
}

/** More than this nobody reads; a real one writes on. */
const MOST_NUMBERS = 100_000;
const MOST_DIGITS = 20;

/** `seq [-w] [-s SIGN] [FIRST [STEP]] LAST` */
function seq(args: readonly string[]): Told | undefined {
  const joint = args.findIndex((word) => word.startsWith('-s'));
  const joined = args[joint]?.slice(2) ?? '';
  const sign = joint < 0 ? '\n' : joined === '' ? (args[joint + 1] ?? '') : joined;
  const numbers = args
    .filter((_, at) => joint < 0 || (at !== joint && (joined !== '' || at !== joint + 1)))
    .filter((word) => /^-?[\d.]+$/.test(word));
  const last = Number(numbers.at(-1) ?? 0);
  const first = numbers.length > 1 ? (numbers[0] ?? '') : '1';
  const step = numbers.length > 2 ? (numbers[1] ?? '') : '1';
  const digits = Math.min(MOST_DIGITS, Math.max(decimals(first), decimals(step)));
  const each = Number(step) || 1;
  const found: string[] = [];
  // One after the other, with what adding leaves out.
  for (let number = Number(first); each > 0 ? number <= last : number >= last; number += each) {
    if (found.length === MOST_NUMBERS) return undefined;
    found.push(number.toFixed(digits));
  }
  const width = args.includes('-w') ? found.reduce((most, { length }) => Math.max(most, length), 0) : 0;
  return says(found.length === 0 ? '' : `${found.map((number) => number.padStart(width, '0')).join(sign)}\n`);
}

const decimals = (number: string): number => (number.includes('.') ? number.length - number.indexOf('.') - 1 : 0);
