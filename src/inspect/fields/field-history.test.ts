import { expect, it } from 'vitest';
import { startedRun, wait } from '../../cluster/testing/started-run.ts';
import type { Thinning } from '../../engine/journal.ts';
import { answer } from '../answer.ts';
import { Snapshot } from '../snapshot.ts';
import { valueAt } from './value-at.ts';

const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, annotations: {example.com/owner: jane}}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;

function told() {
  const run = startedRun({ nodes: 1, latencies: 'zero', proxy: 'none' });
  const type = (line: string, files = {}) => {
    run.give({ type: 'kubectl', argv: line.split(' '), files });
    run.advance({ quiescent: true });
  };
  type('apply -f web.yaml', { 'web.yaml': MANIFEST });
  type('scale deployment/web --replicas=5');
  type('annotate deployment/web example.com/owner-');
  type('scale deployment/web --replicas=4');
  const snapshot = new Snapshot(run.engine, { grain: 'detail', scope: 'everything' });
  snapshot.refresh();
  return (path: string, subject = 'deployments.apps/default/web') => {
    const result = answer(snapshot, { type: 'fieldHistory', subject, path });
    if (result.type !== 'fieldHistory') throw new Error(result.type);
    return { ...result, steps: result.values.map(({ seq }) => snapshot.journal.kindOf(seq).name) };
  };
}

it('IN47: a field’s history are its values, in order, with who gave each and at which step', () => {
  const historyOf = told();
  const { values, writes, steps } = historyOf('.spec.replicas');
  expect(values.map(({ value, op, manager, user }) => [value, op, manager, user])).toEqual([
    ['3', 'create', 'kubectl-client-side-apply', 'kubernetes-admin'],
    ['5', 'update', 'kubectl', 'kubernetes-admin'],
    ['4', 'update', 'kubectl', 'kubernetes-admin'],
  ]);
  expect(values.map(({ actor }) => actor)).toEqual(['kubectl', 'kubectl', 'kubectl']);
  expect(steps).toEqual(Array(3).fill('etcd.applied'));
  expect(writes).toBeGreaterThan(values.length);
  const ready = historyOf('status.readyReplicas').values;
  expect(ready.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '4']);
  expect(new Set(ready.map(({ actor, manager }) => `${actor} ${manager}`)).size).toBe(1);
  expect(ready.every(({ time }, at) => at === 0 || time >= (ready[at - 1]?.time ?? 0))).toBe(true);
});

it('IN47: what is taken away has no value any more; what was there before has one without a write', () => {
  const historyOf = told();
  const { values } = historyOf('metadata.annotations["example.com/owner"]');
  expect(values.map(({ value }) => value)).toEqual(['jane', undefined]);
  expect(historyOf('metadata.annotations.example.com/owner').values).toEqual(values);
  expect(values[0]?.manager).toBe('kubectl-client-side-apply');
  expect(historyOf('spec.template.spec.containers[0].image').values.map(({ value }) => value)).toEqual(['nginx']);
  expect(historyOf('status.conditions.Available.status').values.map(({ value }) => value)).toContain('True');
  expect(historyOf('spec.nothing').values).toEqual([]);
  expect(historyOf('spec.replicas', 'deployments.apps/default/other')).toMatchObject({ values: [], writes: 0 });
});

it('IN47: of writes that a long run was thinned out by it is said how many there were; the next moment has what they left', () => {
  const renewals = (thinning?: Thinning) => {
    const run = startedRun({ nodes: 1, latencies: 'zero', proxy: 'none' }, thinning === undefined ? {} : { thinning });
    wait(run, 3_000);
    const snapshot = new Snapshot(run.engine, { grain: 'detail', scope: 'everything' });
    snapshot.refresh();
    const subject = 'leases.coordination.k8s.io/kube-node-lease/node-1';
    const result = answer(snapshot, { type: 'fieldHistory', subject, path: 'spec.renewTime' });
    if (result.type !== 'fieldHistory') throw new Error(result.type);
    return result;
  };
  const [whole, thinned] = [renewals(), renewals({ whole: 0, newest: 100, most: 60 })];
  expect(whole.gone).toBe(0);
  expect(thinned.gone).toBeGreaterThan(0);
  expect(thinned.writes).toBe(whole.writes);
  expect(thinned.values.length).toBeLessThan(whole.values.length);
  expect(thinned.values.at(-1)?.value).toBe(whole.values.at(-1)?.value);
  const all = whole.values.map(({ value }) => value);
  for (const { value } of thinned.values) expect(all).toContain(value);
});

it('a path leads through dots in names, and to members of lists by place or name', () => {
  const object = {
    metadata: { labels: { 'a.b/c': 'x', a: { b: 1 } } },
    list: [{ name: 'web', value: 1 }, { type: 'Ready', status: 'True' }, 'text'],
  };
  expect(valueAt(object, 'metadata.labels.a.b/c')).toBe('x');
  expect(valueAt(object, "metadata.labels['a.b/c']")).toBe('x');
  expect(valueAt(object, '.metadata.labels.a.b')).toBe(1);
  expect(valueAt(object, 'list[0].value')).toBe(1);
  expect(valueAt(object, 'list.web.value')).toBe(1);
  expect(valueAt(object, 'list[type=Ready].status')).toBe('True');
  expect(valueAt(object, 'list.2')).toBe('text');
  expect(valueAt(object, 'list.2.length')).toBeUndefined();
  expect(valueAt(object, 'list.9')).toBeUndefined();
  expect(valueAt(object, 'metadata.toString')).toBeUndefined();
});
