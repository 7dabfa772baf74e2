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

/** Drops files on the page, as from a folder on the desk. */
async function drop(page: Page, files: readonly (readonly [name: string, text: string])[]): Promise<void> {
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of dropped) dataTransfer.items.add(new File([text], name));
    for (const type of ['dragenter', 'drop'])
      dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

test('what a cluster has printed may be dropped: a run begins with it when that is asked for', async ({ page }) => {
  await open(page);
  await drop(page, [['plain.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n']]);
  await expect(page.locator('.e-tabs [aria-current]')).toHaveText('plain.yaml');
  await expect(page.getByRole('button', { name: 'Begin a run with it' })).toHaveCount(0);
  const kept = { ...POD, metadata: { ...POD.metadata, resourceVersion: '123456789' } };
  await drop(page, [['dump.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [kept] }, null, 2)]]);
  await expect(page.locator('.e-tabs [aria-current]')).toHaveText('dump.json');
  await page.getByRole('button', { name: 'Begin a run with it' }).click();
  await expect(page.locator('.say-text')).toContainText('registry.shop.example/api:3');
  await expect(page.getByRole('button', { name: 'Begin a run with it' })).toHaveCount(0);
  await drop(page, [['audit.log', gunzipSync(readFileSync('testdata/audit/c01.log.gz')).toString()]]);
  await page.getByRole('button', { name: 'Begin a run with it' }).click();
  await expect(page.locator('.say-text')).toContainText('The cluster is at rest', { timeout: 30_000 });
  await expect(page.locator('main.stage'), 'the server of the log served').not.toContainText('not serving');
});
