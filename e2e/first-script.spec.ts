import { expect, test } from '@playwright/test';

test('the first story is told, stepped through and asked about without the second script of the engine', async ({
  page,
}) => {
  const fetched: string[] = [];
  // The worker fetches it by itself some time later: here it never comes.
  await page.route(/engine-later/, (route) => {
    fetched.push(route.request().url());
    return route.abort();
  });
  await page.addInitScript(() => {
    const begun = Worker;
    // As a demo does: nothing is fetched before it is needed.
    globalThis.Worker = class extends begun {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(/engine-[^/]*\.js$/.test(String(url)) ? `${url}#alone` : url, options);
      }
    };
  });
  await page.goto('/');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-step', '1');
  await expect(root).toHaveAttribute('data-quiescent', 'true');
  for (let step = 2; step < 9; step += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(root).toHaveAttribute('data-step', String(step));
  }
  await page.keyboard.press('ArrowLeft');
  await expect(root).toHaveAttribute('data-step', '7');
  expect(fetched).toEqual([]);
});
