import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from '@playwright/test';
import { complaintsOf } from '../browser.ts';
import { CHROMIUM_ARGS, findChromium } from '../find-chromium.mjs';

const SLOW = 60_000;

export async function opened(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium');
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
}

/** What a page of the site says when it stands, with what the demos in it say; whatever its browser complains of is thrown. */
export async function wordsAt(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  try {
    await page.goto(address, { waitUntil: 'networkidle' });
    if (complaints.length > 0) throw new Error(`${address} says ${complaints.join('; ')}`);
    const demos = await page.locator('kubestep-demo button').allInnerTexts();
    return [await page.locator('body').innerText(), ...demos].join('\n');
  } finally {
    await page.close();
  }
}

/** What a browser complains of while the page is opened, and a sandboxed demo of it in a page of somebody else. */
export async function complaintsAt(browser: Browser, address: string): Promise<readonly string[]> {
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(address);
  const stands = () => Number(document.documentElement.dataset.steps) > 1;
  await page.waitForFunction(stands, undefined, { timeout: SLOW });
  const frame = `${address}embed.html?scenario=discovery&part=1&step=7&embed&embed.load=eager`;
  const host = createServer((_, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end(
        `<!doctype html><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" width="700" height="640" src="${frame}"></iframe>`,
      ),
  );
  await new Promise<void>((done) => host.listen(0, 'localhost', done));
  try {
    await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`);
    await page
      .frames()[1]
      ?.waitForFunction(() => document.documentElement.dataset.step === '7', undefined, { timeout: SLOW });
    return complaints;
  } finally {
    await page.close();
    host.close();
    host.closeAllConnections();
  }
}

/** What is sent with a page, or with the first file in it that fits. */
export async function headersAt(address: string, within?: RegExp): Promise<Headers> {
  const headers = { 'Accept-Encoding': 'gzip' };
  const answer = await fetch(address, { headers });
  const text = await answer.text();
  if (within === undefined) return answer.headers;
  const file = within.exec(text)?.[1];
  if (file === undefined) throw new Error(`${address} names no such file`);
  const script = await fetch(new URL(file, address), { headers });
  await script.arrayBuffer();
  return script.headers;
}
