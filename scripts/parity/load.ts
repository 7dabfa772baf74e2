import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { linkRecordings } from './link.ts';
import { parseRecording, type Recording, type RecordingFiles } from './recording.ts';

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
const PACKED = '.json.gz';

/** Reads the files of one recording's folder as text. */
export function readFolder(folder: string): RecordingFiles {
  const files: Record<string, string> = {};
  for (const part of PARTS) {
    const path = join(folder, part);
    if (existsSync(path)) files[part] = readFileSync(path, 'utf8');
  }
  return files;
}

function isFolderOfOne(path: string): boolean {
  return statSync(path).isDirectory() && existsSync(join(path, 'audit.jsonl'));
}

function isTar(path: string): boolean {
  return path.endsWith('.tgz') || path.endsWith('.tar.gz');
}

/** Reads a (gzipped) ustar archive: one recording for each folder in it that has an audit log. */
function readTar(path: string): readonly Recording[] {
  const bytes = gunzipSync(readFileSync(path));
  const folders = new Map<string, Record<string, string>>();
  for (let at = 0; at + 512 <= bytes.length; ) {
    const header = bytes.subarray(at, at + 512);
    const name = header.subarray(0, 100).toString('utf8').replace(/\0.*$/s, '');
    if (name === '') break;
    const prefix = header.subarray(345, 500).toString('utf8').replace(/\0.*$/s, '');
    const full = prefix ? `${prefix}/${name}` : name;
    const size = Number.parseInt(header.subarray(124, 136).toString('utf8').replace(/[\0 ]/g, ''), 8) || 0;
    const folder = dirname(full);
    const files = folders.get(folder) ?? {};
    if (PARTS.includes(basename(full))) {
      files[basename(full)] = bytes.subarray(at + 512, at + 512 + size).toString('utf8');
      folders.set(folder, files);
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  const found: Recording[] = [];
  for (const [folder, files] of folders) {
    if (files['audit.jsonl'] === undefined) continue;
    const name = folder === '.' ? basename(path).replace(/\.(tgz|tar\.gz)$/, '') : basename(folder);
    found.push(parseRecording(name, files));
  }
  return found;
}

function readOne(path: string): readonly Recording[] {
  if (isFolderOfOne(path)) return [parseRecording(basename(path), readFolder(path))];
  if (path.endsWith(PACKED)) {
    const files = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as RecordingFiles;
    return [parseRecording(basename(path).slice(0, -PACKED.length), files)];
  }
  return isTar(path) ? readTar(path) : [];
}

function readAll(folder: string): readonly Recording[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readOne(join(folder, name)));
}

export interface Loaded {
  /** What was asked for. */
  readonly asked: readonly Recording[];
  /** Those, and the scenarios that lie beside them: one of them may be the start of another. */
  readonly all: readonly Recording[];
}

/**
 * Loads one recording (a folder, a `.json.gz` or a `.tgz`) or a folder of them. Each recording learns which of its
 * neighbours left the cluster that it starts on.
 */
export function loadRecordings(path: string): Loaded {
  if (!existsSync(path)) throw new Error(`no such recording: ${path}`);
  if (statSync(path).isDirectory() && !isFolderOfOne(path)) {
    const all = linkRecordings(readAll(path));
    return { asked: all, all };
  }
  const names = new Set(readOne(path).map((recording) => recording.name));
  const own = isTar(path) ? readOne(path) : readAll(dirname(path));
  const all = linkRecordings(own);
  return { asked: all.filter((recording) => names.has(recording.name)), all };
}
