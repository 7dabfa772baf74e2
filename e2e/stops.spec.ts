import { expect, type Page, test } from '@playwright/test';
import { facts, open, pageKey, settled, smallEditor, toEnd } from './page-driver.ts';

const note = (page: Page) => page.locator('.run-note');
const kind = (page: Page) => page.evaluate(() => document.querySelector('aside.right')?.textContent ?? '');

async function addBreakpoint(page: Page, fields: { readonly [label: string]: string }): Promise<void> {
  await pageKey(page, 'b');
  const before = await page.locator('.b-one').count();
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // An expression is read by the engine before it is added.
  await expect(page.locator('.b-one')).toHaveCount(before + 1);
}

async function runs(page: Page, key: 'n' | 'p'): Promise<number> {
  const { step } = await facts(page);
  await pageKey(page, key);
  await page.waitForFunction((before) => document.documentElement.dataset.step !== String(before), step);
  await settled(page);
  return (await facts(page)).step;
}

test.beforeEach(async ({ page }) => {
  await smallEditor(page);
  await open(page);
});

test('stops at the first bound Pod, and runs back to the last change of a field', async ({ page }) => {
  await addBreakpoint(page, { 'Kind of step': 'scheduler.bound' });
  await page.keyboard.press('Escape');
  const bound = await runs(page, 'n');
  expect(await kind(page)).toContain('scheduler.boundFirst');
  await pageKey(page, 'b');
  await page.getByRole('checkbox').first().uncheck();
  await page.keyboard.press('Escape');
  await addBreakpoint(page, { Resource: 'replicasets', 'Field changes': '.spec.replicas' });
  await page.keyboard.press('Escape');
  const back = await runs(page, 'p');
  expect(back).toBeLessThan(bound);
  await expect(page.locator('.say-text p').first()).toContainText(/^nginx-\w+ is in the store/);
  await expect(note(page)).toHaveText('breakpoint');
});

test('forwards and backwards the same steps stop the run, and the list counts them', async ({ page }) => {
  await addBreakpoint(page, { Expression: "step.family == 'scheduler.bound' && step.namespace == 'default'" });
  await page.keyboard.press('Escape');
  await pageKey(page, 'Home');
  const there = [await runs(page, 'n'), await runs(page, 'n'), await runs(page, 'n')];
  await toEnd(page);
  const back = [await runs(page, 'p'), await runs(page, 'p'), await runs(page, 'p')];
  expect(back).toEqual([...there].reverse());
  await pageKey(page, 'b');
  await expect(page.locator('.b-one')).toContainText('1 of 3');
});

test('a misspelt expression is told at its place, as it is typed; one that nothing meets says so at the end', async ({
  page,
}) => {
  await pageKey(page, 'b');
  const expression = page.getByLabel('Expression', { exact: true });
  await expression.fill("step.knid == 'scheduler.bound'");
  await expect(page.locator('.b-wrong')).toHaveText("undefined field 'knid'\nstep.knid == 'scheduler.bound'\n....^");
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('.b-one')).toHaveCount(0);
  await expression.fill('object.sepc.replicas > 3');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('.b-one')).toContainText('no such key: sepc');
  await expression.fill('object.spec.replicas > 99');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('.b-one').nth(1)).toContainText('never in this run');
});

test('who changed it last is one key, and again the change before', async ({ page }) => {
  await toEnd(page);
  const { step: end } = await facts(page);
  await page.locator('aside.right').getByRole('tab', { name: 'Object' }).click();
  const chooser = page.getByRole('combobox', { name: 'Object', exact: true });
  await chooser.fill('deployments.apps/default/nginx');
  await chooser.press('Enter');
  await expect(page.locator('aside.right')).toContainText('replicas: 3');
  await pageKey(page, 'l');
  await page.waitForFunction((before) => Number(document.documentElement.dataset.step) < before, end);
  const { step: last } = await facts(page);
  await pageKey(page, 'l');
  await page.waitForFunction((before) => Number(document.documentElement.dataset.step) < before, last);
});

test('where the time went adds up, and each part leads to its step', async ({ page }) => {
  await toEnd(page);
  await pageKey(page, 't');
  const panel = page.locator('.w-why');
  await expect(panel.locator('h2')).toHaveText(/Where did the \d.* go\?/);
  await expect(panel.locator('.t-leg').first()).toContainText('on the wire');
  await expect(page.locator('.tl .leg').first()).toBeAttached();
  const { step } = await facts(page);
  await panel.locator('.t-leg').first().click();
  await page.waitForFunction((before) => document.documentElement.dataset.step !== String(before), step);
  await expect(panel.locator('.t-leg').first()).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

const ticks = (page: Page) => page.locator('.tl svg').first().locator('text').allTextContents();

test('the timeline goes nearer by wheel and keys, and back to the whole by a double click', async ({ page }) => {
  const line = page.locator('.tl');
  await expect(page.locator('.tl-brush .overlay')).toBeAttached();
  const whole = await ticks(page);
  const box = await line.boundingBox();
  if (box === null) throw new Error('no timeline');
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await expect.poll(() => ticks(page)).not.toEqual(whole);
  const button = page.getByRole('button', { name: 'whole run' });
  await expect(button).toBeVisible();
  await page.mouse.dblclick(box.x + box.width / 2, box.y + 60);
  await expect.poll(() => ticks(page)).toEqual(whole);
  await line.focus();
  await page.keyboard.press('w');
  await expect.poll(() => ticks(page)).not.toEqual(whole);
  await expect(page.locator('.w-why')).toHaveCount(0);
  await page.keyboard.press('0');
  await expect(button).toHaveCount(0);
});

test('a mark of the timeline says what it is under the pointer', async ({ page }) => {
  const mark = page.locator('.tl svg g line[stroke-dasharray]').nth(2);
  await expect(mark).toBeAttached();
  const box = await mark.boundingBox();
  if (box === null) throw new Error('no mark');
  await page.mouse.move(box.x + 2, box.y + 4);
  await page.mouse.move(box.x, box.y + 4);
  await expect(page.locator('.tl-hover')).toContainText(/ms/);
  await expect(page.locator('.tl-hover')).toBeInViewport({ ratio: 1 });
});

test('a click above the lanes sets a stop at that moment, playing stops there, and another click removes it', async ({
  page,
}) => {
  await toEnd(page);
  await pageKey(page, 'Home');
  await settled(page);
  const { step: first } = await facts(page);
  const strip = page.locator('.tl-gutter rect');
  await expect(strip).toBeAttached();
  const box = await strip.boundingBox();
  if (box === null) throw new Error('no strip');
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.move(x + 1, y);
  await expect(page.locator('.tl-gutter .pale')).toBeAttached();
  await expect(page.locator('.tl-stop')).toHaveText(/^Stop here: \d/);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.locator('.tl-gutter .set')).toHaveCount(1);
  expect((await facts(page)).step).toBe(first);
  await expect(page.locator('.tl-stop')).toHaveText(/^Remove the stop at \d/);
  const there = await runs(page, 'n');
  expect(there).toBeGreaterThan(first);
  await expect(note(page)).toHaveText('breakpoint');
  await pageKey(page, 'b');
  await expect(page.locator('.b-one')).toHaveText(/At \d/);
  await page.keyboard.press('Escape');
  // The playhead hangs over it now, and is not taken for it.
  await page.mouse.click(x + 1, y);
  await expect(page.locator('.tl-gutter .set')).toHaveCount(0);
  expect((await facts(page)).step).toBe(there);
  await page.locator('.tl').focus();
  await page.keyboard.press('F9');
  await expect(page.locator('.tl-gutter .set')).toHaveCount(1);
  await expect(page.locator('.tl-frame [role=status]')).toHaveText(/^Playing stops at/);
});

/** A finger that is held still. */
async function holdAt(page: Page, x: number, y: number): Promise<void> {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.waitForTimeout(700);
  await chrome.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

for (const [what, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a tablet', { width: 820, height: 1180 }],
] as const)
  test(`on ${what} a finger that is held on the timeline sets a stop there, and one that is drawn does not`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await open(page);
    const timeline = page.locator('.tl');
    const box = await timeline.boundingBox();
    if (box === null) throw new Error('no timeline');
    expect(box.height).toBeGreaterThanOrEqual(34);
    const [x, y] = [box.x + box.width * 0.6, box.y + box.height / 2];
    const stops = page.locator('.tl-stop-mark, .tl-gutter .set');
    await page.touchscreen.tap(x, y);
    await settled(page);
    expect((await facts(page)).step).toBeGreaterThan(1);
    await expect(stops).toHaveCount(0);
    await holdAt(page, x, y);
    await expect(stops).toHaveCount(1);
    await expect(page.locator('.tl-hover')).toHaveText(/^Playing stops at \d/);
    await expect(page.locator('.tl-hover')).toBeInViewport({ ratio: 1 });
    const mark = await stops.boundingBox();
    expect(Math.abs((mark?.x ?? 0) + (mark?.width ?? 0) / 2 - x)).toBeLessThan(16);
    await page.touchscreen.tap(box.x + 30, y);
    await settled(page);
    const { step } = await facts(page);
    expect(await runs(page, 'n')).toBeGreaterThan(step);
    const last = (await facts(page)).steps;
    expect((await facts(page)).step).toBeLessThan(last);
    await holdAt(page, x, y);
    await expect(stops).toHaveCount(0);
    await context.close();
  });
