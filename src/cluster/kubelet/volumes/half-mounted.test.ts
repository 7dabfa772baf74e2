import { expect, it } from 'vitest';
import { Cursor } from '../../../engine/index.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { VOLUME_TABLES } from '../pods/rows.ts';

const GIVEN = `apiVersion: v1
kind: Secret
metadata: {name: sec}
stringData: {pw: one}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  nodeName: node-1
  containers:
  - name: c
    image: "busybox:1.36"
    command: [sleep, "3600"]
    volumeMounts: [{name: s, mountPath: /s}, {name: c, mountPath: /c}]
  volumes:
  - {name: s, secret: {secretName: sec}}
  - {name: c, configMap: {name: missing}}
`;

it('KL53: a volume that was written while another one is missing is shown alike at its moment and to whoever goes back', () => {
  const cluster = new TypedCluster();
  cluster.apply(GIVEN);
  cluster.wait(5);
  cluster.type(`kubectl patch secret sec -p {"stringData":{"pw":"two"}}`);
  cluster.wait(120);
  const { run } = cluster;
  const { journal, tableNames } = run.engine;
  const table = VOLUME_TABLES.of('node-1');
  const cursor = new Cursor(journal);
  cursor.seek(journal.end - 1);
  const shown = [...cursor.table(tableNames.indexOf(table)).entries()];
  const fork = run.fork(journal.end - 1);
  expect(shown.map(([, row]) => row)).toContainEqual({ pod: 'default/p', volume: 's', type: 'secret', mounted: false });
  expect([...fork.engine.table(table).entries()]).toEqual(shown);
});
