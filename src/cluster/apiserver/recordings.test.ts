import { describe, expect, it } from 'vitest';
import type { KObject } from '../../api/types/meta.ts';
import type { Method } from '../ports/transport.ts';
import refusals from './testdata/refusals.json';
import writes from './testdata/writes.json';
import { ADMIN, nodeCredentials, TEST_START, type TestCluster, testCluster, userCredentials } from './testing.ts';

const METHODS: Readonly<Record<string, Method>> = { create: 'POST', update: 'PUT', patch: 'PATCH', delete: 'DELETE' };
const QUIET = { compaction: false, periodicBookmarks: false };

interface Recorded {
  readonly metadata?: { readonly managedFields?: readonly { readonly time?: string }[] };
}

/** Entries of managedFields are sorted by time: the clock must not be behind those that are there. */
function startOf(response: unknown): number {
  const entries = (response as Recorded | null)?.metadata?.managedFields ?? [];
  const times = entries.map((entry) => Date.parse(entry.time ?? '') || 0);
  return Math.max(TEST_START / 1000, ...times) * 1000;
}

/** Names, uids, addresses, revisions and times are what that run produced. */
function normal(body: unknown, created: boolean): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const copy = JSON.parse(JSON.stringify(body)) as {
    metadata?: Record<string, unknown>;
    details?: Record<string, unknown>;
  };
  const meta = copy.metadata;
  if (meta?.resourceVersion !== undefined) meta.resourceVersion = 'revision';
  if (created && meta !== undefined) {
    meta.uid = 'uid';
    if (meta.generateName !== undefined) meta.name = 'generated';
  }
  const text = JSON.stringify(copy)
    .replaceAll(/2026-11-21T\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replaceAll(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access')
    .replaceAll(/"token":"[^"]*"/g, '"token":"token"')
    .replaceAll(/current: \d+/g, 'current: N')
    .replaceAll(/\(\d+\)/g, '(N)');
  return JSON.parse(text);
}

function install(cluster: TestCluster, objects: readonly KObject[]): void {
  cluster.engine.perform(() => {
    const ctx = cluster.engine.background('test');
    cluster.apiServer.install(
      ctx,
      objects.map((object) => ({ object })),
    );
  });
}

describe('AS1: writes are answered as they were recorded', () => {
  for (const write of writes) {
    it(`AS1: ${write.recording} ${write.verb} ${write.what}`, () => {
      const cluster = testCluster({ config: QUIET, engine: { startTime: startOf(write.response) } });
      const nodes = ['worker-1', 'worker-2', 'worker-3'].map(
        (name): KObject => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, uid: name } }),
      );
      install(cluster, [...(write.before as KObject[]), ...nodes]);
      const account = /^system:serviceaccount:kube-system:(.+)$/.exec(write.user)?.[1];
      const as =
        account === undefined
          ? userCredentials(
              write.user,
              write.groups.filter((group) => group !== 'system:authenticated'),
            )
          : { token: cluster.apiServer.issueToken('kube-system', account) };
      const method = METHODS[write.verb] as Method;
      const answer = cluster.request(method, write.uri, write.request, { as, userAgent: write.userAgent });
      const created = write.verb === 'create';
      expect({ code: answer.code, body: normal(answer.body, created) }).toEqual({
        code: write.code,
        body: normal(write.response, created),
      });
    });
  }
});

describe('AS2: requests are refused as they were recorded', () => {
  const cluster = testCluster({ config: QUIET });
  install(
    cluster,
    ['node-1', 'node-2'].map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, uid: name } })),
  );
  const users = new Map([
    ['', {}],
    ['admin', ADMIN],
    ['jane', userCredentials('jane', ['dev'])],
    ['node-1', nodeCredentials('node-1')],
  ]);
  for (const refusal of refusals) {
    it(`AS2: ${refusal.note} (${refusal.method} ${refusal.uri.slice(0, 80)})`, () => {
      const headers = refusal.headers as unknown as Record<string, string>;
      const as = users.get(refusal.user) ?? {};
      const answer = cluster.request(refusal.method as Method, refusal.uri, refusal.request, { as, headers });
      const withoutUid = (body: unknown) =>
        JSON.parse(JSON.stringify(normal(body, true)).replaceAll(/"uid":"[^"]*"/g, '"uid":""'));
      expect({ code: answer.code, body: withoutUid(answer.body) }).toEqual({
        code: refusal.code,
        body: withoutUid(refusal.response),
      });
    });
  }
});
