import { expect, type Frame, type Page, test } from '@playwright/test';
import type { Command } from '../src/embed/index.ts';
import { closeServers, DEMO, host, readyCount, SLOW, script, site } from './demo-hosts.ts';

/* Demos are read from the record of this build's engine, and the engine comes when somebody asks for more. */

test.afterEach(closeServers);

const isEngine = (url: string) => /\/engine-[0-9a-f]{8}\.js/.test(url);
const isRecord = (path: string) => /\/kept-[0-9a-f]{8}\//.test(path);

/** What the page asks the server for from now on. */
function asked(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  // What a worker fetches is the context's to tell.
  page.context().on('request', (request) => urls.push(request.url()));
  return urls;
}

const demoIn = (page: Page) => page.frames()[1] as Frame;

/** Where the demo stands, and what it says there, once it has been drawn. */
async function shown(page: Page) {
  let last = '';
  for (;;) {
    const now = await demoIn(page).evaluate(() => {
      const { step, steps, digest, engine } = document.documentElement.dataset;
      return { step, steps, digest, engine, says: document.querySelector('.say-text p')?.textContent };
    });
    if (JSON.stringify(now) === last) return now;
    last = JSON.stringify(now);
    await page.waitForTimeout(120);
  }
}

const standsAt = (page: Page, step: number) =>
  expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('data-step', String(step), SLOW);

const send = (page: Page, command: Command) =>
  page.evaluate((one) => document.querySelector('kubestep-demo')?.send(one), command);

/** A demo of one part, where it has come to its step. */
async function opened(page: Page, html: string, base: string): Promise<void> {
  await host(page, `${script(base)}${html}`);
  await expect.poll(() => readyCount(page), SLOW).toBe(1);
}

test('a demo is read to its end without the engine, and says what the engine says', async ({ page }) => {
  const urls = asked(page);
  await opened(page, DEMO, await site());
  const read: unknown[] = [];
  const walk = async (into: unknown[]) => {
    for (const by of [...Array(12).fill(1), 9, -3, 1]) {
      await send(page, { type: 'go', to: { by } });
      into.push(await shown(page));
    }
    for (const to of ['end', 'start'] as const) {
      await send(page, { type: 'go', to });
      into.push(await shown(page));
    }
    await send(page, { type: 'go', to: { scene: 1 } });
    into.push(await shown(page));
  };
  await walk(read);
  expect((await send(page, { type: 'export', as: 'link' })) ?? '').toContain('?v=2');
  expect(urls.filter(isEngine)).toEqual([]);
  expect(urls.filter(isRecord).length).toBeGreaterThan(2);
  // The same where the record has been lost.
  urls.length = 0;
  await opened(page, DEMO, await site({}, isRecord));
  const told: unknown[] = [];
  await walk(told);
  expect(urls.filter(isEngine).length).toBeGreaterThan(0);
  expect(read).toEqual(told);
});

const WAYS_OUT: readonly (readonly [string, (page: Page) => Promise<unknown>, isThere: boolean])[] = [
  ['another grain', (page) => send(page, { type: 'set', grain: 'detail' }), true],
  ['a look inside', (page) => page.frameLocator('iframe').getByRole('button', { name: 'Look inside' }).click(), true],
  ['a command', (page) => send(page, { type: 'apply', line: 'kubectl get nodes' }), false],
];

for (const [name, ask, isThere] of WAYS_OUT)
  test(`${name} is answered by the engine, which goes on where the reader is`, async ({ page }) => {
    const urls = asked(page);
    await opened(page, DEMO, await site());
    await send(page, { type: 'go', to: 52 });
    await send(page, { type: 'go', to: 47 });
    const before = await shown(page);
    expect(urls.filter(isEngine)).toEqual([]);
    // While it is on its way the page says so, and shows what it showed.
    let open: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      open = done;
    });
    await page.route(
      ({ href }) => isEngine(href),
      async (route) => {
        await gate;
        await route.continue();
      },
    );
    const asking = ask(page);
    await expect(page.frameLocator('iframe').getByText('The simulation is being fetched')).toBeVisible();
    expect(await shown(page)).toEqual(before);
    open();
    await asking;
    await expect(page.frameLocator('iframe').getByText('The simulation is being fetched')).toBeHidden(SLOW);
    expect(urls.filter(isEngine).length).toBeGreaterThan(0);
    const { says, digest, engine } = await shown(page);
    expect(engine).toBe('ready');
    if (isThere) expect({ says, digest }).toEqual({ says: before.says, digest: before.digest });
    else expect(digest).not.toBe(before.digest);
    await send(page, { type: 'go', to: { by: 1 } });
  });

test('into a beat and out again: by keys, with the engine from there on', async ({ page }) => {
  const urls = asked(page);
  await opened(page, DEMO.replace('step="40"', 'grain="beat" from="1" to="30"'), await site());
  await standsAt(page, 1);
  await page.frameLocator('iframe').locator('.run-title').click();
  await page.keyboard.press('ArrowRight');
  await standsAt(page, 2);
  const before = await shown(page);
  expect(urls.filter(isEngine)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await shown(page)).steps, SLOW).not.toBe(before.steps);
  expect((await shown(page)).digest).toBe(before.digest);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => shown(page), SLOW).toEqual(before);
});

test('where the engine cannot be had, what was read stays, and what was asked fails in words', async ({ page }) => {
  await opened(page, DEMO, await site({}, isEngine));
  const before = await shown(page);
  const answer = await page.evaluate(() =>
    document
      .querySelector('kubestep-demo')
      ?.send({ type: 'apply', line: 'kubectl get nodes' })
      .then(String, (error: Error) => error.message),
  );
  expect(answer).toMatch(/worker|script/);
  expect(await shown(page)).toEqual(before);
  await send(page, { type: 'go', to: { by: 1 } });
  await standsAt(page, 41);
});

test('a frame without an origin, of a server without CORS, is read from the record, too', async ({ page }) => {
  const urls = asked(page);
  const base = await site({
    'Content-Security-Policy': "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'",
  });
  await host(
    page,
    `<iframe title="demo" sandbox="allow-scripts" width="720" height="640" src="${base}embed.html?scenario=discovery&part=1&step=9&embed"></iframe>`,
  );
  await standsAt(page, 9);
  await page.frameLocator('iframe').locator('.key-step').click();
  await standsAt(page, 10);
  expect(urls.filter(isRecord).length).toBeGreaterThan(0);
  expect(urls.filter(isEngine)).toEqual([]);
});
