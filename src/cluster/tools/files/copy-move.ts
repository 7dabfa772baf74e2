// Models the applets cp and mv of busybox (v1.36), and libbb/copy_file.c, which both use

import { fails, hasFlag, NOT_THERE, plainWords, type Told, wordAfter } from '../told.ts';
import { isNamed, isPlainFolder } from './file-changes.ts';
import { DENIED, type Files } from './files.ts';

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** `cp [-r] [-a] [-P] [-L] [-n] [-T] [-v] SOURCE… DEST`, `cp -t FOLDER SOURCE…` */
export function copy(args: readonly string[], files: Files): Told {
  const pairs = pairsOf('cp', args, files);
  if ('exitCode' in pairs) return pairs;
  const isWhole = hasFlag(args, 'a');
  const isDeep = isWhole || hasFlag(args, 'r') || hasFlag(args, 'R');
  const keepsLinks = !hasFlag(args, 'L') && (isDeep || hasFlag(args, 'P') || hasFlag(args, 'd'));
  const copier = new Copier(files, {
    isDeep,
    keepsLinks,
    keepsOwner: isWhole || hasFlag(args, 'p'),
    tells: hasFlag(args, 'v'),
  });
  for (const { from, to } of pairs) {
    if (hasFlag(args, 'n') && isNamed(files, to)) continue;
    copier.copy(from, to);
  }
  return copier.told;
}

/** `mv [-n] [-T] [-v] SOURCE… DEST`, `mv -t FOLDER SOURCE…` */
export function move(args: readonly string[], files: Files): Told {
  const pairs = pairsOf('mv', args, files);
  if ('exitCode' in pairs) return pairs;
  let [stdout, stderr] = ['', ''];
  for (const { from, to } of pairs) {
    if (hasFlag(args, 'n') && isNamed(files, to)) continue;
    const problem = moveProblem(from, to, files);
    if (problem !== undefined) stderr += `mv: ${problem.replace('%', `can't rename '${from}': `)}\n`;
    else if (hasFlag(args, 'v')) stdout += `'${from}' -> '${to}'\n`;
    if (problem !== undefined || isSame(files, from, to)) continue;
    if (isNamed(files, to)) files.remove(to);
    new Copier(files, { isDeep: true, keepsLinks: true, keepsOwner: true, tells: false }).copy(from, to);
    files.remove(from);
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
}

/** What goes where: into a folder under its own name, unless `-T` says that the folder itself is meant. */
function pairsOf(tool: 'cp' | 'mv', args: readonly string[], files: Files): readonly Pair[] | Told {
  const folder = wordAfter(args, '-t');
  const words = plainWords(folder === undefined ? args : args.filter((word) => word !== '-t' && word !== folder));
  const sources = folder === undefined ? words.slice(0, -1) : words;
  const last = folder ?? words.at(-1) ?? '';
  if (sources.length === 0)
    return fails(`Usage: ${tool} ${tool === 'cp' ? '[-arPLHpfinlsTu]' : '[-finT]'} SOURCE DEST\n`);
  const isInto = folder !== undefined || sources.length > 1 || (isTakenForFolder(last, files) && !hasFlag(args, 'T'));
  return sources.map((from) => ({ from, to: isInto ? `${last.replace(/\/+$/, '')}/${lastPart(from)}` : last }));
}

/** What lies in the folders of an image is not known: there a name with a slash behind is believed. */
function isTakenForFolder(path: string, files: Files): boolean {
  return files.isFolder(path) || (path.endsWith('/') && !files.isFolder(`${path.replace(/\/+$/, '')}/..`));
}

const lastPart = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? '';

const isSame = (files: Files, from: string, to: string): boolean => files.at(from) === files.at(to);

/** `%`: what cannot be done. */
function moveProblem(from: string, to: string, files: Files): string | undefined {
  if (!isNamed(files, from)) return `%${NOT_THERE}`;
  if (files.at(to).startsWith(`${files.at(from)}/`)) return '%Invalid argument';
  const refusal = files.refusal(from, true) ?? files.refusal(to, true);
  if (refusal !== undefined) return `%${refusal}`;
  if (isPlainFolder(files, to) && !isSame(files, from, to)) {
    if (!isPlainFolder(files, from)) return `'${to}' is a directory`;
    return files.list(to).length > 0 ? '%Directory not empty' : undefined;
  }
  if (isPlainFolder(files, from) && isNamed(files, to)) return isSame(files, from, to) ? undefined : '%Not a directory';
  if (to.endsWith('/') && !files.isFolder(from)) return '%Not a directory';
  return files.hindrance(to) === 'nonexistent directory' ? `%${NOT_THERE}` : undefined;
}

/** A link that was made. Files of a ConfigMap are links, too, into a folder that nobody lists: they count as files. */
function ownLink(path: string, files: Files): string | undefined {
  const target = files.linkOf(path);
  return target?.startsWith('..data/') === true ? undefined : target;
}

interface Manner {
  /** Folders too. */
  readonly isDeep: boolean;
  /** Symbolic links as links; else what they lead to. */
  readonly keepsLinks: boolean;
  readonly keepsOwner: boolean;
  /** Says what it copies. */
  readonly tells: boolean;
}

class Copier {
  private stdout = '';
  private stderr = '';

  constructor(
    private readonly files: Files,
    private readonly manner: Manner,
  ) {}

  get told(): Told {
    return { stdout: this.stdout, stderr: this.stderr, exitCode: this.stderr === '' ? 0 : 1 };
  }

  /** `goal`: where the whole goes, which is not to be copied into itself. */
  copy(from: string, to: string, goal = this.files.at(to)): void {
    const { files, manner } = this;
    const target = manner.keepsLinks ? ownLink(from, files) : undefined;
    const problem = target === undefined ? this.problem(from, to) : this.linkProblem(to);
    if (problem !== undefined) {
      this.stderr += `cp: ${problem}\n`;
      return;
    }
    if (target !== undefined) {
      files.link(to, target);
    } else if (files.read(from) === undefined) this.folder(from, to, goal);
    else this.file(from, to);
    if (manner.tells) this.stdout += `'${from}' -> '${to}'\n`;
  }

  private problem(from: string, to: string): string | undefined {
    const { files } = this;
    if (files.isHidden(from)) return `can't open '${from}': ${DENIED}`;
    if (!files.isThere(from)) return `can't stat '${from}': ${NOT_THERE}`;
    const isFolder = files.read(from) === undefined;
    if (isFolder && !this.manner.isDeep) return `omitting directory '${from}'`;
    if (isFolder && files.read(to) !== undefined) return `target '${to}' is not a directory`;
    if (!isFolder && isPlainFolder(files, to)) return `'${to}' is a directory`;
    if (isSame(files, from, to)) return `'${from}' and '${to}' are the same file`;
    return this.refusal(to, isFolder);
  }

  private linkProblem(to: string): string | undefined {
    return isNamed(this.files, to) ? `can't create '${to}': File exists` : this.refusal(to, true);
  }

  private refusal(to: string, removes: boolean): string | undefined {
    const { files } = this;
    if (!removes && to.endsWith('/')) return `can't create '${to}': Is a directory`;
    const isLost = files.hindrance(to) === 'nonexistent directory';
    const refused = isLost ? NOT_THERE : files.refusal(to, removes);
    const word = removes && !isNamed(files, to) ? 'create directory' : 'create';
    return refused === undefined ? undefined : `can't ${word} '${to}': ${refused}`;
  }

  private file(from: string, to: string): void {
    const { files } = this;
    const isNew = files.read(to) === undefined;
    files.write(to, files.read(from) ?? '', false);
    if (isNew || this.manner.keepsOwner) this.keepModes(from, to);
  }

  /** What the folders of images hold is not known: what is copied out of them is not, either. */
  private folder(from: string, to: string, goal: string): void {
    const { files } = this;
    const isNew = !files.isFolder(to);
    files.makeFolder(to);
    if (isNew) this.keepModes(from, to);
    for (const name of files.list(from)) {
      const inner = `${from.replace(/\/+$/, '')}/${name}`;
      if (files.at(inner) === goal) this.stderr += `cp: recursion detected, omitting directory '${inner}'\n`;
      else this.copy(inner, `${to.replace(/\/+$/, '')}/${name}`, goal);
    }
  }

  private keepModes(from: string, to: string): void {
    const { files } = this;
    const mode = files.modeOf(from);
    if (mode !== files.modeOf(to)) files.setMode(to, mode);
    if (this.manner.keepsOwner && files.user.uid === 0) files.setOwner(to, files.ownerOf(from));
  }
}
