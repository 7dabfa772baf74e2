import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { get } from 'node:https';
import { connect as connectPlainly, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const HOOK = resolve('src/server/testing/busy-hook.cjs');
const LIMIT = 120_000;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The command in a process of its own, whose temporary files are in a folder of its own. */
class Command {
  stdout = '';
  stderr = '';
  readonly folder = mkdtempSync(join(tmpdir(), 'kubestep-command-'));
  readonly kubeconfig = join(this.folder, 'config');
  readonly ended: Promise<Ended>;
  private readonly temporary = join(this.folder, 'tmp');
  private readonly child: ChildProcess;

  constructor(words: readonly string[] = []) {
    mkdirSync(this.temporary);
    const script = ['--require', HOOK, 'scripts/run-ts.mjs', 'scripts/kubestep.ts', 'serve'];
    this.child = spawn(
      process.execPath,
      [...script, '--nodes', '1', '--speed', 'max', '--kubeconfig', this.kubeconfig, ...words],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: this.temporary } },
    );
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.stdout += chunk.toString('utf8');
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8');
    });
    this.ended = new Promise((done) => this.child.once('close', (code, signal) => done({ code, signal })));
  }

  /** The folders with keys that are there. */
  get keys(): readonly string[] {
    return readdirSync(this.temporary);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** What the kubeconfig says of how to reach it, once it serves. */
  async reached(): Promise<{ readonly server: string; readonly token: string; readonly ca: Buffer }> {
    await until(() => this.stdout !== '' || this.child.exitCode !== null);
    const text = readFileSync(this.kubeconfig, 'utf8');
    const [, server = ''] = /server: (\S+)/.exec(text) ?? [];
    const [, token = ''] = /token: (\S+)/.exec(text) ?? [];
    const [, authority = ''] = /certificate-authority-data: (\S+)/.exec(text) ?? [];
    return { server, token, ca: Buffer.from(authority, 'base64') };
  }

  /** Asks for what the hook understands, and waits until its thread is well in it. */
  async ask(path: string): Promise<void> {
    const { server, ca } = await this.reached();
    await new Promise<void>((sent) => {
      const request = get(`${server}${path}`, { ca, agent: false });
      request.on('error', () => undefined);
      request.once('finish', sent);
    });
    await passed(1000);
  }

  close(): void {
    this.child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const passed = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await passed(2);
}

/** An open watch, whose headers have come. */
async function watching(command: Command): Promise<ClientHttp2Session> {
  const { server, ca, token } = await command.reached();
  const session = connect(server, { ca });
  session.on('error', () => undefined);
  const watch = session.request({ ':path': '/api/v1/pods?watch=1', authorization: `Bearer ${token}` });
  watch.on('error', () => undefined);
  const status = await new Promise((headers) => watch.once('response', (received) => headers(received[':status'])));
  expect(status).toBe(200);
  return session;
}

/** A connection over which nothing is said, not even the first of TLS. */
async function silent(command: Command): Promise<Socket> {
  const { port, hostname } = new URL((await command.reached()).server);
  const socket = connectPlainly(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise((connected) => socket.once('connect', connected));
  return socket;
}

describe('npm run serve', () => {
  let command: Command;
  afterEach(() => command.close());

  it(
    'SV11: prints one line when it is ready, and ends cleanly on SIGTERM while a watch is open',
    async () => {
      command = new Command();
      const session = await watching(command);
      expect(command.stdout).toMatch(/^Kubestep API server at https:\/\/127\.0\.0\.1:\d+, kubeconfig .*config\n$/);
      expect(statSync(command.kubeconfig).mode & 0o777).toBe(0o600);
      expect(command.keys).toHaveLength(1);
      const connection = await silent(command);
      command.signal('SIGTERM');
      expect(await command.ended).toEqual({ code: 0, signal: null });
      expect(command.stderr).toBe('');
      expect(command.keys).toEqual([]);
      session.destroy();
      connection.destroy();
    },
    LIMIT,
  );

  it(
    'SV22: hears a signal while the cluster starts, and leaves no keys',
    async () => {
      command = new Command(['--storage']);
      await until(() => command.keys.length > 0);
      command.signal('SIGINT');
      expect(await command.ended).toEqual({ code: 130, signal: null });
      expect(command.stdout).toBe('');
      expect(command.keys).toEqual([]);
    },
    LIMIT,
  );

  it(
    'SV22: hears a signal while its cluster is in an endless loop',
    async () => {
      command = new Command();
      await command.ask('/endless-loop');
      command.signal('SIGTERM');
      expect(await command.ended).toEqual({ code: 143, signal: null });
      expect(command.keys).toEqual([]);
    },
    LIMIT,
  );

  it(
    'SV22: hears a signal while its cluster is in a call that cannot be stopped',
    async () => {
      command = new Command();
      await command.ask('/endless-call');
      command.signal('SIGTERM');
      expect(await command.ended).toEqual({ code: null, signal: 'SIGTERM' });
      expect(command.keys).toEqual([]);
    },
    LIMIT,
  );

  it(
    'SV22: waits for nothing when it hears a second signal',
    async () => {
      command = new Command();
      await command.ask('/endless-loop');
      command.signal('SIGINT');
      await passed(500);
      command.signal('SIGINT');
      // Had it waited, it would have ended with a status.
      expect(await command.ended).toEqual({ code: null, signal: 'SIGINT' });
      expect(command.keys).toEqual([]);
    },
    LIMIT,
  );

  it(
    'SV22: takes a signal that comes twice at once, as from Ctrl+C below npm, for one',
    async () => {
      command = new Command();
      const session = await watching(command);
      command.signal('SIGINT');
      await passed(20);
      command.signal('SIGINT');
      expect(await command.ended).toEqual({ code: 0, signal: null });
      expect(command.keys).toEqual([]);
      session.destroy();
    },
    LIMIT,
  );

  it(
    'SV22: ends with the error that broke its cluster, and leaves no keys',
    async () => {
      command = new Command();
      await command.ask('/break');
      expect(await command.ended).toEqual({ code: 1, signal: null });
      expect(command.stderr).toContain('Error: broken on purpose');
      expect(command.keys).toEqual([]);
    },
    LIMIT,
  );
});
