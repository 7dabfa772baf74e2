import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cacheDir, root } from './bootstrap.mjs';

export const SOURCES = [
  'src',
  'public',
  'index.html',
  'embed.html',
  'vite.config.ts',
  'scripts/vite',
  'scripts/kept',
  'scripts/build.mjs',
  'scripts/fingerprint.mjs',
  'scripts/licenses.mjs',
  'package.json',
  'package-lock.json',
  'LICENSE',
];
/** From the project, wherever this file itself has been bundled to. */
const FILE = relative(root, join(cacheDir, 'built-from.txt'));

/** Path, size and time of everything the site is built from, and what it is told; a deleted file changes it too. */
export function sourcesFingerprint(site = process.env.KUBESTEP_SITE, folder = root) {
  const lines = [`KUBESTEP_SITE=${site ?? ''}`];
  for (const source of SOURCES) add(folder, source, lines);
  return lines.join('\n');
}

/** The fingerprint of the sources that `dist` was last built from, if any. */
export function builtFingerprint(folder = root) {
  try {
    statSync(join(folder, 'dist', 'index.html'));
    return readFileSync(join(folder, FILE), 'utf8');
  } catch {
    return undefined;
  }
}

export function recordBuild(fingerprint) {
  mkdirSync(dirname(join(root, FILE)), { recursive: true });
  writeFileSync(join(root, FILE), fingerprint);
}

function add(folder, path, lines) {
  const stat = statSync(join(folder, path), { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(join(folder, path)).sort()) add(folder, `${path}/${name}`, lines);
  } else if (!/\.test\.tsx?$/.test(path)) {
    lines.push(`${path} ${stat.size} ${stat.mtimeMs}`);
  }
}
