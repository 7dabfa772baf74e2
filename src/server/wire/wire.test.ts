import { describe, expect, it } from 'vitest';
import { frameText, jsonText } from './json-text.ts';
import { decodeProtobuf } from './protobuf.ts';
import { headersOf, parseBody, parseQuery, toApiRequest } from './request.ts';
import { wireResponse } from './response.ts';

const wire = (change: Partial<Parameters<typeof toApiRequest>[0]> = {}) =>
  toApiRequest({
    method: 'GET',
    target: '/api/v1/pods',
    rawHeaders: [],
    body: Buffer.alloc(0),
    clientCertificate: undefined,
    ...change,
  });

describe('a request from the wire', () => {
  it('has its query in order, repeated keys and escapes included', () => {
    expect(parseQuery('b=1&a=x+y&b=%2F&c&%zz=1&d;e=2')).toEqual([
      ['b', '1'],
      ['a', 'x y'],
      ['b', '/'],
      ['c', ''],
    ]);
  });
  it('has lower-case headers, the same ones joined, and no pseudo-headers', () => {
    const raw = [':path', '/', 'Impersonate-Group', 'a', 'impersonate-group', 'b', 'Accept', 'x'];
    expect(headersOf(raw)).toEqual({ 'impersonate-group': 'a,b', accept: 'x' });
  });
  it('keeps a body that is not JSON as text', () => {
    expect(parseBody('{"a":1}', 'application/json')).toEqual({ a: 1 });
    expect(parseBody('{"a":', 'application/json')).toBe('{"a":');
    expect(parseBody('a: [1, yes]', 'application/yaml')).toEqual({ a: [1, true] });
    expect(parseBody('a: [', 'application/apply-patch+yaml')).toBe('a: [');
    expect(parseBody('', 'application/json')).toBeUndefined();
    expect(parseBody('# nothing', 'application/apply-patch+yaml')).toBeNull();
    expect(parseBody('a: 1\n---\nb: 2', 'application/apply-patch+yaml')).toEqual({ a: 1 });
  });
  it('SV8: says why bytes are no object', () => {
    const rawHeaders = ['Content-Type', 'application/vnd.kubernetes.protobuf'];
    const read = (text: string) => wire({ method: 'POST', target: '/x', rawHeaders, body: Buffer.from(text) });
    expect(read('')).toMatchObject({ bodyError: 'empty data' });
    expect(read('{}')).toMatchObject({
      bodyError: 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    });
  });
  it('knows keys that stood there twice when somebody wants to know', () => {
    const body = Buffer.from('{"data":{"a":"1","a":"2"}}');
    expect(wire({ method: 'POST', target: '/x?fieldValidation=Strict', body })).toMatchObject({
      textErrors: ['duplicate field "data.a"'],
    });
    expect(wire({ method: 'POST', target: '/x', body })).toHaveProperty('textErrors');
    expect(wire({ method: 'POST', target: '/x?fieldValidation=Ignore', body })).not.toHaveProperty('textErrors');
  });
  it('is refused when its path cannot be read', () => {
    expect(wire({ target: '/api/v1/%ff' })).toEqual({ unreadable: '400 Bad Request' });
    expect(wire({ target: 'nonsense' })).toEqual({ unreadable: '400 Bad Request' });
  });
});

describe('an answer on the wire', () => {
  it('has fields in the order of the types and escapes as Go does', () => {
    const pod = { metadata: { namespace: 'd', name: 'a<b>&' }, kind: 'Pod', apiVersion: 'v1', status: {}, spec: {} };
    expect(jsonText(pod)).toBe(
      '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a\\u003cb\\u003e\\u0026","namespace":"d"},"spec":{},"status":{}}\n',
    );
    expect(frameText({ type: 'ADDED', object: { kind: 'Pod', apiVersion: 'v1' } })).toBe(
      '{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1"}}\n',
    );
  });
  it('SV8: is as the server writes it where it is no object, whatever the client is', () => {
    const text = (target: string, body: object, client: string): string => {
      const request = wire({ target, rawHeaders: ['User-Agent', client, 'Accept', 'application/yaml'] });
      if ('unreadable' in request) throw new Error(request.unreadable);
      const answer = { code: 200, headers: {}, body, stream: undefined, warnings: [] };
      return String(wireResponse(request, answer, undefined).body);
    };
    expect(text('/version', { major: '1' }, 'Go-http-client/2.0')).toBe('{\n  "major": "1"\n}');
    expect(text('/', { paths: ['/api'] }, 'Go-http-client/2.0')).toBe('{\n  "paths": [\n    "/api"\n  ]\n}');
    expect(text('/openid/v1/jwks', { keys: [] }, 'curl/8.0')).toBe('{"keys":[]}');
    expect(text('/version', { kind: 'Status', apiVersion: 'v1' }, 'curl/8.0')).toContain('kind: Status');
  });
  it('is compressed when it is big and the client can read that', () => {
    const request = wire({ rawHeaders: ['Accept-Encoding', 'gzip'] });
    if ('unreadable' in request) throw new Error(request.unreadable);
    const answer = (size: number) => ({
      code: 200,
      headers: {},
      body: { text: 'x'.repeat(size) },
      stream: undefined,
      warnings: ['say "hi"'],
    });
    const big = wireResponse(request, answer(200_000), { schema: 's', level: 'l' });
    expect(big.headers).toMatchObject({
      'content-encoding': 'gzip',
      warning: ['299 - "say \\"hi\\""'],
      'x-kubernetes-pf-flowschema-uid': 's',
      'x-kubernetes-pf-prioritylevel-uid': 'l',
      'cache-control': 'no-cache, private',
    });
    expect(big.body.length).toBeLessThan(2000);
    expect(wireResponse(request, answer(10), undefined).headers).not.toHaveProperty('content-encoding');
  });
});

describe('protobuf', () => {
  const field = (number: number, content: Buffer | string): Buffer => {
    const bytes = Buffer.from(content);
    return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
  };
  const varint = (number: number, value: number): Buffer => Buffer.from([number << 3, value]);
  const object = (apiVersion: string, kind: string, raw: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from('k8s\0'),
      field(1, Buffer.concat([field(1, apiVersion), field(2, kind)])),
      field(2, raw),
    ]);

  it('is read with the numbers of the fields, which are not always in order', () => {
    const port = Buffer.concat([
      field(1, 'http'),
      varint(3, 80),
      field(4, Buffer.concat([varint(1, 1), field(3, 'web')])),
    ]);
    const metadata = Buffer.concat([
      field(1, 'a'),
      field(11, Buffer.concat([field(1, 'k'), field(2, 'v')])),
      field(8, ''),
    ]);
    const spec = Buffer.concat([
      field(1, port),
      field(4, 'ClusterIP'),
      field(2, Buffer.concat([field(1, 'app'), field(2, 'x')])),
    ]);
    const bytes = object('v1', 'Service', Buffer.concat([field(1, metadata), field(2, spec)]));
    expect(decodeProtobuf(bytes)).toEqual({
      object: {
        kind: 'Service',
        apiVersion: 'v1',
        metadata: { name: 'a', labels: { k: 'v' } },
        spec: { ports: [{ name: 'http', port: 80, targetPort: 'web' }], type: 'ClusterIP', selector: { app: 'x' } },
      },
    });
  });
  it('is refused when it is something else or ends too early', () => {
    expect(decodeProtobuf(Buffer.from('{}'))).toHaveProperty('error');
    expect(decodeProtobuf(object('v1', 'Service', Buffer.from([10, 50, 1])))).toEqual({ error: 'unexpected EOF' });
    expect(decodeProtobuf(object('v1', 'Nothing', Buffer.alloc(0)))).toHaveProperty('error');
  });
});
