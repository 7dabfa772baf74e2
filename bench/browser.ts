import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { withBrowser } from '../scripts/browser.ts';
import { bundleWhole } from '../scripts/vite/engine-bundle.ts';
import type { Recording } from '../src/engine/index.ts';
import type { Figure } from './calibrate.ts';
import { FULL_RATE, rolloutFigure, THIN_RATE } from './cluster.ts';
import type { Rollout } from './rollout.ts';

interface Measured {
  readonly calibration: number;
  readonly rounds: readonly Rollout[];
}

/** Rollouts again, where people run them: in a worker of a browser without a window, whose engine keeps pointers in half the room. */
export async function browserFigures(): Promise<readonly Figure[]> {
  const script = await workerScript();
  return withBrowser(async (browser) => {
    const full = await measured(browser, script, 'full');
    const thin = await measured(browser, script, 'thin');
    return [
      rolloutFigure('browser.pods.full', full.rounds, FULL_RATE, full.calibration),
      rolloutFigure('browser.pods.thin', thin.rounds, THIN_RATE, thin.calibration),
    ];
  });
}

async function workerScript(): Promise<string> {
  const root = fileURLToPath(new URL('..', `file://${process.argv[1]}`));
  const define = { __KUBESTEP_BUILD__: JSON.stringify('bench') };
  const { first } = await bundleWhole({ entry: `${root}bench/in-worker.ts`, root, define });
  return first;
}

/** Each in a page of its own, as each is in a process of its own outside of the browser. */
async function measured(browser: Browser, script: string, recording: Recording): Promise<Measured> {
  const page = await browser.newPage();
  const result = await page.evaluate(
    ({ source, asked }) =>
      new Promise<Measured>((resolve, reject) => {
        const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.onmessage = ({ data }: MessageEvent<Measured>) => resolve(data);
        worker.postMessage(asked);
      }),
    { source: script, asked: recording },
  );
  await page.close();
  return result;
}
