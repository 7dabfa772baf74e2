// A real browser, for scripts that look at the built page.
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './find-chromium.mjs';
import { serve } from './serve.mjs';

/** A browser without a window, closed when `use` is done with it. */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chrome, Chromium or Edge');
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

/** A folder of files at an address of this machine, for as long as `use` takes. */
export async function withServed<T>(folder: string, port: number, use: (port: number) => Promise<T>): Promise<T> {
  const { server, port: given } = await serve(folder, { port });
  try {
    return await use(given);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** A browser, with the built site at an address. */
export async function withBuiltSite<T>(
  port: number,
  use: (browser: Browser, address: string) => Promise<T>,
): Promise<T> {
  if (!existsSync('dist/index.html')) throw new Error('there is no dist: npm run build');
  return withServed('dist', port, (given) => withBrowser((browser) => use(browser, `http://127.0.0.1:${given}/`)));
}

/** Everything that a page complains of from now on. A browser asks for a little picture that few sites have. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  return complaints;
}
