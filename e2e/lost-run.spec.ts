import { expect, type Page, test } from '@playwright/test';
import { facts, goTo, holdWorkers, open, smallEditor } from './page-driver.ts';

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
