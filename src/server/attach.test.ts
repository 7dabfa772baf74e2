import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { FromWorker, ToWorker } from '../protocol/messages.ts';
import { type Attaching, attachPages } from './attach.ts';
import type { Serving } from './serve.ts';
import { serveForTest } from './testing.ts';

let serving: Serving;
let server: Server;
let attaching: Attaching;
let host = '';

beforeAll(async () => {
  serving = await serveForTest({ nodes: 1 });
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  attaching = attachPages(server, serving.cluster, [host]);
});
afterAll(async () => {
  attaching.close();
  server.close();
  await serving.close();
});

function dial(token: string, origin: string): WebSocket {
  return new WebSocket(`ws://${host}/attach`, ['kubestep.attach', token], { origin });
}

describe('a page that looks on', () => {
  it.each([
    ['another token', () => dial('nope', `http://${host}`)],
    ['another origin', () => dial(attaching.token, 'http://evil.example')],
    [
      'another host',
      () =>
        new WebSocket(`ws://${host}/attach`, ['kubestep.attach', attaching.token], {
          origin: 'http://evil.example',
          headers: { host: 'evil.example' },
        }),
    ],
  ])('SV13: is refused with %s', async (_, connect) => {
    const code = await new Promise<number | undefined>((resolve) => {
      const socket = connect();
      socket.on('unexpected-response', (__, response) => resolve(response.statusCode));
      socket.on('open', () => resolve(101));
      socket.on('error', () => undefined);
    });
    expect(code).toBe(403);
  });

  it('SV13: sees what an outside client does, can step through it, and types into the same cluster', async () => {
    const socket = dial(attaching.token, `http://${host}`);
    const messages: FromWorker[] = [];
    let heard = (): void => undefined;
    socket.on('message', (data: Buffer) => {
      messages.push(JSON.parse(data.toString('utf8')) as FromWorker);
      heard();
    });
    await new Promise<void>((resolve) => socket.once('open', () => resolve()));
    const say = (message: ToWorker): void => socket.send(JSON.stringify(message));
    const until = (met: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        heard = () => (met() ? resolve() : undefined);
        heard();
      });
    const frames = () => messages.flatMap((each) => (each.type === 'frame' ? [each.frame] : []));
    const answered = (id: number) => messages.some((each) => each.type === 'frame' && each.done?.includes(id));
    say({ type: 'hello', id: 0 });
    say({
      type: 'open',
      id: 1,
      run: { v: 1, build: '', seed: 1, cluster: { nodes: 1, latencies: 'realistic' }, inputs: [] },
    });
    say({ type: 'subscribe', id: 2, view: 'terminal' });
    await until(() => answered(2));

    await serving.cluster.kubectl(['create', 'configmap', 'outside']);
    await until(() => (frames().at(-1)?.total ?? 0) > 10);
    expect(frames().at(-1)?.atEnd).toBe(true);

    say({ type: 'step', id: 3, by: -3 });
    await until(() => answered(3));
    expect(frames().at(-1)?.atEnd).toBe(false);
    const { index = 0, total = 0 } = frames().at(-1) ?? {};
    expect(index).toBeLessThan(total);

    say({ type: 'give', id: 4, input: { type: 'kubectl', argv: ['create', 'configmap', 'typed'], files: {} } });
    await until(() => frames().some(({ views }) => JSON.stringify(views).includes('configmap/typed created')));
    const listed = await serving.cluster.kubectl(['get', 'cm', '-o', 'name']);
    expect(listed.stdout).toContain('configmap/outside\nconfigmap/typed\n');
    expect(messages.filter(({ type }) => type === 'broken' || type === 'failed')).toEqual([]);
    socket.close();
  });
});
