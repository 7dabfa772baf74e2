import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parseManifests } from '../../api/yaml/index.ts';
import { packTar } from '../../base/bytes/tar.ts';
import type { Serving } from '../serve.ts';
import { serveForTest } from '../testing.ts';

const POD =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: "nginx:1.27"}, {name: d, image: "busybox:1.36", command: [sleep, infinity]}]}\n';

let serving: Serving;
let ca = '';
let token = '';

beforeAll(async () => {
  serving = await serveForTest({ nodes: 1 });
  const text = readFileSync(serving.kubeconfig, 'utf8');
  ca = Buffer.from(/certificate-authority-data: (\S+)/.exec(text)?.[1] ?? '', 'base64').toString('utf8');
  token = serving.cluster.tokens.get('kubernetes-admin') ?? '';
  expect(parseManifests(POD).errors).toEqual([]);
  await serving.cluster.kubectl(['apply', '-f', 'p.yaml'], { 'p.yaml': POD });
  await serving.cluster.kubectl(['wait', '--for=condition=Ready', 'pod/p']);
});
afterAll(() => serving.close());

interface Talk {
  readonly code: number | undefined;
  readonly protocol: string;
  readonly messages: readonly (readonly [channel: number, text: string])[];
}

function talk(path: string, protocols: readonly string[], sent: readonly Buffer[] = [], until?: string): Promise<Talk> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${serving.url.replace('https', 'wss')}${path}`, [...protocols], {
      ca,
      headers: protocols.some((each) => each.startsWith('base64url.')) ? {} : { authorization: `Bearer ${token}` },
    });
    const messages: [number, string][] = [];
    socket.on('open', () => {
      for (const bytes of sent) socket.send(bytes);
    });
    socket.on('message', (data: Buffer) => {
      messages.push([data[0] ?? -1, data.toString('utf8', 1)]);
      if (until !== undefined && data.toString('latin1').includes(until)) socket.close();
    });
    socket.on('unexpected-response', (_, response) => {
      resolve({ code: response.statusCode, protocol: '', messages });
      socket.terminate();
    });
    socket.on('close', () => resolve({ code: 101, protocol: socket.protocol, messages }));
    socket.on('error', () => undefined);
  });
}

/** What a command writes, as bytes. */
function bytesOf(path: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${serving.url.replace('https', 'wss')}${path}`, ['v4.channel.k8s.io'], {
      ca,
      headers: { authorization: `Bearer ${token}` },
    });
    const parts: Buffer[] = [];
    socket.on('message', (data: Buffer) => {
      if (data[0] === 1) parts.push(data.subarray(1));
    });
    socket.on('close', () => resolve(Buffer.concat(parts)));
  });
}

describe('logs over websockets', () => {
  /** Messages as they come: bytes, or a text. */
  function heard(path: string, protocols: readonly string[], until?: string): Promise<readonly (string | Buffer)[]> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${serving.url.replace('https', 'wss')}${path}`, [...protocols], {
        ca,
        headers: { authorization: `Bearer ${token}` },
      });
      const messages: (string | Buffer)[] = [];
      socket.on('message', (data: Buffer, isBinary) => {
        messages.push(isBinary ? data : data.toString('utf8'));
        if (until !== undefined && Buffer.concat(messages.map((each) => Buffer.from(each))).includes(until))
          socket.close();
      });
      socket.on('unexpected-response', (_, { statusCode }) => {
        resolve([`refused ${statusCode}`]);
        socket.terminate();
      });
      socket.on('close', () => resolve(messages));
      socket.on('error', () => undefined);
    });
  }
  const LOG = '/api/v1/namespaces/default/pods/p/log?container=c';
  const START = '/docker-entrypoint.sh: Configuration complete';

  it('SV12: an empty message comes first, then what there is, as bytes or in base64', async () => {
    const [first, ...rest] = await heard(LOG, ['binary.k8s.io']);
    expect(first).toEqual(Buffer.alloc(0));
    expect(rest.every((each) => Buffer.isBuffer(each) && each.length <= 2048)).toBe(true);
    const text = Buffer.concat(rest as readonly Buffer[]).toString('utf8');
    expect(text).toContain(START);
    expect(await heard(LOG, [])).toEqual([first, ...rest]);
    const [empty, ...encoded] = await heard(LOG, ['base64.binary.k8s.io']);
    expect(empty).toBe('');
    expect(encoded.map((each) => Buffer.from(String(each), 'base64').toString('utf8')).join('')).toBe(text);
  });

  it('SV12: one that is followed goes on until the client leaves; an unknown protocol is refused', async () => {
    const followed = await heard(`${LOG}&follow=true`, ['binary.k8s.io'], START);
    expect(Buffer.concat(followed.map((each) => Buffer.from(each))).toString('utf8')).toContain(START);
    expect(await heard(LOG, ['v5.channel.k8s.io'])).toEqual(['refused 403']);
    expect(await heard(LOG.replace('/p/', '/q/'), ['binary.k8s.io'])).toEqual(['refused 404']);
  });
});

it('SV12: older protocols are spoken as well, and an unknown one is refused', async () => {
  const path = `${EXEC.replace('stdin=true', 'stdin=false')}&command=echo&command=hi`;
  const encoded = Buffer.from('hi\n').toString('base64');
  const said = async (...protocols: string[]) => (await talk(path, protocols)).messages;
  const status = '{"metadata":{},"status":"Success"}';
  expect(await said('channel.k8s.io')).toEqual([[1, 'hi\n']]);
  expect(await said('base64.channel.k8s.io')).toEqual([[49, encoded]]);
  expect(await said('v4.base64.channel.k8s.io')).toEqual([
    [49, encoded],
    [51, Buffer.from(status).toString('base64')],
  ]);
  expect((await talk(path, ['nope', 'v4.channel.k8s.io'])).protocol).toBe('v4.channel.k8s.io');
  expect((await talk(path, ['nope'])).code).toBe(403);
});

const EXEC = '/api/v1/namespaces/default/pods/p/exec?container=d&stdin=true&stdout=true&stderr=true';

/** What a client reads that takes one TLS record at a time, after the answer that opens the websocket. */
function recordsOf(path: string, protocol = 'v4.channel.k8s.io'): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const records: Buffer[] = [];
    const { port } = new URL(serving.url);
    const socket = connect({ host: '127.0.0.1', port: Number(port), ca });
    const head = ['Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket', `Authorization: Bearer ${token}`];
    const own = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='];
    socket.write(
      `GET ${path} HTTP/1.1\r\n${[...head, ...own].join('\r\n')}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
    );
    socket.on('data', (bytes: Buffer) => {
      records.push(bytes);
      // Nothing comes through a tunnel that is not written to.
      if (protocol !== 'v4.channel.k8s.io') socket.destroy();
      // A frame of close: whoever heard it goes.
      if (bytes[0] === 0x88) socket.destroy();
    });
    socket.on('close', () => resolve(records));
    socket.on('error', reject);
  });
}

describe('upgraded connections', () => {
  it('SV12: carry each message in a TLS record of its own: who waits for its socket misses none', async () => {
    const [answer, ...messages] = await recordsOf(
      `${EXEC.replace('stdin=true', 'stdin=false')}&command=sh&command=-c&command=${encodeURIComponent('echo one; echo two >&2')}`,
    );
    expect(answer?.toString('latin1')).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\n$/);
    expect(messages.map((bytes) => [bytes[0], bytes[2], bytes.length - 2 - (bytes[1] ?? 0)])).toEqual([
      [0x82, 1, 0],
      [0x82, 2, 0],
      [0x82, 3, 0],
      [0x88, 3, 0],
    ]);
  });

  it('SV12: tunnel SPDY for who asks for it, though the name of that protocol is no token of HTTP', async () => {
    const tunnel = 'SPDY/3.1+portforward.k8s.io';
    const [answer] = await recordsOf('/api/v1/namespaces/default/pods/p/portforward', tunnel);
    expect(answer?.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer?.toString('latin1')).toContain(`\r\nSec-WebSocket-Protocol: ${tunnel}\r\n`);
  });

  it('SV12: carry a process over the newest protocol that the client offers', async () => {
    const { protocol, messages } = await talk(
      `${EXEC}&command=sh`,
      ['v5.channel.k8s.io', 'v4.channel.k8s.io'],
      [Buffer.from('\0echo one; ls /nope\n'), Buffer.from([255, 0])],
    );
    expect(protocol).toBe('v5.channel.k8s.io');
    expect(messages.slice(0, 2)).toEqual([
      [1, 'one\n'],
      [2, 'ls: /nope: No such file or directory\n'],
    ]);
    expect(messages[2]?.[0]).toBe(3);
    expect(JSON.parse(messages[2]?.[1] ?? '')).toMatchObject({ reason: 'NonZeroExitCode', status: 'Failure' });
  });

  it('take a token as one of the protocols, as browsers send it', async () => {
    const bearer = `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;
    const { protocol, messages } = await talk(`${EXEC}&command=hostname`, ['v4.channel.k8s.io', bearer]);
    expect({ protocol, messages }).toEqual({
      protocol: 'v4.channel.k8s.io',
      messages: [
        [1, 'p\n'],
        [3, '{"metadata":{},"status":"Success"}'],
      ],
    });
  });

  it('CRI22: an archive of several paths is one, with `z` a gzip, and one that comes so is read', async () => {
    const path = EXEC.replace('stdin=true', 'stdin=false');
    const records = await bytesOf(
      `${path}&command=tar&command=czf&command=-&command=-C&command=/etc&command=hostname&command=hosts`,
    );
    const archive = gunzipSync(records).toString('latin1');
    expect([archive.slice(0, 8), archive.slice(1024, 1029), archive.length % 512]).toEqual(['hostname', 'hosts', 0]);
    const zipped = gzipSync(Buffer.from(packTar([{ path: 'from-outside', content: 'zipped\n' }], 0), 'latin1'));
    const sent = [Buffer.concat([Buffer.from([0]), zipped]), Buffer.from([255, 0])];
    await talk(`${EXEC}&command=tar&command=xzf&command=-&command=-C&command=/tmp`, ['v5.channel.k8s.io'], sent);
    const { messages } = await talk(`${path}&command=cat&command=/tmp/from-outside`, ['v4.channel.k8s.io']);
    expect(messages[0]).toEqual([1, 'zipped\n']);
  });

  it('are refused before the upgrade', async () => {
    const protocols = ['v5.channel.k8s.io'];
    expect((await talk(EXEC.replace('=d', '=x'), protocols)).code).toBe(400);
    expect((await talk(EXEC.replace('/p/', '/q/'), protocols)).code).toBe(404);
    expect((await talk(`${EXEC}&command=ls`, ['base64url.bearer.authorization.k8s.io.bm8', ...protocols])).code).toBe(
      401,
    );
  });

  it('forward a port over plain channels too', async () => {
    const { messages } = await talk(
      '/api/v1/namespaces/default/pods/p/portforward?ports=80',
      ['v4.channel.k8s.io'],
      [Buffer.from('\0GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
      '</html>',
    );
    expect(messages.slice(0, 2)).toEqual([
      [0, 'P\0'],
      [1, 'P\0'],
    ]);
    expect(messages[2]?.[1]).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});
