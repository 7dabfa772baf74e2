import { describe, expect, it } from 'vitest';
import type { KList, KObject } from '../../../api/types/meta.ts';
import { type TestCluster, testCluster } from '../testing.ts';

const QUIET = { compaction: false, periodicBookmarks: false };
const MAPS = '/api/v1/namespaces/default/configmaps';

function withMaps(count: number): TestCluster {
  const cluster = testCluster({ config: QUIET });
  for (let n = 0; n < count; n += 1)
    cluster.request('POST', MAPS, { metadata: { name: `a${n}` }, data: { n: `${n}` } });
  return cluster;
}

function list(cluster: TestCluster, query: string): KList & { readonly code?: number } {
  return cluster.request('GET', `${MAPS}?${query}`).body as KList;
}

const names = ({ items }: KList): string => items.map(({ metadata }) => metadata.name).join(' ');

describe('AS36: pages of a list', () => {
  it('AS36: go on at the revision of the first, and the token says where', () => {
    const cluster = withMaps(5);
    const first = list(cluster, 'limit=2');
    expect(names(first)).toBe('a0 a1');
    expect(first.metadata).toMatchObject({ remainingItemCount: 4 });
    const token = first.metadata.continue ?? '';
    const { resourceVersion } = first.metadata;
    expect(Buffer.from(token, 'base64url').toString()).toBe(
      `{"v":"meta.k8s.io/v1","rv":${resourceVersion},"start":"/a1\\u0000"}`,
    );
    cluster.request('DELETE', `${MAPS}/a2`);
    expect(names(list(cluster, `limit=2&continue=${token}`))).toBe('a2 a3');
  });

  it('AS36: of a revision that the cache has forgotten are gone, and go on at the newest', () => {
    const cluster = withMaps(5);
    const old = Buffer.from('{"v":"meta.k8s.io/v1","rv":3,"start":"/a1\\u0000"}').toString('base64url');
    const gone = cluster.request('GET', `${MAPS}?limit=2&continue=${old}`);
    expect(gone).toMatchObject({ code: 410, body: { reason: 'Expired' } });
    const token = (gone.body as KList).metadata.continue ?? '';
    expect(Buffer.from(token, 'base64url').toString()).toBe('{"v":"meta.k8s.io/v1","rv":-1,"start":"a1\\u0000"}');
    expect(names(list(cluster, `limit=2&continue=${token}`))).toBe('a2 a3');
  });

  it('AS36: are not made of what the cache has', () => {
    const cluster = withMaps(5);
    const all = list(cluster, 'limit=2&resourceVersion=0');
    expect([all.items.length, all.metadata.continue]).toEqual([6, undefined]);
  });
});

it('AS36: a collection that goes has a limit too, and its answer a token to go on with', () => {
  const cluster = withMaps(5);
  const remove = (query: string) => cluster.request('DELETE', `${MAPS}?${query}`).body as KList;
  const first = remove('limit=2');
  expect([first.items.length, first.metadata.remainingItemCount]).toEqual([2, 4]);
  expect(list(cluster, '').items.length).toBe(4);
  expect(remove(`continue=${first.metadata.continue}`).items.length).toBe(4);
  expect(list(cluster, '').items.length).toBe(0);
});

describe('AS37: fields that nobody is known to own', () => {
  it('AS37: stay so in an update and go to before-first-apply in an apply', () => {
    const cluster = testCluster({ config: QUIET });
    const managers = (body: unknown) =>
      (body as KObject).metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`);
    cluster.request('POST', MAPS, { metadata: { name: 'a' } });
    const updated = cluster.request('PUT', `${MAPS}/a`, { metadata: { name: 'a' }, data: { x: '1' } });
    expect(managers(updated.body)).toBeUndefined();
    const applied = cluster.request(
      'PATCH',
      `${MAPS}/a?fieldManager=me`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { y: '2' } },
      { headers: { 'content-type': 'application/apply-patch+yaml' } },
    );
    expect(managers(applied.body)).toEqual(['me Apply', 'before-first-apply Update']);
  });

  it('AS37: an apply that changes nothing but who owns what is noted without a time', () => {
    const cluster = testCluster({ config: QUIET });
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { y: '2' } };
    const apply = (manager: string) =>
      cluster.request('PATCH', `${MAPS}/a?fieldManager=${manager}`, body, {
        headers: { 'content-type': 'application/apply-patch+yaml' },
      }).body as KObject;
    apply('me');
    const entries = apply('you').metadata.managedFields ?? [];
    expect(entries.map(({ manager, time }) => [manager, time !== undefined])).toEqual([
      ['you', false],
      ['me', true],
    ]);
  });
});
