import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { type Browser, expect, test } from '@playwright/test';
import { firstInput, firstRun } from '../src/app/first-run.ts';
import type { FromWorker, SentFrame, ToWorker } from '../src/protocol/messages.ts';
import { answer, atRest, facts, goTo, kubectl, open, pageKey, storyTold, toEnd } from './page-driver.ts';

const FORK_AT = 100;
const COMMAND = 'kubectl scale deployment nginx --replicas=2';

/** The story, then a command in its midst. The digests of both branches. */
interface Digests {
  readonly story: string;
  readonly branch: string;
}

interface Way {
  readonly width: number;
  readonly locale: string;
  readonly hidden?: boolean;
  readonly speed?: '1' | '16';
}

async function inBrowser(browser: Browser, way: Way): Promise<Digests> {
  const context = await browser.newContext({ viewport: { width: way.width, height: 844 }, locale: way.locale });
  const page = await context.newPage();
  if (way.hidden === true)
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
      Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' });
    });
  await open(page);
  const story = (await facts(page)).digest;
  if (way.speed !== undefined) {
    await page.locator('.speed select').selectOption(`${way.speed} story`);
    await pageKey(page, ' ');
    await page.waitForFunction(() => Number(document.documentElement.dataset.step) >= 3);
    await pageKey(page, ' ');
  }
  if (way.hidden === true) await page.evaluate(() => Object.assign(globalThis, { requestAnimationFrame: () => 0 }));
  await goTo(page, FORK_AT);
  if (way.width < 700) await page.locator('.ptabs button').nth(1).click();
  const shell = page.locator('.x-line input');
  await shell.fill(COMMAND);
  await shell.press('Enter');
  await atRest(page, 1);
  const branch = (await facts(page)).digest;
  await context.close();
  return { story, branch };
}

/** The very script that the page loads, in Node. */
async function inNode(): Promise<Digests> {
  const assets = join('dist', 'assets');
  const file = readdirSync(assets).find((name) => /^engine-.*\.js$/.test(name));
  if (file === undefined) throw new Error('there is no built engine');
  let frame: SentFrame | undefined;
  const self = {
    onmessage: (_: { readonly data: ToWorker }) => {},
    postMessage(message: FromWorker) {
      if (message.type === 'frame') frame = message.frame;
      if (message.type === 'broken') throw new Error(message.message);
    },
  };
  const read = (name: string) => new Script(readFileSync(join(assets, name), 'utf8'));
  const importScripts = (url: string) => read(basename(url)).runInContext(context);
  const context = createContext({ self, setTimeout, performance, importScripts });
  read(file).runInContext(context);
  const settled = async (branch: number): Promise<string> => {
    while (frame?.quiescent !== true || frame.branch !== branch) await new Promise((done) => setTimeout(done, 5));
    return frame.digest;
  };
  const post = (message: ToWorker) => self.onmessage({ data: message });
  const run = firstRun('');
  post({ type: 'open', id: 1, run });
  post({ type: 'give', id: 2, input: firstInput() });
  frame = undefined;
  const story = await settled(0);
  post({ type: 'seekIndex', id: 3, index: FORK_AT });
  const [, ...argv] = COMMAND.split(' ');
  post({ type: 'give', id: 4, input: { type: 'kubectl', argv, files: {} } });
  return { story, branch: await settled(1) };
}

test('the same story has the same digest at any width, speed and language, in a hidden tab, and in Node', async ({
  browser,
}) => {
  const ways: readonly Way[] = [
    { width: 390, locale: 'en-US', speed: '16' },
    { width: 1600, locale: 'en-US', speed: '1' },
    { width: 1600, locale: 'zh-CN', hidden: true },
    { width: 390, locale: 'zh-CN' },
  ];
  const node = await inNode();
  expect(node.story).toMatch(/^\d+-[0-9a-f]{16}$/);
  expect(node.branch).not.toBe(node.story);
  for (const way of ways) expect(await inBrowser(browser, way), JSON.stringify(way)).toEqual(node);
});

test('the same commands typed twice make the same digest', async ({ page }) => {
  const digests: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    await open(page);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await storyTold(page);
    await toEnd(page);
    const { digest } = await facts(page);
    await kubectl(page, 'kubectl get pods');
    await expect(answer(page)).toContainText('Running');
    await atRest(page, 0);
    expect((await facts(page)).digest).not.toBe(digest);
    digests.push((await facts(page)).digest);
  }
  expect(digests[1]).toBe(digests[0]);
});
