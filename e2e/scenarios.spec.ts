import { expect, test } from '@playwright/test';
import { deflateSync, strToU8 } from 'fflate';
import { allScenarios } from './all-scenarios.ts';
import {
  atRest,
  facts,
  goOn,
  goTo,
  kubectl,
  onStep,
  open,
  press,
  settled,
  showEverything,
  smallEditor,
  storyTold,
  toEnd,
} from './page-driver.ts';

test.beforeEach(async ({ page }) => {
  await smallEditor(page);
});

const WAYS = 20;

const SLOW = { timeout: 30_000 };

for (const language of ['en', 'zh'] as const) {
  // Each language opens every other scenario: all of them are opened, and both languages are seen.
  const own = allScenarios().filter((_, place) => place % 2 === (language === 'en' ? 0 : 1));
  test(`every scenario opens, steps 20 forward and 20 back (${language})`, async ({ page }) => {
    test.setTimeout(300_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript((chosen) => {
      localStorage.setItem('kubestep.viewer.v1', JSON.stringify({ language: chosen }));
    }, language);
    await page.goto(`./?scenario=${own[0]?.id}`);
    const guide = page.locator('.c-guide');
    for (const scenario of own) {
      await test.step(scenario.id, async () => {
        if (scenario !== own[0]) {
          await page.getByRole('button', { name: language === 'en' ? 'Scenarios' : '场景', exact: true }).click();
          await page.locator(`[data-scenario="${scenario.id}"] button`).click();
        }
        await expect(page.locator('h1.run-title')).toHaveText(scenario.title[language], SLOW);
        await expect(guide.locator('.c-text')).toContainText(scenario.parts[0].text[language], SLOW);
        // The text stands there before its part has begun.
        await expect(guide.getByRole('heading').first()).toContainText(
          language === 'en' ? 'Part 1 of' : '第 1 部分',
          SLOW,
        );
        await atRest(page);
        const { step, steps } = await facts(page);
        const ahead = Math.min(WAYS, steps - step);
        await press(page, 'ArrowRight', ahead);
        await press(page, 'ArrowLeft', ahead);
        await settled(page);
        await expect(page.locator('aside.right')).not.toBeEmpty();
        expect(errors).toEqual([]);
      });
    }
  });
}

test('the list of scenarios is searched, one is opened, → goes through its parts and ← comes back', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await page.getByRole('searchbox').fill('path');
  await page.locator('[data-scenario="paths"] button').click();
  const guide = page.locator('.c-guide');
  await expect(guide.getByRole('heading')).toHaveText(/Part 1 of 9/);
  await toEnd(page);
  const { step } = await facts(page);
  await settled(page); // that the next part is next is known when the end is drawn
  await page.keyboard.press('ArrowRight');
  await expect(guide.getByRole('heading')).toHaveText(/Part 2 of 9/);
  await atRest(page);
  await page.keyboard.press('ArrowLeft');
  await expect(guide.getByRole('heading')).toHaveText(/Part 1 of 9/);
  expect((await facts(page)).step).toBe(step);
});

test('a link brings another reader to the same step; a damaged one says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./?scenario=fruit&part=3');
  const guide = page.locator('.c-guide');
  await expect(guide.getByRole('heading')).toHaveText(/Part 3 of 14/);
  await atRest(page);
  await showEverything(page);
  await press(page, 'ArrowRight', 5);
  const before = await facts(page);
  await guide.getByText('What it is about').click();
  await guide.getByRole('button', { name: 'Copy a link to here' }).click();
  await expect(guide).toContainText(/link/i);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('scenario=fruit&part=3&k8s=');
  await page.goto(link);
  await expect(guide.getByRole('heading')).toHaveText(/Part 3 of 14/);
  await page.waitForFunction((wanted) => document.documentElement.dataset.step === String(wanted), before.step);
  expect(await facts(page)).toEqual(before);
  await page.goto('./#run=abcdef');
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: 'The link cannot be opened' });
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toHaveCount(0);
});

test('what one had is not lost to a scenario or to a link: it is left again, and earlier runs can be gone back to', async ({
  page,
}) => {
  await open(page);
  await toEnd(page);
  await kubectl(page, 'kubectl scale deployment nginx --replicas=4');
  await atRest(page);
  await goTo(page, 500);
  const own = await facts(page);
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await goOn(page, () => page.locator('[data-scenario="paths"] button').click());
  const guide = page.locator('.c-guide');
  await expect(guide.getByRole('heading')).toHaveText(/Part 1/);
  await atRest(page);
  await guide.getByText('What it is about').click();
  await guide.getByRole('button', { name: 'Leave the scenario' }).click();
  await expect(guide).toHaveCount(0);
  await atRest(page);
  await expect.poll(() => facts(page)).toEqual(own);
  // A link over the address of the open page.
  const other = { ...(await page.evaluate(() => JSON.parse(localStorage['kubestep.run.v1.default']))), inputs: [] };
  const link = Buffer.from(deflateSync(strToU8(JSON.stringify(other)))).toString('base64url');
  await page.evaluate((run) => {
    location.hash = `#run=${run}`;
  }, link);
  await page.waitForFunction((digest) => document.documentElement.dataset.digest !== digest, own.digest);
  await expect.poll(() => page.url()).not.toContain('#run');
  await page.reload();
  await storyTold(page); // in the linked run nothing had been done
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /kubectl scale deployment.*2 inputs/ }).click();
  await atRest(page);
  await onStep(page, 500);
  await expect.poll(() => facts(page)).toEqual(own);
});
