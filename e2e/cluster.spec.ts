import { expect, type Page, test } from '@playwright/test';
import { answer, atRest, facts, kubectl, open, toEnd } from './page-driver.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'The cluster' });

async function openDialog(page: Page, tab: 'Settings' | 'Faults'): Promise<void> {
  await page.getByRole('button', { name: 'Cluster', exact: true }).click();
  await dialog(page).getByRole('tab', { name: tab }).click();
}

/** Begins anew and waits for another run. */
async function begin(page: Page): Promise<void> {
  const { digest } = await facts(page);
  await dialog(page).getByRole('button', { name: 'Begin anew' }).click();
  await page.waitForFunction((before) => document.documentElement.dataset.digest !== before, digest);
  await atRest(page);
}

test('a preset begins anew with what was typed, or without', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await openDialog(page, 'Settings');
  await dialog(page).getByRole('button', { name: '5,000 nodes' }).click();
  await expect(dialog(page).getByRole('status')).toContainText('14 s and 330 MB');
  await dialog(page).getByRole('button', { name: 'HA etcd, 3 zones' }).click();
  await expect(dialog(page).getByRole('status')).toHaveCount(0);
  await begin(page);
  await toEnd(page);
  await kubectl(page, 'kubectl get pods,nodes -L topology.kubernetes.io/zone');
  await toEnd(page);
  await expect(answer(page)).toContainText('pod/nginx-');
  await expect(answer(page)).toContainText('zone-c');
  await openDialog(page, 'Settings');
  await dialog(page)
    .getByLabel(/inputs of this run again/)
    .uncheck();
  await dialog(page).getByRole('button', { name: 'One node' }).click();
  await begin(page);
  await kubectl(page, 'kubectl get pods');
  await toEnd(page);
  await expect(answer(page)).toContainText('No resources found');
});

test('authorizers are asked in the order that the reader gives them, by keyboard too', async ({ page }) => {
  await open(page);
  await openDialog(page, 'Settings');
  const order = dialog(page).getByRole('group', { name: /Authorizers/ });
  await expect(order).toContainText('The first one with an opinion');
  await order.getByRole('checkbox', { name: 'AlwaysAllow' }).check();
  await expect(order.getByRole('listitem')).toHaveText([/Node/, /RBAC/, /AlwaysAllow/]);
  const earlier = order.getByRole('button', { name: /^Ask AlwaysAllow.*earlier$/ });
  await earlier.focus();
  await page.keyboard.press('Enter');
  await expect(earlier).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(order.getByRole('listitem')).toHaveText([/AlwaysAllow/, /Node/, /RBAC/]);
  await expect(earlier).toBeFocused();
  await begin(page);
  await openDialog(page, 'Settings');
  await expect(order.getByRole('listitem')).toHaveText([/AlwaysAllow/, /Node/, /RBAC/]);
});

test('a pool with a taint keeps a Pod pending, and says why; bad values are named', async ({ page }) => {
  await open(page);
  await openDialog(page, 'Settings');
  await dialog(page).getByLabel('Usual nodes').fill('0');
  await dialog(page).getByRole('button', { name: 'Add a pool' }).click();
  const pool = dialog(page).locator('.c-pool');
  await pool.getByLabel('Name').fill('GPU');
  await pool.getByLabel('Taints').fill('dedicated');
  await expect(dialog(page).getByRole('alert')).toContainText('Pool GPU: Name, Pool GPU: Taints');
  await expect(dialog(page).getByRole('button', { name: 'Begin anew' })).toBeDisabled();
  await pool.getByLabel('Name').fill('gpu');
  await pool.getByLabel('Taints').fill('dedicated=gpu:NoSchedule');
  await begin(page);
  await toEnd(page);
  await expect(page.locator('.say-text')).toContainText(
    'does not tolerate the taint dedicated=gpu:NoSchedule of gpu-1',
  );
  await kubectl(page, 'kubectl get pods');
  await toEnd(page);
  await expect(answer(page)).toContainText('Pending');
});

test('a node is cut off at a moment, is missed, and the fault is removed again', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await openDialog(page, 'Faults');
  await dialog(page).getByRole('combobox', { name: 'Node', exact: true }).fill('node-9');
  await dialog(page).getByRole('button', { name: 'Put it here' }).click();
  await expect(dialog(page)).toContainText('There is no node of that name.');
  await dialog(page).getByRole('combobox', { name: 'Node', exact: true }).fill('node-2');
  await dialog(page).getByLabel('For how many seconds').fill('120');
  await dialog(page).getByRole('button', { name: 'Put it here' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('.say-text')).toContainText('You cut node-2 off');
  await atRest(page);
  await expect(page.locator('.tl-fault')).toHaveCount(1);
  await toEnd(page);
  await kubectl(page, 'kubectl get events');
  await toEnd(page);
  await expect(answer(page)).toContainText('NodeNotReady');
  await openDialog(page, 'Faults');
  await dialog(page)
    .getByRole('button', { name: /^Remove: node-2/ })
    .click();
  await atRest(page, 1);
  await expect(page.locator('.tl-fault')).toHaveCount(0);
  await toEnd(page);
  await expect(answer(page)).toContainText('LAST SEEN');
  await expect(answer(page)).not.toContainText('NodeNotReady');
});
