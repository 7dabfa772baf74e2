import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calibrate, type Figure } from './calibrate.ts';
import { figure } from './engine.ts';

const CREATES = 6_000;
const WATCHES = 1_000;
const OBJECTS = 100_000;

/** The served cluster over HTTPS, with a client in another process: both share the machine. */
export async function serveFigures(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-bench-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const server = await start(kubeconfig);
  try {
    let calibration = calibrate();
    const created = await load('creates', kubeconfig, CREATES);
    const rate = created.perSecond ?? 0;
    const figures = [figure('serve.creates', rate, '/s', '>= 1500', rate >= 1500, calibration, { ...created })];
    calibration = calibrate();
    const watched = await load('watches', kubeconfig, WATCHES);
    const inOrder = watched.inOrder ?? 0;
    figures.push(
      figure('serve.watches', inOrder, 'in order', '= 1000', inOrder === WATCHES, calibration, { ...watched }),
    );
    calibration = calibrate();
    const stored = await load('store', kubeconfig, OBJECTS);
    const megabytes = memoryOf(server);
    const met = megabytes <= 800 && (stored.listed ?? 0) >= OBJECTS;
    figures.push(figure('serve.memory', megabytes, 'MB', '<= 800', met, calibration, { ...stored }));
    return figures;
  } finally {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(kubeconfig: string): Promise<ChildProcess> {
  const words = ['scripts/run-ts.mjs', 'scripts/kubestep.ts', 'serve', '--speed', 'max', '--kubeconfig', kubeconfig];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

function load(task: string, kubeconfig: string, count: number): Promise<Readonly<Record<string, number>>> {
  const child = spawn(process.execPath, ['bench/serve-load.mjs', task, kubeconfig, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text) as Record<string, number>);
      else reject(new Error(`${task} ended with ${code}`));
    });
  });
}

/** What the kernel says of the most it held at a time, where there is such a kernel. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
