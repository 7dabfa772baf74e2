import { expect, it } from 'vitest';
import { RAW_REQUESTS_TABLE, type RawRequestRow } from './ports/raw-requests.ts';
import { startedRun, wait } from './testing/started-run.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const APPS = '/apis/example.org/v1/namespaces/default/apps';

const DEFINITION = {
  metadata: { name: 'apps.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { plural: 'apps', kind: 'App' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

const SHOP = { apiVersion: 'example.org/v1', kind: 'App', metadata: { name: 'shop' } };

function begin() {
  const run = startedRun({ nodes: 0, latencies: 'realistic', proxy: 'none' }, { freeze: true });
  const rows = run.engine.table(RAW_REQUESTS_TABLE);
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
  const give = (method: Method, path: string, body?: object): void => {
    const input = { type: 'request', method, path, user: 'kubernetes-admin' } as const;
    const patch = method === 'PATCH' && { contentType: 'application/merge-patch+json' };
    run.give(body === undefined ? input : { ...input, ...patch, body: JSON.stringify(body) });
  };
  const send = (method: Method, path: string, body?: object): RawRequestRow => {
    give(method, path, body);
    run.advance({ quiescent: true });
    return rows.get(String(rows.size)) as RawRequestRow;
  };
  const uidOf = (row: RawRequestRow): string => (row.body as { metadata: { uid: string } }).metadata.uid;
  const owned = (name: string, uid: string) =>
    send('POST', CONFIG_MAPS, {
      metadata: { name, ownerReferences: [{ apiVersion: 'example.org/v1', kind: 'App', name: 'shop', uid }] },
    });
  return { give, send, uidOf, owned, wait: (seconds: number) => wait(run, seconds) };
}

it('GC7: what a custom object owns stays with it and goes with it', () => {
  const { send, uidOf, owned, wait } = begin();
  send('POST', DEFINITIONS, DEFINITION);
  const uid = uidOf(send('POST', APPS, SHOP));
  owned('settings', uid);
  wait(5);
  expect(send('GET', `${CONFIG_MAPS}/settings`).code).toBe(200);
  send('DELETE', `${APPS}/shop`);
  wait(5);
  expect(send('GET', `${CONFIG_MAPS}/settings`).code).toBe(404);
});

it('GC4: of two custom objects that wait for each other one blocks nobody any more, and keeps its other references', () => {
  const { give, send, uidOf, wait } = begin();
  send('POST', DEFINITIONS, DEFINITION);
  const refer = (name: string, uid: string, blockOwnerDeletion: boolean) => ({
    ...{ apiVersion: 'example.org/v1', kind: 'App', name, uid, blockOwnerDeletion },
  });
  const app = (name: string, more: object = {}) => ({ ...SHOP, metadata: { name, ...more } });
  const shop = uidOf(send('POST', APPS, app('shop')));
  const gone = uidOf(send('POST', APPS, app('gone')));
  const held = { finalizers: ['example.org/hold'], ownerReferences: [refer('gone', gone, true)] };
  send('POST', APPS, app('other', held));
  const till = app('till', {
    finalizers: ['example.org/hold'],
    ownerReferences: [refer('shop', shop, true), refer('gone', gone, false)],
  });
  const own = uidOf(send('POST', APPS, till));
  send('PATCH', `${APPS}/shop`, { metadata: { ownerReferences: [refer('till', own, true)] } });
  wait(2);
  const foreground = { propagationPolicy: 'Foreground' };
  give('DELETE', `${APPS}/gone`, foreground);
  send('DELETE', `${APPS}/shop`, foreground);
  wait(5);
  const { metadata } = send('GET', `${APPS}/till`).body as { readonly metadata: object };
  expect(metadata).toMatchObject({ ownerReferences: [refer('shop', shop, false), refer('gone', gone, false)] });
});

it('GC7: a definition that comes again is followed again; without it nothing is concluded', () => {
  const { send, uidOf, owned, wait } = begin();
  owned('orphan', '00000000-0000-4000-8000-000000000000');
  wait(5);
  expect(send('GET', `${CONFIG_MAPS}/orphan`).code).toBe(200);
  send('POST', DEFINITIONS, DEFINITION);
  send('DELETE', `${DEFINITIONS}/apps.example.org`);
  wait(5);
  send('POST', DEFINITIONS, DEFINITION);
  const uid = uidOf(send('POST', APPS, SHOP));
  owned('settings', uid);
  send('DELETE', `${APPS}/shop`);
  wait(5);
  expect(send('GET', `${CONFIG_MAPS}/settings`).code).toBe(404);
});

it('GC7: what is seen before its custom owner goes with it, and what names none goes when its kind is served', () => {
  const { send, owned, wait } = begin();
  owned('early', '00000000-0000-4000-8000-000000000000');
  wait(1);
  expect(send('GET', `${CONFIG_MAPS}/early`).code).toBe(200);
  send('POST', DEFINITIONS, DEFINITION);
  wait(120);
  expect(send('GET', `${CONFIG_MAPS}/early`).code).toBe(404);
});

it('RQ6: custom objects are counted like any others, and give their share back', () => {
  const { send, wait } = begin();
  const QUOTAS = '/api/v1/namespaces/default/resourcequotas';
  send('POST', DEFINITIONS, DEFINITION);
  wait(1);
  send('POST', APPS, SHOP);
  const used = () => (send('GET', `${QUOTAS}/apps`).body as { status: { used: object } }).status.used;
  send('POST', QUOTAS, { metadata: { name: 'apps' }, spec: { hard: { 'count/apps.example.org': '2' } } });
  wait(1);
  expect(used()).toEqual({ 'count/apps.example.org': '1' });
  const other = { ...SHOP, metadata: { name: 'other' } };
  expect(send('POST', APPS, other).code).toBe(201);
  expect(send('POST', APPS, { ...SHOP, metadata: { name: 'third' } }).code).toBe(403);
  send('DELETE', `${APPS}/shop`);
  wait(5);
  expect(used()).toEqual({ 'count/apps.example.org': '1' });
});
