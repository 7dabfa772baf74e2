import type { Page } from '@playwright/test';

interface Watching {
  longTasks: number[];
}

/** Collects the tasks of the main thread that the browser calls long (from 50 ms). */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** Milliseconds of the long tasks since the last question. */
export function longTasks(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 50)); // the observer is told a little later
    return (globalThis as unknown as Watching).longTasks.splice(0);
  });
}

/** Milliseconds for a fixed amount of work of the main thread: the worst of several, as a busy machine makes it. */
export function calibrated(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let worst = 0;
    for (let time = 0; time < 8; time += 1) {
      const started = performance.now();
      const rows = new Map<string, { readonly n: number }>();
      let mixed = 1;
      for (let i = 0; i < 200_000; i += 1) {
        mixed = Math.imul(mixed ^ i, 0x01000193) >>> 0;
        const key = `key-${mixed & 511}`;
        rows.set(key, { n: (rows.get(key)?.n ?? 0) + (mixed & 7) });
      }
      worst = Math.max(worst, performance.now() - started);
      await new Promise((done) => setTimeout(done, 20));
    }
    return worst;
  });
}
