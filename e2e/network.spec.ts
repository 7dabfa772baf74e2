import { expect, test } from '@playwright/test';
import { answer, facts, kubectl, open, pageKey, press, settled, smallEditor, storyTold, toEnd } from './page-driver.ts';

test.beforeEach(async ({ page }) => {
  await smallEditor(page);
});

/** A node port for the first Deployment, and a packet to it. */
async function sendPacket(page: Parameters<typeof open>[0]): Promise<void> {
  await open(page);
  await toEnd(page);
  await kubectl(page, 'kubectl expose deployment nginx --port=80 --type=NodePort');
  await toEnd(page);
  await kubectl(page, 'kubectl get service nginx');
  await toEnd(page);
  const port = /80:(\d+)\/TCP/.exec(await answer(page).innerText())?.[1] ?? '';
  expect(port).toMatch(/^3\d{4}$/);
  await pageKey(page, '8');
  await page.getByLabel('To', { exact: true }).fill('node-1');
  await page.getByLabel('Port', { exact: true }).fill(port);
  const { steps } = await facts(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForFunction((before) => Number(document.documentElement.dataset.steps) > before, steps);
  await toEnd(page);
}

test('a packet is sent from the panel and walks through the chains rule by rule', async ({ page }) => {
  await sendPacket(page);
  await expect(answer(page)).toContainText(/curl http:\/\/node-1:3\d{4}\//);
  await expect(answer(page)).toContainText(/nginx-/);
  await page.getByRole('button', { name: 'Walk the chains' }).click();
  const closeUp = page.locator('.p-close-up');
  await expect(closeUp).toBeVisible();
  await settled(page);
  await expect(closeUp.getByRole('heading', { name: /KUBE-|FORWARD|INPUT|OUTPUT|POSTROUTING/ }).first()).toBeVisible();
  const rule = closeUp.locator('.n-rule').first();
  await rule.focus();
  await expect(closeUp.locator('.n-words')).toContainText(/packet/i);
  await press(page, 'ArrowLeft', 3);
  await page.keyboard.press('Escape');
  await expect(closeUp).toBeHidden();
});

test('another mode is chosen, and one Service is seen in each mode side by side', async ({ page }) => {
  await page.goto('./?grain=step&scenario=mode-nftables');
  await storyTold(page);
  const panel = page.locator('aside.right');
  await expect(panel.getByLabel('kube-proxy', { exact: true })).toHaveValue('nftables');
  await panel.getByLabel('kube-proxy', { exact: true }).selectOption('ipvs');
  await storyTold(page);
  await expect(panel.getByLabel('kube-proxy', { exact: true })).toHaveValue('ipvs');
  await toEnd(page);
  await pageKey(page, '8');
  await panel.getByRole('button', { name: 'Side by side' }).click();
  const closeUp = page.locator('.p-close-up');
  await expect(closeUp.getByText('this cluster')).toHaveCount(1);
  await expect(closeUp).toContainText(
    /iptables[\s\S]*-j KUBE-SVC-[\s\S]*add element service-ips[\s\S]*TCP 10\.96\.0\.77:80 rr/,
  );
});

test('a scenario is followed by the keyboard alone: the packet is on the map, then each rule of its chains', async ({
  page,
}) => {
  await page.goto('./?grain=step&scenario=no-endpoints&part=3');
  await storyTold(page);
  await expect(page.locator('.c-guide').getByRole('heading')).toHaveText(/Part 3 of 6/);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const marker = page.locator('.n-pkt');
  for (let step = 0; step < 150 && !(await marker.isVisible()); step += 1) await press(page, 'ArrowRight');
  await expect(marker).toContainText('pkt');
  const open = page.locator('aside.right').getByRole('button', { name: 'Walk the chains' });
  await open.focus();
  await page.keyboard.press('Enter');
  const closeUp = page.locator('.p-close-up');
  const { steps } = await facts(page);
  await closeUp.getByRole('checkbox', { name: 'Stop at every rule' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await facts(page)).steps).toBeGreaterThan(steps); // places are counted anew
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const here = closeUp.locator('.n-rule[aria-current="step"]');
  const seen: string[] = [];
  for (let step = 0; step < 160 && !seen.at(-1)?.includes('REJECT'); step += 1) {
    await press(page, 'ArrowRight');
    if ((await here.count()) > 0) seen.push(await here.innerText());
  }
  expect(seen.length).toBeGreaterThan(8);
  expect(seen.at(-1)).toMatch(/REJECT[\s\S]*✓ yes/);
  await page.keyboard.press('Escape');
  await expect(closeUp).toBeHidden();
});
