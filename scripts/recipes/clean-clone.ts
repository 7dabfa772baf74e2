import { spawnSync } from 'node:child_process';

/** What is committed here, as a machine gets it that has nothing else of this project. */
export function cleanClone(root: string, folder: string): void {
  run('git', ['clone', '--quiet', '--no-hardlinks', root, folder], root);
}

/** Runs a program; what it says is given back, or is the reason where it fails. */
export function run(
  program: string,
  words: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): string {
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env,
    maxBuffer: 1 << 28,
  });
  const said = `${stdout ?? ''}${stderr ?? ''}`;
  if (status !== 0) throw new Error(`${[program, ...words].join(' ')}: ${error?.message ?? said.slice(-4000)}`);
  return said;
}

/** A line as a workflow's machine gives it to its shell: the first that fails ends it. */
export function runLine(line: string, folder: string, variables: Readonly<Record<string, string>> = {}): string {
  return run('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', line], folder, variables);
}
