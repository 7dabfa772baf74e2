import { expect, test } from '@playwright/test';
import { editor, facts, goTo, goToSaid, holdWorkers, onStep, open, smallEditor, storyTold } from './page-driver.ts';

test('an engine that breaks is started again, and the run stands where it stood', async ({ page }) => {
  await holdWorkers(page);
  await smallEditor(page);
  await open(page);
  await goTo(page, 123);
  await editor(page).fill('mine');
  const before = await facts(page);
  const told: string[] = [];
  await page.exposeFunction('noted', (text: string) => told.push(text));
  await page.evaluate(() => {
    const { held, noted } = globalThis as unknown as { held: Worker[]; noted: (text: string) => void };
    new MutationObserver(() => {
      const notice = document.querySelector('.notice')?.textContent;
      if (notice) noted(notice);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    const worker = held.at(-1);
    worker?.terminate();
    worker?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  });
  await expect.poll(() => told.join()).toContain('out of memory');
  await page.waitForFunction(() => (globalThis as unknown as { held: Worker[] }).held.length === 2);
  await storyTold(page);
  await onStep(page, 123);
  // The position stands before the whole story has been told again.
  await expect.poll(() => facts(page), { timeout: 20_000 }).toEqual(before);
  await expect(editor(page)).toHaveValue('mine');
  await expect(page.locator('.notice')).toHaveCount(0);
  await page.locator('.key-step').click();
  await onStep(page, 124);
});

test('an engine that ends without a word is missed at once', async ({ page }) => {
  await smallEditor(page);
  await open(page);
  await goTo(page, 60);
  const before = await facts(page);
  const [worker] = page.workers();
  await worker?.evaluate(() => self.close());
  await expect(page.locator('.notice')).toContainText('The engine stopped');
  await page.waitForFunction(() => document.documentElement.dataset.engine === 'ready');
  await onStep(page, 60);
  await expect.poll(() => facts(page), { timeout: 20_000 }).toEqual(before);
});

test('what could not be fetched says so, leaves the page as it is, and opens when the network is back', async ({
  page,
  context,
}) => {
  // Also by another address, as it is asked for after a first failure: that may have been while the page was idle.
  const script = /help-dialog[^/]*\.js(\?.*)?$/;
  await page.route(script, (route) => route.abort());
  // The rest of the engine, too: the first story needs none of it.
  await context.route(/engine-later[^/]*\.js$/, (route) => route.abort());
  await smallEditor(page);
  await open(page);
  await page.locator('.top').getByRole('button', { name: /^Help/ }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'could not be fetched' });
  await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.locator('.stage-box')).not.toBeEmpty();
  await page.keyboard.press('ArrowRight');
  await page.unroute(script);
  await notice.getByRole('button', { name: 'Close' }).click();
  await page.waitForTimeout(1_100); // It is asked for again from then on.
  await page.locator('.top').getByRole('button', { name: /^Help/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect((await facts(page)).engine).toBe('ready');
});

test('the other language is there where the network has gone before it was asked for', async ({ page, context }) => {
  await smallEditor(page);
  const words = page.waitForResponse(/words-more-zh[^/]*\.js$/);
  await open(page);
  await (await words).finished();
  await context.setOffline(true);
  await goToSaid(page, 50, /^It answers 201/);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('.say-text p').first()).toContainText('它答复');
  await expect(page.locator('.sthead h2')).toContainText(/第 \d+ 幕/);
});

test('two tabs keep a run each', async ({ page, context }) => {
  await smallEditor(page);
  await open(page);
  await goTo(page, 77);
  await page.waitForTimeout(1_000); // The run is kept when one stands still.
  const other = await context.newPage();
  await smallEditor(other);
  await open(other);
  await goTo(other, 200);
  await other.waitForTimeout(1_000);
  await page.reload();
  await storyTold(page);
  await onStep(page, 77);
});

test('without workers the engine runs inside the page', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
  await open(page);
  expect(page.workers().length).toBe(0);
  await goTo(page, 100);
  await expect(page.locator('.stage-box')).not.toBeEmpty();
});

test('without any engine the page says why, in words', async ({ page }) => {
  await page.route(/engine-[^/]*\.js$/, (route) => route.abort());
  await page.goto('./?grain=step');
  const notice = page.getByRole('alert').filter({ hasText: 'could not be fetched' });
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(editor(page)).toHaveValue(/kind: Deployment/);
});

test('a storage that throws costs nothing but the memory', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open(page);
  await goTo(page, 100);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  expect(problems).toEqual([]);
});

test('a storage that is full says that files are not kept', async ({ page }) => {
  await smallEditor(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page);
  await editor(page).fill('kind: Pod');
  await expect(page.locator('.e-foot')).toContainText('does not keep files');
  await goTo(page, 50);
});

test('what was kept but cannot be read gives way to a new story', async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('spoilt') !== null) return;
    sessionStorage.setItem('spoilt', 'yes');
    for (const name of ['viewer', 'files', 'run']) {
      localStorage.setItem(`kubestep.${name}.v1`, '{"v":');
      localStorage.setItem(`kubestep.${name}.v1.default`, '[{"v":1,"seed":"x"}]');
    }
  });
  await open(page);
  expect((await facts(page)).step).toBe(1);
});

test('no request ever leaves the place that the page came from', async ({ page }) => {
  const hosts = new Set<string>();
  page.context().on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:') hosts.add(host);
  });
  await open(page);
  await goTo(page, 300);
  await editor(page).focus();
  await expect(page.locator('.monaco-editor').first()).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: '中文' }).click();
  for (const button of await page.locator('.top-more > button.menu').all()) {
    // A dialog may come after the Escape that was meant for it.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await button.click({ timeout: 1_000 });
    }).toPass();
  }
  await page.waitForLoadState('networkidle');
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});
