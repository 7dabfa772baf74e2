import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fetchKubectl } from '../../tools/kubectl/fetch.mjs';
import { LOOPBACK, type ServeOptions } from './options.ts';
import { type Serving, serve } from './serve.ts';
import type { CommandResult } from './served-cluster.ts';

const DEFAULTS: ServeOptions = {
  port: 0,
  listen: LOOPBACK,
  nodes: 3,
  speed: 'max',
  seed: 1,
  kubeconfig: undefined,
  broken: (error) => {
    throw error;
  },
};

export const serveForTest = (options: Partial<ServeOptions> = {}): Promise<Serving> =>
  serve({ ...DEFAULTS, ...options });

/** The real kubectl in a folder of its own, talking to a served cluster. */
export interface RealKubectl {
  run(args: readonly string[], options?: RunOptions): Promise<CommandResult>;
  write(files: Readonly<Record<string, string>>): void;
  close(): void;
}

export interface RunOptions {
  readonly stdin?: string;
  /** Sees standard output as it comes; true ends the command with SIGINT. */
  readonly until?: (stdout: string) => boolean;
  /** What has not ended by then is ended. */
  readonly longestMillis?: number;
}

export async function realKubectl(serving: Serving): Promise<RealKubectl> {
  const program = await fetchKubectl();
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-kubectl-'));
  // Nobody sits at its terminal: an editor for people would wait for ever.
  const env = {
    HOME: folder,
    KUBECONFIG: serving.kubeconfig,
    TZ: 'UTC',
    PATH: process.env.PATH,
    KUBE_EDITOR: 'true',
  };
  return {
    run: (args, { stdin, until, longestMillis } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, args, { cwd: folder, env });
        let stdout = '';
        let stderr = '';
        child.stdout.on('data', (chunk: Buffer) => {
          stdout += chunk.toString('utf8');
          if (until?.(stdout) === true) child.kill('SIGINT');
        });
        child.stderr.on('data', (chunk: Buffer) => {
          stderr += chunk.toString('utf8');
        });
        child.on('error', reject);
        const alarm = longestMillis === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), longestMillis);
        child.on('close', (code) => {
          clearTimeout(alarm);
          resolve({ code: code ?? 130, stdout, stderr });
        });
        // A program that ends at once reads nothing of it.
        child.stdin.on('error', () => undefined);
        child.stdin.end(stdin ?? '');
      }),
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
