import { expect, type Page, test } from '@playwright/test';
import { dropRunOf } from '../bench/dropped-files.ts';
import { facts, kubectl, open, pageKey, toEnd } from './page-driver.ts';

const running = (page: Page) => page.locator('.crowd-legend [data-glyph="running"] b');
const side = async (page: Page) => Number(await page.locator('.crowd canvas').getAttribute('data-side'));

test('a thousand nodes are one picture, at every moment, which keys and the wheel lead into', async ({ page }) => {
  test.setTimeout(240_000);
  await open(page);
  await dropRunOf(page, 1000);
  await expect(page.locator('.crowd canvas')).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('.crowd-head b')).toHaveText('1,000 nodes, 0 Pods');
  await kubectl(page, 'kubectl create deployment web --image=nginx:1.27 --replicas=12');
  await toEnd(page);
  await expect(running(page)).toHaveText('12', { timeout: 60_000 });
  await expect(page.locator('.crowd-head b')).toHaveText('1,000 nodes, 12 Pods');
  await expect(page.locator('.say-text p').first()).toContainText('12 of 12 Pods run');

  // What is found is counted, and gone through.
  await page.getByRole('searchbox', { name: 'Find in the picture' }).fill('app=web');
  await expect(page.locator('.crowd-search [role=status]')).toHaveText(/^12 Pods on \d+ nodes, outlined$/);
  await page.getByRole('searchbox', { name: 'Find in the picture' }).fill('node-1000');
  await expect(page.locator('.crowd-search [role=status]')).toHaveText('0 Pods on 1 node, outlined');
  await page.getByRole('searchbox', { name: 'Find in the picture' }).press('Escape');

  // What is found in the whole page is lit here, too, and brought into sight; what was typed here gives way.
  const inPicture = page.locator('.crowd-search [role=status]');
  const findInPage = async (text: string) => {
    await pageKey(page, '/');
    await page.locator('#find-text').fill(text);
    await expect(page.locator('.f-hits [role=option]').first()).toContainText(text);
    await page.keyboard.press('Enter');
  };
  await page.getByRole('searchbox', { name: 'Find in the picture' }).fill('node-1000');
  await findInPage('deployments.apps/default/web');
  await expect(inPicture).toHaveText(/^deployments\.apps\/default\/web: 12 Pods on \d+ nodes, outlined$/);
  await expect(page.getByRole('searchbox', { name: 'Find in the picture' })).toHaveValue('');
  await findInPage('nodes/node-777');
  await expect(inPicture).toHaveText('nodes/node-777 is outlined');
  await expect(page.locator('.crowd-box [role=status]')).toContainText('node-777,');

  // Keys: from the first node by counting order, into it, and out again.
  const keys = page.locator('.crowd-keys');
  const said = page.locator('.crowd-box [role=status]');
  const { step } = await facts(page);
  await keys.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await expect(said).toContainText('node-1,');
  await page.keyboard.press('ArrowRight');
  await expect(said).toContainText('node-2,');
  const before = await side(page);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(() => side(page)).toBeGreaterThan(before * 2);
  await page.keyboard.press('Home');
  await expect.poll(() => side(page)).toBe(before);
  expect((await facts(page)).step).toBe(step);
  await page.keyboard.press('Enter');
  await expect(page.locator('aside.right').getByRole('combobox', { name: 'Node', exact: true })).toHaveValue('node-2');

  // The wheel leads to a node's own Pods; a click opens what is under it.
  const box = await page.locator('.crowd canvas').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 60);
  for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, -200);
  await expect.poll(() => side(page)).toBeGreaterThan(300);

  // The past: the same picture without them; and the table for who does not see it.
  await pageKey(page, 'Home');
  await expect(page.locator('.crowd-head b')).toHaveText('1,000 nodes, 0 Pods');
  await expect(page.getByRole('table', { name: 'The picture as a table' })).toContainText('1000');
});
