// Models the applets of busybox that do their work at once (v1.36)

import type { ProcessUser } from '../ports/cri.ts';
import { agnhost, permissions } from './agnhost.ts';
import { type Entry, Files } from './files.ts';
import { ALL_PROCESSES, ALL_VARIABLES, PLAIN_DOLLAR } from './script.ts';
import { tellOfLines } from './text-tools.ts';
import type { Told } from './told.ts';

type Tool = (args: readonly string[], input: string | undefined, files: Files) => Told | undefined;

const says = (stdout: string, exitCode = 0): Told => ({ stdout, stderr: '', exitCode });
const fails = (stderr: string, exitCode = 1): Told => ({ stdout: '', stderr, exitCode });
const quietly: Tool = () => says('');
const lines = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const TOOLS: { readonly [name: string]: Tool } = {
  echo: (args) => echo(args),
  printf: ([format = '', ...values]) => says(printf(format, values)),
  true: quietly,
  ':': quietly,
  false: () => says('', 1),
  date: (args) => says(`$(date ${args.join(' ')})\n`),
  env: () => says(ALL_VARIABLES),
  printenv: (names) => says(names.length === 0 ? ALL_VARIABLES : text(names.map((name) => `$${name}`))),
  hostname: (args) => says(args.includes('-i') ? '$POD_ADDRESS\n' : '$HOSTNAME\n'),
  whoami: (_, __, { user: { uid } }) => (uid === 0 ? says('root\n') : fails(`whoami: unknown uid ${uid}\n`)),
  id: (args, _, { user }) => says(`${identity(args.join(''), user)}\n`),
  pwd: (_, __, files) => says(`${files.folder}\n`),
  cd: ([path = '/root'], _, files) => enter(path, files),
  uname: (args) => says(`$(uname ${args.join(' ')})\n`),
  groups: (_, __, { user: { gid, groups } }) =>
    says(`${[...new Set([gid, ...groups])].map((id) => (id === 0 ? 'root' : id)).join(' ')}\n`),
  tty: () => says('not a tty\n', 1),
  du: (args, _, files) => usage(args, files),
  agnhost: (args, _, files) => agnhost(args, files, 'agnhost'),
  'agnhost-2': (args, _, files) => agnhost(args, files, 'agnhost-2'),
  stat: (args, _, files) => stat(args, files),
  chmod: (args, _, files) => changeMode(plain(args), files),
  ls: (args, _, files) => list(args, files),
  find: (args, _, files) => find(args, files),
  df: (args, _, files) => freeSpace(plain(args)[0], files),
  mount: (_, __, files) => says(text(files.mountLines())),
  readlink: (args, _, files) => follow(plain(args)[0] ?? '', args, files),
  basename: ([path = '']) => says(`${path.slice(path.lastIndexOf('/') + 1)}\n`),
  dirname: ([path = '']) => says(`${path.slice(0, Math.max(1, path.lastIndexOf('/')))}\n`),
  cat: (args, input, files) => cat(args, input, files),
  tee: (args, input, files) => {
    const done = onEach(plain(args), files, 'tee: %', (path) => files.write(path, input ?? '', args.includes('-a')));
    return { ...done, stdout: input ?? '' };
  },
  touch: (args, _, files) => onEach(plain(args), files, 'touch: %', (path) => files.write(path, '', true)),
  mkdir: (args, _, files) =>
    onEach(plain(args), files, "mkdir: can't create directory '%'", (path) => files.makeFolder(path)),
  rm: (args, _, files) => onEach(plain(args), files, "rm: can't remove '%'", (path) => files.remove(path)),
  cp: (args, _, files) => copy(plain(args), files),
  mv: (args, _, files) => {
    const [from = ''] = plain(args);
    const done = copy(plain(args), files);
    if (done.exitCode === 0) files.remove(from);
    return done;
  },
  ps: () => says(ALL_PROCESSES),
  wc: (args, input, files) => countAll(args, input, files),
  seq: (args) => seq(args),
  expr: (args) => expression(args),
  nproc: () => says('$(nproc)\n'),
  test: (args, _, files) => check(args, files),
  '[': (args, _, files) => check(args, files),
  '[[': (args, _, files) => check(args, files),
};

/** They change something that is not modelled, and succeed. */
const SILENT: ReadonlySet<string> = new Set(['export', 'set', 'chown', 'ln', 'trap', 'sync', 'umask', 'unset']);

/** Undefined for a tool that is not known. */
export function tell(
  name: string,
  args: readonly string[],
  input: string | undefined,
  files = new Files(),
): Told | undefined {
  if (SILENT.has(name)) return says('');
  const lined = ofLines(name, args, input, files);
  if (lined !== undefined) return lined;
  return Object.hasOwn(TOOLS, name) ? TOOLS[name]?.(args, input, files) : undefined;
}

/** Where what is open is put in, lines are worked upon as they are in the end. */
function ofLines(name: string, args: readonly string[], input: string | undefined, files: Files): Told | undefined {
  if (!files.isSettled) return tellOfLines(name, args, input, (path) => files.read(path));
  const open = (word: string): string => word.replaceAll(PLAIN_DOLLAR, '$');
  const given = input === undefined ? undefined : open(input);
  const told = tellOfLines(name, args.map(open), given, (path) => files.text(path));
  return told && { ...told, stdout: told.stdout.replaceAll('$', PLAIN_DOLLAR) };
}

/** Names are known of root alone. */
function identity(flags: string, { uid, gid, groups }: ProcessUser): string {
  const all = [...new Set([gid, ...groups])];
  if (flags.includes('u')) return flags.includes('n') && uid === 0 ? 'root' : String(uid);
  if (flags.includes('g')) return flags.includes('n') && gid === 0 ? 'root' : String(gid);
  if (flags.includes('G')) return all.join(' ');
  const named = (id: number): string => (id === 0 ? '0(root)' : String(id));
  return `uid=${named(uid)} gid=${named(gid)} groups=${all.map(named).join(',')}`;
}

function enter(path: string, files: Files): Told {
  if (!files.isFolder(path) && path !== '/root')
    return fails(`sh: cd: can't cd to ${path}: No such file or directory\n`, 2);
  files.enter(path);
  return says('');
}

const plain = (args: readonly string[]): readonly string[] => args.filter((word) => !word.startsWith('-'));

function echo(args: readonly string[]): Told {
  const flags = /^-[neE]+$/.test(args[0] ?? '') ? (args[0] as string) : '';
  const body = (flags === '' ? args : args.slice(1)).join(' ');
  return says(`${flags.includes('e') ? escapes(body) : body}${flags.includes('n') ? '' : '\n'}`);
}

function escapes(body: string): string {
  return body.replace(/\\([nt\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\'));
}

/** The format again and again, until all values are told. */
function printf(format: string, values: readonly string[]): string {
  let at = 0;
  let said = '';
  do {
    said += escapes(format).replace(PLACE, (_, flags: string, width: string, digits: string, letter: string) => {
      if (letter === '%') return '%';
      at += 1;
      const value = placed(values[at - 1], letter, digits);
      if (flags.includes('-')) return value.padEnd(Number(width));
      return value.padStart(Number(width), flags.includes('0') && letter !== 's' ? '0' : ' ');
    });
  } while (at > 0 && at < values.length);
  return said;
}

const PLACE = /%([-0+ ]*)(\d*)(?:\.(\d+))?([sdiuxXofcb%])/g;

function placed(value: string | undefined, letter: string, digits: string | undefined): string {
  if (letter === 's') return (value ?? '').slice(0, digits === undefined ? undefined : Number(digits));
  if (letter === 'b') return escapes(value ?? '');
  if (letter === 'c') return (value ?? '').slice(0, 1);
  const number = Number(value ?? 0) || 0;
  if (letter === 'f') return number.toFixed(Number(digits ?? 6));
  const whole = Math.trunc(number);
  if (letter === 'o') return whole.toString(8);
  return letter === 'x' ? whole.toString(16) : letter === 'X' ? whole.toString(16).toUpperCase() : String(whole);
}

/** Does something with each path; where nothing can be written it is told, with the path in place of `%`. */
function onEach(paths: readonly string[], files: Files, refused: string, act: (path: string) => void): Told {
  let stderr = '';
  for (const path of paths) {
    if (files.canWrite(path)) act(path);
    else stderr += `${refused.replace('%', path)}: Read-only file system\n`;
  }
  return { stdout: '', stderr, exitCode: stderr === '' ? 0 : 1 };
}

/** One file to another name, or into a folder. */
function copy([from = '', to = '']: readonly string[], files: Files): Told {
  const content = files.read(from);
  if (content === undefined) {
    // Folders of images are not known: what is copied out of them is not, either.
    return files.isFolder(from) ? says('') : fails(`cp: can't stat '${from}': No such file or directory\n`);
  }
  const path = files.isFolder(to) ? `${to.replace(/\/$/, '')}/${from.slice(from.lastIndexOf('/') + 1)}` : to;
  return onEach([path], files, "cp: can't create '%'", () => files.write(path, content, false));
}

function countAll(args: readonly string[], input: string | undefined, files: Files): Told {
  const path = plain(args)[0];
  const content = path === undefined ? (input ?? '') : files.text(path);
  if (content === undefined) return fails(`wc: ${path}: No such file or directory\n`);
  const words = content.split(/\s+/).filter((word) => word !== '').length;
  const counted = args.includes('-l') ? lines(content).length : args.includes('-w') ? words : content.length;
  return says(`${counted}${path === undefined ? '' : ` ${path}`}\n`);
}

/** `ls [-a] [-A] [-d] [-l] [-1] PATH…` */
function list(args: readonly string[], files: Files): Told {
  const flags = args.filter((word) => /^-\w/.test(word)).join('');
  const given = plain(args);
  const paths = given.length === 0 ? ['.'] : given;
  const isThere = (path: string): boolean => files.read(path) !== undefined || files.isFolder(path);
  const isOpened = (path: string): boolean => files.read(path) === undefined && !flags.includes('d');
  const missing = paths.filter((path) => !isThere(path));
  const found = paths.filter(isThere);
  const single = found.filter((path) => !isOpened(path)).map((path) => entryText(path, flags, files));
  const folders = found.filter(isOpened).map((path) => {
    const head = paths.length > 1 ? `${path}:\n` : '';
    return `${head}${folderText(path, flags, files)}`;
  });
  return {
    stdout: [...(single.length > 0 ? [single.join('')] : []), ...folders].join('\n'),
    stderr: missing.map((path) => `ls: ${path}: No such file or directory\n`).join(''),
    exitCode: missing.length > 0 ? 1 : 0,
  };
}

function entryText(path: string, flags: string, files: Files): string {
  if (!flags.includes('l')) return `${path}\n`;
  const content = files.read(path);
  return longLine(
    content === undefined ? { name: path, isFolder: true } : { name: path, size: content.length },
    files.modeOf(path),
    flags,
  );
}

function folderText(path: string, flags: string, files: Files): string {
  const dots: readonly Entry[] = ['.', '..'].map((name) => ({ name, isFolder: true }));
  const all = [...(flags.includes('a') ? dots : []), ...files.entries(path)];
  const shown = /[aA]/.test(flags) ? all : all.filter(({ name }) => !name.startsWith('.'));
  if (!flags.includes('l')) return text(shown.map(({ name }) => name));
  const blocks = shown.reduce(
    (sum, { size = 4096, link }) => sum + (link === undefined ? Math.ceil(size / 4096) * 4 : 0),
    0,
  );
  const lined = shown.map((entry) => longLine(entry, files.modeOf(`${path}/${entry.name}`), flags));
  return `total ${blocks}\n${lined.join('')}`;
}

/** `find FOLDER [-name PATTERN] [-type f|d]` */
function find(args: readonly string[], files: Files): Told {
  const path = args[0]?.startsWith('-') === false ? args[0] : '.';
  const start = path.replace(/(.)\/$/, '$1');
  const type = optionOf(args, '-type');
  const pattern = patternOf(optionOf(args, '-name') ?? '*');
  const found: string[] = [];
  const visit = (at: string): void => {
    const isFolder = files.read(at) === undefined;
    const isOfType = type === undefined || (type === 'd') === isFolder;
    if (isOfType && pattern.test(at.slice(at.lastIndexOf('/') + 1))) found.push(at);
    if (isFolder) for (const each of files.list(at)) visit(`${at === '/' ? '' : at}/${each}`);
  };
  if (files.read(start) === undefined && !files.isFolder(start))
    return fails(`find: ${path}: No such file or directory\n`);
  visit(start);
  return says(text(found));
}

function optionOf(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}

function patternOf(name: string): RegExp {
  const literal = name.replace(/[.+^$()|[\]{}]/g, (letter) => `\\${letter}`);
  return new RegExp(`^${literal.replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
}

/** Volumes of a node are on its one disk, besides those in memory. */
function freeSpace(path: string | undefined, files: Files): Told {
  const head = 'Filesystem                Size      Used Available Use% Mounted on';
  const mounted = files.mountedAt();
  const own = mounted.filter(
    ({ at }) => path === undefined || path === at || path.startsWith(at === '/' ? '/' : `${at}/`),
  );
  const shown = path === undefined ? own : own.slice(-1);
  const rows = shown.map(({ at, source }) => `${source.padEnd(22)}${source === 'tmpfs' ? OF_MEMORY : OF_DISK} ${at}`);
  return says(text([head, ...rows]));
}

const OF_DISK = '  220.0G     12.0G    208.0G   5%';
const OF_MEMORY = '   24.0G         0     24.0G   0%';

/** Where a link leads: `-f` follows to the end. */
function follow(path: string, args: readonly string[], files: Files): Told {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const name = path.slice(path.lastIndexOf('/') + 1);
  const entries = files.entries(folder);
  const entry = entries.find((each) => each.name === name);
  const isWhole = args.includes('-f');
  if (entry?.link === undefined) return isWhole && entry !== undefined ? says(`${path}\n`) : says('', 1);
  if (!isWhole) return says(`${entry.link}\n`);
  const version = entries.find((each) => each.name === '..data')?.link ?? '';
  return says(`${folder}/${entry.link.replace('..data', version)}\n`);
}

/** `-h`: with a unit. */
function sizeText(bytes: number, isHuman: boolean): string {
  if (!isHuman || bytes < 1024) return String(bytes);
  const [unit, sign] = UNITS.find(([size]) => bytes >= size) ?? [1, ''];
  return `${(bytes / unit).toFixed(1)}${sign}`;
}

const KIB = 1024;
const UNITS: readonly (readonly [bytes: number, sign: string])[] = [
  [KIB * KIB * KIB, 'G'],
  [KIB * KIB, 'M'],
  [KIB, 'K'],
];

/** A line of a long listing; when something was written is not known: it is now. */
function longLine({ name, size = 4096, isFolder, link }: Entry, bits: number, flags: string): string {
  const mode = link !== undefined ? 'lrwxrwxrwx' : `${isFolder === true ? 'd' : '-'}${permissions(bits)}`;
  const links = isFolder === true ? 2 : 1;
  const shown = link === undefined ? name : `${name} -> ${link}`;
  return `${mode}    ${links} root     root     ${sizeText(size, flags.includes('h')).padStart(9)} $(date +%b %e %H:%M) ${shown}\n`;
}

const BLOCK = 4096;

/** `du -s [-h] PATH…`: whole blocks. */
function usage(args: readonly string[], files: Files): Told | undefined {
  const flags = args.filter((word) => word.startsWith('-')).join('');
  const paths = plain(args);
  if (!flags.includes('s')) return undefined;
  const sizeOf = (path: string): number => {
    const content = files.text(path);
    if (content !== undefined) return Math.ceil(content.length / BLOCK) * BLOCK;
    return files.list(path).reduce((sum, name) => sum + sizeOf(`${path}/${name}`), BLOCK);
  };
  let told = says('');
  for (const path of paths.length === 0 ? ['.'] : paths) {
    const isThere = files.read(path) !== undefined || files.isFolder(path);
    const size = isThere ? sizeOf(path) : 0;
    told = isThere
      ? { ...told, stdout: `${told.stdout}${flags.includes('h') ? sizeText(size, true) : size / KIB}\t${path}\n` }
      : { ...told, stderr: `${told.stderr}du: ${path}: No such file or directory\n`, exitCode: 1 };
  }
  return told;
}

/** `stat -c FORMAT FILE…` */
function stat(args: readonly string[], files: Files): Told | undefined {
  const at = args.indexOf('-c');
  const format = args[at + 1];
  if (at < 0 || format === undefined) return undefined;
  let stdout = '';
  let stderr = '';
  for (const path of args.filter((word, index) => index !== at && index !== at + 1 && !word.startsWith('-'))) {
    const content = files.read(path);
    const isFolder = content === undefined && files.isFolder(path);
    if (content === undefined && !isFolder) {
      stderr += `stat: can't stat '${path}': No such file or directory\n`;
      continue;
    }
    const mode = files.modeOf(path);
    const told: { readonly [letter: string]: string } = {
      a: mode.toString(8),
      A: `${isFolder ? 'd' : '-'}${permissions(mode)}`,
      F: isFolder ? 'directory' : 'regular file',
      g: '0',
      G: 'root',
      n: path,
      s: String(content?.length ?? 4096),
      u: '0',
      U: 'root',
    };
    stdout += `${format.replace(/%(\w)/g, (all, letter: string) => told[letter] ?? all)}\n`;
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
}

function changeMode([mode = '', ...paths]: readonly string[], files: Files): Told {
  if (!/^[0-7]{3,4}$/.test(mode)) return says('');
  return onEach(paths, files, 'chmod: %', (path) => files.setMode(path, Number.parseInt(mode, 8)));
}

function cat(args: readonly string[], input: string | undefined, files: Files): Told {
  const paths = plain(args);
  if (paths.length === 0) return says(input ?? '');
  let stdout = '';
  let stderr = '';
  for (const path of paths) {
    const content = files.read(path);
    if (content === undefined) stderr += `cat: can't open '${path}': No such file or directory\n`;
    else stdout += content;
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
}

function seq(args: readonly string[]): Told {
  const [first, last] = args.length > 1 ? [Number(args[0]), Number(args.at(-1))] : [1, Number(args[0] ?? 0)];
  return says(text(Array.from({ length: Math.min(1000, Math.max(0, last - first + 1)) }, (_, at) => `${first + at}`)));
}

const SUMS: { readonly [operator: string]: (left: number, right: number) => number } = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
  '<': (left, right) => Number(left < right),
  '<=': (left, right) => Number(left <= right),
  '>': (left, right) => Number(left > right),
  '>=': (left, right) => Number(left >= right),
};

/** `expr 1 + 2`, from left to right; undefined for anything else. */
function expression([first = '', ...rest]: readonly string[]): Told | undefined {
  let value = first;
  for (let at = 0; at < rest.length; at += 2) {
    const [operator = '', right = ''] = rest.slice(at, at + 2);
    const sum = SUMS[operator];
    if (operator === '=' || operator === '!=') value = String(Number((value === right) === (operator === '=')));
    else if (sum === undefined) return undefined;
    else if (!/^-?\d+$/.test(value) || !/^-?\d+$/.test(right)) return fails('expr: non-numeric argument\n', 2);
    else if (Number(right) === 0 && (operator === '/' || operator === '%')) return fails('expr: division by zero\n', 2);
    else value = String(sum(Number(value), Number(right)));
  }
  return says(`${value}\n`, Number(value === '' || value === '0'));
}

/** `[ a = b ]`, `[ -n x ]`, `[ 2 -gt 1 ]`, `[ -f FILE ]`, `! …`, `… -a …`, `… -o …`. */
function check(args: readonly string[], files: Files): Told {
  const words = /^\]\]?$/.test(args.at(-1) ?? '') ? args.slice(0, -1) : args;
  return says('', holds(words, files) ? 0 : 1);
}

const COMPARISONS: { readonly [operator: string]: (left: number, right: number) => boolean } = {
  '-eq': (left, right) => left === right,
  '-ne': (left, right) => left !== right,
  '-lt': (left, right) => left < right,
  '-le': (left, right) => left <= right,
  '-gt': (left, right) => left > right,
  '-ge': (left, right) => left >= right,
};

function holds(words: readonly string[], files: Files): boolean {
  const or = words.indexOf('-o');
  if (or > 0) return holds(words.slice(0, or), files) || holds(words.slice(or + 1), files);
  const and = words.indexOf('-a');
  if (and > 0) return holds(words.slice(0, and), files) && holds(words.slice(and + 1), files);
  const [left = '', operator, right = ''] = words;
  if (left === '!' && words.length > 1) return !holds(words.slice(1), files);
  if (words.length < 2) return left !== '';
  if (words.length === 2) return isSo(left, operator ?? '', files);
  if (operator === '=' || operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  return COMPARISONS[operator ?? '']?.(Number(left), Number(right)) ?? false;
}

function isSo(flag: string, word: string, files: Files): boolean {
  if (flag === '-n') return word !== '';
  if (flag === '-z') return word === '';
  const content = files.read(word);
  const isFolder = content === undefined && files.isFolder(word);
  if (flag === '-d') return isFolder;
  if (flag === '-f') return content !== undefined;
  if (flag === '-s') return isFolder || (content ?? '') !== '';
  if (flag === '-w') return (content !== undefined || isFolder) && files.canWrite(word);
  if (flag === '-x') return isFolder || (content !== undefined && (files.modeOf(word) & 0o111) !== 0);
  return content !== undefined || isFolder;
}
