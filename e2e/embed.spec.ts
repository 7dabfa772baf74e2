import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import type { Command } from '../src/embed/index.ts';
import { readEvent } from '../src/protocol/embed/index.ts';
import { type Built, snippet } from '../src/ui/share/snippets.ts';
import { closeServers, DEMO, heard, host, listening, readyCount, SLOW, script, site } from './demo-hosts.ts';

test.afterEach(closeServers);

test('a page hears what its demo tells, and commands are acknowledged; the contract’s types hold', async ({ page }) => {
  const base = await site();
  await host(page, `${script(base)}${DEMO}`);
  await expect.poll(() => readyCount(page), SLOW).toBe(1);
  const send = (command: Command) =>
    page.evaluate(
      (one) =>
        document
          .querySelector('kubestep-demo')
          ?.send(one)
          .then(
            (value): { value?: string | undefined; error?: string } => ({ value }),
            (error: Error): { value?: string | undefined; error?: string } => ({ error: error.message }),
          ),
      command,
    );
  expect(await send({ type: 'go', to: 43 })).toEqual({});
  expect(await send({ type: 'go', to: { by: -2 } })).toEqual({});
  expect(await send({ type: 'go', to: 99_999 })).toEqual({ error: expect.stringContaining('there is no step 99999') });
  expect(await send({ type: 'apply', line: 'kubectl get pods' })).toEqual({});
  expect((await send({ type: 'export', as: 'poster' }))?.value).toContain('<svg');
  expect(JSON.parse((await send({ type: 'export', as: 'run' }))?.value ?? '')).toMatchObject({ kubestep: 'run' });
  expect((await send({ type: 'export', as: 'link' }))?.value).toContain(`${base}?v=2`);
  expect(await send({ type: 'set', grain: 'beat' })).toEqual({});
  expect(await send({ type: 'look', lang: 'zh', theme: 'dark' })).toEqual({});
  await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await send({ type: 'reset' })).toEqual({});
  const events = await heard(page);
  // Each is an event of the contract, as the SDK reads it.
  for (const event of events) expect(readEvent(event)).toEqual(event);
  const steps = events.filter((one) => one.type === 'ready' || one.type === 'step');
  expect(steps[0]).toMatchObject({
    type: 'ready',
    step: 40,
    actor: expect.any(String),
    sentence: expect.stringMatching(/\w{3}/),
  });
  expect(steps.map(({ step }) => step)).toEqual(expect.arrayContaining([43, 41]));
});

test('messages that are none of the contract, and other windows, change nothing', async ({ page }) => {
  const base = await site();
  await host(page, `${script(base)}${DEMO}`);
  await expect.poll(() => readyCount(page), SLOW).toBe(1);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.evaluate(() => {
    const frame = (document.querySelector('kubestep-demo') as unknown as { demo: { frame: HTMLIFrameElement } }).demo
      .frame;
    for (const odd of [
      null,
      7,
      'go',
      [],
      { kubestep: 'hello' },
      { kubestep: 'hello', version: '1' },
      { type: 'go', to: 3 },
    ])
      frame.contentWindow?.postMessage(odd, '*');
  });
  await page.waitForTimeout(500);
  expect(errors).toEqual([]);
  await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('data-step', '40');
});

test('a link that is damaged is an error, in words', async ({ page }) => {
  const base = await site();
  await host(
    page,
    `${script(base)}<kubestep-demo src="${base}?v=2&scenario=fruit&part=1&at=start&sum=0000000" load="eager"></kubestep-demo>`,
  );
  const error = { type: 'error', about: 'link', message: 'the link is damaged or was cut' };
  await expect.poll(() => heard(page), SLOW).toContainEqual(error);
});

test('a demo shows a piece of a story, and nobody steps out of it', async ({ page }) => {
  const base = await site();
  await host(
    page,
    `${script(base)}<kubestep-demo scenario="seven-arrows" part="1" grain="beat" from="5" to="7" load="eager"></kubestep-demo>`,
  );
  const root = page.frameLocator('iframe').locator('html');
  await expect(root).toHaveAttribute('data-step', '5', SLOW);
  const next = page.frameLocator('iframe').locator('.key-step');
  for (const step of ['6', '7']) {
    await next.click();
    await expect(root).toHaveAttribute('data-step', step);
  }
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await page.frameLocator('iframe').locator('.key-start').click();
  await expect(root).toHaveAttribute('data-step', '5');
});

test('five demos: each begins when it is seen, and what plays stops when it is scrolled away', async ({ page }) => {
  const base = await site();
  const one =
    '<div style="height:900px"><kubestep-demo scenario="seven-arrows" part="1" step="40"></kubestep-demo></div>';
  await host(page, `${script(base)}<div style="height:1200px">text</div>${one.repeat(5)}`);
  await page.waitForTimeout(1_500);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, 1_250);
  await expect.poll(() => readyCount(page), SLOW).toBeGreaterThanOrEqual(1);
  expect(await page.locator('iframe').count()).toBeLessThanOrEqual(2);
  const playing = () =>
    page.evaluate(() => {
      const all = (globalThis as unknown as { heard: { type: string; playing?: boolean }[] }).heard;
      return all.findLast(({ type }) => type === 'step')?.playing;
    });
  await page.evaluate(() => document.querySelector('kubestep-demo')?.send({ type: 'play' }));
  await expect.poll(playing).toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(playing).toBe(false);
});

test('it runs sandboxed from a server without CORS, in a worker', async ({ page }) => {
  const base = await site();
  await host(
    page,
    `<iframe title="demo" sandbox="allow-scripts" width="720" height="640" src="${base}embed.html?scenario=seven-arrows&part=1&step=9&embed"></iframe>`,
  );
  const root = page.frameLocator('iframe').locator('html');
  await expect(root).toHaveAttribute('data-step', '9', SLOW);
  const worker = page.waitForEvent('worker', SLOW);
  await page.frameLocator('iframe').getByRole('button', { name: 'Look inside' }).click();
  await worker;
  await expect(page.frameLocator('iframe').getByRole('tablist')).toBeVisible();
});

test('it runs where its page allows no workers', async ({ page }) => {
  const base = await site({ 'Content-Security-Policy': "worker-src 'none'" });
  await host(page, `${script(base)}${DEMO}`);
  await expect.poll(() => readyCount(page), SLOW).toBe(1);
});

test('it runs in a host whose content policy allows nothing else than it', async ({ page }) => {
  const base = await site();
  const origin = base.slice(0, -1);
  const refused: string[] = [];
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
  await host(page, `${script(base)}${DEMO}`, {
    'Content-Security-Policy': `default-src 'none'; script-src ${origin}; frame-src ${origin}`,
  });
  await expect.poll(() => readyCount(page), SLOW).toBe(1);
  expect(refused).toEqual([]);
});

test('it runs in an isolated host where its server says so, and nowhere is anything kept', async ({ page }) => {
  const base = await site({
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  });
  await host(page, `${script(base)}${DEMO}`, {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect.poll(() => readyCount(page), SLOW).toBe(1);
  const denied = await page.frames()[1]?.evaluate(() => {
    try {
      return String(localStorage.length);
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(denied).toBe('SecurityError');
});

for (const [name, html, change] of [
  ['an attribute', '<html data-theme="dark">', "document.documentElement.dataset.theme = 'light'"],
  ['a class', '<html class="dark">', "document.documentElement.className = ''"],
] as const)
  test(`it follows a dark host that says so by ${name}`, async ({ page }) => {
    const base = await site();
    await host(page, `${html}${script(base)}${DEMO}`);
    const root = page.frameLocator('iframe').locator('html');
    await expect(root).toHaveAttribute('data-theme', 'dark', SLOW);
    await expect.poll(() => readyCount(page), SLOW).toBe(1);
    await page.evaluate(change);
    await expect(root).toHaveAttribute('data-theme', 'light');
  });

test('without scripts, and on paper before it runs, its poster stands there', async ({ browser }) => {
  const base = await site();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const built: Built = {
    link: `${base}?scenario=discovery&part=1&step=7`,
    title: 'Discovery',
    asked: {},
    load: 'click',
    height: 640,
    poster: `${base}icon.svg`,
  };
  const server = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end(snippet(built, 'html')),
  );
  const address = await listening(server, 'localhost');
  await page.goto(address);
  await expect(page.getByRole('link', { name: 'Kubestep: Discovery' })).toHaveAttribute('href', built.link);
  await expect(page.getByRole('img')).toBeVisible();
  await context.close();
  const paper = await browser.newPage();
  await paper.goto(address);
  await expect(paper.getByRole('button', { name: 'Step through it' })).toBeVisible();
  await paper.emulateMedia({ media: 'print' });
  await expect(paper.getByRole('button')).toBeHidden();
  await expect(paper.getByRole('img')).toBeVisible();
  await paper.close();
});

for (const width of [320, 390, 640, 770, 1_000, 1_200])
  test(`nothing is cut in a column of ${width} pixels, and the frame is as high as it has to be`, async ({ page }) => {
    await page.setViewportSize({ width: width + 20, height: 900 });
    const base = await site();
    await host(page, `<style>body{margin:10px}</style>${script(base)}${DEMO}`);
    await expect.poll(() => readyCount(page), SLOW).toBe(1);
    const inside = page.frames()[1];
    const cut = () =>
      inside?.evaluate(() => {
        const shown = document.querySelectorAll('.board :is(.sign, .plate, .dist, .stamp, .sthead *), .strip > *');
        const outside = [...document.querySelectorAll('.embed-head *, .say p, .ctl *')].filter((one) => {
          const { right, left, width: wide } = one.getBoundingClientRect();
          return wide > 0 && (right > innerWidth + 1 || left < -1);
        });
        const says = document.querySelector('.say-text p');
        return {
          scrolled: document.documentElement.scrollWidth > innerWidth,
          outside: outside.map(({ className }) => String(className)),
          sentence: says !== null && says.scrollHeight > says.clientHeight + 2,
          map: [...shown].some((one) => one.getBoundingClientRect().right > innerWidth + 1),
        };
      });
    await expect.poll(cut).toEqual({ scrolled: false, outside: [], sentence: false, map: false });
  });

test('a frame is made lower again where its column becomes wide enough', async ({ page }) => {
  const base = await site();
  await page.setViewportSize({ width: 420, height: 900 });
  await host(page, `<style>body{margin:0}</style>${script(base)}${DEMO}`);
  await expect.poll(() => readyCount(page), SLOW).toBe(1);
  const height = () => page.locator('iframe').evaluate((frame) => frame.clientHeight);
  await expect.poll(height).toBe(800);
  await page.setViewportSize({ width: 720, height: 900 });
  await expect.poll(height).toBeLessThan(790);
});

test('what it fetches before a click is one small script for all demos', async ({ page }) => {
  const base = await site();
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(base) && asked.push(request.url().slice(base.length)));
  await host(page, `${script(base)}${DEMO.replace('eager', 'click').repeat(5)}`);
  await expect(page.getByRole('button', { name: 'Step through it' })).toHaveCount(5);
  expect(asked).toEqual(['kubestep-demo.js']);
  expect(readFileSync('dist/kubestep-demo.js').length).toBeLessThan(12_000);
  await page.getByRole('button').first().click();
  await expect.poll(() => readyCount(page), SLOW).toBe(1);
  // Longer than the whole page waits before it fetches the rest of the engine.
  await page.waitForTimeout(2_500);
  // Neither dialogs nor the other language, and no part of the engine that this story does without.
  expect(asked.filter((name) => /-zh-|dialog|monaco|engine-later|words-more/.test(name))).toEqual([]);
});
