import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { startedRun, typeLine } from '../../cluster/testing/started-run.ts';
import type { Breakpoint } from '../../protocol/breakpoint.ts';
import { answer } from '../answer.ts';
import { Snapshot } from '../snapshot.ts';
import { Asked } from './asked.ts';
import { Hits } from './hits.ts';

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web, example.com/tier: front } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;

let snapshot: Snapshot;
beforeAll(() => {
  const run = startedRun({ nodes: 1, latencies: 'zero', proxy: 'none' });
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': WEB } });
  run.advance({ quiescent: true });
  for (const line of [
    'scale deployment/web --replicas=5',
    'scale deployment/web --replicas=1',
    'delete deployment web',
  ])
    typeLine(run, line);
  run.advance({ quiescent: true });
  snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
});

type Conditions = Partial<Breakpoint>;
const asked = (conditions: Conditions) => new Asked({ id: 'b', enabled: true, ...conditions }, snapshot);
function stops(conditions: Conditions): readonly number[] {
  const { journal } = snapshot;
  const one = asked(conditions);
  return Array.from({ length: journal.end - journal.base }, (_, at) => journal.base + at).filter((seq) =>
    one.holdsAt(seq),
  );
}
/** The actor and the object of each. */
const told = (seqs: readonly number[]) =>
  seqs.map((seq) => `${snapshot.requests.of(seq)?.client} ${snapshot.journal.subjectOf(seq)}`);
const WEB_DEPLOYMENT = 'deployments.apps/default/web';
const problemOf = (text: string) => {
  const result = answer(snapshot, { type: 'expression', text });
  return result.type === 'expression' ? result.problem : undefined;
};

describe('fields', () => {
  it('BP2: a field stops where it becomes another one, and with a value where it becomes that', () => {
    const replicas = { subject: WEB_DEPLOYMENT, field: 'spec.replicas' };
    expect(told(stops(replicas))).toEqual([
      `kubectl ${WEB_DEPLOYMENT}`,
      `kubectl ${WEB_DEPLOYMENT}`,
      `kubectl ${WEB_DEPLOYMENT}`,
      `kubectl ${WEB_DEPLOYMENT}`,
    ]);
    expect(stops({ ...replicas, value: '5' })).toEqual([stops(replicas)[1]]);
    expect(stops({ ...replicas, value: '7' })).toEqual([]);
  });
  it('BP2: by whoever asked for the write; the store that made it is asked for as well', () => {
    const status = { resource: 'pods', field: 'status.phase' };
    expect(new Set(told(stops({ ...status, value: 'Running' })).map((text) => text.split(' ')[0]))).toEqual(
      new Set(['kubelet/node-1']),
    );
    expect(stops({ ...status, value: 'Running', actor: 'kube-scheduler' })).toEqual([]);
    expect(stops({ ...status, value: 'Running', actor: 'kubelet/node-1' })).toEqual(
      stops({ ...status, value: 'Running', actor: 'etcd' }),
    );
    expect(stops({ ...status, value: 'Running', verb: 'patch' })).toEqual(stops({ ...status, value: 'Running' }));
    expect(stops({ ...status, verb: 'create' })).not.toEqual(stops(status));
  });
  it('BP2: a name with dots in it is one name, and a place in a list is a number', () => {
    const label = stops({ subject: WEB_DEPLOYMENT, field: 'spec.template.metadata.labels.example.com/tier' });
    expect(label).toHaveLength(2);
    expect(stops({ subject: WEB_DEPLOYMENT, field: 'spec.template.spec.containers.0.image' })).toEqual(label);
  });
});

describe('expressions', () => {
  it('BP1: one of objects alone is asked where one is written, one that names the step at each step', () => {
    const five = stops({ when: "object.kind == 'Deployment' && object.spec.replicas > 3" });
    // The first write of five replicas, and those of status after it.
    expect(five[0]).toBe(stops({ subject: WEB_DEPLOYMENT, field: 'spec.replicas', value: '5' })[0]);
    expect(
      stops({ when: 'object.spec.replicas > 3 && oldObject.spec.replicas <= 3', resource: 'deployments' }),
    ).toEqual([five[0]]);
    const steps = stops({ when: "step.kind == 'apiserver.authorized' && step.resource == 'pods'" });
    expect(steps).toEqual(stops({ kind: 'apiserver.authorized', resource: 'pods' }));
    expect(steps.length).toBeGreaterThan(5);
  });
  it('BP3: a step that writes nothing has the object that stands there, before and after', () => {
    const bound = stops({ kind: 'scheduler.bound' });
    expect(bound.length).toBeGreaterThan(4);
    const text = "step.family == 'scheduler.bound' && object.spec.nodeName == 'node-1' && object == oldObject";
    expect(stops({ when: text })).toEqual(bound);
    expect(stops({ when: "step.family == 'scheduler.selected' && !has(object.spec.nodeName)" })).toEqual(
      stops({ kind: 'scheduler.selected' }),
    );
    // Written before the run is recorded, and never since.
    const node = "step.subject == 'namespaces/default' && object.metadata.name == 'default'";
    expect(stops({ when: node })).toEqual(stops({ subject: 'namespaces/default' }));
    expect(stops({ when: 'object == null && oldObject != null', subject: WEB_DEPLOYMENT })).toHaveLength(1);
  });
  it('BP3: who asked, when, and with which arguments', () => {
    const client = stops({ when: "step.kind == 'apiserver.responded' && step.client == 'kubectl'" });
    expect(client.length).toBeGreaterThan(5);
    expect(client.every((seq) => snapshot.requests.of(seq)?.client === 'kubectl')).toBe(true);
    expect(stops({ when: "step.kind == 'apiserver.responded' && step.args.code >= 400" })).toEqual(
      stops({ kind: 'apiserver.responded' }).filter((seq) => Number(snapshot.journal.step(seq).args.code) >= 400),
    );
    expect(stops({ when: `step.number == ${client[0]} && step.seconds >= 0.0` })).toEqual([client[0]]);
  });
  it('BP3: what is wrong is told with its place', () => {
    expect(problemOf("step.knid == 'x'")).toBe(
      "ERROR: <input>:1:5: undefined field 'knid'\n | step.knid == 'x'\n | ....^",
    );
    expect(problemOf('objekt.spec')).toContain("1:1: undeclared reference to 'objekt'");
    expect(problemOf("step.kind == 'a' &&")).toContain('Syntax error');
    expect(problemOf('step.kind == 3')).toContain('no matching overload');
    expect(problemOf('step.kind')).toBe('must evaluate to bool but got string');
    expect(problemOf('object.spec.replicas > 3')).toBeUndefined();
  });
  it('BP4: without an answer it does not hold; one that has none anywhere says why', () => {
    const misspelt = asked({ when: 'object.sepc.replicas > 3' });
    const sometimes = asked({ when: 'object.spec.replicas > 3' });
    const { journal } = snapshot;
    for (let seq = journal.base; seq < journal.end; seq += 1) {
      expect(misspelt.holdsAt(seq)).toBe(false);
      sometimes.holdsAt(seq);
    }
    expect(misspelt.problem).toBe('no such key: sepc');
    expect(sometimes.problem).toBeUndefined();
  });
  it('BP4: one that costs too much is not asked again', () => {
    const text =
      'step.subject.size() >= 0 && [1,2,3,4,5,6,7,8].all(a, [1,2,3,4,5,6,7,8].all(b, [1,2,3,4,5,6,7,8].all(c, [1,2,3,4,5,6,7,8].all(d, a+b+c+d > 0))))';
    const costly = asked({ when: text });
    expect(costly.holdsAt(10)).toBe(false);
    expect(costly.problem).toContain('cost limit exceeded');
    const { cost } = costly;
    expect(costly.holdsAt(11)).toBe(false);
    expect(costly.cost - cost).toBeLessThan(5);
  });
});

it('BP8: a moment is the first step at its time or later', () => {
  const { journal } = snapshot;
  const at = stops({ kind: 'scheduler.bound' })[0] as number;
  const time = snapshot.sinceStart(journal.timeOf(at));
  const [first, ...more] = stops({ moment: String(time) });
  expect(more).toEqual([]);
  expect(snapshot.sinceStart(journal.timeOf(first as number))).toBe(time);
  expect(journal.timeOf((first as number) - 1)).toBeLessThan(journal.timeOf(at));
});

describe('running', () => {
  const POOL: readonly Conditions[] = [
    { kind: 'scheduler.*' },
    { station: 'authz', actor: 'kube-apiserver' },
    { resource: 'pods', field: 'status.phase' },
    { subject: WEB_DEPLOYMENT, field: 'spec.replicas', value: '1' },
    { when: 'object.status.readyReplicas > 0' },
    { when: "step.component == 'etcd' && step.level == 'step'" },
    { kind: 'nothing.such' },
    { moment: '3000000' },
  ];
  const lists = fc
    .subarray([...POOL.keys()], { minLength: 1 })
    .chain((places) => fc.record({ places: fc.constant(places), off: fc.subarray(places) }))
    .map(({ places, off }) =>
      places.map((place): Breakpoint => ({ id: `b${place}`, enabled: !off.includes(place), ...POOL[place] })),
    );
  /** As the simulation does it: a part of the steps at a time. */
  function next(hits: Hits, from: number, direction: 1 | -1, budget: number) {
    for (;;) {
      const found = hits.next(from, direction);
      if (found !== 'unknown') return found;
      hits.scan(budget);
    }
  }
  function walk(hits: Hits, from: number, direction: 1 | -1, budget: number): readonly string[] {
    const seen: string[] = [];
    for (let at = from; ; ) {
      const found = next(hits, at, direction, budget);
      if (found === undefined) return seen;
      seen.push(`${found.seq}`);
      at = found.seq;
    }
  }

  it('BP5: backwards from the end the same steps are visited as forwards, whoever asks in which parts', () => {
    const { journal } = snapshot;
    fc.assert(
      fc.property(lists, fc.integer({ min: 200, max: 50_000 }), fc.integer({ min: 200, max: 50_000 }), (list, a, b) => {
        const [there, back] = [new Hits(snapshot), new Hits(snapshot)];
        there.use(list);
        back.use(list);
        const forwards = walk(there, journal.base - 1, 1, a);
        expect(walk(back, journal.end, -1, b)).toEqual([...forwards].reverse());
        expect(walk(there, journal.end, -1, b)).toEqual([...forwards].reverse());
        const enabled = list.filter((one) => one.enabled);
        const all = new Set(enabled.flatMap((one) => stops(one)));
        expect(forwards).toEqual([...all].sort((x, y) => x - y).map(String));
      }),
      { numRuns: 12 },
    );
  });
  it('BP6: each is asked of each step once, however often one runs', () => {
    const hits = new Hits(snapshot);
    const list: readonly Breakpoint[] = [{ id: 'b1', enabled: true, when: "step.kind == 'scheduler.bound'" }];
    hits.use(list);
    while (!hits.isWhole) hits.scan(5_000);
    const { cost } = hits;
    expect(cost).toBeGreaterThan(0);
    for (let round = 0; round < 20; round += 1) walk(hits, snapshot.journal.end, round % 2 === 0 ? -1 : 1, 1);
    hits.scan(5_000);
    expect(hits.cost).toBe(cost);
  });
  it('BP7: stops are counted, all of them and up to the cursor; what is set again keeps its count', () => {
    const hits = new Hits(snapshot);
    const list: readonly Breakpoint[] = [
      { id: 'b1', enabled: true, kind: 'scheduler.bound' },
      { id: 'b2', enabled: true, kind: 'scheduler.unschedulable' },
    ];
    hits.use(list);
    while (!hits.isWhole) hits.scan(5_000);
    const seqs = stops({ kind: 'scheduler.bound' });
    snapshot.cursor.seek(seqs[2] as number);
    expect(hits.view().states).toEqual([
      { id: 'b1', hits: seqs.length, passed: 3 },
      { id: 'b2', hits: 0, passed: 0 },
    ]);
    expect(hits.view().times).toEqual(seqs.map((seq) => snapshot.sinceStart(snapshot.journal.timeOf(seq))));
    expect(hits.view().places).toEqual(seqs.map((seq) => snapshot.index.countUpTo(seq)));
    hits.use([{ ...(list[0] as Breakpoint), id: 'b9' }]);
    expect([hits.isWhole, hits.view().states]).toEqual([true, [{ id: 'b9', hits: seqs.length, passed: 3 }]]);
  });
});

it('BP9: who changed it last, and before that', () => {
  const replicas = stops({ subject: WEB_DEPLOYMENT, field: 'spec.replicas' });
  snapshot.cursor.seek(snapshot.journal.end - 1);
  const back = () => {
    const found = answer(snapshot, { type: 'lastChange', subject: WEB_DEPLOYMENT, path: 'spec.replicas' });
    const seq = found.type === 'lastChange' ? found.seq : undefined;
    if (seq !== undefined) snapshot.cursor.seek(seq);
    return seq;
  };
  const visited = Array.from({ length: replicas.length + 1 }, back);
  expect(visited).toEqual([...[...replicas].reverse(), undefined]);
  snapshot.cursor.seek(snapshot.journal.end - 1);
  expect(answer(snapshot, { type: 'lastChange', subject: WEB_DEPLOYMENT })).toEqual({
    type: 'lastChange',
    seq: snapshot.writesOf('/registry/deployments/default/web').at(-1)?.seq,
  });
  expect(answer(snapshot, { type: 'lastChange', subject: 'pods/default/none' })).toEqual({ type: 'lastChange' });
});
