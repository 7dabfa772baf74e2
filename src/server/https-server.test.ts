import { readFileSync, statSync } from 'node:fs';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { Agent, type RequestOptions, request } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseManifests } from '../api/yaml/index.ts';
import { WATCHES_TABLE } from '../cluster/apiserver/watchcache/rows.ts';
import { createAuthority } from './pki/authority.ts';
import type { Serving } from './serve.ts';
import { serveForTest } from './testing.ts';

interface Config {
  readonly clusters: readonly { readonly cluster: { readonly 'certificate-authority-data': string } }[];
  readonly users: readonly {
    readonly name: string;
    readonly user: { readonly token?: string; 'client-certificate-data'?: string; 'client-key-data'?: string };
  }[];
}

interface Answer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let serving: Serving;
let config: Config;
let agent: Agent;

const plain = (base64 = ''): string => Buffer.from(base64, 'base64').toString('utf8');
const userOf = (name: string) => config.users.find((each) => each.name === name)?.user ?? {};
const identity = (name: string) => ({
  ca: plain(config.clusters[0]?.cluster['certificate-authority-data']),
  cert: plain(userOf(name)['client-certificate-data']),
  key: plain(userOf(name)['client-key-data']),
});

beforeAll(async () => {
  serving = await serveForTest({ nodes: 1 });
  config = parseManifests(readFileSync(serving.kubeconfig, 'utf8')).documents[0]?.object as Config;
  agent = new Agent({ keepAlive: true });
});
afterAll(async () => {
  agent.destroy();
  await serving.close();
});

function ask(path: string, options: RequestOptions & { readonly body?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { body, ...rest } = options;
    const sent = request(`${serving.url}${path}`, { agent, ...identity('kubernetes-admin'), ...rest }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => resolve({ code: incoming.statusCode ?? 0, headers: incoming.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const post = (path: string, body: string, type = 'application/json') =>
  ask(path, { method: 'POST', body, headers: { 'content-type': type } });
const message = ({ code, text }: Answer) => ({ code, message: JSON.parse(text).message as string });
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('how a request may be written', () => {
  const raw = async (lines: readonly string[]): Promise<string> => {
    const port = Number(new URL(serving.url).port);
    const socket = connectTls({ port, host: '127.0.0.1', ca: identity('jane').ca });
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return text;
  };
  const line = async (lines: readonly string[]) => (await raw(lines)).split('\r\n', 1)[0];
  it('SV3: names the host that it is for, in one of three places', async () => {
    expect(await line(['GET /version HTTP/1.1', 'Host: localhost'])).toBe('HTTP/1.1 200 OK');
    expect(await line(['GET https://localhost/version HTTP/1.1', 'Host: x'])).toBe('HTTP/1.1 200 OK');
    expect(await line(['GET https://evil.example/version HTTP/1.1', 'Host: localhost'])).toBe('HTTP/1.1 403 Forbidden');
    expect(await line(['GET /version HTTP/1.1'])).toBe('HTTP/1.1 400 Bad Request');
  });
  it('takes long lines and any spelling of Bearer', async () => {
    const { token } = userOf('kubernetes-admin-token');
    const selector = `labelSelector=a+in+(${'v,'.repeat(20_000)}v)`;
    expect(
      await line([`GET /api/v1/nodes?${selector} HTTP/1.1`, 'Host: localhost', `Authorization: bearer ${token}`]),
    ).toBe('HTTP/1.1 200 OK');
  });
});

describe('who a client is', () => {
  it('SV2: says its certificate', async () => {
    expect((await ask('/api/v1/nodes')).code).toBe(200);
    expect(message(await ask('/api/v1/nodes', identity('jane')))).toEqual({
      code: 403,
      message: 'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope',
    });
  });
  it('says its token, or it is nobody', async () => {
    const bare = { cert: undefined, key: undefined, agent: new Agent() };
    const authorization = `Bearer ${userOf('kubernetes-admin-token').token}`;
    expect((await ask('/api/v1/nodes', { ...bare, headers: { authorization } })).code).toBe(200);
    const wrong = await ask('/api/v1/nodes', { ...bare, headers: { authorization: 'Bearer nope' } });
    expect(message(wrong)).toEqual({ code: 401, message: 'Unauthorized' });
    expect(message(await ask('/api/v1/pods', bare)).message).toContain('User "system:anonymous" cannot list');
  });
  it('cannot be said by a certificate of somebody else', async () => {
    const other = createAuthority([], new Date()).people.get('kubernetes-admin');
    const forged = { cert: other?.certificate, key: other?.key, agent: new Agent() };
    expect((await ask('/api/v1/nodes', forged)).code).toBe(401);
  });
  it('SV3: does not matter under another host name', async () => {
    expect(
      (await ask('/version', { headers: { host: 'evil.example' }, servername: 'localhost', agent: new Agent() })).code,
    ).toBe(403);
    expect(
      (await ask('/version', { headers: { host: 'localhost:1' }, servername: 'localhost', agent: new Agent() })).code,
    ).toBe(200);
  });
});

describe('answers', () => {
  it('SV9: have the headers of an API server', async () => {
    const { headers } = await ask('/api/v1/namespaces/default');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache, private',
      'audit-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-kubernetes-pf-flowschema-uid': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-kubernetes-pf-prioritylevel-uid': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
  it('SV9: name the flow of whoever has a token, and of whom somebody acts as', async () => {
    const bare = { cert: undefined, key: undefined, agent: new Agent() };
    const { text } = await post('/api/v1/namespaces/default/serviceaccounts/default/token', '{}');
    const { token } = (JSON.parse(text) as { status: { token: string } }).status;
    const schemaOf = async (headers: Record<string, string>, more: object = {}) =>
      (await ask('/api/v1/pods', { headers, ...more })).headers['x-kubernetes-pf-flowschema-uid'];
    const own = await schemaOf({ authorization: `Bearer ${token}` }, bare);
    const acting = await schemaOf({ 'impersonate-user': 'system:serviceaccount:default:default' });
    expect(own).toMatch(/^[0-9a-f-]{36}$/);
    expect(acting).toBe(own);
    expect(await schemaOf({})).not.toBe(own);
    expect(await schemaOf({ authorization: 'Bearer nope' }, bare)).toBeUndefined();
  });
  it('are plain text for a path that is not served', async () => {
    const { code, text, headers } = await ask('/nope');
    expect({ code, text, type: headers['content-type'] }).toEqual({
      code: 404,
      text: '404 page not found\n',
      type: 'text/plain; charset=utf-8',
    });
  });
  it('SV8: say what is wrong with a body', async () => {
    const unreadable = "couldn't get version/kind; json parse error:";
    const cases: readonly (readonly [body: string, code: number, message: string])[] = [
      [
        '{"kind":',
        400,
        `the object provided is unrecognized (must be of type ConfigMap): ${unreadable} unexpected end of JSON input ({"kind":)`,
      ],
      [
        '',
        400,
        `the object provided is unrecognized (must be of type ConfigMap): ${unreadable} unexpected end of JSON input (<empty>)`,
      ],
      [
        'hi',
        400,
        `the object provided is unrecognized (must be of type ConfigMap): ${unreadable} invalid character 'h' looking for beginning of value (6869)`,
      ],
      [
        '{"apiVersion":"a/b/c","kind":"ConfigMap"}',
        400,
        'the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","kind":" ...)',
      ],
    ];
    for (const [body, code, text] of cases)
      expect(message(await post(CONFIG_MAPS, body))).toEqual({ code, message: text });
    const twice = '{"metadata":{"name":"x"},"data":{"a":"1","a":"2"}}';
    expect(message(await post(`${CONFIG_MAPS}?fieldValidation=Strict`, twice))).toEqual({
      code: 400,
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.a"',
    });
    const large = await post(CONFIG_MAPS, `{"data":{"a":"${'x'.repeat(3_200_000)}"}}`);
    expect(message(large)).toEqual({ code: 413, message: 'Request entity too large: limit is 3145728' });
    expect((await post(CONFIG_MAPS, '<x/>', 'application/xml')).code).toBe(415);
  });
  it('warn in a header', async () => {
    const { code, headers } = await post(
      `${CONFIG_MAPS}?fieldValidation=Warn&dryRun=All`,
      '{"metadata":{"name":"x"},"foo":1}',
    );
    expect({ code, warning: headers.warning }).toEqual({ code: 201, warning: '299 - "unknown field \\"foo\\""' });
  });
  it('come as YAML, and YAML is read', async () => {
    const made = await post(CONFIG_MAPS, 'metadata: {name: from-yaml}\ndata: {a: b}\n', 'application/yaml');
    expect(made.code).toBe(201);
    const { text, headers } = await ask(`${CONFIG_MAPS}/from-yaml`, { headers: { accept: 'application/yaml' } });
    expect(headers['content-type']).toBe('application/yaml');
    expect(text.startsWith('apiVersion: v1\ndata:\n  a: b\nkind: ConfigMap\n')).toBe(true);
  });
  it('to HEAD and to other methods are refused as ever', async () => {
    expect(await ask(CONFIG_MAPS, { method: 'HEAD' })).toMatchObject({ code: 405, text: '' });
    expect(message(await ask(CONFIG_MAPS, { method: 'OPTIONS' })).code).toBe(405);
  });
});

describe('HTTP/2', () => {
  let session: ClientHttp2Session;
  beforeAll(() => {
    session = connect(serving.url, identity('kubernetes-admin'));
  });
  afterAll(() => session.close());

  /** What comes until it ends, or is enough. */
  function stream(path: string, isEnough: (text: string) => boolean = () => false): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = session.request({ ':path': path });
      let text = '';
      sent.setEncoding('utf8');
      sent.on('data', (chunk: string) => {
        text += chunk;
        if (!isEnough(text)) return;
        resolve(text);
        sent.close();
      });
      sent.on('end', () => resolve(text));
      sent.on('error', reject);
      sent.end();
    });
  }

  const watches = () => serving.cluster.engine.table(WATCHES_TABLE).size;
  async function untilWatches(count: number): Promise<void> {
    for (let round = 0; round < 500 && watches() > count; round += 1) {
      await new Promise((done) => setTimeout(done, 10));
    }
    expect(watches()).toBe(count);
  }

  it('answers many requests on one connection', async () => {
    const texts = await Promise.all(Array.from({ length: 50 }, () => stream('/api/v1/namespaces/default')));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ kind: 'Namespace' });
  });

  it('SV7: carries a watch, one line an event, until its time is over', async () => {
    expect(await stream(`${CONFIG_MAPS}?watch=1&timeoutSeconds=1&labelSelector=watched`)).toBe('');
    const before = watches();
    const watch = `${CONFIG_MAPS}?watch=1&timeoutSeconds=60&resourceVersion=0&labelSelector=watched`;
    const watched = stream(watch, (text) => text.includes('"DELETED"'));
    await post(CONFIG_MAPS, '{"metadata":{"name":"w","labels":{"watched":"y"}}}');
    const changed = { method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' } };
    await ask(`${CONFIG_MAPS}/w`, { ...changed, body: '{"data":{"a":"b"}}' });
    await ask(`${CONFIG_MAPS}/w`, { method: 'DELETE' });
    const lines = (await watched).trimEnd().split('\n');
    const seen = lines.map((line) => JSON.parse(line) as { type: string; object: { kind: string; data?: object } });
    expect(seen.map(({ type, object }) => [type, object.kind, object.data])).toEqual([
      ['ADDED', 'ConfigMap', undefined],
      ['MODIFIED', 'ConfigMap', { a: 'b' }],
      ['DELETED', 'ConfigMap', { a: 'b' }],
    ]);
    await untilWatches(before);
  }, 10_000);

  it('forgets a watch whose client has gone', async () => {
    const before = watches();
    const sent = session.request({ ':path': `${CONFIG_MAPS}?watch=1` });
    await new Promise((opened) => sent.once('response', opened));
    expect(watches()).toBe(before + 1);
    sent.close();
    await untilWatches(before);
  });
});

describe('files and the end', () => {
  it('SV1: are for their owner alone, and gone afterwards', async () => {
    const own = await serveForTest({ nodes: 1 });
    expect(statSync(own.kubeconfig).mode & 0o777).toBe(0o600);
    const session = connect(own.url, identity('kubernetes-admin')).on('error', () => undefined);
    await own.close();
    session.destroy();
    expect(() => statSync(own.kubeconfig)).toThrow();
    await own.close().catch(() => undefined);
  });
});

describe('a simulated server that does not run', () => {
  it('loses its connections, and answers again when it runs', async () => {
    const { cluster } = serving;
    const answering = cluster.request;
    cluster.request = () => Promise.resolve({ code: 0, headers: {}, body: undefined, stream: undefined, warnings: [] });
    try {
      await expect(ask(CONFIG_MAPS)).rejects.toThrow(/socket hang up|ECONNRESET/);
    } finally {
      cluster.request = answering;
    }
    expect((await ask(CONFIG_MAPS)).code).toBe(200);
  });
});
