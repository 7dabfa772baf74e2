import { spawn, spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { complaintsAt, headersAt, opened } from './served-page.ts';

const PORT = 4680;
/** Where the page lies in the recipe of nginx, and so in the container. */
export const ROOT = '/srv/kubestep';

/** A real nginx with that server, and the page at its root and in a folder of it. */
export async function serveByNginx(server: string, dist: string, folder: string): Promise<string> {
  for (const place of ['', 'some/path']) cpSync(dist, join(folder, place), { recursive: true });
  const said = await withNginx(server.replaceAll(ROOT, folder), folder, async (browser) => {
    for (const place of ['', 'some/path/']) await checkPage(browser, place, place === '');
  });
  return said ?? 'serves the page and a sandboxed demo, at the root and in a folder, and nothing is refused';
}

/** The page at one place of it, as a browser opens it, with what is sent along. */
export async function checkPage(browser: Browser, place: string, isRoot: boolean): Promise<void> {
  const address = `http://127.0.0.1:${PORT}/${place}`;
  const complaints = await complaintsAt(browser, address);
  if (complaints.length > 0) throw new Error(`${address} says ${complaints.join('; ')}`);
  await checkHeaders(address, isRoot);
}

/** Does something while a real nginx serves; where there is none, it is said. */
export async function withNginx(
  server: string,
  folder: string,
  work: (browser: Browser) => Promise<void>,
): Promise<string | undefined> {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/.${one};`,
  );
  const configuration = join(folder, 'nginx-whole.conf');
  writeFileSync(
    configuration,
    `daemon off; master_process off; error_log stderr; pid ${folder}/nginx.pid;
events {}
http { include /etc/nginx/mime.types; access_log off; ${places.join(' ')}
${server.replace(/listen \d+/, `listen 127.0.0.1:${PORT}`)} }
`,
  );
  const tried = spawnSync('nginx', ['-t', '-q', '-c', configuration, '-e', 'stderr'], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'there is no nginx on this machine';
  if (tried.status !== 0) throw new Error(tried.stderr);
  const nginx = spawn('nginx', ['-c', configuration, '-e', 'stderr'], { stdio: 'inherit' });
  const browser = await opened();
  try {
    await work(browser);
    return undefined;
  } finally {
    await browser.close();
    nginx.kill();
  }
}

async function checkHeaders(address: string, atRoot: boolean): Promise<void> {
  const [page, script] = [await headersAt(address), await headersAt(address, /src="\.\/(assets\/[^"]+\.js)"/)];
  const wanted: readonly (readonly [string, string | null, RegExp])[] = [
    ['the policy', page.get('content-security-policy'), /default-src 'self'/],
    ['nosniff', page.get('x-content-type-options'), /^nosniff$/],
    ['CORS', page.get('access-control-allow-origin'), /^\*$/],
    ['CORS of scripts', script.get('access-control-allow-origin'), /^\*$/],
    ['packing of scripts', script.get('content-encoding'), /^gzip$/],
    // The recipe names the folder of a page at the root.
    ...(atRoot ? ([['keeping', script.get('cache-control'), /immutable/]] as const) : []),
  ];
  for (const [what, value, pattern] of wanted)
    if (!pattern.test(value ?? '')) throw new Error(`${address} has no ${what}: ${value}`);
}
