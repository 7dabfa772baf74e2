import { expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import { Snapshot } from './snapshot.ts';
import { trunkOf } from './stations.ts';
import { stageView } from './views/stage.ts';

const POD =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: one }\nspec:\n  containers: [{ name: c, image: nginx:1.27 }]\n';

it('IN21: the verdict below the registry is a phrase for what becomes of the object', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  for (const argv of [
    ['apply', '-f', 'p.yaml'],
    ['delete', 'pod', 'one'],
  ]) {
    run.give({ type: 'kubectl', argv: ['kubectl', ...argv], files: { 'p.yaml': POD } });
    run.advance({ time: run.engine.now + 5_000_000 });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const found = new Set<string>();
  for (let at = 0; at < snapshot.index.size; at += 1) {
    const seq = snapshot.index.at(at) as number;
    snapshot.cursor.seek(seq);
    const verdict = trunkOf(snapshot, snapshot.requests.of(seq), true).find(({ id }) => id === 'registry')?.verdict;
    if (verdict?.key.startsWith('apiserver.prepared') === true) found.add(verdict.key);
  }
  const operations = ['bind', 'create', 'marked', 'remove', 'status'];
  expect([...found].sort()).toEqual(operations.map((operation) => `apiserver.prepared.${operation}`));
});

it('IN21: validation that found mistakes is a refusal at its station, and the command that failed does not end well', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const wrong = POD.replace('image: nginx:1.27', 'image: ""');
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'p.yaml'], files: { 'p.yaml': wrong } });
  run.advance({ time: run.engine.now + 5_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const { journal } = run.engine;
  const last = (kind: string) => {
    let seq = journal.end - 1;
    while (journal.kindOf(seq).name !== kind) seq -= 1;
    snapshot.cursor.seek(seq);
    return seq;
  };
  const record = snapshot.requests.of(last('apiserver.validated'));
  expect(trunkOf(snapshot, record, true).find(({ id }) => id === 'schema-validation')).toMatchObject({
    state: 'refused',
    verdict: { key: 'apiserver.validated.not', args: { errors: 1 } },
  });
  expect(stageView(snapshot).closeUp).toMatchObject({ title: { key: 'apiserver.validated.not' } });
  last('kubectl.exit');
  const shown = stageView(snapshot).closeUp;
  expect(shown?.type === 'diff' ? shown.diff.at(-1) : shown).toMatchObject({ op: 'bad', text: 'exit code 1' });
});

it('IN21: a request that fails is red at a station, whoever found the reason; to read what is not there is no failure', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const map = (version: string) =>
    `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","resourceVersion":"${version}"},"data":{"a":"${version}"}}`;
  const files = { 'new.yaml': map(''), 'late.yaml': map('1') };
  const ask = (...argv: string[]) => {
    run.give({ type: 'kubectl', argv: ['kubectl', ...argv], files });
    run.advance({ time: run.engine.now + 5_000_000 });
  };
  ask('create', '-f', 'new.yaml');
  ask('replace', '-f', 'late.yaml');
  ask('create', '-f', 'new.yaml');
  ask('get', 'configmap', 'two');
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const { journal } = run.engine;
  const found: string[] = [];
  for (const { lastStep, verb, code = 0, story } of snapshot.requests.all) {
    if (story < 0 || code < 400) continue;
    snapshot.cursor.seek(lastStep);
    const trunk = trunkOf(snapshot, snapshot.requests.of(lastStep), true);
    const told = trunk.find(({ state, verdict }) => state === 'refused' || verdict?.key === 'apiserver.answered');
    found.push(`${verb} ${code}: ${told?.id} ${told?.state}`);
    expect(journal.kindOf(lastStep).name).toBe('apiserver.responded');
  }
  expect([...new Set(found)]).toEqual([
    'update 409: registry refused',
    'create 409: registry refused',
    'get 404: registry passed',
  ]);
});

it('IN21: below mutating admission stands by how many plugins the object was changed, or who refused it', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n';
  const stranger = POD.replace('name: one', 'name: two').replace('spec:', 'spec:\n  serviceAccountName: nobody');
  for (const [name, text] of Object.entries({ map, pod: POD, stranger })) {
    run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', name], files: { [name]: text } });
    run.advance({ time: run.engine.now + 5_000_000 });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'detail', scope: 'story' });
  snapshot.refresh();
  const found = new Set<string>();
  for (let at = 0; at < snapshot.index.size; at += 1) {
    const seq = snapshot.index.at(at) as number;
    const record = snapshot.requests.of(seq);
    if (record === undefined) continue;
    snapshot.cursor.seek(seq);
    const station = trunkOf(snapshot, record, true).find(({ id }) => id === 'mutating-admission');
    if (station?.verdict !== undefined) found.add(`${station.state} ${station.verdict.key}`);
    if (station?.verdict?.key === 'apiserver.mutated') expect(station.verdict.args?.plugins).toBeGreaterThan(1);
  }
  const told = [...found].map((one) => one.replace(/^now /, 'passed '));
  expect(new Set(told)).toEqual(
    new Set([
      'passed apiserver.mutated',
      'passed apiserver.mutated.none',
      'passed apiserver.mutated.one',
      'refused apiserver.mutationFailed',
    ]),
  );
});
