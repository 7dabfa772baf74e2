import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { editor, open, smallEditor } from './page-driver.ts';

test.beforeEach(({ page }) => smallEditor(page));

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'api', namespace: 'shop', uid: 'u1', creationTimestamp: '2026-03-01T10:00:00Z' },
  spec: {
    nodeName: 'red',
    restartPolicy: 'Always',
    containers: [{ name: 'api', image: 'registry.shop.example/api:3' }],
  },
  status: {
    phase: 'Pending',
    hostIP: '192.168.7.4',
    podIP: '10.42.3.9',
    startTime: '2026-03-01T10:00:00Z',
    containerStatuses: [
      {
        name: 'api',
        image: 'registry.shop.example/api:3',
        imageID: '',
        restartCount: 0,
        ready: false,
        state: {
          waiting: {
            reason: 'ImagePullBackOff',
            message: 'Back-off pulling image "registry.shop.example/api:3": ErrImagePull: no basic auth credentials',
          },
        },
      },
    ],
  },
};

async function bring(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: /^Begin with your own cluster/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer });
}

test('a run begins with the objects of one’s own cluster, and the page says what holds them up', async ({ page }) => {
  await open(page);
  const list = { apiVersion: 'v1', kind: 'List', items: [POD, { kind: 'Pod', metadata: { name: 'odd' } }] };
  await bring(page, 'dump.json', Buffer.from(JSON.stringify(list, null, 2)));
  await expect(page.locator('.say-text')).toContainText('registry.shop.example/api:3');
  await expect(page.locator('.stage')).toContainText('red');
  // What could not be used is a file of its own, with its line.
  await page.getByRole('button', { name: 'what-was-read.txt' }).click();
  await expect(editor(page)).toHaveValue(/dump\.json, line \d+, Pod odd: the object says no apiVersion/);
});

test('what is no cluster says so, and changes nothing', async ({ page }) => {
  await open(page);
  const before = await page.locator('h1').textContent();
  await bring(page, 'pods.txt', Buffer.from('NAME    READY   STATUS\nweb-1   1/1     Running\n'));
  await expect(page.locator('.e-foot')).toContainText(
    'pods.txt, line 1: this is the table that kubectl shows to people',
  );
  await expect(page.locator('h1')).toHaveText(before ?? '');
});

test('the audit log of a real API server is stepped through', async ({ page }) => {
  await open(page);
  await bring(page, 'audit.log', gunzipSync(readFileSync('testdata/audit/c01.log.gz')));
  await expect(page.locator('.say-text')).toContainText('The cluster is at rest', { timeout: 30_000 });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.say-text')).toContainText('kubernetes-admin asks for something');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.say-text')).toContainText('receives POST /apis/apps/v1/namespaces/default/deployments');
});
