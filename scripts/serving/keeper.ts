import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CLOSE, type Order, type Report } from './messages.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** So long the cluster may take to close. */
const GRACE_MILLIS = 2000;
/** So long its thread may take to stop, wherever it is. */
const STOP_MILLIS = 500;
/** Ctrl+C reaches npm as well, which passes it on: what comes so soon after the first is no second wish. */
const ECHO_MILLIS = 250;
const MOST_TRIES = 20;

const BEGIN = `process.setSourceMapsEnabled(true); import(require('node:worker_threads').workerData.program);`;

/**
 * The main thread of `npm run serve`. It runs nothing of the cluster, so it always hears signals; it owns the folder with
 * the keys, which is gone however the process ends (but by SIGKILL), and the status. A cluster that serves is asked to
 * close: 0. What does not close in time, or had not begun to serve, is stopped: 128 and the number of the signal.
 */
export class Keeper {
  private readonly thread: Worker;
  private readonly keys: string;
  private serving = false;
  private stopping = false;
  private firstHeard: number | undefined;

  /** The program is loaded in a thread of its own, with the order beside it. */
  constructor(program: string, { options, withPage }: Order) {
    for (const signal of SIGNALS) process.on(signal, () => this.hear(signal));
    this.keys = mkdtempSync(join(tmpdir(), 'kubestep-'));
    process.on('exit', () => this.removeKeys());
    const order: Order = { options: { ...options, keys: this.keys }, withPage };
    this.thread = new Worker(BEGIN, { eval: true, workerData: { program, order } });
    this.thread.on('message', (report: Report) => this.told(report));
    this.thread.on('error', (error) => console.error(error));
    this.thread.on('exit', (code) => {
      // What it printed last is still on its way.
      if (!this.stopping) setImmediate(() => process.exit(code));
    });
  }

  private told(report: Report): void {
    if ('ended' in report) process.exit(report.ended);
    this.serving = true;
    console.log(report.say);
  }

  private hear(signal: Signal): void {
    const now = performance.now();
    if (this.firstHeard !== undefined) {
      if (now - this.firstHeard > ECHO_MILLIS) this.dieBy(signal);
      return;
    }
    this.firstHeard = now;
    if (!this.serving) return this.stop(signal);
    this.thread.postMessage(CLOSE);
    setTimeout(() => this.stop(signal), GRACE_MILLIS);
  }

  private stop(signal: Signal): void {
    this.stopping = true;
    setTimeout(() => this.dieBy(signal), STOP_MILLIS);
    void this.thread.terminate().then(() => process.exit(statusOf(signal)));
  }

  /** Waits for no thread: `process.exit` would, and one that is in a long call outside of JavaScript cannot be stopped. */
  private dieBy(signal: Signal): void {
    process.emit('exit', statusOf(signal));
    for (const each of SIGNALS) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  }

  private removeKeys(): void {
    for (let tries = 0; existsSync(this.keys) && tries < MOST_TRIES; tries += 1) {
      try {
        rmSync(this.keys, { recursive: true, force: true });
      } catch {
        // The other thread has just written one more.
      }
    }
  }
}

function statusOf(signal: Signal): number {
  return 128 + constants.signals[signal];
}
