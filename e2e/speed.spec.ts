import { expect, test } from '@playwright/test';
import { facts, goTo, open, smallEditor } from './page-driver.ts';
import { calibrated, longTasks, watchTasks } from './tasks.ts';

/** What is promised is 50 ms on a quiet machine; here it is measured against a busy one. */
const LONG_MS = 50;

test('no task of the page is long while stepping and while playing', async ({ page }) => {
  await smallEditor(page);
  await watchTasks(page);
  await open(page);
  await goTo(page, 20);
  await page.waitForLoadState('networkidle');
  const slack = Math.max(1, (await calibrated(page)) / 30) * 3;
  // What the machine does now and then it does not do every time; what the page does it does again.
  const calmest = async (round: () => Promise<void>): Promise<number> => {
    const longest: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      await longTasks(page);
      await round();
      longest.push(Math.max(0, ...(await longTasks(page))));
      if ((longest.at(-1) as number) < LONG_MS * slack) break;
    }
    return Math.min(...longest);
  };

  const stepping = await calmest(async () => {
    const { step } = await facts(page);
    for (let by = 1; by <= 60; by += 1) {
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction((to) => Number(document.documentElement.dataset.step) >= to, step + by, {
        polling: 5,
      });
    }
  });
  expect(stepping, 'stepping').toBeLessThan(LONG_MS * slack);

  await page.locator('.speed select').selectOption('4 story');
  await page.locator('.speed select').blur();
  const playing = await calmest(async () => {
    const { step } = await facts(page);
    await page.keyboard.press(' ');
    await page.waitForFunction((to) => Number(document.documentElement.dataset.step) >= to, step + 15, {
      timeout: 20_000,
    });
    await page.keyboard.press(' ');
  });
  expect(playing, 'playing').toBeLessThan(LONG_MS * slack);
});
