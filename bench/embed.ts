import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { withBuiltSite } from '../scripts/browser.ts';
import { calibrate, type Figure } from './calibrate.ts';
import { figure } from './engine.ts';

/** What a demo may cost its reader: bytes until the asked step stands, and work of the main thread before a click, each. */
const MOST_BYTES = 350_000;
const MOST_WORK_MS = 250;
const MANY = 5;
/** What a page does when nothing more comes has been done by then. */
const SETTLED_MS = 3_000;

const demo = (load: string) =>
  `<kubestep-demo scenario="seven-arrows" part="1" step="40" load="${load}"><p>a poster</p></kubestep-demo>`;

/** Demos in somebody else's page, on another origin: what is fetched, what the main thread does, and when the step stands. */
export function embedFigures(): Promise<readonly Figure[]> {
  return withBuiltSite(45_420, async (browser, base) => {
    const calibration = calibrate();
    const before = await measured(browser, base, Array(MANY).fill(demo('click')).join(''), false);
    const one = await measured(browser, base, demo('eager'), true);
    const five = await measured(browser, base, Array(MANY).fill(demo('eager')).join(''), true);
    const each = before.workMs / MANY;
    return [
      figure('embed.before.bytes', before.bytes, 'B', '<= 10000', before.bytes <= 10_000, calibration, { demos: MANY }),
      figure('embed.before.work', each, 'ms', `<= ${MOST_WORK_MS}`, each <= MOST_WORK_MS, calibration, { demos: MANY }),
      figure('embed.poster', before.posterMs, 'ms', '<= 1000', before.posterMs <= 1_000, calibration),
      figure('embed.bytes', one.bytes, 'B', `<= ${MOST_BYTES}`, one.bytes <= MOST_BYTES, calibration, one.parts),
      figure('embed.step', one.stepMs, 'ms', '<= 4000', one.stepMs <= 4_000, calibration, { work: one.workMs }),
      figure('embed.five.step', five.stepMs, 'ms', '<= 14000', five.stepMs <= 14_000, calibration, {
        work: five.workMs,
        bytes: five.bytes,
      }),
    ];
  });
}

interface Measured {
  readonly bytes: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly workMs: number;
  readonly posterMs: number;
  readonly stepMs: number;
}

async function measured(browser: Browser, base: string, demos: string, begins: boolean): Promise<Measured> {
  const html = `<!doctype html><title>host</title><script defer src="${base}kubestep-demo.js"></script>${demos}`;
  const host = await hostOf(html);
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } });
  const parts: Record<string, number> = {};
  let waiting = 0;
  page.on('requestfinished', async (request) => {
    if (!request.url().startsWith(base)) return;
    waiting += 1;
    const { responseBodySize } = await request.sizes();
    const name = new URL(request.url()).pathname.replace(/^.*\//, '').replace(/-[\w-]{8}\./, '.');
    parts[name] = (parts[name] ?? 0) + responseBodySize;
    waiting -= 1;
  });
  await page.addInitScript(() => {
    const ready: number[] = [];
    Object.assign(globalThis, { ready });
    addEventListener('ready', () => ready.push(performance.now()), true);
  });
  const work = await page.context().newCDPSession(page);
  await work.send('Performance.enable');
  const since = performance.now();
  await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`);
  await page.getByText('a poster').first().waitFor({ state: 'attached' });
  const posterMs = Math.round(performance.now() - since);
  if (begins) await allReady(page, demos.split('<kubestep-demo').length - 1);
  const stepMs = Math.round(performance.now() - since);
  await page.waitForTimeout(SETTLED_MS);
  while (waiting > 0) await page.waitForTimeout(20);
  const workMs = await taskMs(work);
  await page.close();
  host.close();
  host.closeAllConnections();
  return { bytes: Object.values(parts).reduce((sum, size) => sum + size, 0), parts, workMs, posterMs, stepMs };
}

/** Frames of another site may have a process of their own: what is counted is the page around, and what shares its thread. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Math.round((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000);
}

async function allReady(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => (globalThis as unknown as { ready: readonly number[] }).ready.length >= wanted,
    count,
    { timeout: 120_000 },
  );
}

function hostOf(html: string): Promise<Server> {
  return new Promise((done) => {
    const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
    server.listen(0, 'localhost', () => done(server));
  });
}
