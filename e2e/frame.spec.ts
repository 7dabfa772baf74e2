import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { onStep } from './page-driver.ts';

test('the page and its engine start from any folder of a site', async ({ page }) => {
  const site = mkdtempSync(join(tmpdir(), 'kubestep-site-'));
  mkdirSync(join(site, 'docs', 'demo'), { recursive: true });
  cpSync('dist', join(site, 'docs', 'demo'), { recursive: true });
  const { server, port } = await serve(site, { port: 45_300 });
  try {
    const engine = page.waitForEvent('worker');
    await page.goto(`http://127.0.0.1:${port}/docs/demo/`);
    await engine;
    await expect(page.locator('.app')).toBeVisible();
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(site, { recursive: true });
  }
});

test('opened from a disk the page says that it has to be served, and how', async ({ page }) => {
  await page.goto(pathToFileURL('dist/index.html').href);
  await expect(page.getByRole('heading', { name: 'Kubestep has to be served' })).toBeVisible();
  await expect(page.getByText('npm start').first()).toBeVisible();
});

test('in somebody else’s page it runs sandboxed, below what is seen, and takes neither focus nor scrolling', async ({
  page,
  baseURL,
}) => {
  await page.setContent(`<p style="height: 3000px">text</p>
    <iframe id="demo" title="demo" sandbox="allow-scripts" style="width: 720px; height: 640px"
      src="${baseURL}?embed&lang=zh&scenario=seven-arrows&part=1&step=40"></iframe>`);
  const inside = page.frameLocator('#demo');
  const root = inside.locator('html');
  await expect(root).toHaveAttribute('data-step', '40', { timeout: 30_000 });
  await expect(inside.getByRole('heading', { level: 1 })).toHaveText('七个箭头创建一个 Pod');
  expect(await page.evaluate(() => [scrollY, document.activeElement?.tagName])).toEqual([0, 'BODY']);
  const out = inside.getByRole('link', { name: '在 Kubestep 中打开' });
  await inside.locator('.key-step').click();
  await expect(root).toHaveAttribute('data-step', '41');
  const told = page.evaluate(
    () =>
      new Promise<number>((done) =>
        addEventListener('message', ({ data }) => data.kubestep === 'at' && data.step === 43 && done(data.steps)),
      ),
  );
  await page.locator('#demo').evaluate((demo: HTMLIFrameElement) => {
    demo.contentWindow?.postMessage({ kubestep: 'go', step: 43 }, '*');
  });
  expect(await told).toBeGreaterThan(43);
  await out.focus();
  await expect(out).toHaveAttribute('href', /\?v=2&scenario=seven-arrows&part=1&.*at=\d+&.*step=[\w.]+&/);
  await inside.getByRole('button', { name: '查看内部' }).click();
  await expect(inside.getByRole('tablist')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('#demo').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

test('a frame that is too low says how high it would have to be, and is silent once it is', async ({
  page,
  baseURL,
}) => {
  await page.setContent('<p>text</p>');
  const heights = () => page.evaluate(() => (globalThis as unknown as { heights: number[] }).heights);
  await page.evaluate((src) => {
    const [demo, heights] = [document.createElement('iframe'), [] as number[]];
    Object.assign(globalThis, { heights });
    addEventListener('message', ({ data }) => {
      if (data.kubestep !== 'height') return;
      heights.push(data.height);
      demo.style.height = `${data.height}px`;
    });
    Object.assign(demo, { id: 'demo', title: 'demo', src });
    demo.style.cssText = 'width: 720px; height: 420px; border: 0';
    document.body.append(demo);
  }, `${baseURL}?embed`);
  await expect.poll(heights, { timeout: 30_000 }).toHaveLength(1);
  const [height = 0] = await heights();
  expect(height).toBeGreaterThan(500);
  const inside = page.frameLocator('#demo');
  const hidden = () => inside.locator('.stage-box').evaluate((box) => box.scrollHeight - box.clientHeight);
  await expect.poll(hidden).toBeLessThanOrEqual(0);
  await inside.locator('.key-step').click();
  await expect(inside.locator('html')).toHaveAttribute('data-step', '2');
  expect(await heights()).toEqual([height]);
});

for (const [name, size] of [
  ['a phone', { width: 390, height: 844 }],
  ['a window at 200 % zoom', { width: 720, height: 450 }],
  ['a tablet', { width: 1024, height: 768 }],
] as const) {
  test(`nothing lies outside the page on ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('./?grain=step');
    await expect(page.locator('.app')).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(size.width);
    // The keys that move stay in sight, wherever the page is scrolled to.
    for (const to of [0, 10_000]) {
      await page.evaluate((y) => scrollTo(0, y), to);
      await expect(page.locator('.key-step')).toBeInViewport({ ratio: 1 });
    }
  });
}

test('on a phone the sentence and the file it is about are in sight, however long the panel is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./?scenario=validation&part=5&step=40');
  await expect(page.locator('html')).toHaveAttribute('data-step', '40');
  await expect(page.locator('.e-tabs [aria-current]')).toHaveText('wrong-labels.yaml');
  for (const tab of ['Map', 'YAML', 'Inspect', 'Steps']) {
    await page.locator('.ptabs').getByRole('button', { name: tab }).click();
    await expect(page.locator('.say-text p').first()).toBeInViewport({ ratio: 1 });
    if (tab === 'YAML') await expect(page.locator('.e-tabs [aria-current]')).toBeInViewport({ ratio: 0.9 });
  }
});

test('no word of the first steps is cut at the side of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./?grain=step');
  await expect(page.locator('html')).toHaveAttribute('data-quiescent', 'true');
  for (let step = 1; step <= 90; step += 1) {
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.strip').evaluate(cutWords), `after ${step} presses`).toEqual([]);
  }
});

/** Texts that go beyond the side of the window. */
function cutWords(root: Element): string[] {
  const cut: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some(({ right }) => right > innerWidth + 1)) cut.push(node.textContent ?? '');
  }
  return cut;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the ${colorScheme} page has no accessibility violation that a machine can find`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('./?grain=step');
    await expect(page.locator('.app')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
}

test('a page that is enlarged for a projector shows a larger map', async ({ page }) => {
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const widths: number[] = [];
    for (const scale of [1, 1.25, 1.5]) {
      await page.goto(`./?scenario=seven-arrows&part=1&step=40&scale=${scale}`);
      await onStep(page, 40);
      const map = page.locator('.ptabs').getByRole('button', { name: 'Map' });
      if (await map.isVisible()) await map.click();
      widths.push((await page.locator('.board .sign').first().boundingBox())?.width ?? 0);
    }
    expect(widths, `${width}`).toEqual([...new Set(widths)].sort((a, b) => a - b));
  }
});

test('a link says in which language and how large; the size outlives the place it leads to', async ({ page }) => {
  await page.goto('./?scenario=seven-arrows&part=1&step=40&lang=zh&scale=1.25');
  await onStep(page, 40);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('.ptabs').getByRole('button', { name: '线路图' })).toBeVisible();
  await expect(page).toHaveURL(/\/\?scale=1\.25$/);
});
