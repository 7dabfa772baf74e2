import { beforeAll, describe, expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import type { Engine } from '../../engine/index.ts';
import type { BeatView } from '../../protocol/beat-view.ts';
import type { KindName } from '../../steps/index.ts';
import { clusterKinds } from '../../steps/index.ts';
import { BeatIndex } from './beat-index.ts';
import { beatView } from './beat-view.ts';
import { INTEREST } from './interest/index.ts';
import { ON_THE_WAY } from './interest/on-the-way.ts';
import { LEADS } from './leads.ts';

const MANIFEST = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;

type Run = ReturnType<typeof startedRun>;

function type(run: Run, line: string, files: { readonly [name: string]: string } = {}): void {
  run.give({ type: 'kubectl', argv: line.split(' '), files });
  run.advance({ quiescent: true, steps: 60_000 });
}

function indexOf(engine: Engine): BeatIndex {
  const index = new BeatIndex(engine.journal, (id) => engine.tableNames[id] ?? '');
  index.refresh();
  return index;
}

function viewsOf(engine: Engine, index: BeatIndex): readonly BeatView[] {
  return Array.from({ length: index.size }, (_, place) => beatView(index, engine.journal, place) as BeatView);
}

let run: Run;
let index: BeatIndex;
let beats: readonly BeatView[];

/** Arguments of the beats with such a sentence, in order. */
function said(key: string): readonly BeatView['insight']['args'][] {
  return beats.filter(({ insight }) => insight.kind === `insight.${key}`).map(({ insight }) => insight.args);
}

beforeAll(() => {
  run = startedRun({ nodes: 3, latencies: 'realistic' });
  type(run, 'apply -f web.yaml', { 'web.yaml': MANIFEST });
  index = indexOf(run.engine);
  beats = viewsOf(run.engine, index);
});

describe('the rules of interest', () => {
  it('BE1: every kind worth a step ends something, leads to it or is on the way', () => {
    const ends = new Set(INTEREST.map((rule) => rule.ends));
    const names: readonly string[] = clusterKinds.map(({ name }) => name);
    const worth = clusterKinds.filter(({ level }) => level !== 'detail').map(({ name }) => name);
    expect(worth.filter((name) => !ends.has(name as KindName) && !LEADS.has(name) && !ON_THE_WAY.has(name))).toEqual(
      [],
    );
    expect([...ends, ...LEADS, ...ON_THE_WAY].filter((name) => !names.includes(name))).toEqual([]);
    expect([...ON_THE_WAY].filter((name) => ends.has(name as KindName))).toEqual([]);
    expect(INTEREST.filter(({ has }) => has !== undefined && !names.includes(has.name))).toEqual([]);
  });

  it('BE1: a rule that folds or tells says why; one that is never told is only a fold', () => {
    for (const { because, most, insight } of INTEREST)
      if (because === 'never') expect([most, insight]).toEqual([undefined, undefined]);
  });
});

it('BE2: the delivery that wakes a controller is the beginning of what it does', () => {
  const { journal } = run.engine;
  const beat = beats.find(({ insight }) => insight.kind === 'insight.podsMissing') as BeatView;
  const steps = index.at(beat.index - 1)?.steps.map((seq) => journal.kindOf(seq).name);
  expect(steps?.slice(0, 5)).toEqual([
    'clientgo.received',
    'clientgo.indexed',
    'clientgo.notified',
    'clientgo.queued',
    'clientgo.dequeued',
  ]);
  expect(steps?.at(-1)).toBe('replicaset.createPods');
});

it('BE2: no step is in two beats, each stands at its last step, and they take turns in time', () => {
  const seen = new Set<number>();
  let turns = 0;
  for (const [place, { seq }] of beats.entries()) {
    const steps = index.at(place)?.steps ?? [];
    expect(steps.at(-1)).toBe(seq);
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
    for (const step of steps) expect(seen.has(step), String(step)).toBe(false);
    for (const step of steps) seen.add(step);
    if (place > 0 && (steps[0] ?? 0) < (beats[place - 1]?.seq ?? 0)) turns += 1;
  }
  expect(turns).toBeGreaterThan(5);
});

it('BE3: a Deployment has thirty to sixty beats, and what comes again folds', () => {
  expect(beats.length).toBeGreaterThanOrEqual(30);
  expect(beats.length).toBeLessThanOrEqual(60);
  for (const once of ['known', 'knownByToken', 'discovered', 'expects', 'admitted', 'sandbox', 'pulled', 'started'])
    expect(said(once), once).toHaveLength(1);
  const folded = beats.flatMap(({ folded: folds }) => folds.filter(({ key }) => key === 'pods'));
  expect(folded.length).toBeGreaterThan(3);
});

it('BE3: who calls and how to ask is news once in a run, what happens to objects in each story', () => {
  const again = startedRun({ nodes: 1, latencies: 'zero' });
  type(again, 'apply -f web.yaml', { 'web.yaml': MANIFEST });
  type(again, 'create configmap one');
  type(again, 'create configmap two');
  const told = viewsOf(again.engine, indexOf(again.engine)).map(({ insight }) => insight);
  const keys = (line: string) => {
    const from = told.findIndex(({ args }) => String(args.line).endsWith(line));
    const to = told.findIndex(({ kind }, at) => at > from && kind === 'insight.printed');
    return told.slice(from, to + 1).map(({ kind }) => kind.replace('insight.', ''));
  };
  expect(keys('create configmap one')).toEqual(['asked', 'discoveredFromCache', 'stored', 'heard', 'printed']);
  expect(keys('create configmap two')).toEqual(['asked', 'stored', 'printed']);
});

it('BE5: of a line each command tells what it wrote, wherever that goes; what was typed is told once', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const lines = [
    'kubectl get namespaces -o name | grep kube | wc -l',
    'for n in 1 2; do kubectl get cm none$n; done > all.txt; echo done',
    'etcdctl get /registry/namespaces/default --keys-only | wc -l',
  ];
  for (const line of lines) {
    run.give({ type: 'line', line, files: {} });
    run.advance({ quiescent: true, steps: 200_000 });
  }
  const told = viewsOf(run.engine, indexOf(run.engine)).map(({ insight }) => insight);
  const typed = told.filter(({ kind }) => kind === 'insight.asked').map(({ args }) => args.line);
  expect(typed).toEqual(lines);
  const ends = told
    .filter(({ kind }) => kind === 'insight.printed')
    .map(({ args }) => [args.part, args.code, args.lines]);
  expect(ends.filter(([part]) => part !== '')).toEqual([
    ['kubectl get namespaces -o name', 0, 4],
    ['kubectl get cm none1', 1, 1],
    ['kubectl get cm none2', 1, 1],
    ['etcdctl get /registry/namespaces/default --keys-only', 0, 1],
  ]);
});

describe('what is done by hand', () => {
  let told: readonly BeatView['insight'][];
  const of = (key: string) => told.filter(({ kind }) => kind === `insight.${key}`).map(({ args }) => args);

  beforeAll(() => {
    const own = startedRun({ nodes: 1, latencies: 'realistic' });
    const service =
      'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { app: web }, ports: [{ port: 80 }] }\n';
    const wrong = MANIFEST.replace('replicas: 3', 'replicas: -1').replace(
      'labels: { app: web }',
      'labels: { app: other }',
    );
    type(own, 'apply -f web.yaml', { 'web.yaml': service });
    type(own, 'label service web tier=front');
    type(own, 'apply -f wrong.yaml', { 'wrong.yaml': wrong });
    type(own, 'get pods --user=jane');
    type(own, 'create configmap one');
    type(own, 'delete service web');
    told = viewsOf(own.engine, indexOf(own.engine)).map(({ insight }) => insight);
  });

  it('BE13: that nobody has anything to do is told once; who acts, each time that it is somebody else', () => {
    const idle = of('heard').filter(({ busy }) => busy === '');
    expect(idle.length).toBeLessThanOrEqual(1);
    for (const { busy } of of('heard').filter(({ busy }) => busy !== '')) expect(busy).not.toBe('garbage-collector');
  });

  it('BE14: a write names the fields that became another, and nothing that the server books beside it', () => {
    expect(of('stored').map(({ kind, changes }) => [kind, changes])).toEqual([
      ['Service', ''],
      ['Service', '+metadata.labels.tier front'],
      ['ConfigMap', ''],
      ['Service', ''],
    ]);
    expect(of('asked')[0]).toMatchObject({ kind: 'Service', objects: 1 });
  });

  it('BE14: a refusal says what is wrong, or who was asked', () => {
    expect(of('invalid')).toEqual([
      expect.objectContaining({ kind: 'Deployment', errors: 2, message: expect.stringContaining('spec.replicas') }),
    ]);
    expect(of('forbidden')).toEqual([
      expect.objectContaining({
        user: 'jane',
        verb: 'list',
        resource: 'pods',
        namespace: 'default',
        tried: 'Node,RBAC',
      }),
    ]);
  });

  it('BE14: what becomes of a Service on a node is told by its rules', () => {
    expect(of('unprogrammed')).toEqual([expect.objectContaining({ name: 'web' })]);
  });

  it('BE15: how a command begins is told once for each user', () => {
    expect(of('asked').map(({ line, isNew }) => [String(line).split(' ').slice(1, 3).join(' '), isNew])).toEqual([
      ['apply -f', true],
      ['label service', false],
      ['apply -f', false],
      ['get pods', true],
      ['create configmap', false],
      ['delete service', false],
    ]);
    expect(of('stored').map(({ isFirst }) => isFirst)).toEqual([true, false, false, false]);
  });
});

it('BE15: an object’s end is told by whoever has it removed', () => {
  const own = startedRun({ nodes: 1, latencies: 'zero' });
  type(own, 'run web --image=nginx:1.27');
  type(own, 'delete pod web --now');
  const told = viewsOf(own.engine, indexOf(own.engine)).map(({ insight }) => insight);
  expect(told.filter(({ kind }) => kind === 'insight.gone').map(({ args }) => args)).toEqual([
    expect.objectContaining({ client: 'kubelet/node-1', kind: 'Pod', name: 'web' }),
  ]);
});

it('BE4: a conflict is told with the revision that won, and the second try', () => {
  const [lost] = said('conflict');
  expect(lost).toMatchObject({ client: 'deployment-controller', writer: 'deployment-controller', name: 'web' });
  const { journal } = run.engine;
  const seqs = Array.from({ length: journal.end - journal.base }, (_, at) => journal.base + at);
  const writer = seqs.find(
    (seq) => journal.kindOf(seq).name === 'etcd.applied' && journal.step(seq).args.revision === lost?.revision,
  );
  expect(journal.subjectOf(writer as number)).toBe('deployments.apps/default/web');
  expect(said('counted').some(({ isRetry }) => isRetry === true)).toBe(true);
});

it('BE4: who was refused hears of it in a beat of its own', () => {
  const refused = startedRun({ nodes: 1, latencies: 'zero' });
  type(refused, 'get pods --user=jane');
  const kinds = viewsOf(refused.engine, indexOf(refused.engine)).map(({ insight }) => insight.kind);
  expect(kinds).toEqual([
    'insight.asked',
    'insight.discovered',
    'insight.known',
    'insight.forbidden',
    'insight.printed',
  ]);
});

it('BE5: what one waits for ends the story: the last beat says that it is true, and since when', () => {
  const last = beats.at(-1)?.insight;
  expect(last?.kind).toBe('insight.complete');
  expect(last?.args).toMatchObject({ replicas: 3, available: 3 });
  expect(Number(last?.args.micros)).toBeGreaterThan(Number(last?.args.pulling));
});

it('BE6: defaults name what the manifest does not have, and nothing that it has', () => {
  const [filled] = said('defaulted');
  expect(filled?.fields).toContain('revisionHistoryLimit 10');
  expect(filled?.fields).not.toContain('app web');
});

it('BE6: whoever hears nothing of a new Pod is told of', () => {
  const pods = said('heard').filter(({ resource }) => resource === 'pods');
  expect(pods[0]).toMatchObject({ event: 'ADDED', watchers: expect.not.stringContaining('kubelet/') });
  expect(String(pods[0]?.busy).split(',').toSorted()).toEqual(['kube-scheduler', 'replicaset-controller']);
  expect(String(pods[1]?.watchers)).toMatch(/kubelet\/node-\d/);
});

it('BE7: one Pod is followed on its node to the end', () => {
  const onNode = ['podStarts', 'volumes', 'sandbox', 'network', 'pulled', 'started'].map((key) => said(key)[0]?.node);
  expect(new Set(onNode).size).toBe(1);
});

it('BE7: when the image of the followed Pod cannot be had, another Pod is followed', () => {
  const two = startedRun({ nodes: 1, latencies: 'zero' });
  const pod = (name: string, image: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { containers: [{ name: main, image: "${image}" }] }\n`;
  type(two, 'apply -f two.yaml', { 'two.yaml': `${pod('bad', 'nginx:no-such-tag')}---\n${pod('good', 'nginx:1.27')}` });
  const told = viewsOf(two.engine, indexOf(two.engine)).map(({ insight }) => insight);
  expect(told.map(({ kind }) => kind)).toContain('kubelet.imageFailed');
  expect(told.find(({ kind }) => kind === 'insight.started')?.args.pod).toBe('good');
});

it('BE8: what folds into a beat has ended since the one before', () => {
  for (const [place, { seq, folded }] of beats.entries())
    for (const { members } of folded)
      for (const member of members) {
        expect(member).toBeLessThan(seq);
        expect(member).toBeGreaterThan(beats[place - 1]?.seq ?? -1);
      }
});

it('BE9: looking now and then makes the same beats', () => {
  const slow = startedRun({ nodes: 3, latencies: 'realistic' });
  const often = new BeatIndex(slow.engine.journal, (id) => slow.engine.tableNames[id] ?? '');
  slow.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': MANIFEST } });
  while (!slow.engine.quiescent) {
    slow.advance({ quiescent: true, occurrences: 37 });
    often.refresh(slow.engine.quiescent);
  }
  expect(viewsOf(slow.engine, often)).toEqual(beats);
});

it('BE9: the beat of a step is the one whose thread has it', () => {
  for (const [place, beat] of beats.entries()) {
    expect(index.placeAt(beat.seq)).toBe(place);
    for (const seq of index.at(place)?.steps ?? []) expect(index.placeOf(seq), String(seq)).toBe(place);
  }
});

it('BE10: the scheduler’s sentences have the totals of its matrix', () => {
  const won = said('nodeWins').map(({ total, others }) => [total, String(others)]);
  const drawn = said('drawnByLot');
  expect(drawn.length).toBeGreaterThan(0);
  for (const { tied, feasible, behind } of drawn)
    expect(String(behind).split(',').filter(Boolean)).toHaveLength(Number(feasible) - Number(tied));
  for (const [total, others] of won)
    for (const other of String(others).split(',')) expect(Number(other)).toBeLessThan(Number(total));
});
