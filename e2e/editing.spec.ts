import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { dropFile } from '../bench/dropped-files.ts';
import {
  answer,
  applyText,
  atRest,
  deployment,
  editor,
  facts,
  goOn,
  goTo,
  goToSaid,
  kubectl,
  onStep,
  open,
  settled,
  smallEditor,
  storyTold,
  toEnd,
} from './page-driver.ts';

test.beforeEach(({ page }) => smallEditor(page));

/** The words of all Pods on the map. */
function pods(page: Page): Promise<readonly string[]> {
  return page
    .locator('.tile')
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')?.replace(/^[^:]*: /, '') ?? ''));
}

async function menu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('more replicas: typed, applied with Ctrl+Enter, and seen on the map and in the shell', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled();
  await editor(page).fill(deployment(5));
  await expect(page.locator('.e-foot')).toContainText('1 edit not applied');
  await goOn(page, () => editor(page).press('Control+Enter'));
  await expect(page.locator('.e-foot')).not.toContainText('not applied');
  await toEnd(page);
  await expect.poll(() => pods(page)).toEqual(Array(5).fill('Running, 1/1'));
  await kubectl(page, 'kubectl get pods');
  await expect(answer(page)).toContainText('NAME');
  expect((await answer(page).locator('pre').innerText()).match(/1\/1 +Running/g)?.length).toBe(5);
  expect((await facts(page)).branch, 'at the end nothing forks').toBe(0);
});

test('the large editor applies too', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: false } }));
  await open(page);
  await toEnd(page);
  await editor(page).focus();
  await expect(page.locator('.monaco-editor').first()).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Control+Home');
  for (let line = 1; line < 8; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('4');
  await expect(page.locator('.e-foot')).toContainText('1 edit not applied');
  await goOn(page, () => page.keyboard.press('Control+Enter'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.locator('.tl').focus();
  await toEnd(page);
  await expect.poll(() => pods(page)).toEqual(Array(4).fill('Running, 1/1'));
});

/** So long that the small editor shows it without colours; what applies is a small thing at its end. */
const LONG = `${'# a line of a long manifest\n'.repeat(1_500)}apiVersion: v1
kind: ConfigMap
metadata:
  name: long
data:
  motto: `;

for (const large of [false, true])
  test(`in the ${large ? 'large' : 'small'} editor a long text is typed, composed, undone and applied at once`, async ({
    page,
  }) => {
    if (large)
      await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: false } }));
    await open(page);
    await toEnd(page);
    await editor(page).focus();
    if (large) await expect(page.locator('.monaco-editor').first()).toBeVisible({ timeout: 15_000 });
    await dropFile(page, 'long.yaml', LONG);
    await expect(page.locator('.e-tabs [aria-current]')).toHaveText('long.yaml');
    await editor(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('ab');
    const keys = await page.context().newCDPSession(page);
    for (const text of ['zh', 'zhong wen', '中文'])
      await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await keys.send('Input.insertText', { text: '中文' });
    await page.keyboard.type('c');
    // The caret moves: what comes then is undone by itself.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('xxx');
    await page.keyboard.press('Control+z');
    await page.keyboard.type('d');
    await goOn(page, () => page.keyboard.press('Control+Enter'));
    await toEnd(page);
    await kubectl(page, 'kubectl get configmap long -o jsonpath={.data.motto}');
    await expect(answer(page).locator('pre')).toHaveText('ab中文cd');
  });

test('an apply in the past of a told story begins a branch; both can be returned to', async ({ page }) => {
  await open(page);
  await toEnd(page);
  const before = await facts(page);
  await goTo(page, 200);
  await editor(page).fill(deployment(1));
  await expect(page.locator('.e-foot')).toContainText('begins a new branch');
  await applyText(page, deployment(1));
  await atRest(page, 1);
  await toEnd(page);
  await expect.poll(() => pods(page)).toEqual(['Running, 1/1']);
  const branches = page.getByLabel('Branch');
  await expect(branches.locator('option')).toHaveCount(2);
  const after = await facts(page);
  await branches.selectOption('0');
  await atRest(page, 0);
  expect((await facts(page)).digest).toBe(before.digest);
  await toEnd(page);
  await expect.poll(() => pods(page)).toEqual(Array(3).fill('Running, 1/1'));
  await branches.selectOption('1');
  await atRest(page, 1);
  expect((await facts(page)).digest).toBe(after.digest);
});

test('scale, a rolling update and its undo', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await kubectl(page, 'kubectl scale deployment nginx --replicas=2');
  await atRest(page);
  await toEnd(page);
  await expect(answer(page)).toContainText('deployment.apps/nginx scaled');
  await expect.poll(() => pods(page)).toEqual(Array(2).fill('Running, 1/1'));

  await applyText(page, deployment(3, 'nginx:1.28'));
  await toEnd(page);
  await expect.poll(() => pods(page)).toEqual(Array(3).fill('Running, 1/1'));
  await kubectl(page, 'kubectl get replicasets -o wide');
  await expect(answer(page)).toContainText('nginx:1.28');
  const sets = await answer(page).locator('pre').innerText();
  expect(sets).toMatch(/ 0 +0 +0 .*nginx:1\.27/);
  expect(sets).toMatch(/ 3 +3 +3 .*nginx:1\.28/);

  await kubectl(page, 'kubectl rollout undo deployment/nginx');
  await atRest(page);
  await toEnd(page);
  await expect(answer(page)).toContainText('deployment.apps/nginx rolled back');
  await kubectl(page, 'kubectl get replicasets -o wide');
  await expect(answer(page)).toContainText('nginx:1.27');
  expect(await answer(page).locator('pre').innerText()).toMatch(/ 3 +3 +3 .*nginx:1\.27/);
});

test('deleted Pods are seen Terminating before they vanish', async ({ page }) => {
  await open(page);
  await toEnd(page);
  const { step: from } = await facts(page);
  await kubectl(page, 'kubectl delete deployment nginx');
  await atRest(page);
  const { steps } = await facts(page);
  let terminating = 0;
  for (let step = from; step <= steps && terminating < 3; step += 15) {
    await goTo(page, step);
    terminating = (await pods(page)).filter((word) => word.startsWith('Terminating')).length;
  }
  expect(terminating).toBeGreaterThan(0);
  await toEnd(page);
  await expect(page.locator('.tile')).toHaveCount(0);
  await expect(answer(page)).toContainText('deployment.apps "nginx" deleted');
});

test('an apply can be undone', async ({ page }) => {
  await open(page);
  await toEnd(page);
  const { step } = await facts(page);
  await applyText(page, deployment(5));
  await toEnd(page);
  await expect(page.locator('.tile')).toHaveCount(5);
  await menu(page, /^Undo the apply/);
  await onStep(page, step);
  await expect(page.locator('.tile')).toHaveCount(3);
  await expect(editor(page)).toHaveValue(deployment(5));
});

test('a run is saved, and opened again in another browser', async ({ page, browser }) => {
  await open(page);
  await toEnd(page);
  await applyText(page, deployment(4));
  await goTo(page, 321);
  const saved = await facts(page);
  const download = page.waitForEvent('download');
  await menu(page, 'Save this run…');
  const file = await (await download).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ kubestep: 'run', v: 1 });

  const context = await browser.newContext();
  const other = await context.newPage();
  await smallEditor(other);
  await open(other);
  const chooser = other.waitForEvent('filechooser');
  await menu(other, 'Open a saved run…');
  await (await chooser).setFiles({ name: 'mine.json', mimeType: 'application/json', buffer: readFileSync(file) });
  await other.waitForFunction((digest) => document.documentElement.dataset.digest === digest, saved.digest);
  await onStep(other, 321);
  expect(await facts(other)).toEqual(saved);
  // What was applied in it is there to be read, and nothing that was there is lost.
  await expect(other.locator('.e-tabs button')).not.toHaveCount(0);
  await context.close();
});

test('a file that is no run says so and changes nothing', async ({ page }) => {
  await open(page);
  const before = await facts(page);
  const chooser = page.waitForEvent('filechooser');
  await menu(page, 'Open a saved run…');
  await (await chooser).setFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"v":7}') });
  await expect(page.locator('.e-foot')).toContainText('x.json cannot be opened as a run');
  expect(await facts(page)).toEqual(before);
});

test('a reload comes back to the files, the run and the step', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await applyText(page, deployment(4));
  await goTo(page, 250);
  await editor(page).fill(deployment(9));
  const before = await facts(page);
  await page.waitForFunction(() => {
    const kept = JSON.stringify({ ...localStorage });
    return kept.includes('replicas: 9') && kept.includes('\\"position\\"') && kept.includes('replicas: 4');
  });
  // The place is kept a moment after the last move.
  await expect
    .poll(() => page.evaluate(() => Number(/"position": (\d+)/.exec(localStorage['kubestep.run.v1.default'])?.[1])))
    .toBeGreaterThan(1000);
  await page.reload();
  await storyTold(page);
  await onStep(page, 250);
  expect(await facts(page)).toEqual(before);
  await expect(editor(page)).toHaveValue(deployment(9));
});

test('an object is found; its first and last write are one press away', async ({ page }) => {
  await open(page);
  for (const which of ['its first write', 'its last write']) {
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('deployments.apps/default/nginx');
    const found = page.getByRole('dialog').getByRole('option', { name: which });
    await expect(found).toContainText('deployments.apps/default/nginx');
    await found.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Object');
    await expect(page.getByRole('tabpanel')).toContainText('nginx');
    await expect(page.locator('.say')).toContainText('nginx');
  }
  expect((await facts(page)).step).toBeGreaterThan(200);
});

test('a breakpoint on a kind of step stops there, and the same way back', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Breakpoints', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind of step').fill('kubelet.podReady');
  const known = await dialog
    .locator('datalist option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  const kind = known.find((name) => name?.startsWith('scheduler.') && /bound|bind/i.test(name)) ?? 'scheduler.bound';
  await dialog.getByLabel('Kind of step').fill(kind);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.locator('.b-one')).toContainText(kind);
  await page.keyboard.press('Escape');
  const stops: number[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { step } = await facts(page);
    await page.getByRole('button', { name: 'to breakpoint' }).click();
    await page.waitForFunction((from) => Number(document.documentElement.dataset.step) > from, step);
    await expect(page.locator('.run-note')).toHaveText('breakpoint');
    expect((await page.locator('.run-note').boundingBox())?.width, 'it is read whole').toBeGreaterThan(30);
    await expect(page.getByRole('tabpanel')).toContainText(kind);
    stops.push((await facts(page)).step);
  }
  await page.getByRole('button', { name: 'Breakpoints', exact: true }).click();
  await dialog.getByRole('button', { name: 'Back to the last one' }).click();
  await onStep(page, stops[0] ?? -1);
  await page.keyboard.press('Escape');
  // Playing stops there, too.
  await goTo(page, (stops[0] ?? 0) - 1);
  await page.locator('.key-play').click();
  await expect(page.locator('.run-note')).toHaveText('breakpoint');
  await onStep(page, stops[0] ?? -1);
  await expect(page.locator('.key-play')).toBeVisible();
});

test('"Why?" opens the chain of causes and leads to each of them', async ({ page }) => {
  await open(page);
  await toEnd(page);
  const { step } = await facts(page);
  await page.locator('.act').getByRole('button', { name: 'Why?' }).click();
  const links = page.locator('.w-link');
  await expect(links.first()).toBeVisible();
  expect(await links.count()).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Go to the first cause' }).click();
  await page.waitForFunction((from) => Number(document.documentElement.dataset.step) < from, step);
  await settled(page);
  await expect(page.locator('.w-link.k-now')).toHaveCount(1);
  await expect(page.locator('.say')).toContainText('kubectl');
  await page.keyboard.press('Escape');
});

test('a command is in the shell from the step on which it was typed', async ({ page }) => {
  await open(page);
  await expect(answer(page)).toContainText('kubectl apply -f deploy.yaml');
  await toEnd(page);
  await kubectl(page, 'kubectl scale deployment nginx --replicas=2');
  await expect(answer(page)).toContainText('kubectl scale deployment nginx --replicas=2');
});

/** The first Pod gets a node. */
const FIRST_BINDING = /asks the API server to bind/;

test('the lines of the manifest that a step is about are marked, and what was made from them is named', async ({
  page,
}) => {
  await open(page);
  const band = page.locator('.e-band');
  await goTo(page, 11); // the Deployment arrives at the API server
  await expect(band).toContainText('lines 1 to 21');
  await goToSaid(page, 130, FIRST_BINDING);
  await expect(band).toContainText('lines 16 to 21 → Pod');
  const box = await band.boundingBox();
  const line = await page.locator('.e-line').nth(15).boundingBox();
  expect([box?.y, box?.height]).toEqual([line?.y, (line?.height ?? 0) * 6]);
});

test('marked lines come into sight in a low window, unless one has scrolled elsewhere', async ({ page }) => {
  await smallEditor(page);
  await page.setViewportSize({ width: 1366, height: 600 });
  await open(page);
  const band = page.locator('.e-band');
  await goTo(page, 11);
  await expect(band).toBeInViewport();
  await goToSaid(page, 130, FIRST_BINDING);
  await expect(band).toContainText('lines 16 to 21');
  const bottom = async () => {
    const [box, surface] = [await band.boundingBox(), await page.locator('.e-surface').boundingBox()];
    return (surface?.y ?? 0) + (surface?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
  };
  expect(await bottom()).toBeGreaterThanOrEqual(0);
  await goTo(page, 11);
  await editor(page).evaluate((area) => area.scrollTo(0, 0));
  await goToSaid(page, 130, FIRST_BINDING);
  await expect(band).toContainText('lines 16 to 21');
  expect(await bottom()).toBeLessThan(0);
});
