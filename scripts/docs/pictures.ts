import { writeFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { withBuiltSite } from '../browser.ts';
import { animated } from './animated-png.ts';

/** How the README shows the page: so many beats, each fourth of them, and the last ones. */
const BEATS = 45;
const EVERY = 4;
const MILLIS = 1400;

/** Makes the picture of the README that moves, and the one that a link to the page is shown with, from the built page. */
async function makePictures(browser: Browser, address: string): Promise<void> {
  const page = await opened(browser, address, { width: 1280, height: 720, scale: 0.75 });
  const frames: Buffer[] = [];
  for (let beat = 1; beat <= BEATS; beat += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(450);
    if (beat % EVERY === 1 || beat > BEATS - EVERY) frames.push(await page.screenshot());
  }
  writeFileSync('docs/moving.png', animated(frames, MILLIS));
  const preview = await opened(browser, address, { width: 1200, height: 630, scale: 1 });
  for (let beat = 1; beat <= 15; beat += 1) await preview.keyboard.press('ArrowRight');
  await preview.waitForTimeout(1000);
  await preview.screenshot({ path: 'public/preview.png' });
}

async function opened(
  browser: Browser,
  address: string,
  size: { width: number; height: number; scale: number },
): Promise<Page> {
  const { width, height, scale } = size;
  const looks = { locale: 'en-US', colorScheme: 'light', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, ...looks });
  const page = await context.newPage();
  await page.goto(`${address}?lang=en&theme=light`);
  await page.waitForTimeout(5000);
  return page;
}

await withBuiltSite(4390, makePictures);
