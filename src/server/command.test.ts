import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('npm run serve', () => {
  it('SV11: prints one line when it is ready, and ends cleanly on SIGTERM while a watch is open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kubestep-serve-'));
    const kubeconfig = join(folder, 'config');
    const child = spawn(
      process.execPath,
      ['scripts/run-ts.mjs', 'scripts/serve-cluster.ts', '--nodes', '1', '--kubeconfig', kubeconfig],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    try {
      const line = await new Promise<string>((resolve) => {
        child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
        child.once('exit', () => resolve(`ended: ${stderr}`));
      });
      expect(line).toMatch(/^Kubestep API server at https:\/\/127\.0\.0\.1:\d+, kubeconfig .*config\n$/);
      expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
      const text = readFileSync(kubeconfig, 'utf8');
      const [, server = ''] = /server: (\S+)/.exec(text) ?? [];
      const [, token] = /token: (\S+)/.exec(text) ?? [];
      const [, authority = ''] = /certificate-authority-data: (\S+)/.exec(text) ?? [];
      const session = connect(server, { ca: Buffer.from(authority, 'base64') });
      session.on('error', () => undefined);
      const watch = session.request({ ':path': '/api/v1/pods?watch=1', authorization: `Bearer ${token}` });
      watch.on('error', () => undefined);
      const headers = await new Promise<Record<string, unknown>>((resolve) =>
        watch.once('response', (received) => resolve(received)),
      );
      expect(headers[':status']).toBe(200);
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(stderr).toBe('');
      session.destroy();
    } finally {
      child.kill('SIGKILL');
      if (existsSync(folder)) rmSync(folder, { recursive: true });
    }
  }, 120_000);
});
