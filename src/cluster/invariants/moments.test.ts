import { describe, expect, it } from 'vitest';
import type { KObject } from '../../api/types/meta.ts';
import type { TableName } from '../../engine/index.ts';
import { Engine } from '../../engine/index.ts';
import { etcd } from '../../steps/etcd.ts';
import { CACHES_TABLE, cacheTable } from '../apiserver/watchcache/rows.ts';
import { DELTA_TABLES, INDEXER_TABLES, REFLECTOR_TABLES } from '../clientgo/rows.ts';
import { KEYS_TABLE, REVISIONS_TABLE } from '../etcd/rows.ts';
import { RAW_REQUESTS_TABLE } from '../ports/raw-requests.ts';
import { Moments } from './index.ts';

const INFORMER = 'kube-scheduler/pods?fieldSelector=status.phase!=Failed';

const pod = (name: string, revision: number, more: object = {}): KObject =>
  ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, namespace: 'default', resourceVersion: String(revision) },
    ...more,
  }) as KObject;

/** Tables as a cluster has them, written by hand. */
function world() {
  const engine = new Engine({
    seed: 1,
    kinds: [etcd.loaded],
    startTime: 0,
    recording: 'full',
    maxSteps: 1000,
    freeze: true,
  });
  const moments = new Moments(engine);
  const set = (table: TableName, key: string, row: unknown): void =>
    engine.perform(() => {
      engine.background('test').step(etcd.loaded, 'test', { keys: 0, revision: 0 });
      if (row === undefined) engine.table(table).delete(key);
      else engine.table(table).set(key, row);
    });
  const key = (name: string): string => `/registry/pods/default/${name}`;
  return {
    look: () => moments.look(),
    behind: (revision: number) => moments.behind(revision),
    stored(object: KObject): void {
      const name = object.metadata.name as string;
      const modRevision = Number(object.metadata.resourceVersion);
      set(KEYS_TABLE, key(name), { key: key(name), value: object, modRevision, createRevision: 1, version: 1 });
    },
    deleted(name: string, revision: number): void {
      set(KEYS_TABLE, key(name), undefined);
      set(REVISIONS_TABLE, String(revision), { revision, key: key(name), op: 'delete' });
    },
    told: (revision: number) =>
      set(REFLECTOR_TABLES.of(INFORMER), 'r', { state: 'watching', resourceVersion: `${revision}` }),
    has: (name: string, object: KObject | undefined) => set(INDEXER_TABLES.of(INFORMER), `default/${name}`, object),
    queued: (position: number, type: string, object: KObject) =>
      set(DELTA_TABLES.of(INFORMER), String(position), {
        position,
        type,
        key: `default/${object.metadata.name}`,
        resourceVersion: object.metadata.resourceVersion,
        object,
      }),
    framed: (...frames: readonly (readonly [string, object])[]) =>
      set(RAW_REQUESTS_TABLE, '1', {
        id: 1,
        request: { method: 'GET', path: '/api/v1/pods?watch=true', user: 'admin' },
        frames: frames.map(([type, object]) => ({ type, object, time: 0 })),
      }),
    cached(object: KObject, revision: number): void {
      set(CACHES_TABLE, 'pods', { resource: 'pods', revision, objects: 1 });
      set(cacheTable('pods'), `default/${object.metadata.name}`, object);
    },
  };
}

describe('what holds at every moment', () => {
  it('holds of an informer that is behind, or has what it lacks in its queue', () => {
    const { stored, told, has, queued, look, deleted, behind } = world();
    stored(pod('a', 10));
    stored(pod('b', 11));
    stored(pod('c', 12, { status: { phase: 'Failed' } }));
    has('a', pod('a', 10));
    told(10);
    expect(look()).toEqual([]);
    expect(behind(11)).toHaveLength(1);
    queued(1, 'Added', pod('b', 11));
    told(12);
    expect(look()).toEqual([]);
    deleted('a', 13);
    queued(2, 'Deleted', pod('a', 13));
    told(13);
    expect(look()).toEqual([]);
    expect(behind(10)).toEqual([]);
  });

  it('is missed when an informer was told a revision and not the objects', () => {
    const { stored, told, has, look } = world();
    stored(pod('a', 10));
    has('a', pod('a', 10));
    stored(pod('b', 11));
    stored(pod('a', 12));
    told(20);
    expect(look()).toEqual([
      `informer/${INFORMER}, which has come to 20, has, at 10, default/a, which is at 12`,
      `informer/${INFORMER}, which has come to 20, lacks default/b, which is at 11`,
    ]);
  });

  it('is missed when it keeps what was deleted, or has it otherwise', () => {
    const { stored, told, has, look, deleted } = world();
    stored(pod('a', 10));
    has('a', pod('a', 10, { spec: { nodeName: 'elsewhere' } }));
    told(12);
    expect(look()).toEqual([`informer/${INFORMER} has default/a at 10 otherwise than the store`]);
    deleted('a', 13);
    told(14);
    expect(look()).toEqual([`informer/${INFORMER}, which has come to 14, still has default/a at 10`]);
  });

  it('is missed when a watch has a bookmark before what it stands for', () => {
    const { stored, framed, look, deleted } = world();
    stored(pod('a', 10));
    stored(pod('b', 11));
    deleted('a', 12);
    const bookmark = (revision: number) => ['BOOKMARK', { metadata: { resourceVersion: `${revision}` } }] as const;
    const added = [['ADDED', pod('a', 10)], bookmark(10), ['ADDED', pod('b', 11)], bookmark(11)] as const;
    framed(...added);
    expect(look()).toEqual([]);
    framed(...added, bookmark(12));
    expect(look()).toEqual(['request 1, bookmarked at 12, was not told that default/a is gone']);
    framed(...added, bookmark(12), ['DELETED', pod('a', 12)], bookmark(12));
    expect(look()).toEqual([]);
    stored(pod('b', 13));
    framed(...added, bookmark(12), ['DELETED', pod('a', 12)], bookmark(12), bookmark(13));
    expect(look()).toEqual(['request 1, bookmarked at 13, was sent default/b at 11, not at 13']);
  });

  it('is missed when the watch cache lacks what it has come past', () => {
    const { stored, cached, look } = world();
    stored(pod('a', 10));
    stored(pod('b', 11));
    cached(pod('b', 11), 11);
    expect(look()).toEqual(['watchcache/pods, which has come to 11, lacks default/a, which is at 10']);
  });
});
