import { expect, test } from '@playwright/test';

test('the page opens without an error', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(hostname);
  });

  await page.goto('./?grain=step');
  await expect(page).toHaveTitle(/Kubestep/);
  await expect(page.locator('.app')).toBeVisible();
  await page.waitForLoadState('networkidle');

  // The handle for developers tells of the cluster at the cursor.
  await page.evaluate(() => globalThis.kubestep?.seek('end'));
  const keys = await page.evaluate(async () => [...((await globalThis.kubestep?.table('etcd/keys')) ?? []).keys()]);
  expect(keys).toContain('/registry/namespaces/default');
  expect(await page.evaluate(() => globalThis.kubestep?.about.kubernetes)).toBe('v1.36');
  await expect(page.evaluate(() => globalThis.kubestep?.table('nothing'))).rejects.toThrow('there is no table nothing');

  expect(problems).toEqual([]);
  expect([...hosts]).toEqual(['127.0.0.1']);
});
