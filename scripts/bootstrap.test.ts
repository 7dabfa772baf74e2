import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installIsStale } from './bootstrap.mjs';

type Packages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const wanted: Packages = {
  '': { name: 'x' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b-windows': { version: '1.0.0', optional: true },
};

function folderWith(lock: Packages | undefined, installed: Packages | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-install-'));
  mkdirSync(join(folder, 'node_modules'));
  const write = (name: string, packages: Packages | undefined) => {
    if (packages !== undefined) writeFileSync(join(folder, name), JSON.stringify({ packages }));
  };
  write('package-lock.json', lock);
  write('node_modules/.package-lock.json', installed);
  return folder;
}

describe('whether packages must be installed', () => {
  it('says no when all are there, whatever other platforms need', () => {
    expect(installIsStale(folderWith(wanted, { 'node_modules/a': { version: '1.0.0' } }))).toBe(false);
  });

  it('says yes in a fresh clone, for a missing package and for another version', () => {
    expect(installIsStale(folderWith(wanted, undefined))).toBe(true);
    expect(installIsStale(folderWith(wanted, {}))).toBe(true);
    expect(installIsStale(folderWith(wanted, { 'node_modules/a': { version: '0.9.0' } }))).toBe(true);
  });
});
