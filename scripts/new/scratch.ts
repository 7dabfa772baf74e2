// A copy of the project in which something may be written and tried: files are links, so that it takes no room and a moment.
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../checks/source-files.ts';

/** Folders that are new in the copy; the others are seen as they are. */
const COPIED: ReadonlySet<string> = new Set(['src', 'scripts']);

/** Answers with its path. What is written over a file of the copy is written over the file itself: only add some. */
export function scratchCopy(): string {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'kubestep-scratch-'));
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const [from, to] = [join(root, entry.name), join(copy, entry.name)];
    if (entry.name === '.git' || entry.name === 'dist') continue;
    if (COPIED.has(entry.name)) linkAll(from, to);
    else if (entry.isDirectory()) symlinkSync(from, to, 'junction');
    else linkOne(from, to);
  }
  return copy;
}

export function removeScratch(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

function linkAll(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else linkOne(source, target);
  }
}

/** Between two disks there are no such links. */
function linkOne(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
