import { expect, test } from '@playwright/test';
import { answer, facts, kubectl, open, pageKey, press, settled, smallEditor, toEnd } from './page-driver.ts';

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
  const closeUp = page.locator('.n-close');
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
