import { expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import { answer } from './answer.ts';
import { Snapshot } from './snapshot.ts';
import { whyAnswer } from './why-answer.ts';

it('IN18: an object is found by its words, also one that was there before the run began or is gone', () => {
  const run = startedRun({ nodes: 2, latencies: 'zero' });
  for (const line of ['create configmap mine', 'delete configmap mine']) {
    run.give({ type: 'kubectl', argv: line.split(' '), files: {} });
    run.advance({ time: run.engine.now + 2_000_000 });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  const found = (text: string) => {
    const result = answer(snapshot, { type: 'find', text });
    if (result.type !== 'find') throw new Error(result.type);
    return result;
  };
  const names = (text: string) => found(text).objects.map(({ subject }) => subject);
  for (const text of ['configmap mine', 'mine default', 'configmaps/default/mine', ' MINE '])
    expect(names(text), text).toContain('configmaps/default/mine');
  const mine = found('configmap mine').objects[0];
  expect(mine).toMatchObject({ exists: false });
  expect(mine?.firstWrite).toBeLessThan(mine?.lastWrite ?? 0);
  const node = found('nodes/node-2').objects.find(({ subject }) => subject === 'nodes/node-2');
  expect(node).toMatchObject({ exists: true });
  expect([names('mine nothing'), names('  '), found('mine').more, found('a').more]).toEqual([[], [], false, true]);
  expect(names('a')).toHaveLength(50);
});

it('IN41: moments are found by what they say, nearest to the cursor first, and fields by path and value', () => {
  const run = startedRun({ nodes: 2, latencies: 'realistic' });
  const line = 'create deployment web --image=nginx:1.27 --replicas=2';
  run.give({ type: 'kubectl', argv: line.split(' '), files: {} });
  run.advance({ quiescent: true, steps: 60_000 });
  const { journal } = run.engine;
  const snapshot = new Snapshot(run.engine, { grain: 'beat', scope: 'story' });
  snapshot.refresh();
  const found = (text: string) => {
    const result = answer(snapshot, { type: 'find', text });
    if (result.type !== 'find') throw new Error(result.type);
    return result;
  };
  for (const position of [journal.base, journal.end - 1]) {
    snapshot.cursor.seek(position);
    const seqs = found('409').steps.map(({ seq }) => seq);
    expect(seqs.length).toBeGreaterThan(0);
    for (const { args } of found('409').steps) expect(Object.values(args).join(' ')).toMatch(/(?<!\d)409(?!\d)/);
    const away = seqs.map((seq) => Math.abs(seq - position));
    expect(away).toEqual([...away].sort((a, b) => a - b));
  }
  expect(found('conflict').steps.length).toBeGreaterThan(0);
  expect(found('replicas 2').fields).toContainEqual({
    subject: 'deployments.apps/default/web',
    path: 'spec.replicas',
    value: '2',
  });
  expect(found('image nginx:1.27').fields.map(({ path }) => path)).toContain('spec.containers[0].image');
});

it('IN18: Events come after the objects that they are about', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  run.give({ type: 'kubectl', argv: 'create deployment mine --image=nginx'.split(' '), files: {} });
  run.advance({ time: run.engine.now + 5_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const result = answer(snapshot, { type: 'find', text: 'mine' });
  const kinds = result.type === 'find' ? result.objects.map(({ subject }) => subject.split('/')[0]) : [];
  expect(new Set(kinds)).toEqual(new Set(['deployments.apps', 'replicasets.apps', 'pods', 'events']));
  expect(kinds.indexOf('events')).toBe(kinds.length - kinds.filter((kind) => kind === 'events').length);
});

it('IN22: a write that came too late names the write that won', () => {
  const config = (resourceVersion: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: mine, resourceVersion: "${resourceVersion}" }\n`;
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  for (const line of ['create configmap mine', 'label configmap mine a=b', 'replace -f mine.yaml', 'create cm mine']) {
    run.give({ type: 'kubectl', argv: line.split(' '), files: { 'mine.yaml': config('3') } });
    run.advance({ time: run.engine.now + 2_000_000 });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const { journal } = snapshot;
  const writes = snapshot.writesOf('/registry/configmaps/default/mine').map(({ seq }) => seq);
  expect(writes).toHaveLength(2);
  const exits = Array.from({ length: journal.end - journal.base }, (_, place) => journal.base + place).filter(
    (seq) => journal.kindOf(seq).name === 'kubectl.exit',
  );
  const winners = exits.map((seq) => {
    const result = whyAnswer(snapshot, seq);
    return result.type === 'why' ? result.winner?.seq : result.type;
  });
  expect(winners).toEqual([undefined, undefined, writes[1], writes[1]]);
});

it('IN40: whoever asks for it is given the rows of any table at the cursor', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  run.give({ type: 'kubectl', argv: 'create configmap mine'.split(' '), files: {} });
  run.advance({ time: run.engine.now + 2_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const has = (at: number): boolean => {
    snapshot.cursor.seek(at);
    const result = answer(snapshot, { type: 'table', name: 'etcd/keys' });
    return result.type === 'table' && result.rows.some(([key]) => key === '/registry/configmaps/default/mine');
  };
  expect(answer(snapshot, { type: 'tables' })).toMatchObject({ names: expect.arrayContaining(['etcd/keys']) });
  expect([has(run.engine.journal.end - 1), has(run.engine.journal.base)]).toEqual([true, false]);
  expect(() => answer(snapshot, { type: 'table', name: 'nothing' })).toThrow('there is no table nothing');
});

it('IN45: an editor is told of the kinds in its text what the server says at the cursor, and of defined kinds once they are established', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const versions = [
    {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer' } } } },
    },
  ];
  const spec = { group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, versions };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec,
  };
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'a.json'], files: { 'a.json': JSON.stringify(definition) } });
  run.advance({ time: run.engine.now + 2_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const ask = (at: number, wanted: readonly string[] | 'all', known = {}) => {
    snapshot.cursor.seek(at);
    const told = answer(snapshot, { type: 'schemas', wanted, known });
    if (told.type !== 'schemas') throw new Error(told.type);
    return told;
  };
  const { base, end } = run.engine.journal;
  const now = ask(end - 1, ['example.com/v1', 'apps/v1', 'no.such/v1']);
  expect(Object.keys(now.found)).toEqual(['example.com/v1', 'apps/v1']);
  expect(JSON.parse(now.found['example.com/v1']?.schemas ?? '{}')).toMatchObject({
    'com.example.v1.Widget': { properties: { size: { type: 'integer' } } },
  });
  expect(now.defined).toEqual([{ apiVersion: 'example.com/v1', kind: 'Widget', namespaced: true }]);
  expect(now.names.namespaces).toContain('default');
  const known = Object.fromEntries(Object.entries(now.found).map(([version, { contents }]) => [version, contents]));
  expect(ask(end - 1, ['example.com/v1', 'apps/v1'], known).found).toEqual({});
  expect(Object.keys(ask(end - 1, 'all').found)).toEqual(expect.arrayContaining(['v1', 'batch/v1', 'example.com/v1']));
  expect(ask(base, ['example.com/v1'])).toMatchObject({ found: {}, defined: [] });
});

it('IN46: so is a text of a kind that somebody has defined, in a namespace and outside of all', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const definition = (plural: string, kind: string, scope: string) =>
    `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ${plural}.example.com}\nspec:\n  group: example.com\n  scope: ${scope}\n  names: {plural: ${plural}, kind: ${kind}}\n  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}\n`;
  const text =
    'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 1, parts: [{name: x, length: 2}]}\n---\napiVersion: example.com/v1\nkind: Plant\nmetadata: {name: b}\nspec: {tall: true}\n';
  const give = (argv: string, files = {}) => {
    run.give({ type: 'kubectl', argv: argv.split(' '), files });
    run.advance({ time: run.engine.now + 5_000_000 });
  };
  const drift = () => {
    const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
    snapshot.refresh();
    snapshot.cursor.seek(run.engine.journal.end - 1);
    const told = answer(snapshot, { type: 'drift', text });
    return told.type === 'drift' ? told.fields : [];
  };
  expect(drift()).toEqual([]);
  give('apply -f crd.yaml', {
    'crd.yaml': `${definition('widgets', 'Widget', 'Namespaced')}---\n${definition('plants', 'Plant', 'Cluster')}`,
  });
  give('apply -f a.yaml', { 'a.yaml': text });
  expect(drift()).toEqual([]);
  give('patch widget a --type=merge -p {"spec":{"size":2}}');
  give('patch plant b --type=merge -p {"spec":{"tall":false}}');
  expect(drift()).toEqual([
    { kind: 'Widget', name: 'a', path: 'spec.size', given: '1', live: '2' },
    { kind: 'Plant', name: 'b', path: 'spec.tall', given: 'true', live: 'false' },
  ]);
});

it('IN46: a text is held against the objects in the cluster; what is written otherwise and means the same is no difference', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const text =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 1\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n      - name: web\n        image: nginx:1.27\n        resources: {requests: {cpu: 0.1, memory: 1024Ki}}\n';
  const give = (argv: string, files = {}) => {
    run.give({ type: 'kubectl', argv: argv.split(' '), files });
    run.advance({ time: run.engine.now + 2_000_000 });
  };
  const drift = () => {
    const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
    snapshot.refresh();
    snapshot.cursor.seek(run.engine.journal.end - 1);
    const told = answer(snapshot, { type: 'drift', text });
    return told.type === 'drift' ? told.fields : [];
  };
  expect(drift()).toEqual([]);
  give('apply -f a.yaml', { 'a.yaml': text });
  expect(drift()).toEqual([]);
  give('scale deployment web --replicas=2');
  expect(drift()).toEqual([{ kind: 'Deployment', name: 'web', path: 'spec.replicas', given: '1', live: '2' }]);
  give('set image deployment/web web=nginx:1.28');
  expect(drift().map(({ path }) => path)).toEqual(['spec.replicas', 'spec.template.spec.containers[0].image']);
});
