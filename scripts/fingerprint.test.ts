import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { SOURCES, sourcesFingerprint } from './fingerprint.mjs';

const root = process.cwd();

/** A file with all that it imports from the project, and so on. */
function reachedFrom(file: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, way = ''] of text.matchAll(/(?:from|import) '(\.[^']+)'/g))
    reachedFrom(posix.normalize(posix.join(posix.dirname(file), way)), reached);
  return reached;
}

const covers = (file: string) => SOURCES.some((source) => file === source || file.startsWith(`${source}/`));

it('a build is stale when anything changes that makes it: its scripts, its pages, and what these read', () => {
  const pages = readdirSync(root).filter((name) => name.endsWith('.html'));
  // That one looks for programs of the machine, and nothing of it is built in.
  const reached = new Set(['scripts/bootstrap.mjs']);
  for (const file of ['scripts/build.mjs', 'vite.config.ts']) reachedFrom(file, reached);
  const made = [...[...reached].filter((file) => !file.endsWith('/bootstrap.mjs')), ...pages];
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter((file) => !covers(file))).toEqual([]);
  const read = [...readFileSync(join(root, 'scripts/build.mjs'), 'utf8').matchAll(/join\(root, '([\w.-]+)'\)/g)];
  expect(read.flatMap(([, name = '']) => (name === 'dist' || covers(name) ? [] : [name]))).toEqual([]);
});

it('a build is stale when it is told another address', () => {
  expect(sourcesFingerprint('https://a.example/')).not.toBe(sourcesFingerprint('https://b.example/'));
  expect(sourcesFingerprint('https://a.example/')).toBe(sourcesFingerprint('https://a.example/'));
});

it('it is of the project that is named, from wherever it is asked', () => {
  expect(sourcesFingerprint('', root)).toBe(sourcesFingerprint(''));
  expect(sourcesFingerprint('', root)).toContain('embed.html ');
  expect(sourcesFingerprint('', join(root, 'docs'))).not.toContain('embed.html ');
});
