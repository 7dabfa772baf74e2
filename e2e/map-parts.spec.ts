import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { applyText, deployment, goTo, onStep, open, settled, smallEditor, toEnd } from './page-driver.ts';

const card = (page: Page) => page.getByRole('dialog').and(page.locator('.part-card'));
const parts = (page: Page) => page.locator('.stage [data-part]');

/** Goes through all parts with the keyboard, as somebody without a mouse does; what each has, by its id. */
async function sweep(page: Page): Promise<readonly string[]> {
  const missing: string[] = [];
  const seen = new Set<string>();
  const count = await parts(page).count();
  await parts(page).and(page.locator('[tabindex="0"]')).focus();
  for (let moves = 0; moves < count; moves += 1) {
    const at = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement;
      const name = one.getAttribute('aria-label') ?? one.innerText;
      return { id: one.dataset.part ?? '', name: name.trim() };
    });
    if (at.id === '' || seen.has(at.id)) break;
    seen.add(at.id);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    if (moves === 0) await page.locator(`[data-part="${at.id}"]`).first().focus();
    await expect(card(page), at.id).toBeVisible();
    const told = await card(page).evaluate((one) => ({
      title: (one.querySelector('h3') as HTMLElement).innerText.trim(),
      says: (one.querySelector('p') as HTMLElement).innerText,
      now: one.querySelectorAll('.part-now li').length,
      table: one.querySelector('.part-ways > button, .part-ways > p') !== null,
      stop: /Stop here|Do not stop|在此停下/.test((one.querySelector('.part-ways') as HTMLElement).innerText),
    }));
    const sentences = told.says.split(/(?<=[.?。？])\s*(?=\S)/).length;
    const isWhole = at.name !== '' && told.title !== '' && !told.title.includes('{') && sentences >= 2;
    if (!isWhole || told.now === 0 || !told.table) missing.push(`${at.id}: ${JSON.stringify({ ...at, ...told })}`);
    if (!told.stop && at.id !== 'line:others') missing.push(`${at.id}: no stop`);
    await page.keyboard.press('ArrowDown');
  }
  const all = new Set(await parts(page).evaluateAll((list) => list.map((one) => (one as HTMLElement).dataset.part)));
  for (const id of all) if (!seen.has(id ?? '')) missing.push(`${id}: not reached by the arrows`);
  expect(seen.size).toBeGreaterThan(30);
  return missing;
}

for (const [language, step, width, height] of [
  ['en-US', 130, 1440, 900],
  ['zh-CN', 300, 1440, 900],
  ['en-US', 300, 390, 844],
  ['zh-CN', 130, 390, 844],
] as const)
  test(`every part of the map has a name, an explanation and the focus, ${language}, ${width}`, async ({ browser }) => {
    const context = await browser.newContext({
      locale: language,
      reducedMotion: 'reduce',
      viewport: { width, height },
    });
    const page = await context.newPage();
    await smallEditor(page);
    await open(page);
    await goTo(page, step);
    expect(await sweep(page)).toEqual([]);
    const found = await new AxeBuilder({ page }).include('main.stage').analyze();
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await context.close();
  });

test('a card opens its table, stops the story at its place and goes away again', async ({ page }) => {
  await smallEditor(page);
  await open(page);
  await goTo(page, 20);
  await page.locator('[data-part="station:authz"]').click();
  await expect(card(page)).toContainText('Authorization');
  await card(page).getByRole('button', { name: 'Look inside: access' }).click();
  await expect(page.getByRole('tab', { selected: true })).toContainText('Access');
  await card(page).getByRole('button', { name: 'Stop here' }).click();
  await expect(card(page).getByRole('button', { name: 'Do not stop here' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  const before = await page.evaluate(() => Number(document.documentElement.dataset.step));
  await page.getByRole('button', { name: 'to breakpoint' }).click();
  await page.waitForFunction((from) => Number(document.documentElement.dataset.step) > from, before);
  await settled(page);
  await expect(page.locator('.station.now .stn').first()).toHaveText('authz');
});

test('with the keyboard: down and up between parts, left and right through time, Tab into the card, Escape out of it', async ({
  page,
}) => {
  await smallEditor(page);
  await open(page);
  await goTo(page, 60);
  await page.locator('[data-part="server"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-part="station:tls"]')).toBeFocused();
  await expect(card(page)).toContainText('TLS');
  await page.keyboard.press('ArrowRight');
  await onStep(page, 61);
  await expect(card(page)).toContainText('TLS');
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await expect(page.locator('[data-part="station:tls"]')).toBeFocused();
});

test('a card comes where the pointer rests and goes when it leaves; lines tell whose they are', async ({ page }) => {
  await smallEditor(page);
  await open(page);
  await goTo(page, 60);
  const line = page.locator('[data-points-to="line:deployment-controller"]').first();
  const at = await line.evaluate((path: SVGGeometryElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() * 0.2);
    const placed = new DOMPoint(x, y).matrixTransform(path.getScreenCTM() as DOMMatrix);
    return { x: placed.x, y: placed.y };
  });
  await page.mouse.move(at.x, at.y);
  await expect(card(page)).toContainText('The line of the Deployment controller');
  await page.mouse.move(5, 5);
  await expect(card(page)).toHaveCount(0);
});

test('the map shows objects and what ties them, by a control and by a key, and opens them', async ({ page }) => {
  await smallEditor(page);
  await open(page);
  await goTo(page, 300);
  await page.getByRole('button', { name: 'Objects', exact: true }).click();
  const objects = page.getByRole('region', { name: 'Objects and what ties them' });
  await expect(objects.getByRole('button', { name: /^Pod nginx-/ })).toHaveCount(3);
  await expect(objects.getByRole('button', { name: /^Deployment nginx: 0\/3: owns nginx-/ })).toBeVisible();
  await expect(objects.locator('.objects-board path.tie.owns')).toHaveCount(4);
  await objects.getByRole('button', { name: /^ReplicaSet nginx-/ }).click();
  await expect(page.getByRole('tab', { selected: true })).toContainText('Object');
  await expect(page.locator('aside.right')).toContainText('kind: ReplicaSet');
  await expect(objects).toBeVisible();
  const found = await new AxeBuilder({ page }).include('main.stage').analyze();
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('o');
  await expect(objects).toHaveCount(0);
  await expect(page.locator('svg.map').first()).toBeVisible();
  await page.keyboard.press('o');
  await expect(objects).toBeVisible();
});

test('a noun of the sentence opens what it names', async ({ page }) => {
  await smallEditor(page);
  await open(page);
  await goTo(page, 130);
  for (let step = 131; step < 160; step += 1) {
    if ((await page.locator('.say-text p .k-noun').count()) > 0) break;
    await goTo(page, step);
  }
  const noun = page.locator('.say-text p .k-noun').first();
  const name = await noun.innerText();
  await noun.click();
  await expect(page.getByRole('tab', { selected: true })).toContainText(/Object|Node|Queues|Scheduler/);
  await expect(page.locator('aside.right')).toContainText(name.slice(name.indexOf('/') + 1));
});

test('on a phone the map has all that acts, and marks what is not as wished where it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await smallEditor(page);
  await open(page);
  await page.getByRole('button', { name: 'YAML', exact: true }).click();
  await applyText(page, deployment(3, 'nginx:no-such-tag'));
  await page.getByRole('button', { name: 'Map', exact: true }).first().click();
  await toEnd(page);
  for (const part of [
    'server',
    'actor:kubectl',
    'station:watch-cache',
    'told',
    'next',
    'actor:deployment-controller',
    'actor:replicaset-controller',
    'actor:kube-scheduler',
    'actor:endpointslice-controller',
    'actor:kubelet/node-2',
    'actor:kube-proxy/node-2',
  ])
    await expect(page.locator(`.strip [data-part="${part}"]`), part).toBeVisible();
  const mark = page.locator('.strip .unmet-mark');
  await expect(mark.first()).toHaveAccessibleName(/Not as wished.*no-such-tag/s);
  await page.locator('.strip [data-part="actor:kube-scheduler"]').click();
  await expect(card(page)).toContainText('scheduler');
  await card(page).getByRole('button', { name: 'Close' }).click();
  await mark.first().click();
  await expect(page.locator('.w-why .u-card')).toContainText('nginx:no-such-tag');
});
