import { expect, type Page, test } from '@playwright/test';
import { answer, atRest, facts, kubectl, open, pageKey, toEnd } from './page-driver.ts';

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'etcd', exact: true });

test('the etcd panel stands on the key that the step changed, and shows what every write of it changed', async ({
  page,
}) => {
  await open(page);
  await toEnd(page);
  await page.getByRole('tab', { name: 'etcd', exact: true }).click();
  await expect(panel(page).locator('.et-key')).toHaveText('/registry/deployments/default/nginx');
  const writes = panel(page).locator('.et-write');
  expect(await writes.count()).toBeGreaterThan(3);
  await expect(writes.first()).toContainText('availableReplicas');
  await writes.last().locator('summary').click();
  await writes.last().getByRole('button', { name: 'Go to this write' }).click();
  await expect(writes).toHaveCount(1);
  await expect(writes.first()).toContainText('created');
});

test('etcdctl runs in the shell', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await kubectl(page, 'etcdctl get /registry/deployments --prefix --keys-only');
  await expect(answer(page)).toContainText('/registry/deployments/default/nginx');
  await kubectl(page, 'etcdctl endpoint status -w table');
  await toEnd(page);
  await expect(answer(page)).toContainText('| RAFT APPLIED INDEX |');
});

test('with three members one can be stopped: another is elected, and the cluster goes on', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'etcd', exact: true }).click();
  const { digest } = await facts(page);
  await panel(page).getByRole('button', { name: 'Run again with three members' }).click();
  await page.waitForFunction((before) => document.documentElement.dataset.digest !== before, digest);
  await atRest(page);
  await toEnd(page);
  const rows = panel(page).locator('.k-table').first().locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('leader');
  await panel(page).getByRole('group', { name: 'etcd-0' }).getByRole('button', { name: 'Stop' }).click();
  // The cursor is at the fault itself; what follows from it is still to come.
  await toEnd(page);
  await expect(rows.first()).toContainText('stopped');
  await expect(panel(page)).toContainText('term 3, majority 2 of 3');
  await pageKey(page, 'End');
  await kubectl(page, 'kubectl create configmap after');
  await toEnd(page);
  await expect(answer(page)).toContainText('configmap/after created');
});
