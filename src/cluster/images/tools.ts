// Models the applets of busybox that do their work at once (v1.36)

import type { ProcessUser } from '../ports/cri.ts';
import { agnhost, permissions } from './agnhost.ts';
import { type Entry, Files } from './files.ts';
import { ALL_PROCESSES, ALL_VARIABLES, PLAIN_DOLLAR } from './script.ts';
import { tellOfLines } from './text-tools.ts';
import type { Told } from './told.ts';
import { check, escapes, expression, modeAfter, printf } from './word-tools.ts';

type Tool = (args: readonly string[], input: string | undefined, files: Files) => Told | undefined;

const says = (stdout: string, exitCode = 0): Told => ({ stdout, stderr: '', exitCode });
const fails = (stderr: string, exitCode = 1): Told => ({ stdout: '', stderr, exitCode });
const quietly: Tool = () => says('');
const lines = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const TOOLS: { readonly [name: string]: Tool } = {
  echo: (args) => echo(args),
  printf: (args) => printf(args),
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
  chmod: (args, _, files) =>
    changeMode(
      args.filter((word) => !/^-[Rcvf]+$/.test(word)),
      files,
    ),
  ls: (args, _, files) => list(args, files),
  find: (args, _, files) => find(args, files),
  df: (args, _, files) => freeSpace(plain(args)[0], files),
  mount: (_, __, files) => says(text(files.mountLines())),
  readlink: (args, _, files) => follow(plain(args)[0] ?? '', args, files),
  basename: (args) => says(`${lastPart(plain(args))}\n`),
  dirname: ([path = '']) => says(`${parentOf(path)}\n`),
  cat: (args, input, files) => cat(args, input, files),
  tee: (args, input, files) => {
    const done = onEach(plain(args), files, 'tee: %', (path) => files.write(path, input ?? '', args.includes('-a')));
    return { ...done, stdout: input ?? '' };
  },
  touch: (args, _, files) =>
    onEach(
      args.filter((word, at) => !word.startsWith('-') && args[at - 1] !== '-d'),
      files,
      'touch: %',
      (path) => files.write(path, '', true),
      (path) => (files.isFolder(path) || files.hindrance(path) === undefined ? undefined : NOT_THERE),
    ),
  mkdir: (args, _, files) =>
    onEach(
      plain(args),
      files,
      "mkdir: can't create directory '%'",
      (path) => files.makeFolder(path),
      (path) => (flagged(args, 'p') ? undefined : folderProblem(path, files)),
    ),
  rmdir: (args, _, files) =>
    onEach(
      plain(args),
      files,
      "rmdir: '%'",
      (path) => files.remove(path),
      (path) => {
        if (!files.isFolder(path)) return files.read(path) === undefined ? NOT_THERE : 'Not a directory';
        return files.list(path).length > 0 ? 'Directory not empty' : undefined;
      },
    ),
  rm: (args, _, files) => removeAll(args, files),
  cp: (args, _, files) => copy(plain(args), files),
  mv: (args, _, files) => {
    const [from = ''] = plain(args);
    if (files.read(from) === undefined && !files.isFolder(from))
      return fails(`mv: can't rename '${from}': ${NOT_THERE}\n`);
    const done = copy(plain(args), files);
    if (done.exitCode === 0) files.remove(from);
    return done;
  },
  ps: () => says(ALL_PROCESSES),
  wc: (args, input, files) => countAll(args, input, files),
  seq: (args) => seq(args),
  expr: (args) => expression(args),
  nproc: () => says('$(nproc)\n'),
  test: (args, _, files) => check('test', args, files),
  '[': (args, _, files) => check('[', args, files),
  '[[': (args, _, files) => check('[[', args, files),
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
  if (name === 'sed' && args.some((word) => /^-i|^--in-place$/.test(word))) return inPlace(args, files);
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
      text.replaceAll('$', PLAIN_DOLLAR),
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
const flagged = (args: readonly string[], letter: string): boolean =>
  args.some((word) => /^-\w/.test(word) && word.includes(letter));

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

function folderProblem(path: string, files: Files): string | undefined {
  if (files.isFolder(path) || files.read(path) !== undefined) return 'File exists';
  return files.hindrance(path) === undefined ? undefined : NOT_THERE;
}

/** `rm [-r] [-f] PATH…` */
function removeAll(args: readonly string[], files: Files): Told {
  const isForced = flagged(args, 'f');
  const isDeep = flagged(args, 'r') || flagged(args, 'R');
  const isThere = (path: string): boolean => files.read(path) !== undefined || files.isFolder(path);
  const paths = isForced ? plain(args).filter(isThere) : plain(args);
  const folders = isDeep ? [] : paths.filter((path) => isThere(path) && files.read(path) === undefined);
  const done = onEach(
    paths.filter((path) => !folders.includes(path)),
    files,
    "rm: can't remove '%'",
    (path) => files.remove(path),
    (path) => (isThere(path) ? undefined : NOT_THERE),
  );
  if (folders.length === 0) return done;
  return {
    ...done,
    stderr: done.stderr + folders.map((path) => `rm: '${path}' is a directory\n`).join(''),
    exitCode: 1,
  };
}

function echo(args: readonly string[]): Told {
  const flags = /^-[neE]+$/.test(args[0] ?? '') ? (args[0] as string) : '';
  const body = (flags === '' ? args : args.slice(1)).join(' ');
  return says(`${flags.includes('e') ? escapes(body) : body}${flags.includes('n') ? '' : '\n'}`);
}

/** Does something with each path; where nothing can be written it is told, with the path in place of `%`. */
function onEach(
  paths: readonly string[],
  files: Files,
  refused: string,
  act: (path: string) => void,
  problemOf: (path: string) => string | undefined = () => undefined,
): Told {
  let stderr = '';
  for (const path of paths) {
    const problem = problemOf(path) ?? (files.canWrite(path) ? undefined : 'Read-only file system');
    if (problem === undefined) act(path);
    else stderr += `${refused.replace('%', path)}: ${problem}\n`;
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

/** `wc [-l] [-w] [-c] FILE…` */
function countAll(args: readonly string[], input: string | undefined, files: Files): Told {
  const paths = plain(args);
  const wanted = ['l', 'w', 'c'].filter((letter) => flagged(args, letter));
  const asked = wanted.length === 0 ? ['l', 'w', 'c'] : wanted;
  const isBare = asked.length === 1 && paths.length < 2;
  const line = (counts: readonly number[], name: string): string =>
    `${counts.map((count) => (isBare ? String(count) : String(count).padStart(9))).join(' ')}${name === '' ? '' : ` ${name}`}\n`;
  const countsOf = (content: string): readonly number[] =>
    asked.map((letter) => {
      if (letter === 'l') return content.split('\n').length - 1;
      return letter === 'c' ? content.length : content.split(/\s+/).filter((word) => word !== '').length;
    });
  if (paths.length === 0) return says(line(countsOf(input ?? ''), ''));
  let told = says('');
  let total: readonly number[] = asked.map(() => 0);
  for (const path of paths) {
    const content = files.text(path);
    if (content === undefined) {
      told = { ...told, stderr: `${told.stderr}wc: ${path}: ${NOT_THERE}\n`, exitCode: 1 };
      continue;
    }
    const counts = countsOf(content);
    total = total.map((sum, at) => sum + (counts[at] ?? 0));
    told = { ...told, stdout: told.stdout + line(counts, path) };
  }
  return paths.length < 2 ? told : { ...told, stdout: told.stdout + line(total, 'total') };
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
  if (modeAfter(mode, 0) === undefined) return fails(`chmod: invalid mode '${mode}'\n`);
  const missing = paths.filter((path) => files.read(path) === undefined && !files.isFolder(path));
  const there = paths.filter((path) => !missing.includes(path));
  const done = onEach(there, files, 'chmod: %', (path) =>
    files.setMode(path, modeAfter(mode, files.modeOf(path)) ?? 0),
  );
  if (missing.length === 0) return done;
  return {
    ...done,
    stderr: done.stderr + missing.map((path) => `chmod: ${path}: ${NOT_THERE}\n`).join(''),
    exitCode: 1,
  };
}

const NOT_THERE = 'No such file or directory';

function cat(args: readonly string[], input: string | undefined, files: Files): Told {
  const paths = plain(args);
  if (flagged(args, 'n')) {
    const told = cat(paths, input, files);
    return { ...told, stdout: text(lines(told.stdout).map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)) };
  }
  if (paths.length === 0) return says(input ?? '');
  let stdout = '';
  let stderr = '';
  for (const path of paths) {
    const content = files.read(path);
    if (content === undefined)
      stderr += files.isFolder(path)
        ? 'cat: read error: Is a directory\n'
        : `cat: can't open '${path}': No such file or directory\n`;
    else stdout += content;
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
}

/** `seq [-w] [-s SIGN] [FIRST [STEP]] LAST` */
function seq(args: readonly string[]): Told {
  const joint = args.findIndex((word) => word.startsWith('-s'));
  const joined = args[joint]?.slice(2) ?? '';
  const sign = joint < 0 ? '\n' : joined === '' ? (args[joint + 1] ?? '') : joined;
  const numbers = args
    .filter((_, at) => joint < 0 || (at !== joint && (joined !== '' || at !== joint + 1)))
    .filter((word) => /^-?[\d.]+$/.test(word));
  const last = Number(numbers.at(-1) ?? 0);
  const first = numbers.length > 1 ? Number(numbers[0]) : 1;
  const step = numbers.length > 2 ? Number(numbers[1]) || 1 : 1;
  const count = Math.min(1000, Math.max(0, Math.floor((last - first) / step) + 1));
  const found = Array.from({ length: count }, (_, at) => String(first + at * step));
  const width = args.includes('-w') ? Math.max(...found.map(({ length }) => length)) : 0;
  return says(found.length === 0 ? '' : `${found.map((number) => number.padStart(width, '0')).join(sign)}\n`);
}
