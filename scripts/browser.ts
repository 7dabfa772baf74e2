import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/find-chromium.mjs';
import { serve } from '../scripts/serve.mjs';

/** A browser without a window, closed when `use` is done with it. */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chrome or Chromium');
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

/** The same, with the built site at an address. */
export async function withBuiltSite<T>(
  port: number,
  use: (browser: Browser, address: string) => Promise<T>,
): Promise<T> {
  if (!existsSync('dist/index.html')) throw new Error('there is no dist: npm run build');
  const { server, port: given } = await serve('dist', { port });
  try {
    return await withBrowser((browser) => use(browser, `http://127.0.0.1:${given}/`));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
