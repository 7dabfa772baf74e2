import { expect, test } from '@playwright/test';
import { atRest, facts, onStep, pageKey } from './page-driver.ts';

const sentence = '.say-text p >> nth=0';

test('a first visit is told beat by beat, and each beat can be gone into', async ({ page }) => {
  await page.goto('./');
  await atRest(page);
  await onStep(page, 1);
  const { steps } = await facts(page);
  expect(steps).toBeGreaterThanOrEqual(30);
  expect(steps).toBeLessThanOrEqual(60);
  await expect(page.locator(sentence)).toContainText('nothing has left your machine');
  await expect(page.locator('.say-why')).not.toBeEmpty();

  await page.keyboard.press('ArrowRight');
  await onStep(page, 2);
  await expect(page.locator(sentence)).toContainText('kubectl asks the API server what it can do');

  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.pos')).toContainText('in beat 2');
  // The page is in the beat before the engine has counted its steps.
  await onStep(page, 1);
  expect((await facts(page)).steps).toBeGreaterThan(5);
  await page.keyboard.press('ArrowRight');
  await onStep(page, 2);

  await page.keyboard.press('Escape');
  await onStep(page, 2);
  await expect(page.locator('.pos')).not.toContainText('in beat');
  // The page has left the beat before the engine has counted anew.
  await expect.poll(async () => (await facts(page)).steps).toBe(steps);
  expect((await facts(page)).step).toBe(2);
});

test('at the end of a beat the way leads on to the next one, and the last one says what came of it', async ({
  page,
}) => {
  await page.goto('./');
  await atRest(page);
  await onStep(page, 1);
  const { steps } = await facts(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('.pos')).toContainText('in beat 1');
  const inside = await facts(page);
  for (let step = 1; step < inside.steps; step += 1) {
    await page.keyboard.press('ArrowRight');
    await onStep(page, step + 1);
  }
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(sentence)).toContainText('kubectl asks the API server what it can do');
  expect(await facts(page)).toMatchObject({ step: 2, steps });

  await pageKey(page, 'End');
  await pageKey(page, 'ArrowLeft');
  await expect(page.locator(sentence)).toContainText('what you asked for is true');
  expect(await facts(page)).toMatchObject({ step: steps, steps });
});

test('one object is followed by one key, in the link too, and by one key left', async ({ page }) => {
  await page.goto('./');
  await atRest(page);
  await onStep(page, 1);
  const { steps } = await facts(page);
  for (let beat = 1; beat < 20; beat += 1) await page.keyboard.press('ArrowRight');
  await expect(page.locator(sentence)).toContainText('without a node');
  await page.keyboard.press('f');
  await expect(page.locator('.who-followed')).toContainText('Only nginx-');
  await expect.poll(async () => (await facts(page)).steps).toBeLessThan(steps);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator(sentence)).toContainText('without a node');
  await page.keyboard.press('Escape');
  await expect(page.locator('.who-followed')).toHaveCount(0);
  await expect.poll(() => facts(page)).toMatchObject({ step: 20, steps });
});

test('both lines of the reason are read at 1280 by 720, and what this page is', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('./');
  await atRest(page);
  await onStep(page, 1);
  await expect(page.locator('.tagline')).toBeVisible();
  for (let beat = 1; beat <= 30; beat += 1) {
    await onStep(page, beat);
    const cut = await page
      .locator('.say-why')
      .evaluateAll(
        (lines) => lines.filter((line) => line.getBoundingClientRect().bottom > 613 || line.clientHeight < 14).length,
      );
    expect(cut, `beat ${beat}`).toBe(0);
    await page.keyboard.press('ArrowRight');
  }
});

test('a conflict is found by its number and by its word, the nearest first, with keys alone', async ({ page }) => {
  await page.goto('./');
  await atRest(page);
  await onStep(page, 1);
  for (const word of ['409', 'conflict']) {
    await page.keyboard.press('/');
    await expect(page.locator('#find-text')).toBeFocused();
    await page.keyboard.type(word);
    await expect(page.locator('[role=option]').first()).toContainText(/409|[Cc]onflict/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(page.locator(sentence)).toContainText(/409|[Cc]onflict/);
  }
});
