import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { applyText, atRest, pageKey, settled, smallEditor, toEnd } from './page-driver.ts';

const deployment = (replicas: number, container: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          ${container}
`;
const SERVICE = `---
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: wbe }
  ports: [{ port: 80 }]
`;
const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: { name: few }
spec: { hard: { pods: "2" } }
---
`;

/** The page as it opens, told by beats, with its first story at its end. */
async function opened(page: Page): Promise<void> {
  await page.goto('./');
  await page.waitForFunction(() => Number(document.documentElement.dataset.steps) > 10, undefined, { timeout: 30_000 });
  await atRest(page);
}

/** What somebody sees who is told that it does not work: the page at rest, with the manifest that he gave. */
async function atRestWith(page: Page, text: string): Promise<Locator> {
  await smallEditor(page);
  await opened(page);
  await applyText(page, text);
  await toEnd(page);
  const said = page.locator('.say-text p').first();
  await expect(said).toContainText(/not as wished|未如愿/);
  return said;
}

/** One action of three: the question why. */
async function askWhy(page: Page): Promise<Locator> {
  await pageKey(page, 'w');
  const why = page.locator('.w-why');
  await expect(why.locator('.u-card').first()).toBeVisible();
  return why;
}

test('why a Pod is Pending: how much each node has and how much is short', async ({ page }) => {
  const asks = 'image: nginx\n          resources: { requests: { cpu: 1500m } }';
  const said = await atRestWith(page, deployment(4, asks));
  await expect(said).toContainText('asks for 1500m cpu');
  const why = await askWhy(page);
  await expect(why.locator('tbody tr')).toHaveText(
    [1, 2, 3].map((node) => new RegExp(`node-${node}.*1500m cpu.*500m cpu.*1 cpu`)),
  );
  await expect(why.locator('.w-chain')).toContainText('Insufficient cpu');
  // The second: to the line that asks for it.
  await why.getByRole('button', { name: /Edit/ }).click();
  await expect(page.locator('.e-surface')).toContainText('1500m');
});

test('why an image is not pulled: which one, and the pull that failed', async ({ page }) => {
  const said = await atRestWith(page, deployment(2, 'image: nginx:no-such-tag'));
  await expect(said).toContainText('nginx:no-such-tag');
  const why = await askWhy(page);
  // The second: to the failed pull itself.
  const pull = why.locator('.w-link', { hasText: 'ErrImagePull' });
  await expect(pull).toHaveCount(1);
  await pull.click();
  await expect(page.locator('.w-why .u-card')).toContainText('nginx:no-such-tag');
  await expect(why.locator('[aria-current=step]')).toContainText('ErrImagePull');
});

test('why a Service is silent: the selector, the label that is nearest, the rule that rejects', async ({ page }) => {
  const said = await atRestWith(page, deployment(2, 'image: nginx') + SERVICE);
  await expect(said).toContainText('app=wbe');
  await expect(said).toContainText('app=web');
  const why = await askWhy(page);
  await expect(why.locator('.w-chain')).toContainText('REJECT');
  await expect(why.locator('.w-chain')).toContainText('EndpointSlices');
  await expect(why.getByRole('button', { name: 'Edit spec.selector' })).toBeVisible();
});

test('why a ReplicaSet has one Pod too few: the quota with its numbers, and the object that says so', async ({
  page,
}) => {
  const said = await atRestWith(page, QUOTA + deployment(3, 'image: nginx'));
  await expect(said).toContainText('2 of 2 pods used');
  const why = await askWhy(page);
  await expect(why.locator('.w-chain')).toContainText('exceeded quota: few');
  // The second: the object that is in the way says whom it holds up.
  await why.getByRole('button', { name: 'Open resourcequota/few' }).click();
  await expect(page.locator('aside.right .u-card')).toContainText('2 of 2 pods used');
});

test('marks on the map and the text say it, at any step since, and not where all is well', async ({ page }) => {
  await atRestWith(page, deployment(2, 'image: nginx:no-such-tag'));
  const mark = page.locator('.unmet-mark');
  await expect(mark).toHaveCount(1);
  await expect(mark).toHaveAccessibleName(/^Not as wished: 1\. Deployment web wants 2 Pods/);
  // On the way, just after the pull that failed, it is said as well.
  await pageKey(page, 'ArrowLeft');
  await expect(page.locator('.act-unmet')).toHaveText('Not as wished: 1');
  await page.locator('.act-unmet').click();
  await expect(page.locator('.w-why .u-card')).toContainText('no-such-tag');
  await pageKey(page, 'Home');
  await expect(mark).toHaveCount(0);
  await expect(page.locator('.act-unmet')).toHaveCount(0);
  await toEnd(page);
  await page.getByRole('button', { name: 'As text' }).click();
  await expect(page.locator('.t-unmet')).toContainText('nginx:no-such-tag');
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`drawn ${colorScheme}`, () => {
    test.use({ colorScheme });
    test('what is not as wished has no accessibility violation, as question, mark, object and text', async ({
      page,
    }) => {
      const asks = 'image: nginx\n          resources: { requests: { cpu: 1500m } }';
      await atRestWith(page, deployment(4, asks));
      const why = await askWhy(page);
      await settled(page);
      expect(await violations(page)).toEqual([]);
      await why.getByRole('button', { name: /^Open pod/ }).click();
      await expect(page.locator('aside.right .u-card').first()).toBeVisible();
      await settled(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'As text' }).click();
      await expect(page.locator('.t-unmet .u-card').first()).toBeVisible();
      await settled(page);
      expect(await violations(page)).toEqual([]);
    });
  });

/** What a machine can find, of any weight. */
async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze();
  return found.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

test('a cluster where all is well says nothing of it', async ({ page }) => {
  await smallEditor(page);
  await opened(page);
  await toEnd(page);
  await expect(page.locator('.say-text p').first()).toContainText('The cluster is at rest');
  await expect(page.locator('.unmet-mark, .act-unmet, .u-card')).toHaveCount(0);
});

test.describe('in Chinese, on a phone, dark', () => {
  test.use({ locale: 'zh-CN', colorScheme: 'dark' });
  test('the same in three actions', async ({ page }) => {
    const said = await atRestWith(page, deployment(2, 'image: nginx') + SERVICE);
    await expect(said).toContainText('没有端点');
    await page.setViewportSize({ width: 390, height: 844 });
    const why = await askWhy(page);
    await expect(why.locator('.u-card')).toContainText('app=wbe');
    await expect(why.locator('.w-chain')).toContainText('REJECT');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
