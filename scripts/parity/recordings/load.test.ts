import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { LoadError, loadRecordings } from './load.ts';

const COMMAND = '{"t":1,"dt":1,"argv":["kubectl","version"]}';
const FILES = { 'meta.json': '{"start":"2026-11-21T02:22:48Z"}', 'commands.jsonl': COMMAND };

function folder(files: { readonly [name: string]: string | Buffer }): string {
  const path = mkdtempSync(join(tmpdir(), 'parity-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

const under = (name: string) =>
  Object.fromEntries(Object.entries(FILES).map(([file, text]) => [`${name}/${file}`, text]));
const names = (path: string) => loadRecordings(path).asked.map(({ name }) => name);

it('reads a folder by its commands alone, its parts plain or compressed, with either end of line', () => {
  const path = folder({
    'one/commands.jsonl.gz': gzipSync(`\uFEFF${COMMAND}\r\n${COMMAND}\r\n`),
    'one/meta.json.gz': gzipSync(FILES['meta.json']),
  });
  const [one] = loadRecordings(join(path, 'one/')).asked;
  expect(one?.commands).toHaveLength(2);
  expect(one?.unreadable).toEqual([
    'audit.jsonl (absent)',
    'watch.jsonl (absent)',
    'etcd.txt (absent)',
    'final.json (absent)',
  ]);
  expect(names(path)).toEqual(['one']);
});

it('goes into folders of folders, and gives two of one name names of their own', () => {
  const path = folder({ ...under('x/a01'), ...under('y/z/a01'), 'y/notes.txt': 'x' });
  expect(names(path)).toEqual(['a01', 'a01~2']);
});

it('counts what is broken among what was asked for, and minds no neighbour', () => {
  const path = folder({ ...under('a01'), 'b.json.gz': 'junk', 'c.json.gz': gzipSync('{}'), 'd.tgz': 'junk' });
  expect(loadRecordings(path).broken).toEqual([
    expect.stringContaining('b.json.gz cannot be unpacked'),
    expect.stringContaining('c.json.gz is not a packed recording'),
    expect.stringContaining('d.tgz cannot be unpacked'),
  ]);
  expect(loadRecordings(join(path, 'a01')).broken).toEqual([]);
});

it('says why it cannot read what was named', () => {
  const path = folder({ 'notes.txt': 'x' });
  for (const name of ['notes.txt', 'nowhere']) expect(() => loadRecordings(join(path, name))).toThrow(LoadError);
});

it('counts a recording in which nothing was done', () => {
  const path = folder({ 'a01/meta.json': '', 'a01/commands.jsonl': '' });
  const [one] = loadRecordings(join(path, 'a01')).asked;
  expect(one?.unreadable).toContain('commands.jsonl (nothing in it)');
  expect(one?.unreadable).toContain('meta.json (empty)');
});
