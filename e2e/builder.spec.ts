import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { complaintsOf } from '../scripts/browser.ts';
import { built, openBuilder } from '../scripts/sites/authoring.ts';
import { lookOf, readFollowing, readPiece } from '../scripts/sites/reading.ts';
import { PLATFORMS } from '../src/ui/share/snippets.ts';

/* What an author does in the builder, and what a reader then meets. Real sites are built by `npm run sites`. */

const servers: Server[] = [];
test.afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A page of somebody else, with another origin, and a switch between light and dark. */
function hosted(snippet: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>host</title>
<style>main { max-width: 700px; margin: auto }</style><main>${snippet}</main></html>`);
  });
  servers.push(server);
  return new Promise((done) =>
    server.listen(0, 'localhost', () => done(`http://localhost:${(server.address() as AddressInfo).port}/`)),
  );
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('a Service and its Pods, beats 5 to 12, dark, Chinese, on a click: one visit and one paste', async ({ page }) => {
  await openBuilder(page, './', 'scenario=no-endpoints&part=1', 5);
  const choices = { range: [5, 12], look: 'dark', language: 'zh', load: 'click' } as const;
  const copied = await built(page, choices, PLATFORMS);
  for (const platform of PLATFORMS) {
    const { snippet, once } = copied.get(platform) ?? { snippet: '', once: '' };
    expect(snippet, platform).toContain('scenario=no-endpoints');
    expect(snippet.length, platform).toBeLessThan(platform === 'markdown' ? 1_000 : 25_000);
    expect(once !== '', platform).toBe(platform === 'hugo');
  }
  const complaints = complaintsOf(page);
  await page.goto(await hosted(copied.get('html')?.snippet ?? ''));
  const { said } = await readPiece(page, [5, 12]);
  expect(said).toMatch(/\p{Script=Han}/u);
  expect(await lookOf(page)).toEqual({ theme: 'dark', language: 'zh-CN' });
  expect(complaints).toEqual([]);
});

test('without a look of its own it looks as the page around, and begins where its author stood', async ({ page }) => {
  await openBuilder(page, './', 'scenario=no-endpoints&part=1', 9);
  const copied = await built(page, { look: 'auto', load: 'visible' }, ['html']);
  await page.goto(await hosted(copied.get('html')?.snippet ?? ''));
  let theme: 'light' | 'dark' = 'light';
  await readFollowing(page, 9, async () => {
    theme = theme === 'light' ? 'dark' : 'light';
    await page.evaluate((now) => {
      document.documentElement.dataset.theme = now;
    }, theme);
    return theme;
  });
});

test('a story that is not on the page has its poster from where it is tried', async ({ page }) => {
  await openBuilder(page, './', 'scenario=no-endpoints&part=1', 0);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Shows').selectOption('discovery');
  await dialog.getByRole('textbox', { name: 'From', exact: true }).fill('3');
  const field = dialog.getByRole('textbox', { name: 'HTML', exact: true });
  await expect(field).toHaveValue(/scenario=discovery/);
  await expect(dialog.getByText('The poster of this demo is made when you try it here.')).toBeVisible();
  await expect(field).not.toHaveValue(/data:image/);
  await dialog.getByRole('button', { name: 'Try it here' }).click();
  await expect(field).toHaveValue(/data:image\/svg\+xml,/, { timeout: 60_000 });
  await expect(dialog.getByText('The poster of this demo is made when you try it here.')).toHaveCount(0);
  expect(decodeURIComponent((await field.inputValue()).replaceAll('&amp;', '&'))).toContain(
    'What does the server serve?',
  );
  await dialog.getByLabel('Poster').selectOption('none');
  await expect(field).not.toHaveValue(/data:image/);
});
