import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isObject, type Json } from './json.ts';
import { linkRecordings } from './link.ts';
import { parseRecording, type Recording, type RecordingFiles } from './recording.ts';
import { filesInTar, isTar } from './tar.ts';

const PARTS = [
  'meta.json',
  'commands.jsonl',
  'audit.jsonl',
  'reads.jsonl',
  'watch.jsonl',
  'etcd.txt',
  'final.json',
  'http.jsonl',
  'verbose.txt',
];
/** A folder with one of these is a recording, whatever else it lacks. */
const TELLING = ['audit.jsonl', 'commands.jsonl', 'http.jsonl'];
const PACKED = '.json.gz';
const GZ = '.gz';
/** Folders of folders, at most so deep. */
const DEEPEST = 4;

/** Why something cannot be read, in words for the person who named it. */
export class LoadError extends Error {}

/** A part of a recording, plain or compressed. */
function readPart(folder: string, part: string): string | undefined {
  const path = join(folder, part);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  return existsSync(path + GZ) ? unzipped(path + GZ).toString('utf8') : undefined;
}

/** Reads the files of one recording's folder as text. */
export function readFolder(folder: string): RecordingFiles {
  const files: Record<string, string> = {};
  for (const part of PARTS) {
    const text = readPart(folder, part);
    if (text !== undefined) files[part] = text;
  }
  return files;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFolderOfOne(path: string): boolean {
  return isFolder(path) && TELLING.some((part) => existsSync(join(path, part)) || existsSync(join(path, part + GZ)));
}

function unzipped(path: string): Buffer {
  try {
    return gunzipSync(readFileSync(path));
  } catch (error) {
    throw new LoadError(`${path} cannot be unpacked: ${(error as Error).message}`);
  }
}

/** What `pack.ts` made of a folder. */
function readPacked(path: string): Recording {
  let files: Json | undefined;
  try {
    files = JSON.parse(unzipped(path).toString('utf8')) as Json;
  } catch (error) {
    if (error instanceof LoadError) throw error;
  }
  if (!isObject(files) || !TELLING.some((part) => typeof files[part] === 'string'))
    throw new LoadError(`${path} is not a packed recording`);
  return parseRecording(basename(path).slice(0, -PACKED.length), files as RecordingFiles);
}

/** One recording for each folder of an archive that holds one. */
function readTar(path: string): readonly Recording[] {
  const bytes = path.endsWith('.tar') ? readFileSync(path) : unzipped(path);
  const folders = new Map<string, Record<string, string>>();
  for (const { name, text } of filesInTar(bytes, (file) => PARTS.includes(basename(file)))) {
    const folder = dirname(name);
    folders.set(folder, { ...folders.get(folder), [basename(name)]: text });
  }
  const found = [...folders].filter(([, files]) => TELLING.some((part) => files[part] !== undefined));
  if (found.length === 0) throw new LoadError(`${path} is not an archive of recordings`);
  return found.map(([folder, files]) =>
    parseRecording(folder === '.' ? basename(path).replace(/\.(tgz|tar|tar\.gz)$/, '') : basename(folder), files),
  );
}

/** The recordings at a path that is no folder of recordings; none where the path is something else. */
function readOne(path: string): readonly Recording[] {
  if (isFolderOfOne(path)) return [parseRecording(basename(path), readFolder(path))];
  if (isFolder(path)) return [];
  // The compressed parts of one recording are no recordings.
  const isPart = PARTS.some((part) => basename(path) === part + GZ);
  if (path.endsWith(PACKED) && !isPart) return [readPacked(path)];
  return isTar(path) ? readTar(path) : [];
}

interface Read {
  readonly recordings: readonly Recording[];
  /** What looks like a recording and could not be read. */
  readonly broken: readonly string[];
  /** Folders that hold others. */
  readonly below: readonly string[];
}

function readAll(folder: string): Read {
  const recordings: Recording[] = [];
  const broken: string[] = [];
  const below: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    try {
      const found = readOne(path);
      recordings.push(...found);
      if (found.length === 0 && isFolder(path)) below.push(path);
    } catch (error) {
      broken.push((error as Error).message);
    }
  }
  return { recordings, broken, below };
}

/** A folder of recordings; where it has none of its own, what the folders in it have. */
function readFolders(folder: string, deepest: number): Read {
  const here = readAll(folder);
  if (here.recordings.length > 0 || deepest === 0) return here;
  const found = here.below.map((path) => readFolders(path, deepest - 1));
  return {
    recordings: found.flatMap(({ recordings }) => recordings),
    broken: [...here.broken, ...found.flatMap(({ broken }) => broken)],
    below: [],
  };
}

export interface Loaded {
  /** What was asked for. */
  readonly asked: readonly Recording[];
  /** Those, and the scenarios that lie beside them: one of them may be the start of another. */
  readonly all: readonly Recording[];
  /** What cannot be read, a sentence each. */
  readonly broken: readonly string[];
}

/** Names tell recordings apart; of two with one name the second gets a number. */
function withOwnNames(recordings: readonly Recording[]): readonly Recording[] {
  const taken = new Set<string>();
  return recordings.map((recording) => {
    let { name } = recording;
    for (let n = 2; taken.has(name); n += 1) name = `${recording.name}~${n}`;
    taken.add(name);
    return name === recording.name ? recording : { ...recording, name };
  });
}

/** The recordings that lie beside one; what cannot be read there is nobody's concern. */
function neighboursOf(path: string): readonly Recording[] {
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => !isTar(name) && join(folder, name) !== path);
  return names.flatMap((name) => {
    try {
      return readOne(join(folder, name));
    } catch {
      return [];
    }
  });
}

/**
 * Loads one recording (a folder, a `.json.gz` or a `.tgz`) or a folder of them. Each recording learns which of its
 * neighbours left the cluster that it starts on.
 */
export function loadRecordings(named: string): Loaded {
  const path = resolve(named);
  if (!existsSync(path)) throw new LoadError(`no such recording: ${named}`);
  if (isFolder(path) && !isFolderOfOne(path)) {
    const { recordings, broken } = readFolders(path, DEEPEST);
    const all = linkRecordings(withOwnNames(recordings));
    return { asked: all, all, broken };
  }
  const own = readOne(path);
  if (own.length === 0) throw new LoadError(`${named} is not a recording`);
  const all = linkRecordings(withOwnNames(isTar(path) ? own : [...own, ...neighboursOf(path)]));
  return { asked: all.slice(0, own.length), all, broken: [] };
}
