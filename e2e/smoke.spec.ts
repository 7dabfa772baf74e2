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

  expect(problems).toEqual([]);
  expect([...hosts]).toEqual(['127.0.0.1']);
});
