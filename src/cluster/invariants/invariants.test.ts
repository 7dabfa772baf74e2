import { beforeAll, describe, expect, it } from 'vitest';
import type { Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { TableName } from '../../engine/index.ts';
import { cacheTable } from '../apiserver/watchcache/rows.ts';
import { EXPECTATION_TABLES, indexerTable, WORK_QUEUE_TABLES } from '../clientgo/rows.ts';
import { ADDRESS_TABLES } from '../cni/rows.ts';
import { SANDBOX_TABLES } from '../cri/rows.ts';
import { KEYS_TABLE, type KeyRow } from '../etcd/rows.ts';
import { SCHEDULER_NODES_TABLE } from '../scheduler/objects/rows.ts';
import { startedRun } from '../testing/started-run.ts';
import { problemsAtRest, type Tables } from './index.ts';

let tables: Tables;

const TEMPLATE = (name: string) => `
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: c, image: nginx}]}`;

const EVERYTHING = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: s}
spec:
  serviceName: s${TEMPLATE('s')}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: d}
spec:${TEMPLATE('d')}
---
apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec:
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: nginx}]}}
---
apiVersion: v1
kind: Service
metadata: {name: s}
spec: {selector: {app: s}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: q}
spec: {hard: {pods: 20}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: b}
spec: {minAvailable: 1, selector: {matchLabels: {app: s}}}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: v}
spec: {capacity: {storage: 1Mi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}, storageClassName: own}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: claim}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}, storageClassName: own}
`;

beforeAll(() => {
  const run = startedRun({ nodes: 2, latencies: 'realistic' }, { recording: 'thin' });
  run.give({ type: 'kubectl', argv: ['create', 'deployment', 'a', '--image=nginx', '--replicas=2'], files: {} });
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'a.yaml'], files: { 'a.yaml': EVERYTHING } });
  run.advance({ time: run.engine.now + 20_000_000 });
  run.advance({ quiescent: true });
  run.advance({ time: run.engine.now + 200_000 });
  tables = run.engine;
});

/** The same tables with one row of one of them changed, or gone. */
function changed(name: TableName, prefix: string, change: (row: never) => unknown): Tables {
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
  changed(KEYS_TABLE, prefix, (row: KeyRow) => ({ ...row, value: change(row.value as never) }));

describe('what holds at rest', () => {
  it('holds in a cluster that has done its work', () => {
    expect(problemsAtRest(tables)).toEqual([]);
  });

  it('is missed when a cache lags behind', () => {
    expect(problemsAtRest(changed(cacheTable('pods'), '', () => undefined)).join()).toMatch(
      /^watchcache\/pods has .* at no revision/,
    );
    const informer = indexerTable('kube-scheduler', 'nodes');
    const older = ({ metadata, ...rest }: KObject) => ({ ...rest, metadata: { ...metadata, resourceVersion: '1' } });
    expect(problemsAtRest(changed(informer, '', older))).toEqual([expect.stringContaining(`${informer} has node-`)]);
  });

  it('is missed when two keys share a revision', () => {
    const rows = changed(KEYS_TABLE, '/registry/pods/', (row: KeyRow) => ({ ...row, modRevision: 405 }));
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
    const noOwner = changed(KEYS_TABLE, '/registry/deployments/', () => undefined);
    expect(problemsAtRest(noOwner).join()).toContain('has outlived its owner');
    const lying = ({ status, ...rest }: KObject) => ({
      ...rest,
      status: { ...(status as object), availableReplicas: 7 },
    });
    expect(problemsAtRest(changedValue('/registry/deployments/', lying)).join()).toContain(
      'tells of 7 availableReplicas',
    );
  });

  it('is missed when a machine holds what no Pod needs, or lacks what one does', () => {
    const foreign = changed(SANDBOX_TABLES.of('node-1'), '', (row: object) => ({ ...row, uid: 'nobody' }));
    expect(problemsAtRest(foreign).join()).toMatch(/still has a sandbox of .*runs in 0 sandboxes/);
    const unknown = changed(ADDRESS_TABLES.of('node-1'), '', (row: object) => ({ ...row, containerId: 'none' }));
    expect(problemsAtRest(unknown).join()).toContain('which has no sandbox');
    const other = changed(SANDBOX_TABLES.of('node-2'), '', (row: object) => ({ ...row, ip: '10.244.9.9' }));
    expect(problemsAtRest(other).join()).toContain('its sandbox 10.244.9.9');
  });

  it('is missed when the scheduler counts otherwise, or somebody waits for nothing', () => {
    const counted = changed(SCHEDULER_NODES_TABLE, 'node-1', (row: { pods: number }) => ({
      ...row,
      pods: row.pods + 1,
    }));
    expect(problemsAtRest(counted).join()).toContain('the scheduler counts');
    const assumed = changed(SCHEDULER_NODES_TABLE, 'node-1', (row: object) => ({ ...row, assumed: 1 }));
    expect(problemsAtRest(assumed).join()).toContain('still assumes 1 Pods, of which 0 lack volumes');
    const queued = changed(WORK_QUEUE_TABLES.of('deployment'), 'default/a', (row: object) => ({
      ...row,
      queued: true,
    }));
    expect(problemsAtRest(queued)).toEqual(['workqueue/deployment still has default/a']);
    const awaited = changed(EXPECTATION_TABLES.of('replicaset'), '', (row: object) => ({ ...row, adds: 1 }));
    expect(problemsAtRest(awaited).join()).toContain('still awaits 1 new and 0 gone');
    const placeless = changedValue('/registry/pods/', (pod: Pod) => ({ ...pod, spec: { ...pod.spec, nodeName: '' } }));
    expect(problemsAtRest(placeless).join()).toContain('waits for a node, and nobody knows of it');
  });

  it('is missed when an object tells of what is not there', () => {
    const lies = (prefix: string, status: object) =>
      problemsAtRest(
        changedValue(prefix, (object: { status?: object }) => ({ ...object, status: { ...object.status, ...status } })),
      ).join();
    expect(lies('/registry/statefulsets/', { readyReplicas: 2 })).toContain('tells of 2 readyReplicas, there are 1');
    expect(lies('/registry/statefulsets/', { observedGeneration: 0 })).toContain('is at an older generation');
    expect(lies('/registry/daemonsets/', { observedGeneration: 0 })).toContain('is at an older generation');
    expect(lies('/registry/jobs/', { active: 3 })).toContain('tells of 3 active, there are 1');
    expect(lies('/registry/poddisruptionbudgets/', { currentHealthy: 4 })).toContain('tells of 4 healthy');
    expect(lies('/registry/resourcequotas/', { used: { pods: '3' } })).toContain('tells of 3 pods');
    const unbound = (object: { spec: object }) => ({ ...object, spec: { ...object.spec, claimRef: undefined } });
    expect(problemsAtRest(changedValue('/registry/persistentvolumes/', unbound)).join()).toContain('is bound to what');
    const empty = (object: object) => ({ ...object, endpoints: [] });
    expect(problemsAtRest(changedValue('/registry/endpointslices/default/s-', empty)).join()).toContain(
      'the slices of',
    );
    const spaceless = changed(KEYS_TABLE, '/registry/namespaces/default', () => undefined);
    expect(problemsAtRest(spaceless).join()).toContain('is in no namespace');
  });
});
