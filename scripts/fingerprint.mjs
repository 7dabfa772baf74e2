import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheDir, root } from './bootstrap.mjs';

export const SOURCES = [
  'src',
  'public',
  'index.html',
  'embed.html',
  'vite.config.ts',
  'scripts/vite',
  'scripts/build.mjs',
  'scripts/fingerprint.mjs',
  'scripts/licenses.mjs',
  'package.json',
  'package-lock.json',
  'LICENSE',
];
const FILE = join(cacheDir, 'built-from.txt');

/** Path, size and time of everything the site is built from, and what it is told; a deleted file changes it too. */
export function sourcesFingerprint(site = process.env.KUBESTEP_SITE) {
  const lines = [`KUBESTEP_SITE=${site ?? ''}`];
  for (const source of SOURCES) add(source, lines);
  return lines.join('\n');
}

/** The fingerprint of the sources that `dist` was last built from, if any. */
export function builtFingerprint() {
  try {
    statSync(join(root, 'dist', 'index.html'));
    return readFileSync(FILE, 'utf8');
  } catch {
    return undefined;
  }
}

export function recordBuild(fingerprint) {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, fingerprint);
}

function add(path, lines) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`, lines);
  } else if (!/\.test\.tsx?$/.test(path)) {
    lines.push(`${path} ${stat.size} ${stat.mtimeMs}`);
  }
}
