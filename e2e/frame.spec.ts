import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';

test('the page and its engine start from any folder of a site', async ({ page }) => {
  const site = mkdtempSync(join(tmpdir(), 'kubestep-site-'));
  mkdirSync(join(site, 'docs', 'demo'), { recursive: true });
  cpSync('dist', join(site, 'docs', 'demo'), { recursive: true });
  const { server, port } = await serve(site, { port: 45_300 });
  try {
    const engine = page.waitForEvent('worker');
    await page.goto(`http://127.0.0.1:${port}/docs/demo/`);
    await engine;
    await expect(page.locator('#root')).not.toBeEmpty();
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(site, { recursive: true });
  }
});

for (const [name, size] of [
  ['a phone', { width: 390, height: 844 }],
  ['a window at 200 % zoom', { width: 720, height: 450 }],
  ['a tablet', { width: 1024, height: 768 }],
] as const) {
  test(`nothing lies outside the page on ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('./');
    await expect(page.locator('#root')).not.toBeEmpty();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(size.width);
    // The keys that move stay in sight, wherever the page is scrolled to.
    for (const to of [0, 10_000]) {
      await page.evaluate((y) => scrollTo(0, y), to);
      await expect(page.locator('.key-step')).toBeInViewport({ ratio: 1 });
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the ${colorScheme} page has no accessibility violation that a machine can find`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('./');
    await expect(page.locator('#root')).not.toBeEmpty();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
}
