import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseManifests } from '../api/yaml/index.ts';
import type { Serving } from './serve.ts';
import { serveForTest } from './testing.ts';

let serving: Serving;
let session: ClientHttp2Session;
let ca: Buffer;
let token: string;
const errors: unknown[] = [];

interface Config {
  readonly clusters: readonly { readonly cluster: { readonly 'certificate-authority-data': string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

beforeAll(async () => {
  const patience = { quietMillis: 100, answerMillis: 500 };
  serving = await serveForTest({ nodes: 0, patience, broken: (error) => void errors.push(error) });
  const config = parseManifests(readFileSync(serving.kubeconfig, 'utf8')).documents[0]?.object as Config;
  ca = Buffer.from(config.clusters[0]?.cluster['certificate-authority-data'] ?? '', 'base64');
  token = config.users.find(({ user }) => user.token !== undefined)?.user.token ?? '';
  session = connect(serving.url, { ca });
});
afterAll(async () => {
  session.destroy();
  await serving.close();
});

function ask(path: string): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, authorization: `Bearer ${token}` });
    let [code, text] = [0, ''];
    stream.on('response', (headers) => {
      code = Number(headers[':status']);
    });
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('end', () => resolve({ code, text }));
    stream.on('error', reject);
    stream.end();
  });
}

it('SV20: a request in which something breaks fails alone, and is told of', async () => {
  const { cluster } = serving;
  const request = cluster.request.bind(cluster);
  cluster.request = (asked) => {
    if (asked.path.endsWith('/broken')) throw new Error('broken');
    return request(asked);
  };
  const paths = Array.from({ length: 300 }, (_, at) => (at === 150 ? '/api/v1/nodes/broken' : '/api/v1/namespaces'));
  const answers = await Promise.all(paths.map(ask));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(299);
  expect(answers[150]).toEqual({
    code: 500,
    text: 'This request caused apiserver to panic. Look in the logs for details.\n',
  });
  expect(errors.map(String)).toEqual(['Error: broken']);
});

const closed = (socket: TLSSocket): Promise<string> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve('closed'));
    setTimeout(() => resolve('open'), 3_000);
  });
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const SETTINGS = '\0\0\0\x04\0\0\0\0\0';

it.each([
  ['no preface', 'GET / HTTP/1.1\r\n\r\n'.repeat(4)],
  ['data on no stream', `${PREFACE}${SETTINGS}\0\0\x04\0\0\0\0\0\x01abcd`],
  ['a frame that is too large', `${PREFACE}${SETTINGS}\xff\xff\xff\0\0\0\0\0\x01`],
  ['settings of half a size', `${PREFACE}\0\0\x05\x04\0\0\0\0\0abcde`],
  ['headers that are no headers', `${PREFACE}${SETTINGS}\0\0\x04\x01\x05\0\0\0\x01\xff\xff\xff\xff`],
])('SV21: a connection that breaks the rules of HTTP/2 is closed: %s', async (_, bytes) => {
  const { port } = new URL(serving.url);
  const socket = connectTls({ port: Number(port), host: '127.0.0.1', ca, ALPNProtocols: ['h2'] });
  const end = closed(socket);
  socket.on('data', () => undefined);
  socket.once('secureConnect', () => socket.write(Buffer.from(bytes, 'latin1')));
  expect(await end).toBe('closed');
  // Whoever keeps to them is asked, too, and stays.
  expect((await ask('/healthz')).code).toBe(200);
  expect(session.destroyed || session.closed).toBe(false);
});
