// Models the applets of busybox that look at files: cat, wc, ls, find, df, readlink, du and stat (v1.36)

import { dateText } from '../around.ts';
import { fails, hasFlag, linesOf, NOT_THERE, plainWords, says, type Told, textOf, wordAfter } from '../told.ts';
import type { Entry, Files } from './files.ts';
import { longPermissions, nameOf } from './permissions.ts';

export function cat(args: readonly string[], input: string | undefined, files: Files): Told {
  const paths = plainWords(args);
  if (hasFlag(args, 'n')) {
    const told = cat(paths, input, files);
    return {
      ...told,
      stdout: textOf(linesOf(told.stdout).map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)),
    };
  }
  if (paths.length === 0) return says(input ?? '');
  let stdout = '';
  let stderr = '';
  for (const path of paths) {
    const content = files.text(path);
    if (content === undefined)
      stderr += files.isFolder(path)
        ? 'cat: read error: Is a directory\n'
        : `cat: can't open '${path}': No such file or directory\n`;
    else stdout += content;
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
}

/** `wc [-l] [-w] [-c] FILE…` */
export function countAll(args: readonly string[], input: string | undefined, files: Files): Told {
  const paths = plainWords(args);
  const wanted = ['l', 'w', 'c'].filter((letter) => hasFlag(args, letter));
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

/** `ls [-a] [-A] [-d] [-l] [-n] [-1] PATH…` */
export function list(args: readonly string[], files: Files): Told {
  const flags = args.map((word) => (/^-\w/.test(word) ? word.replace('n', 'ln') : '')).join('');
  const given = plainWords(args);
  const paths = given.length === 0 ? ['.'] : given;
  const isLink = (path: string): boolean => files.linkOf(path) !== undefined;
  const isOpened = (path: string): boolean =>
    files.isFolder(path) &&
    files.read(path) === undefined &&
    !flags.includes('d') &&
    !(flags.includes('l') && isLink(path));
  const isThere = (path: string): boolean => files.isThere(path) || isLink(path);
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
  const link = files.linkOf(path);
  if (link !== undefined) return longLine({ name: path, size: link.length, link }, path, flags, files);
  const content = files.read(path);
  const entry = content === undefined ? { name: path, isFolder: true } : { name: path, size: content.length };
  return longLine(entry, path, flags, files);
}

function folderText(path: string, flags: string, files: Files): string {
  const dots: readonly Entry[] = ['.', '..'].map((name) => ({ name, isFolder: true }));
  const all = [...(flags.includes('a') ? dots : []), ...files.entries(path)];
  const shown = /[aA]/.test(flags) ? all : all.filter(({ name }) => !name.startsWith('.'));
  const base = path.replace(/\/$/, '');
  if (!flags.includes('l')) return textOf(shown.map(({ name }) => name));
  const blocks = shown.reduce(
    (sum, { size = 4096, link }) => sum + (link === undefined ? Math.ceil(size / 4096) * 4 : 0),
    0,
  );
  const lined = shown.map((entry) => longLine(entry, `${base}/${entry.name}`, flags, files));
  return `total ${blocks}\n${lined.join('')}`;
}

/** `find FOLDER [-name PATTERN] [-type f|d|l]` */
export function find(args: readonly string[], files: Files): Told {
  const path = args[0]?.startsWith('-') === false ? args[0] : '.';
  const start = path.replace(/(.)\/$/, '$1');
  const type = wordAfter(args, '-type');
  const pattern = patternOf(wordAfter(args, '-name') ?? '*');
  const found: string[] = [];
  const visit = (at: string): void => {
    const isLink = files.linkOf(at) !== undefined;
    const isFolder = !isLink && files.read(at) === undefined;
    const isOfType = type === undefined || type === (isLink ? 'l' : isFolder ? 'd' : 'f');
    if (isOfType && pattern.test(at.slice(at.lastIndexOf('/') + 1))) found.push(at);
    if (isFolder) for (const each of files.list(at)) visit(`${at === '/' ? '' : at}/${each}`);
  };
  if (files.read(start) === undefined && !files.isFolder(start))
    return fails(`find: ${path}: No such file or directory\n`);
  visit(start);
  return says(textOf(found));
}

function patternOf(name: string): RegExp {
  const literal = name.replace(/[.+^$()|[\]{}]/g, (letter) => `\\${letter}`);
  return new RegExp(`^${literal.replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
}

/** Volumes of a node are on its one disk, besides those in memory. */
export function freeSpace(path: string | undefined, files: Files): Told {
  const head = 'Filesystem                Size      Used Available Use% Mounted on';
  const mounted = files.mountedAt();
  const own = mounted.filter(
    ({ at }) => path === undefined || path === at || path.startsWith(at === '/' ? '/' : `${at}/`),
  );
  const shown = path === undefined ? own : own.slice(-1);
  const rows = shown.map(
    ({ at, source, bytes }) => `${source.padEnd(22)}${source === 'tmpfs' ? ofMemory(bytes) : OF_DISK} ${at}`,
  );
  return says(textOf([head, ...rows]));
}

const OF_DISK = '  220.0G     12.0G    208.0G   5%';

function ofMemory(bytes: number = 24 * KIB * KIB * KIB): string {
  const size = sizeText(bytes, true);
  return `${size.padStart(8)}         0 ${size.padStart(9)}   0%`;
}

/** Where a link leads: `-f` follows to the end. */
export function follow(path: string, args: readonly string[], files: Files): Told {
  const target = files.linkOf(path);
  if (!args.includes('-f')) return target === undefined ? says('', 1) : says(`${target}\n`);
  const real = files.real(path);
  const end = files.linkOf(real);
  const folder = real.slice(0, real.lastIndexOf('/'));
  const version = files.linkOf(`${folder}/..data`) ?? '';
  if (end !== undefined) return says(`${folder}/${end.replace('..data', version)}\n`);
  const isReal = target !== undefined || files.isThere(real);
  return isReal ? says(`${real}\n`) : says('', 1);
}

/** `realpath PATH…`: what is at its end need not be there, the folder it is in must. */
export function realPaths(args: readonly string[], files: Files): Told {
  let told = says('');
  for (const path of plainWords(args)) {
    const real = files.real(path);
    const isReal = files.isThere(real) || files.isFolder(real.slice(0, real.lastIndexOf('/')));
    const { stdout } = isReal ? follow(path, ['-f'], files) : says('');
    if (isReal) told = { ...told, stdout: `${told.stdout}${stdout === '' ? `${real || '/'}\n` : stdout}` };
    else told = { ...told, stderr: `${told.stderr}realpath: ${path}: ${NOT_THERE}\n`, exitCode: 1 };
  }
  return told;
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
function longLine({ name, size = 4096, isFolder, link }: Entry, path: string, flags: string, files: Files): string {
  const mode =
    link !== undefined ? 'lrwxrwxrwx' : `${isFolder === true ? 'd' : '-'}${longPermissions(files.modeOf(path))}`;
  const { uid, gid } = files.ownerOf(path);
  const list = (of: string): string | undefined => (flags.includes('n') ? undefined : files.read(`/etc/${of}`));
  const owner = nameOf(uid, list('passwd')).padEnd(8).slice(0, 8);
  const group = nameOf(gid, list('group')).padEnd(8).slice(0, 8);
  const links = isFolder === true ? 2 : 1;
  const shown = link === undefined ? name : `${name} -> ${link}`;
  return `${mode}    ${links} ${owner} ${group} ${sizeText(size, flags.includes('h')).padStart(9)} ${dateText(files.around.now, '+%b %e %H:%M')} ${shown}\n`;
}

const BLOCK = 4096;

/** `du -s [-h] PATH…`: whole blocks. */
export function usage(args: readonly string[], files: Files): Told | undefined {
  const flags = args.filter((word) => word.startsWith('-')).join('');
  const paths = plainWords(args);
  if (!flags.includes('s')) return undefined;
  const sizeOf = (path: string): number => {
    const content = files.text(path);
    if (content !== undefined) return Math.ceil(content.length / BLOCK) * BLOCK;
    return files.list(path).reduce((sum, name) => sum + sizeOf(`${path}/${name}`), BLOCK);
  };
  let told = says('');
  for (const path of paths.length === 0 ? ['.'] : paths) {
    const isThere = files.isThere(path);
    const size = isThere ? sizeOf(path) : 0;
    told = isThere
      ? { ...told, stdout: `${told.stdout}${flags.includes('h') ? sizeText(size, true) : size / KIB}\t${path}\n` }
      : { ...told, stderr: `${told.stderr}du: ${path}: No such file or directory\n`, exitCode: 1 };
  }
  return told;
}

/** `stat [-L] -c FORMAT FILE…` */
export function stat(args: readonly string[], files: Files): Told | undefined {
  const follows = args.some((word) => word === '-L' || word === '-Lc');
  const at = args.findIndex((word) => word === '-c' || word === '-Lc');
  const format = args[at + 1];
  if (at < 0 || format === undefined) return undefined;
  let stdout = '';
  let stderr = '';
  for (const path of args.filter((word, index) => index !== at && index !== at + 1 && !word.startsWith('-'))) {
    const link = follows ? undefined : files.linkOf(path);
    const content = link ?? files.read(path);
    const isFolder = content === undefined && files.isFolder(path);
    if (content === undefined && !isFolder) {
      stderr += `stat: can't stat '${path}': No such file or directory\n`;
      continue;
    }
    const mode = files.modeOf(path);
    const { uid, gid } = files.ownerOf(follows ? files.real(path) : path);
    const told: { readonly [letter: string]: string } = {
      a: link === undefined ? mode.toString(8) : '777',
      A: link === undefined ? `${isFolder ? 'd' : '-'}${longPermissions(mode)}` : 'lrwxrwxrwx',
      F:
        link !== undefined ? 'symbolic link' : isFolder ? 'directory' : `regular ${content === '' ? 'empty ' : ''}file`,
      N: link === undefined ? path : `'${path}' -> '${link}'`,
      g: String(gid),
      G: nameOf(gid, files.read('/etc/group')),
      n: path,
      s: String(content?.length ?? 4096),
      u: String(uid),
      U: nameOf(uid, files.read('/etc/passwd')),
    };
    stdout += `${format.replace(/%(\w)/g, (all, letter: string) => told[letter] ?? all)}\n`;
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
}
