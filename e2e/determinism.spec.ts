import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { type Browser, expect, type Page, test } from '@playwright/test';
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
  await toEnd(page);
  await goTo(page, FORK_AT);
  if (way.width < 700) await page.locator('.ptabs button').nth(1).click();
  const shell = page.locator('.x-line textarea');
  await shell.fill(COMMAND);
  await shell.press('Enter');
  await atRest(page, 1);
  const branch = (await facts(page)).digest;
  await context.close();
  return { story, branch };
}

const ASSETS = join('dist', 'assets');

function engineFile(): string {
  const file = readdirSync(ASSETS).find((name) => /^engine-[0-9a-f]{8}\.js$/.test(name));
  if (file === undefined) throw new Error('there is no built engine');
  return file;
}

/** The very script that the page loads, in Node. */
function engineInNode() {
  let frame: SentFrame | undefined;
  let journal: string | undefined;
  const self = {
    onmessage: (_: { readonly data: ToWorker }) => {},
    postMessage(message: FromWorker) {
      if (message.type === 'frame') frame = message.frame;
      if (message.type === 'done' && message.result?.type === 'journal') journal = message.result.text;
      if (message.type === 'broken') throw new Error(message.message);
    },
  };
  const read = (name: string) => new Script(readFileSync(join(ASSETS, name), 'utf8'));
  const importScripts = (url: string) => read(basename(url)).runInContext(context);
  const context = createContext({ self, setTimeout, performance, importScripts });
  read(engineFile()).runInContext(context);
  const turn = () => new Promise((done) => setTimeout(done, 5));
  return {
    post: (...messages: readonly ToWorker[]) => {
      for (const message of messages) self.onmessage({ data: message });
      frame = undefined;
    },
    async settled(branch: number): Promise<string> {
      while (frame?.quiescent !== true || frame.branch !== branch) await turn();
      return frame.digest;
    },
    async journal(): Promise<string> {
      while (journal === undefined) await turn();
      return journal;
    },
  };
}

const OPENED: readonly ToWorker[] = [
  { type: 'open', id: 1, run: firstRun('') },
  { type: 'give', id: 2, input: firstInput() },
];
const JOURNAL: ToWorker = { type: 'query', id: 9, query: { type: 'journal' } };

async function inNode(): Promise<Digests> {
  const engine = engineInNode();
  engine.post(...OPENED);
  const story = await engine.settled(0);
  const [, ...argv] = COMMAND.split(' ');
  engine.post(
    { type: 'seek', id: 8, to: 'end' },
    { type: 'seekIndex', id: 3, index: FORK_AT },
    { type: 'give', id: 4, input: { type: 'kubectl', argv, files: {} } },
  );
  return { story, branch: await engine.settled(1) };
}

/** A worker of the page's script that is the test's own: the page's speaks with the page alone. */
function journalInBrowser(page: Page): Promise<string> {
  const file = `assets/${engineFile()}`;
  return page.evaluate(
    ({ file, opened, query }) =>
      new Promise<string>((done) => {
        const worker = new Worker(file);
        let asked = false;
        worker.onmessage = ({ data }: { readonly data: FromWorker }) => {
          if (data.type === 'frame' && data.frame.quiescent && data.frame.total > 100 && !asked) {
            asked = true;
            worker.postMessage(query);
          }
          if (data.type === 'done' && data.result?.type === 'journal') done(data.result.text);
        };
        for (const message of opened) worker.postMessage(message);
      }),
    { file, opened: OPENED, query: JOURNAL },
  );
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

test('each step says and writes the same in Chromium and in Node', async ({ page }) => {
  const engine = engineInNode();
  engine.post(...OPENED);
  await engine.settled(0);
  engine.post(JOURNAL);
  const node = (await engine.journal()).split('\n');
  await open(page);
  const browser = (await journalInBrowser(page)).split('\n');
  expect(node.length).toBeGreaterThan(400);
  expect(browser.filter((line, at) => line !== node[at])).toEqual([]);
  expect(browser).toHaveLength(node.length);
});

test('the same commands typed twice make the same digest', async ({ browser }) => {
  const digests: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const context = await browser.newContext(); // a page remembers its run, and this one must begin anew
    const page = await context.newPage();
    await open(page);
    await storyTold(page);
    await toEnd(page);
    const { digest } = await facts(page);
    await kubectl(page, 'kubectl get pods');
    await expect(answer(page)).toContainText('Running');
    await atRest(page, 0);
    expect((await facts(page)).digest).not.toBe(digest);
    digests.push((await facts(page)).digest);
    await context.close();
  }
  expect(digests[1]).toBe(digests[0]);
});
