import { type Browser, expect, type Page, test } from '@playwright/test';
import { atRest, goToSaid, open, settled, smallEditor } from './page-driver.ts';

/** Words that somebody reads and that end in the middle: the story as it opens, and what three scenarios say. */
const PLACES: readonly { readonly at: string; readonly beats: number }[] = [
  { at: './', beats: 50 },
  { at: './?scenario=twelve-steps', beats: 12 },
  { at: './?scenario=no-endpoints', beats: 12 },
  { at: './?scenario=validation', beats: 12 },
];

/**
 * Every text whose box is too small for it, with what it says. A text that scrolls, or that one types, is no such text;
 * nor is how long a run is, which is there as a whole or not at all. And every text with marks that were to be drawn.
 */
function cut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isApart = (one: Element) =>
      one.closest('.unseen, .e-surface, .e-plain, .e-tabs, .run-length, pre, input, select') !== null;
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>('#root *')) {
      if (!(one instanceof HTMLElement) || one.innerText.trim() === '' || isApart(one)) continue;
      const style = getComputedStyle(one);
      const { width, height } = one.getBoundingClientRect();
      if (width < 2 || height < 2 || style.visibility === 'hidden') continue;
      const isHiding = /hidden|clip/.test(style.overflowX);
      const isWide = isHiding && one.scrollWidth > one.clientWidth + 1;
      const isHigh = style.webkitLineClamp !== 'none' && one.scrollHeight > one.clientHeight + 2;
      const isRaw = [...one.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\*\*|`/.test(node.nodeValue ?? ''),
      );
      if (isWide || isHigh || isRaw) found.push(`${one.tagName}.${one.className}: ${one.innerText.slice(0, 90)}`);
    }
    return found;
  });
}

async function readThrough(
  browser: Browser,
  locale: string,
  width: number,
  height: number,
): Promise<readonly string[]> {
  const context = await browser.newContext({ locale, viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await smallEditor(page);
  const found = new Map<string, string>();
  for (const { at, beats } of PLACES) {
    await page.goto(at);
    await page.waitForFunction(() => Number(document.documentElement.dataset.steps) > 1, undefined, {
      timeout: 60_000,
    });
    await atRest(page);
    await expect(page.locator('.say-text p').first()).not.toBeEmpty();
    await page.evaluate(() => document.fonts.ready);
    for (let beat = 0; beat < beats; beat += 1) {
      await settled(page);
      const step = await page.evaluate(() => document.documentElement.dataset.step);
      for (const text of await cut(page)) if (!found.has(text)) found.set(text, `${at} @${step} ${text}`);
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('End');
    await settled(page);
    for (const text of await cut(page)) if (!found.has(text)) found.set(text, `${at} at the end ${text}`);
  }
  await context.close();
  return [...found.values()];
}

for (const [width, height] of [
  [1280, 720],
  [1440, 900],
  [390, 844],
] as const)
  for (const locale of ['en-US', 'zh-CN'])
    test(`no words are cut at ${width} by ${height}, ${locale}`, async ({ browser }) => {
      expect(await readThrough(browser, locale, width, height)).toEqual([]);
    });

for (const locale of ['en-US', 'zh-CN'])
  test(`the scheduler’s matrix shows three nodes whole beside both columns of a laptop, ${locale}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    await smallEditor(page);
    await open(page);
    await goToSaid(page, 60, /node-1 is chosen|选中 node-1/);
    await page.keyboard.press('6');
    await page.getByRole('button', { name: /Open the matrix|打开矩阵/ }).click();
    const matrix = page.locator('.s-matrix');
    await expect(matrix.locator('thead b')).toHaveText(['node-1', 'node-2', 'node-3']);
    for (const part of [page.locator('.k-scroll', { has: matrix }), page.locator('.s-cycle')])
      expect(await part.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    await context.close();
  });
