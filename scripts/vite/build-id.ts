import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Package version, plus the commit when the folder is a git checkout, plus `+dirty` when it differs from that commit. */
export function buildId(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = git(root, 'rev-parse', '--short=7', 'HEAD');
  if (commit === undefined || commit === '') return version;
  const dirty = git(root, 'status', '--porcelain', '--untracked-files=no') !== '';
  return `${version}+${commit}${dirty ? '+dirty' : ''}`;
}

function git(root: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined; // no git, or a downloaded archive: the version alone must do
  }
}
