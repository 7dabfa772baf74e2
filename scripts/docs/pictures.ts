import { writeFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../find-chromium.mjs';
import { serve } from '../serve.mjs';
import { animated } from './animated-png.ts';

/** How the README shows the page: so many beats, each fourth of them, and the last ones. */
const BEATS = 45;
const EVERY = 4;
const MILLIS = 1400;

/** Makes the picture of the README that moves, and the one that a link to the page is shown with, from the built page. */
async function makePictures(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium to make pictures with');
  const { server, port } = await serve('dist', { port: 4390 });
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
  try {
    const page = await opened(browser, port, { width: 1280, height: 720, scale: 0.75 });
    const frames: Buffer[] = [];
    for (let beat = 1; beat <= BEATS; beat += 1) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(450);
      if (beat % EVERY === 1 || beat > BEATS - EVERY) frames.push(await page.screenshot());
    }
    writeFileSync('docs/moving.png', animated(frames, MILLIS));
    const preview = await opened(browser, port, { width: 1200, height: 630, scale: 1 });
    for (let beat = 1; beat <= 15; beat += 1) await preview.keyboard.press('ArrowRight');
    await preview.waitForTimeout(1000);
    await preview.screenshot({ path: 'public/preview.png' });
  } finally {
    await browser.close();
    server.close();
  }
}

async function opened(
  browser: Browser,
  port: number,
  size: { width: number; height: number; scale: number },
): Promise<Page> {
  const { width, height, scale } = size;
  const looks = { locale: 'en-US', colorScheme: 'light', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, ...looks });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/?lang=en&theme=light`);
  await page.waitForTimeout(5000);
  return page;
}

await makePictures();
