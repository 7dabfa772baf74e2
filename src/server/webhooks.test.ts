import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiRequest, ApiResponse } from '../cluster/ports/transport.ts';
import { nodeHost } from './driver.ts';
import { createAuthority } from './pki/authority.ts';
import { ServedCluster } from './served-cluster.ts';

interface Review {
  readonly request: { readonly uid: string; readonly [field: string]: unknown };
}

/** What the program says to the next review, beside its uid; undefined: nothing at all. */
let says: (
  review: Review,
) => { readonly code?: number; readonly text?: string; readonly response?: object } | undefined;
let asked: Review[] = [];
let program: Server;
let cluster: ServedCluster;
let url: string;
const authority = createAuthority(['127.0.0.1'], new Date());

beforeAll(async () => {
  program = createServer({ cert: authority.server.certificate, key: authority.server.key }, (request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    request.on('end', () => {
      const review = JSON.parse(text) as Review;
      asked.push(review);
      const said = says(review);
      if (said === undefined) return;
      const body = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' };
      const answer = { uid: review.request.uid, allowed: true, ...said.response };
      response.statusCode = said.code ?? 200;
      response.end(said.text ?? JSON.stringify({ ...body, response: answer }));
    });
  });
  await new Promise<void>((listening) => program.listen(0, '127.0.0.1', listening));
  url = `https://127.0.0.1:${(program.address() as AddressInfo).port}/review`;
  const broken = (error: unknown) => {
    throw error;
  };
  cluster = new ServedCluster({ nodes: 0, seed: 1, speed: 'events', startTime: 1e15 }, nodeHost(broken));
});
afterAll(() => {
  cluster.close();
  program.close();
  program.closeAllConnections();
});

function send(
  method: 'POST' | 'DELETE' | 'GET',
  path: string,
  body?: object,
  query: ApiRequest['query'] = [],
): Promise<ApiResponse> {
  const headers = { authorization: `Bearer ${cluster.tokens.get('kubernetes-admin')}` };
  return cluster.request({ method, path, query, headers, body, clientCertificate: undefined });
}

const PODS = '/api/v1/namespaces/default/pods';
const MAPS = '/api/v1/namespaces/default/configmaps';

async function hook(kind: 'Validating' | 'Mutating', more: object = {}): Promise<() => Promise<ApiResponse>> {
  const path = `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`;
  const caBundle = Buffer.from(authority.root.certificate).toString('base64');
  const made = await send('POST', path, {
    metadata: { name: 'outside' },
    webhooks: [
      {
        name: 'a.outside.example',
        clientConfig: { url, caBundle },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        timeoutSeconds: 1,
        ...more,
      },
    ],
  });
  expect(made.code).toBe(201);
  return () => send('DELETE', `${path}/outside`);
}

let made = 0;
async function create(): Promise<string> {
  made += 1;
  const { code, body } = await send('POST', MAPS, { metadata: { name: `m${made}` }, data: { a: '1' } });
  const { message, data } = body as { readonly message?: string; readonly data?: object };
  return `${code} ${message ?? JSON.stringify(data)}`;
}

it('SV18: a program outside is asked by its address, and may refuse, warn or be silent', async () => {
  const remove = await hook('Validating');
  asked = [];
  says = () => ({ response: { warnings: ['careful'] } });
  expect(await create()).toBe('201 {"a":"1"}');
  expect(asked[0]?.request).toMatchObject({
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    name: 'm1',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'kubernetes-admin' },
    object: { kind: 'ConfigMap', metadata: { name: 'm1' }, data: { a: '1' } },
    oldObject: null,
    dryRun: false,
    options: { kind: 'CreateOptions' },
  });
  const denied = 'admission webhook "a.outside.example" denied the request';
  says = () => ({ response: { allowed: false, status: { message: 'no maps today', code: 409, reason: 'Conflict' } } });
  expect(await create()).toBe(`409 ${denied}: no maps today`);
  says = () => ({ response: { allowed: false } });
  expect(await create()).toBe(`400 ${denied} without explanation`);
  const failed = '500 Internal error occurred: failed calling webhook "a.outside.example": ';
  says = () => ({ response: { uid: 'x' } });
  expect(await create()).toMatch(`${failed}received invalid webhook response: expected response.uid="`);
  says = () => ({ text: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}' });
  expect(await create()).toBe(`${failed}received invalid webhook response: webhook response was absent`);
  says = () => ({ code: 404, text: 'nothing here' });
  expect(await create()).toBe(`${failed}failed to call webhook: the server could not find the requested resource`);
  says = () => undefined;
  const posted = `${failed}failed to call webhook: Post "${url}?timeout=1s": `;
  expect(await create()).toBe(`${posted}context deadline exceeded`);
  await remove();
});

it('AS94: sees how something is written, what a subresource is sent, and what is deleted as it was', async () => {
  const rules = [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps', 'pods/eviction', 'pods'] },
  ];
  const remove = await hook('Validating', { rules });
  says = () => ({});
  asked = [];
  const query = [
    ['fieldManager', 'me'],
    ['fieldValidation', 'Strict'],
    ['dryRun', 'All'],
  ] as const;
  await send('POST', MAPS, { metadata: { name: 'written' } }, query);
  await send('POST', MAPS, { metadata: { name: 'gone' } });
  await send('DELETE', `${MAPS}/gone`, { propagationPolicy: 'Orphan' });
  const meta = { apiVersion: 'meta.k8s.io/v1' };
  expect(asked[0]?.request).toMatchObject({
    dryRun: true,
    options: { kind: 'CreateOptions', ...meta, dryRun: ['All'], fieldManager: 'me', fieldValidation: 'Strict' },
  });
  expect(asked[2]?.request).toMatchObject({
    operation: 'DELETE',
    object: null,
    oldObject: { metadata: { name: 'gone' } },
    options: { kind: 'DeleteOptions', ...meta, propagationPolicy: 'Orphan' },
  });
  const container = { name: 'c', image: 'nginx' };
  await send('POST', PODS, { metadata: { name: 'p' }, spec: { containers: [container] } });
  asked = [];
  await send('POST', `${PODS}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } });
  expect(asked[0]?.request).toMatchObject({
    kind: { group: 'policy', version: 'v1', kind: 'Eviction' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    subResource: 'eviction',
    object: { kind: 'Eviction' },
  });
  await remove();
});

it('SV18: what it changes is stored', async () => {
  const remove = await hook('Mutating');
  const patch = Buffer.from('[{"op":"add","path":"/data/b","value":"2"}]').toString('base64');
  says = () => ({ response: { patch, patchType: 'JSONPatch' } });
  expect(await create()).toBe('201 {"a":"1","b":"2"}');
  says = () => ({ response: { patch } });
  expect(await create()).toContain('webhook returned response.patch but not response.patchType');
  await remove();
});

it('SV18: who does not answer, or is somebody else, is told apart in the words of the dialer', async () => {
  const free = createServer();
  await new Promise<void>((listening) => free.listen(0, '127.0.0.1', listening));
  const { port } = free.address() as AddressInfo;
  await new Promise((closed) => free.close(closed));
  let remove = await hook('Validating', { clientConfig: { url: `https://127.0.0.1:${port}/` } });
  expect(await create()).toContain(`/?timeout=1s": dial tcp 127.0.0.1:${port}: connect: connection refused`);
  await remove();
  remove = await hook('Validating', { clientConfig: { url } });
  expect(await create()).toContain('tls: failed to verify certificate: x509: certificate signed by unknown authority');
  await remove();
  remove = await hook('Validating', { clientConfig: { url: `https://127.0.0.1:${port}/` }, failurePolicy: 'Ignore' });
  expect(await create()).toBe('201 {"a":"1"}');
  await remove();
});
