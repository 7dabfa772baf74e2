// Models the applets of busybox that change files: touch, ln, mkdir, rmdir, rm, tee, truncate, chmod and chown (v1.36)

import { fails, hasFlag, MOST_TEXT, NOT_THERE, plainWords, type Told } from '../told.ts';
import { modeAfter } from '../word-tools.ts';
import type { Files } from './files.ts';
import { numberOf } from './permissions.ts';

/** Does something with each path; where nothing can be written it is told, with the path in place of `%`. */
export function onEach(
  paths: readonly string[],
  files: Files,
  refused: string,
  act: (path: string) => void,
  problemOf: (path: string) => string | undefined = () => undefined,
  removes = false,
): Told {
  let stderr = '';
  for (const path of paths) {
    const problem = problemOf(path) ?? files.refusal(path, removes);
    if (problem === undefined) act(path);
    else stderr += `${refused.replace('%', path)}: ${problem}\n`;
  }
  return { stdout: '', stderr, exitCode: stderr === '' ? 0 : 1 };
}

/** Something has this name, if only a link that leads nowhere. */
export const isNamed = (files: Files, path: string): boolean => files.linkOf(path) !== undefined || files.isThere(path);

/** A folder itself, and no link to one. */
export const isPlainFolder = (files: Files, path: string): boolean =>
  files.linkOf(path) === undefined && files.read(path) === undefined && files.isFolder(path);

/** Why nothing can be written there, in the words of who is no shell. */
function obstacle(path: string, files: Files): string | undefined {
  const hindrance = files.hindrance(path);
  if (hindrance !== 'nonexistent directory') return hindrance;
  return files.read(path.replace(/\/+[^/]*\/*$/, '')) === undefined ? NOT_THERE : 'Not a directory';
}

function folderProblem(path: string, files: Files): string | undefined {
  return files.isThere(path) ? 'File exists' : obstacle(path, files);
}

/** `rm [-r] [-f] PATH…` */
export function removeAll(args: readonly string[], files: Files): Told {
  const isForced = hasFlag(args, 'f');
  const isDeep = hasFlag(args, 'r') || hasFlag(args, 'R');
  const isThere = (path: string): boolean => isNamed(files, path);
  const paths = isForced ? plainWords(args).filter(isThere) : plainWords(args);
  const folders = isDeep ? [] : paths.filter((path) => isPlainFolder(files, path));
  const done = onEach(
    paths.filter((path) => !folders.includes(path)),
    files,
    "rm: can't remove '%'",
    (path) => files.remove(path),
    (path) => (isThere(path) ? undefined : NOT_THERE),
    true,
  );
  if (folders.length === 0) return done;
  return {
    ...done,
    stderr: done.stderr + folders.map((path) => `rm: '${path}' is a directory\n`).join(''),
    exitCode: 1,
  };
}

/** `ln [-s] [-f] [-n] TARGET… [NAME]`. (Deviation: without `-s` a file is copied.) */
export function link(args: readonly string[], files: Files): Told {
  const words = plainWords(args);
  const last = words.at(-1) ?? '';
  const isInto = words.length > 1 && files.isFolder(last) && !(hasFlag(args, 'n') && files.linkOf(last) !== undefined);
  const targets = words.length > 1 ? words.slice(0, -1) : words;
  let stderr = '';
  for (const target of targets) {
    const own = target.slice(target.replace(/\/+$/, '').lastIndexOf('/') + 1);
    const path = isInto ? `${last.replace(/\/$/, '')}/${own}` : words.length > 1 ? last : own;
    const problem = linkProblem(target, path, args, files);
    if (problem !== undefined) stderr += `ln: ${problem}\n`;
    else if (hasFlag(args, 's')) {
      files.remove(path);
      files.link(path, target);
    } else files.write(path, files.read(target) ?? '', false);
  }
  return { stdout: '', stderr, exitCode: stderr === '' ? 0 : 1 };
}

function linkProblem(target: string, path: string, args: readonly string[], files: Files): string | undefined {
  if (!hasFlag(args, 's') && !files.isThere(target)) return `${target}: ${NOT_THERE}`;
  if (isPlainFolder(files, path) || (!hasFlag(args, 'f') && isNamed(files, path))) return `${path}: File exists`;
  const refusal = files.refusal(path, true);
  if (refusal !== undefined) return `${path}: ${refusal}`;
  return files.hindrance(path) === 'nonexistent directory' ? `${path}: ${NOT_THERE}` : undefined;
}

export function changeMode([mode = '', ...paths]: readonly string[], files: Files): Told {
  if (modeAfter(mode, 0) === undefined) return fails(`chmod: invalid mode '${mode}'\n`);
  const missing = paths.filter((path) => files.read(path) === undefined && !files.isFolder(path));
  const there = paths.filter((path) => !missing.includes(path));
  const change = (path: string): void => files.setMode(path, modeAfter(mode, files.modeOf(path)) ?? 0);
  const done = onEach(there, files, 'chmod: %', change, (path) => ownershipProblem(path, files, true));
  if (missing.length === 0) return done;
  return {
    ...done,
    stderr: done.stderr + missing.map((path) => `chmod: ${path}: ${NOT_THERE}\n`).join(''),
    exitCode: 1,
  };
}

/** `chown [-R] OWNER[:GROUP] PATH…`, `chgrp [-R] GROUP PATH…`; of a name that no file of the image tells nothing is known. */
export function changeOwner(tool: 'chown' | 'chgrp', args: readonly string[], files: Files): Told {
  const [whose = '', ...paths] = plainWords(args);
  const [user = '', group = ''] = tool === 'chgrp' ? ['', whose] : whose.split(/[:.]/);
  const uid = user === '' ? undefined : numberOf(user, files.read('/etc/passwd'));
  const gid = group === '' ? undefined : numberOf(group, files.read('/etc/group'));
  const give = (path: string): void => {
    const owner = files.ownerOf(path);
    files.setOwner(path, { uid: uid ?? owner.uid, gid: gid ?? owner.gid });
    if (!/R/.test(args.find((word) => word.startsWith('-')) ?? '') || files.read(path) !== undefined) return;
    for (const name of files.list(path)) give(`${path.replace(/\/$/, '')}/${name}`);
  };
  const missing = (path: string): boolean => !files.isThere(path);
  const problemOf = (path: string): string | undefined => (missing(path) ? NOT_THERE : ownershipProblem(path, files));
  return onEach(paths, files, `${tool}: %`, give, problemOf);
}

/** Only root gives files away; only their owners say who may what. */
function ownershipProblem(path: string, files: Files, isOwn = false): string | undefined {
  const { uid } = files.user;
  if (uid === 0 || (isOwn && files.ownerOf(path).uid === uid)) return undefined;
  return 'Operation not permitted';
}

export function tee(args: readonly string[], input: string | undefined, files: Files): Told {
  const isAdded = args.includes('-a');
  const add = (path: string): void => void files.write(path, input ?? '', isAdded);
  const done = onEach(plainWords(args), files, 'tee: %', add, (path) => obstacle(path, files));
  return { ...done, stdout: input ?? '' };
}

const KIB = 1024;
const MIB = KIB * KIB;
const UNITS: { readonly [unit: string]: number } = { '': 1, k: KIB, K: KIB, m: MIB, M: MIB, G: MIB * KIB };

/** `truncate [-c] -s SIZE PATH…`; undefined for sizes that nobody's text has. */
export function truncate(args: readonly string[], files: Files): Told | undefined {
  const at = args.findIndex((word) => /^-c?s/.test(word));
  const joined = args[at]?.replace(/^-c?s/, '') ?? '';
  const [, count = '', unit = ''] = /^(\d+)([kKmMG]?)$/.exec(joined === '' ? (args[at + 1] ?? '') : joined) ?? [];
  const size = Number(count) * (UNITS[unit] ?? 1);
  if (at < 0 || count === '' || size > MOST_TEXT) return undefined;
  const paths = args.filter((word, index) => !word.startsWith('-') && (joined !== '' || index !== at + 1));
  const wanted = hasFlag(args, 'c') ? paths.filter((path) => files.isThere(path)) : paths;
  const cut = (path: string): void => {
    files.write(path, (files.read(path) ?? '').slice(0, size).padEnd(size, '\0'), false);
  };
  return onEach(wanted, files, 'truncate: %: open', cut, (path) => obstacle(path, files));
}

/** `touch [-d TIME] PATH…` */
export function touch(args: readonly string[], files: Files): Told {
  return onEach(
    args.filter((word, at) => !word.startsWith('-') && args[at - 1] !== '-d'),
    files,
    'touch: %',
    (path) => files.write(path, '', true),
    (path) => (files.isFolder(path) ? undefined : obstacle(path, files)),
  );
}

/** `mkdir [-p] PATH…` */
export function makeFolders(args: readonly string[], files: Files): Told {
  const isDeep = hasFlag(args, 'p');
  const paths = plainWords(args).map((path) => (isDeep ? (fileOnTheWay(path, files) ?? path) : path));
  const problemOf = (path: string): string | undefined => {
    if (!isDeep) return folderProblem(path, files);
    if (files.read(path) === undefined) return undefined;
    return path.endsWith('/') ? 'Not a directory' : 'File exists';
  };
  return onEach(paths, files, "mkdir: can't create directory '%'", (path) => files.makeFolder(path), problemOf);
}

/** The part of a path that is a file, with a slash where more follows. */
function fileOnTheWay(path: string, files: Files): string | undefined {
  const parts = path.split(/(?<=[^/]\/)/);
  return parts.map((_, at) => parts.slice(0, at + 1).join('')).find((part) => files.read(part) !== undefined);
}

export function removeFolders(args: readonly string[], files: Files): Told {
  return onEach(
    plainWords(args),
    files,
    "rmdir: '%'",
    (path) => files.remove(path),
    (path) => {
      if (!files.isFolder(path)) return files.read(path) === undefined ? NOT_THERE : 'Not a directory';
      return files.list(path).length > 0 ? 'Directory not empty' : undefined;
    },
    true,
  );
}
