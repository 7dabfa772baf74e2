import { expect, it } from 'vitest';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import { startedRun } from '../../cluster/testing/started-run.ts';
import { Snapshot } from '../snapshot.ts';
import { fieldCauses } from './field-causes.ts';

const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;

it('IN17: why a field is what it is goes by the cursor, from the last writer back to what somebody typed', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero', proxy: 'none' });
  const type = (argv: readonly string[], files = {}) => {
    run.give({ type: 'kubectl', argv, files });
    run.advance({ quiescent: true });
    return run.engine.journal.end - 1;
  };
  const applied = type(['apply', '-f', 'web.yaml'], { 'web.yaml': MANIFEST });
  const scaled = type(['scale', 'deployment/web', '--replicas=2']);
  const snapshot = new Snapshot(run.engine, { grain: 'detail', scope: 'everything' });
  snapshot.refresh();
  const [name] = [...run.engine.table(KEYS_TABLE).keys()].filter((key) => key.startsWith('/registry/replicasets/'));
  const replicaSet = `replicasets.apps/default/${name?.slice(name.lastIndexOf('/') + 1)}`;
  const told = (seq: number) => {
    snapshot.cursor.seek(seq);
    return fieldCauses(snapshot, replicaSet, 'spec.replicas').map(({ subject, path, value }) => [subject, path, value]);
  };
  const chain = (value: string) => [
    [replicaSet, 'spec.replicas', value],
    ['deployments.apps/default/web', 'spec.replicas', value],
  ];
  expect(told(scaled)).toEqual(chain('2'));
  expect(told(applied)).toEqual(chain('1'));
  // Nobody writes the revision.
  expect(fieldCauses(snapshot, replicaSet, 'metadata.resourceVersion')).toEqual([]);
});
