import { beforeAll, describe, expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import type { BeatView } from '../../protocol/beat-view.ts';
import { BeatIndex } from './beat-index.ts';
import { beatView } from './beat-view.ts';

type Run = ReturnType<typeof startedRun>;
type Input = Parameters<Run['give']>[0];

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;

function begun(): Run {
  return startedRun({ nodes: 2, latencies: 'realistic' });
}

function give(run: Run, input: Input): number {
  const at = run.engine.stepCount;
  run.give(input);
  run.advance({ quiescent: true, steps: 200_000 });
  return at;
}

/** Words apart by spaces. Gives back the step that its story begins with. */
function type(run: Run, line: string): number {
  return give(run, { type: 'kubectl', argv: line.split(' '), files: {} });
}

function apply(run: Run, text: string): number {
  return give(run, { type: 'kubectl', argv: ['apply', '-f', 'a.yaml'], files: { 'a.yaml': text } });
}

/** The beats of the stories that began at these steps, by their sentences; all of them where none is named. */
function told(run: Run, ...stories: readonly number[]): readonly BeatView[] {
  const { engine } = run;
  const index = new BeatIndex(engine.journal, (id) => engine.tableNames[id] ?? '');
  index.refresh();
  return Array.from({ length: index.size }, (_, place) => beatView(index, engine.journal, place) as BeatView).filter(
    ({ seq }) => stories.length === 0 || stories.includes(engine.journal.storyOf(seq)),
  );
}

const kindsOf = (beats: readonly BeatView[]): readonly string[] =>
  beats.map(({ insight }) => insight.kind.replace('insight.', ''));

/** Every one of `wanted` is there, in this order; others may lie in between. */
function expectInOrder(kinds: readonly string[], wanted: readonly string[]): void {
  let from = 0;
  for (const kind of wanted) {
    const at = kinds.indexOf(kind, from);
    expect(at, `${kind} in ${kinds.slice(from).join(' ')}`).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
}

describe('a kubelet that dies, and six minutes', () => {
  let run: Run;
  let killed: number;
  let beats: readonly BeatView[];

  beforeAll(() => {
    run = begun();
    apply(run, WEB);
    killed = give(run, { type: 'kubelet', node: 'node-1', state: 'stopped' });
    type(run, 'sleep 360');
    beats = told(run, killed);
  });

  it('BE11: the missed heartbeats, NotReady, the taints, the patience, the eviction and the replacement are its story', () => {
    expectInOrder(kindsOf(beats), [
      'kubelet.fault',
      'kubelet.nodeChanged',
      'controllers.nodeSilent',
      'controllers.nodeNotReady',
      'tainted',
      'tainted',
      'controllers.evictionScheduled',
      'controllers.evict',
      'removed',
      'podsMissing',
      'made',
      'podStarts',
      'started',
    ]);
    const of = (kind: string) =>
      beats.filter(({ insight }) => insight.kind.endsWith(kind)).map(({ insight }) => insight);
    expect(of('nodeSilent')[0]?.args.seconds).toBe(50);
    expect(of('evictionScheduled')[0]?.args.seconds).toBe(300);
    expect(of('tainted').map(({ args }) => args.added)).toEqual([
      'node.kubernetes.io/unreachable:NoSchedule',
      'node.kubernetes.io/unreachable:NoExecute',
    ]);
    expect(of('insight.removed')[0]?.args.isMarked).toBe(true);
  });

  it('BE11: each of it goes back to the kubelet’s death by its causes', () => {
    const { journal } = run.engine;
    for (const { seq } of beats) {
      let at = seq;
      while (journal.causeOf(at) >= 0) at = journal.causeOf(at);
      expect(at, journal.kindOf(seq).name).toBe(killed);
    }
  });

  it('BE12: the time that nothing happens in is named', () => {
    const passed = (kind: string) =>
      Math.round((beats.find(({ insight }) => insight.kind.endsWith(kind))?.passed ?? 0) / 1_000_000);
    expect(passed('nodeSilent')).toBeGreaterThan(40);
    expect(passed('controllers.evict')).toBe(300);
    expect(passed('kubelet.fault')).toBe(0);
    expect(told(run).at(-1)).toMatchObject({ insight: { kind: 'insight.printed' }, passed: 0 });
  });

  it('BE11: when it is back, the taints go because of that', () => {
    const back = give(run, { type: 'kubelet', node: 'node-1', state: 'running' });
    type(run, 'sleep 20');
    const taints = told(run, back)
      .filter(({ insight }) => insight.kind === 'insight.tainted')
      .map(({ insight: { args } }) => [args.removed, args.left]);
    expect(taints).toEqual([
      ['node.kubernetes.io/unreachable:NoSchedule', 'node.kubernetes.io/unreachable:NoExecute'],
      ['node.kubernetes.io/unreachable:NoExecute', ''],
    ]);
  });
});

it('BE11: Pods of a node that was deleted are collected in the story of its deletion', () => {
  const run = begun();
  apply(run, WEB);
  const deleted = type(run, 'delete node node-1');
  type(run, 'sleep 100');
  expectInOrder(kindsOf(told(run, deleted)), ['controllers.podCollected', 'made', 'started']);
});

it('BE11: a Job that a schedule starts is in the story of the CronJob', () => {
  const run = begun();
  const applied = apply(
    run,
    'apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: tick }\nspec: { schedule: "* * * * *", jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: "busybox:1.36", command: [sleep, "2"] }] } } } } }',
  );
  type(run, 'sleep 70');
  expectInOrder(kindsOf(told(run, applied)), ['stored', 'cronjob.due', 'made', 'started', 'job.finished']);
});

it('BE11: a Job that lives too long, and what its deadline does, are one story', () => {
  const run = begun();
  const applied = apply(
    run,
    'apiVersion: batch/v1\nkind: Job\nmetadata: { name: slow }\nspec: { activeDeadlineSeconds: 10, template: { spec: { restartPolicy: Never, containers: [{ name: c, image: "busybox:1.36", command: [sleep, "200"] }] } } }',
  );
  type(run, 'sleep 60');
  expectInOrder(kindsOf(told(run, applied)), ['started', 'removed', 'kubelet.killing', 'job.finished']);
});

it('BE11: a lease that runs out is in the story of who asked for it', () => {
  const run = begun();
  const granted = give(run, { type: 'etcdctl', argv: ['lease', 'grant', '20'] });
  type(run, 'sleep 30');
  const beat = told(run, granted).at(-1);
  expect(beat?.insight.kind).toBe('etcd.leaseExpired');
  expect(Math.round((beat?.passed ?? 0) / 1_000_000)).toBe(20);
});

it('BE11: each restart of a container and each longer wait before it are told', () => {
  const run = begun();
  const applied = apply(
    run,
    'apiVersion: v1\nkind: Pod\nmetadata: { name: crash }\nspec: { containers: [{ name: c, image: "busybox:1.36", command: [sh, -c, "sleep 3; exit 1"] }] }',
  );
  type(run, 'sleep 70');
  const beats = told(run, applied).map(({ insight }) => insight);
  expect(beats.filter(({ kind }) => kind === 'kubelet.backOff').map(({ args }) => args.seconds)).toEqual([10, 20, 40]);
  expect(beats.filter(({ kind }) => kind === 'insight.started').map(({ args }) => args.restarts)).toEqual([0, 1, 2, 3]);
});

it('BE6: hooks that fail are told, the one after the start and the one before the end', () => {
  const run = begun();
  const hook = (name: string) => `${name}: { exec: { command: [sh, -c, "echo not today; exit 3"] } }`;
  const pod = (name: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name.toLowerCase()} }\nspec: { containers: [{ name: c, image: nginx:1.27, lifecycle: { ${hook(name)} } }] }\n---\n`;
  const started = apply(run, pod('postStart'));
  apply(run, pod('preStop'));
  const ended = type(run, 'delete pod prestop');
  const failed = (story: number) =>
    told(run, story)
      .map(({ insight }) => insight)
      .filter(({ kind }) => kind === 'kubelet.hookFailed')
      .map(({ args }) => args.hook);
  expect(failed(started)).toEqual(['postStart']);
  expect(failed(ended)).toEqual(['preStop']);
});

describe('an API server that is started again', () => {
  it('BE3: of all who wait and watch again one is told for each sort', () => {
    const run = begun();
    const stopped = give(run, { type: 'api-server', state: 'stopped' });
    type(run, 'sleep 10');
    const started = give(run, { type: 'api-server', state: 'running' });
    type(run, 'sleep 60');
    expect(kindsOf(told(run, stopped)).filter((kind) => kind === 'clientgo.throttled').length).toBeLessThan(3);
    const again = told(run, started).filter(({ insight }) => insight.kind === 'insight.watchesAgain');
    expect(again.length).toBeGreaterThan(1);
    expect(new Set(again.map(({ insight }) => String(insight.args.client).split('/')[0])).size).toBe(again.length);
  });

  it('BE11: who would go on from before the restart hears 410 and lists anew, in that story', () => {
    const run = begun();
    for (let i = 0; i < 3; i += 1) type(run, `create configmap c${i}`);
    give(run, { type: 'api-server', state: 'stopped' });
    const started = give(run, { type: 'api-server', state: 'running' });
    type(run, 'sleep 60');
    const late = told(run, started).filter(({ insight }) => insight.kind === 'insight.tooOld');
    expect(late.length).toBeGreaterThan(1);
    for (const { insight } of late) expect(Number(insight.args.revision)).toBeLessThan(Number(insight.args.oldest));
    const { journal } = run.engine;
    const lists = Array.from({ length: journal.end - started }, (_, at) => started + at).filter(
      (seq) => journal.kindOf(seq).name === 'clientgo.initialList',
    );
    expect(lists.length).toBeGreaterThan(10);
    for (const seq of lists) expect(journal.storyOf(seq)).toBe(started);
  });
});
