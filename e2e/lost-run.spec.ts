import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { answer, facts, goTo, holdWorkers, kubectl, open, smallEditor, toEnd } from './page-driver.ts';

/** The engine dies of something, and so does the next one. */
async function killTwice(page: Page): Promise<void> {
  for (const engines of [1, 2]) {
    await page.waitForFunction(
      (count) =>
        (globalThis as unknown as { held: Worker[] }).held.length === count &&
        document.documentElement.dataset.engine === 'ready',
      engines,
    );
    await page.evaluate(() => {
      const worker = (globalThis as unknown as { held: Worker[] }).held.at(-1);
      worker?.terminate();
      worker?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    });
  }
}

test('a run that ends its engine twice says why, is not opened by itself, and can be gone on with in three ways', async ({
  page,
}) => {
  await holdWorkers(page);
  await smallEditor(page);
  await open(page);
  await goTo(page, 123);
  await page.waitForTimeout(1_000); // The run is kept when one stands still.
  await killTwice(page);
  const notice = page.getByRole('alert').filter({ hasText: 'ended the engine' });
  await expect(notice).toContainText('out of memory');
  await expect(notice).not.toContainText('Web Worker');
  const saved = page.waitForEvent('download');
  await notice.getByRole('button', { name: 'Save the run…' }).click();
  expect((await saved).suggestedFilename()).toBe('run.kubestep.json');
  await page.reload();
  await expect(notice).toContainText('not opened by itself');
  // Nothing has been executed.
  expect((await facts(page)).step).toBeNaN();
  await notice.getByRole('button', { name: 'Go to the last good step' }).click();
  await page.waitForFunction(() => document.documentElement.dataset.engine === 'ready');
  await expect(notice).toHaveCount(0);
  await expect.poll(async () => (await facts(page)).steps).toBeGreaterThan(50);
  await page.reload();
  await notice.getByRole('button', { name: 'Open without the last input' }).click();
  await page.waitForFunction(() => document.documentElement.dataset.engine === 'ready');
  await expect(notice).toHaveCount(0);
});

/** Every engine has a fault: it does this when it reckons how long `sleep 7.777` takes. */
async function plant(page: Page, fault: string): Promise<void> {
  const code = `{ const floor = Math.floor; Math.floor = (x) => { if (x === 7777000) { ${fault} } return floor(x); }; }`;
  await page.context().route(/engine-(?!later)[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${code}\n${await response.text()}` });
  });
}

async function typeKiller(page: Page): Promise<void> {
  await open(page);
  await toEnd(page);
  const shell = page.getByRole('textbox', { name: 'Command' });
  await shell.fill('sleep 7.777');
  await shell.press('Enter');
}

/** The run is there up to its last good step, says that it ended, and goes on with something else. */
async function goOnFromLastGood(page: Page, ended: string): Promise<void> {
  await page.getByRole('button', { name: 'Go to the last good step' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-engine', 'ready');
  await expect(page.locator('.notice')).toHaveCount(0);
  await expect(page.locator('.say-text p').first()).toContainText(`The run ended here: ${ended}`);
  await expect(answer(page)).toContainText('sleep 7.777');
  const { step } = await facts(page);
  await goTo(page, 100);
  await expect(page.locator('.say-text p').first()).not.toContainText('ended here');
  await goTo(page, step);
  await kubectl(page, 'kubectl get configmaps -o name');
  await expect(answer(page)).toContainText('configmap/kube-root-ca.crt');
  expect((await facts(page)).branch).toBe(1);
  await expect(page.locator('.notice')).toHaveCount(0);
}

test('a run that breaks a rule of the simulation itself says which one, and after which steps', async ({ page }) => {
  await smallEditor(page);
  await plant(page, 'return -1e15;');
  await typeKiller(page);
  const notice = page.getByRole('alert').filter({ hasText: 'a fault of the simulation itself' });
  await expect(notice).toContainText('time runs forward');
  await expect(notice).toContainText('The last thing it was given: sleep 7.777.');
  await expect(notice).not.toContainText('Web Worker');
  await notice.getByText('What led there').click();
  await expect(notice.locator('pre')).toContainText(/step \d+ kubectl\.command/);
  await page.setViewportSize({ width: 390, height: 844 });
  const isWhole = () => {
    const { right, bottom } = (document.querySelector('.notice') as HTMLElement).getBoundingClientRect();
    const parts = [...document.querySelectorAll('.notice *')].map((part) => part.getBoundingClientRect());
    return right <= 390 && bottom <= 844 && parts.every((part) => part.right <= right && part.bottom <= bottom);
  };
  expect(await page.evaluate(isWhole)).toBe(true);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await new AxeBuilder({ page }).include('.notice').analyze();
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.locator('.notice')).toContainText('not opened by itself');
  await expect(page.locator('.notice')).toContainText('time runs forward');
  await goOnFromLastGood(page, 'time runs forward');
});

test('an engine that spins for ever is said to, can be stopped, and its run goes on from the last good step', async ({
  page,
}) => {
  await smallEditor(page);
  await plant(page, 'for (;;);');
  await typeKiller(page);
  const stop = page.getByRole('button', { name: 'Stop it' });
  await expect(page.locator('.notice')).toContainText('has not answered for a while', { timeout: 60_000 });
  await stop.click();
  await expect(page.locator('.notice')).toContainText('keeps the engine busy without end');
  await page.reload();
  // It is opened once more, and once more it can be stopped.
  await stop.click({ timeout: 60_000 });
  await page.reload();
  await expect(page.locator('.notice')).toContainText('not opened by itself');
  await goOnFromLastGood(page, 'it kept the engine busy without end');
});
