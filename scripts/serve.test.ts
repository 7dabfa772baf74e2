import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.mjs';

interface Answer {
  readonly code: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

describe('the static server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-serve-'));
  let running: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    mkdirSync(join(folder, 'site', 'assets'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'site', 'index.html'), '<p>page');
    writeFileSync(join(folder, 'site', 'assets', 'a b.js'), 'script');
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'site', 'link.txt'));
    running = await serve(join(folder, 'site'), { port: 45_170 });
  });
  afterAll(() => {
    running.server.close();
    rmSync(folder, { recursive: true });
  });

  // Not fetch: it would tidy the path before sending it.
  const get = (path: string, method = 'GET') =>
    new Promise<Answer>((done, fail) => {
      const options = { host: '127.0.0.1', port: running.port, path, method };
      const sent = request(options, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => done({ code: response.statusCode, type: response.headers['content-type'], body }));
      });
      sent.on('error', fail).end();
    });

  it('serves files with their types, and the page for the folder', async () => {
    expect(await get('/')).toEqual({ code: 200, type: 'text/html; charset=utf-8', body: '<p>page' });
    expect(await get('/assets/a%20b.js?v=1')).toMatchObject({ code: 200, type: 'text/javascript; charset=utf-8' });
    expect(await get('/', 'HEAD')).toMatchObject({ code: 200, body: '' });
  });

  it('packs a file once, and anew when it has changed', async () => {
    const file = join(folder, 'site', 'words.txt');
    const text = async () => {
      const answer = await fetch(`http://127.0.0.1:${running.port}/words.txt`);
      return [answer.headers.get('content-encoding'), await answer.text()];
    };
    writeFileSync(file, 'one');
    expect([await text(), await text()]).toEqual([
      ['gzip', 'one'],
      ['gzip', 'one'],
    ]);
    writeFileSync(file, 'two and more');
    expect(await text()).toEqual(['gzip', 'two and more']);
    rmSync(file);
    expect((await get('/words.txt')).code).toBe(404);
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/link.txt',
    '/%00',
    '/%',
    '/assets',
  ])('does not leave its folder for %s', async (path) => {
    expect(await get(path)).toMatchObject({ code: 404, body: 'not found\n' });
  });

  it('lies below a path where that is asked for, and says with the folder’s own page what is not there', async () => {
    writeFileSync(join(folder, 'site', '404.html'), '<p>nothing');
    const below = await serve(join(folder, 'site'), { port: 45_175, base: '/docs/' });
    const asked = async (path: string, accept: string) => {
      const answer = await fetch(`http://127.0.0.1:${below.port}${path}`, { headers: { accept } });
      return [answer.status, await answer.text()];
    };
    try {
      expect(await asked('/docs/?a', 'text/html')).toEqual([200, '<p>page']);
      expect(await asked('/', 'text/html,*/*')).toEqual([404, '<p>nothing']);
      expect(await asked('/docs/none.html', 'text/html')).toEqual([404, '<p>nothing']);
      expect(await asked('/docs/none.js', '*/*')).toEqual([404, 'not found\n']);
    } finally {
      below.server.close();
      below.server.closeAllConnections();
      rmSync(join(folder, 'site', '404.html'));
    }
  });

  it('only reads', async () => {
    expect((await get('/', 'POST')).code).toBe(405);
  });

  it('takes the next port when its own is taken', async () => {
    const second = await serve(join(folder, 'site'), { port: running.port });
    second.server.close();
    expect(second.port).toBeGreaterThan(running.port);
    await expect(serve(join(folder, 'site'), { port: running.port, strict: true })).rejects.toThrow('EADDRINUSE');
  });
});

describe('npm start', () => {
  it('does not pass over what it does not know', () => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/start.mjs', '--port', '80'], { encoding: 'utf8' });
    expect(stdout).toContain('takes no options, and so not --port 80.');
    expect(status).toBe(2);
  });
});
