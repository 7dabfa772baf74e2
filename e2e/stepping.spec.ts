import { expect, type Page, test } from '@playwright/test';
import { facts, goTo, onStep, open, pageKey, pictured, press, runningAnimations, settled } from './page-driver.ts';

test('n steps on and n back show what was shown before, on the map, in the step and in etcd', async ({ page }) => {
  await open(page);
  for (const [from, n] of [
    [1, 4],
    [44, 17],
    [120, 60],
    [300, 33],
  ] as const) {
    await goTo(page, from);
    const before = await bothPanels(page);
    await press(page, 'ArrowRight', n);
    await press(page, 'ArrowLeft', n);
    expect(await bothPanels(page), `${n} steps from ${from}`).toEqual(before);
  }
});

async function bothPanels(page: Page): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const panel of ['Step', 'etcd']) {
    await page.getByRole('tab', { name: panel, exact: true }).click();
    const body = page.getByRole('tabpanel', { name: panel, exact: true });
    await expect(body.locator('section').first()).toBeVisible();
    await page.getByRole('tab', { name: panel, exact: true }).blur();
    shown.push(await pictured(page));
  }
  return shown;
}

test('a key that is held leaves no motion behind, and the picture of a direct jump', async ({ page }) => {
  await open(page);
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  const until = Date.now() + 5_000;
  while (Date.now() < until) {
    await page.keyboard.down('ArrowRight');
    await page.waitForTimeout(30); // as a keyboard repeats
  }
  await page.keyboard.up('ArrowRight');
  const released = Date.now();
  await expect.poll(() => runningAnimations(page), { intervals: [50], timeout: 2_000 }).toBe(0);
  expect(Date.now() - released).toBeLessThan(900); // 500 ms, and what asking over the debugger costs
  const { step } = await facts(page);
  expect(step).toBeGreaterThan(20);
  const held = await pictured(page);
  expect((await facts(page)).step, 'nothing runs on after the release').toBe(step);
  await page.keyboard.press('Home');
  await onStep(page, 0);
  await goTo(page, step);
  await expect.poll(() => pictured(page)).toBe(held);
});

test('with reduced motion nothing moves, and every step still has its sentence', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const sentences = new Set<string>();
  for (let step = 0; step < 30; step += 1) {
    await press(page, 'ArrowRight');
    expect(await runningAnimations(page)).toBe(0);
    const sentence = await page.locator('.say-text p').first().innerText();
    expect(sentence.length).toBeGreaterThan(10);
    sentences.add(sentence);
  }
  expect(sentences.size).toBeGreaterThan(15);
});

test('the live regions say one thing for a step by hand and nothing while playing', async ({ page }) => {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const live = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]';
    new MutationObserver((records) => {
      const regions = new Set<Element>();
      for (const { target } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (region !== null && region !== undefined) regions.add(region);
      }
      for (const region of regions) if (region.textContent !== '') said.push(region.textContent ?? '');
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await open(page);
  await goTo(page, 30);
  const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.splice(0));
  for (let time = 0; time < 5; time += 1) {
    await said();
    await press(page, time === 3 ? 'ArrowLeft' : 'ArrowRight');
    await settled(page);
    const { step: index, steps } = await facts(page);
    const [first, ...more] = await said();
    expect(first).toMatch(new RegExp(`^Step ${index} of ${steps}[.] `));
    expect(more).toEqual([]);
  }
  await press(page, 'ArrowRight', 20);
  await press(page, 'ArrowLeft', 10);
  await settled(page);
  const { step: last, steps: all } = await facts(page);
  expect((await said()).at(-1), 'the last of quick moves').toMatch(new RegExp(`^Step ${last} of ${all}[.] `));
  for (const speed of ['16', '2']) {
    await page.locator('.speed select').selectOption(`${speed} story`);
    await goTo(page, 40);
    await settled(page);
    await said();
    await pageKey(page, ' ');
    await page.waitForFunction((to) => Number(document.documentElement.dataset.step) >= to, speed === '16' ? 70 : 43);
    expect(await said(), `playing at ${speed}×`).toEqual([]);
    await pageKey(page, ' ');
  }
});

test('what is pressed again and again stays where it is, whatever the step has to offer', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page);
  const places = new Set<string>();
  for (let step = 1; step < 100; step += 1) {
    await onStep(page, step);
    const lefts = await page.evaluate(() =>
      [...document.querySelectorAll('.say .act > button, .say .act > a:first-of-type')]
        .map((one) => one.getBoundingClientRect().left)
        .join(),
    );
    places.add(lefts);
    await page.keyboard.press('ArrowRight');
  }
  expect([...places]).toHaveLength(1);
});

test('before its first step a story has its nodes, and the same ones at the first step', async ({ page }) => {
  await open(page);
  const nodes = page.locator('.dist h3');
  const first = await nodes.allInnerTexts();
  expect(first).toHaveLength(3);
  for (const [key, step] of [
    ['Home', 0],
    ['ArrowRight', 1],
    ['ArrowLeft', 0],
  ] as const) {
    await page.keyboard.press(key);
    await onStep(page, step);
    await settled(page);
    expect(await nodes.allInnerTexts()).toEqual(first);
  }
  await expect(page.locator('.say-text p').first()).toContainText('Press → to take the first step');
});

test('a breakpoint for bound Pods stops at the first one, too, and Why? goes along with who steps on', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('button', { name: 'Breakpoints', exact: true }).click();
  await page.getByLabel('Kind of step').fill('scheduler.bound');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'to breakpoint' }).click();
  await expect(page.locator('aside.right')).toContainText('scheduler.boundFirst');
  const { step } = await facts(page);
  await page.keyboard.press('w');
  const title = page.locator('.w-why h2');
  await expect(title).toHaveText(`Why step ${step}?`);
  await press(page, 'ArrowRight', 3);
  await expect(title).toHaveText(`Why step ${step + 3}?`);
});
