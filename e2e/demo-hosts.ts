import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { DemoEvent } from '../src/embed/index.ts';

/*
 * Demos in pages of others: each host has an origin of its own, and the server of Kubestep sends no CORS headers unless a test
 * says so.
 */

const servers: Server[] = [];

export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

type Headers = { readonly [name: string]: string };
const TYPES: Headers = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml' };

export function listening(server: Server, host: string): Promise<string> {
  servers.push(server);
  return new Promise((done) =>
    server.listen(0, host, () => done(`http://${host}:${(server.address() as AddressInfo).port}/`)),
  );
}

/** The built site as the plainest of servers gives it, but for files that it has lost. */
export function site(headers: Headers = {}, isLost: (path: string) => boolean = () => false): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://x');
    const file = join('dist', pathname.replace(/\/$/, '/index.html'));
    if (!existsSync(file) || isLost(pathname)) return void response.writeHead(404).end();
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=600', ...headers });
    createReadStream(file).pipe(response);
  });
  return listening(server, '127.0.0.1');
}

/** A page of somebody else; what its demos say is noted. */
export async function host(page: Page, html: string, headers: Headers = {}): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><meta name="viewport" content="width=device-width"><title>host</title>${html}`);
  });
  const address = await listening(server, 'localhost');
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    for (const type of ['ready', 'step', 'error', 'check', 'link', 'height'])
      addEventListener(type, (event) => event instanceof CustomEvent && heard.push(event.detail), true);
  });
  await page.goto(address);
}

export const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: DemoEvent[] }).heard);
export const readyCount = async (page: Page) => (await heard(page)).filter(({ type }) => type === 'ready').length;
export const script = (base: string) => `<script defer src="${base}kubestep-demo.js"></script>`;
export const DEMO =
  '<kubestep-demo scenario="seven-arrows" part="1" step="40" load="eager"><p>a poster</p></kubestep-demo>';
export const SLOW = { timeout: 60_000 };
