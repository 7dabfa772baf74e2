import { expect, test } from '@playwright/test';

const STRICT =
  "default-src 'self'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

test('the engine begins before the page has run, and the page takes that one', async ({ page }) => {
  const begun: string[] = [];
  page.on('worker', (worker) => begun.push(worker.url()));
  let pageCame = false;
  await page.route(/assets\/page-[^/]*\.js/, async (route) => {
    await expect.poll(() => begun.length).toBe(1);
    pageCame = true;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-step', '1');
  expect(pageCame).toBe(true);
  expect(begun.filter((url) => /assets\/engine-/.test(url))).toHaveLength(1);
});

test('an old demo link finds its page under the content policy of the deployment guide', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
  });
  await page.route(/\/(?:embed\.html)?(?:\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': STRICT } });
  });
  await page.goto('/?embed&scenario=first-pod');
  await page.waitForURL(/embed\.html\?embed&scenario=first-pod&embed\.load=eager/);
  await page.unrouteAll({ behavior: 'wait' });
  expect(refused).toEqual([]);
});
