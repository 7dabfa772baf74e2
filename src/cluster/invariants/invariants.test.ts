import { beforeAll, describe, expect, it } from 'vitest';
import type { Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { KeyRow } from '../etcd/rows.ts';
import { startedRun } from '../testing/started-run.ts';
import { problemsAtRest, type Tables } from './index.ts';

let tables: Tables;

beforeAll(() => {
  const run = startedRun({ nodes: 2, latencies: 'realistic' }, { recording: 'thin' });
  run.give({ type: 'kubectl', argv: ['create', 'deployment', 'a', '--image=nginx', '--replicas=2'], files: {} });
  run.advance({ quiescent: true });
  run.advance({ time: run.engine.now + 200_000 });
  tables = run.engine;
});

/** The same tables with one row of one of them changed, or gone. */
function changed(name: string, prefix: string, change: (row: never) => unknown): Tables {
  const entries = [...tables.table(name).entries()];
  const at = entries.findIndex(([key]) => key.startsWith(prefix));
  const [key, row] = entries[at] as readonly [string, unknown];
  const after = change(row as never);
  const put = after === undefined ? [] : [[key, after] as const];
  return {
    tableNames: tables.tableNames,
    table: (asked) => (asked === name ? { entries: () => entries.toSpliced(at, 1, ...put) } : tables.table(asked)),
  };
}

const changedValue = (prefix: string, change: (value: never) => unknown) =>
  changed('etcd/keys', prefix, (row: KeyRow) => ({ ...row, value: change(row.value as never) }));

describe('what holds at rest', () => {
  it('holds in a cluster that has done its work', () => {
    expect(problemsAtRest(tables)).toEqual([]);
  });

  it('is missed when a cache lags behind', () => {
    expect(problemsAtRest(changed('watchcache/pods', '', () => undefined)).join()).toMatch(
      /^watchcache\/pods has .* at no revision/,
    );
    const informer = 'informer/kube-scheduler/nodes/indexer';
    const older = ({ metadata, ...rest }: KObject) => ({ ...rest, metadata: { ...metadata, resourceVersion: '1' } });
    expect(problemsAtRest(changed(informer, '', older))).toEqual([expect.stringContaining(`${informer} has node-`)]);
  });

  it('is missed when two keys share a revision', () => {
    const rows = changed('etcd/keys', '/registry/pods/', (row: KeyRow) => ({ ...row, modRevision: 405 }));
    expect(problemsAtRest(rows).join()).toContain('are both at revision 405');
  });

  it('is missed when a Pod is not what its ReplicaSet says', () => {
    const relabelled = (pod: Pod) => ({ ...pod, metadata: { ...pod.metadata, labels: {} } });
    expect(problemsAtRest(changedValue('/registry/pods/', relabelled)).join()).toContain(
      'whose selector it does not match',
    );
    const unready = (pod: Pod) => ({ ...pod, status: { ...pod.status, conditions: [] } });
    expect(problemsAtRest(changedValue('/registry/pods/', unready)).join()).toContain('tells of 2 ready, there are 1');
  });

  it('is missed when an owner is gone, or tells of something else', () => {
    const noOwner = changed('etcd/keys', '/registry/deployments/', () => undefined);
    expect(problemsAtRest(noOwner).join()).toContain('has outlived its owner');
    const lying = ({ status, ...rest }: KObject) => ({
      ...rest,
      status: { ...(status as object), availableReplicas: 7 },
    });
    expect(problemsAtRest(changedValue('/registry/deployments/', lying)).join()).toContain(
      'tells of 7 availableReplicas',
    );
  });
});
