import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEYS_TABLE } from '../../src/cluster/etcd/rows.ts';
import { realisticLatencies } from '../../src/cluster/ports/latency.ts';
import { isNamed } from '../../src/library/named-object.ts';
import { DELAYS } from '../../src/protocol/fault-check.ts';
import { printRun } from '../../src/protocol/run-file.ts';
import { settledAt } from '../../src/worker/scenario-run.ts';
import { beatsOf } from './beats.ts';
import { comparedAsText } from './compare.ts';
import { historyIn } from './history.ts';
import { asksForHelp, readOptions } from './options.ts';
import { withStart } from './start-state.ts';
import { advance, advanceOrEnd, failures, line, startRun } from './story.ts';
import { linesOf, unmetIn } from './unmet.ts';

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - { name: web, image: nginx }
`;

const folder = mkdtempSync(join(tmpdir(), 'kubestep-'));

function options(name: string, text: string, ...more: string[]) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const read = readOptions(['run', file, ...more]);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

function started(name: string, text: string, ...more: string[]) {
  const read = options(name, text, ...more);
  const run = startRun(read);
  if (typeof run === 'string') throw new Error(run);
  advance(run, read.until);
  return run;
}

test('a manifest is applied and told to the end', () => {
  const run = started('pod.yaml', POD);
  const last = line(run.engine.journal.step(run.engine.stepCount - 1), settledAt(run));
  expect(last).toMatch(/^ *\d+ +\d+\.\d ms {2}\S+ +\S/);
  expect(run.engine.quiescent).toBe(true);
});

test('a saved run is repeated exactly', () => {
  const first = started('pod.yaml', POD);
  const description = {
    v: 1 as const,
    build: '',
    seed: 1,
    cluster: { nodes: 3, latencies: 'realistic' as const },
    inputs: first.inputs,
  };
  const text = printRun({ run: description, position: undefined });
  expect(started('run.json', text).engine.digest).toBe(first.engine.digest);
  expect(started('run.json', text, '--seed', '2').engine.digest).not.toBe(first.engine.digest);
});

test('ready comes before quiescence, and seconds are counted from rest', () => {
  const ready = started('pod.yaml', POD, '--until', 'ready');
  const quiet = started('pod.yaml', POD);
  expect(ready.engine.stepCount).toBeLessThan(quiet.engine.stepCount);
  const early = started('pod.yaml', POD, '--until', '0.1s');
  expect(early.engine.stepCount).toBeLessThan(ready.engine.stepCount);
});

test('a scenario is typed line after line, each when the cluster has come to rest', () => {
  const read = readOptions(['run', 'fruit']);
  if (typeof read === 'string') throw new Error(read);
  const run = startRun(read);
  if (typeof run === 'string') throw new Error(run);
  advance(run, read.until);
  expect(run.inputs.map(({ input }) => (input.type === 'kubectl' ? input.argv.join(' ') : input.type))).toContain(
    'kubectl get fruits -l tastes-good=true',
  );
  expect(run.engine.quiescent).toBe(true);
});

test('delays and faults of the run are as they were asked for', () => {
  const kinds = (...more: readonly string[]) => {
    const { engine } = started('pod.yaml', POD, ...more);
    const { journal } = engine;
    return { now: engine.now, told: Array.from({ length: engine.stepCount }, (_, at) => journal.step(at).kind.name) };
  };
  const usual = kinds();
  const slow = kinds('--delays', 'network=100..120');
  expect(slow.now - usual.now).toBeGreaterThan(1_000_000);
  const broken = kinds('--faults', 'requests=100,watches=100');
  const count = ({ told }: typeof usual, kind: string) => told.filter((each) => each === kind).length;
  expect(count(usual, 'clientgo.watchEnded')).toBe(0);
  expect(count(broken, 'clientgo.watchEnded')).toBeGreaterThan(0);
});

test('delays that a run may change are those that the cluster has', () => {
  expect(DELAYS).toEqual(Object.keys(realisticLatencies));
});

test('beats are told unless every step is asked for, or another grain', () => {
  expect(options('pod.yaml', POD).grain).toBe('beat');
  expect(options('pod.yaml', POD, '--everything').grain).toBe('step');
  expect(options('pod.yaml', POD, '--grain', 'scene', '--everything').grain).toBe('scene');
});

test('what makes no sense is refused in words', () => {
  expect(readOptions([])).toBe('say what to do');
  expect(readOptions(['run'])).toBe('name a manifest, a saved run or a scenario');
  expect(readOptions(['run', 'nowhere.yaml'])).toBe('there is no file and no scenario nowhere.yaml');
  const file = options('pod.yaml', POD).file ?? '';
  expect(readOptions(['run', file, '--speed', '3'])).toBe('unknown option --speed');
  expect(readOptions(['run', file, '--until', 'soon'])).toContain('--until takes');
  expect(readOptions(['run', file, '--nodes', 'x'])).toContain('a whole number');
  expect(readOptions(['run', file, '--delays', 'luck=3'])).toMatch(/^no delay is called luck: there are network, /);
  expect(readOptions(['run', file, '--delays', 'network=soon'])).toContain('not network=soon');
  expect(readOptions(['run', file, '--delays', 'network=9..3'])).toBe('network=9..3 ends before it begins');
  expect(readOptions(['run', file, '--faults', 'luck=3'])).toContain('not luck=3');
  expect(readOptions(['run', file, '--faults', 'requests=1001'])).toContain('not requests=1001');
  expect(startRun(options('bad.json', '{"kubestep":"run","v":9}'))).toContain('version 9');
});

test('a value may have equals signs of its own, whichever way it is given', () => {
  const file = options('pod.yaml', POD).file ?? '';
  for (const [name, value] of [
    ['faults', 'requests=20,lost=5'],
    ['delays', 'network=20..60,etcdCommit=50'],
  ] as const) {
    const attached = readOptions(['run', file, `--${name}=${value}`]);
    expect(attached).toMatchObject({ cluster: expect.anything() });
    expect(attached).toEqual(readOptions(['run', file, `--${name}`, value]));
  }
  expect(readOptions(['run', file, '--journal=a=b=c'])).toMatchObject({ journal: 'a=b=c' });
  expect(readOptions(['run', file, '--follow='])).toMatchObject({ follow: '' });
  expect(readOptions(['run', file, '--everything=no'])).toBe('--everything takes no value');
});

test('a folder stands for the manifests in it, and an empty one is refused', () => {
  const many = join(folder, 'many');
  mkdirSync(many);
  const read = readOptions(['run', many]);
  if (typeof read === 'string') throw new Error(read);
  expect(startRun(read)).toContain('no .json, .yaml or .yml file in it');
  writeFileSync(join(many, 'a.yaml'), POD);
  writeFileSync(join(many, 'b.yml'), POD.replace('name: web', 'name: other'));
  writeFileSync(join(many, 'notes.txt'), 'x');
  const run = startRun(read);
  if (typeof run === 'string') throw new Error(run);
  advance(run, read.until);
  const keys = [...run.engine.table(KEYS_TABLE).values()].map(({ key }) => key);
  expect(keys.filter((key) => key.startsWith('/registry/pods/default/'))).toHaveLength(2);
});

test('what kubectl complained about and Pods that never became ready are told at the end', () => {
  const of = (name: string, text: string, ...more: string[]) => {
    const read = options(name, text, ...more);
    return failures(started(name, text, ...more), read);
  };
  expect(of('broken.yaml', 'a: [')).toEqual([expect.stringContaining('error: error parsing broken.yaml')]);
  expect(of('pod.yaml', POD, '--until', 'ready')).toEqual([]);
  const never = POD.replace('image: nginx', 'image: nowhere.example/x');
  expect(of('never.yaml', never, '--until', 'ready')).toEqual(['kubestep: not every Pod became ready']);
});

test('at the end it is told which wish is not met, where to change it and how to go back; of one object, when it is named', () => {
  const big = POD.replace('image: nginx', 'image: nginx, resources: { requests: { cpu: "9" } }');
  const run = started('big.yaml', big);
  const [unmet, ...more] = unmetIn(run);
  expect(more).toEqual([]);
  expect(unmet && linesOf(run, unmet)).toEqual([
    'Unmet: Pod web is not ready: it asks for 9 cpu, and 3 nodes have at most 2 free (node-1, 7 short).',
    ...[1, 2, 3].map(
      (node) => `  node-${node}: NodeResourcesFit, Insufficient cpu (asked 9 cpu, there 2 cpu, short by 7 cpu)`,
    ),
    expect.stringMatching(/^ {2}since: \d+(\.\d)? m?s ago, step \d+$/),
    '  after: kubectl apply -f big.yaml',
    '  change: Ask for less cpu, free 7 on node-1, or add a node. (big.yaml:7, spec.containers.0.resources.requests)',
  ]);
  for (const name of ['pod/web', 'pods/default/web', 'web']) expect(unmetIn(run, name)).toHaveLength(1);
  for (const name of ['pod/other', 'service/web', 'pods/there/web']) expect(unmetIn(run, name)).toEqual([]);
  expect(unmetIn(started('pod.yaml', POD))).toEqual([]);
  expect(readOptions(['why', 'pod/web', join(folder, 'big.yaml')])).toMatchObject({ why: 'pod/web' });
  expect(readOptions(['why'])).toBe('name an object');
});

test('a dump is diagnosed alone, and a manifest is none', () => {
  const big = POD.replace('image: nginx', 'image: nginx, resources: { requests: { cpu: "9" } }');
  const kept =
    '  uid: 0b0c3c9e-7d5a-4b3e-9a6e-1f2d3c4b5a69\n  resourceVersion: "7"\n  creationTimestamp: "2026-01-15T08:00:00Z"\n';
  const dump = join(folder, 'dump.yaml');
  writeFileSync(dump, big.replace('  name: web\n', `  name: web\n  namespace: default\n${kept}`));
  const read = readOptions(['diagnose', dump]);
  if (typeof read === 'string') throw new Error(read);
  expect(read).toMatchObject({ diagnosed: true, start: dump, file: undefined });
  const begins = withStart(read);
  if (typeof begins === 'string') throw new Error(begins);
  const run = startRun(begins.options);
  if (typeof run === 'string') throw new Error(run);
  advance(run, read.until);
  expect(unmetIn(run).map(({ subject }) => subject)).toContain('pods/default/web');
  writeFileSync(dump, big);
  expect(withStart(read)).toContain('no object of a cluster is in');
  expect(withStart(read)).toMatch(/Pod default\/\S+.*: without a uid/);
  expect(readOptions(['diagnose'])).toBe('name a dump of a cluster');
});

test('help can be asked for anywhere', () => {
  for (const argv of [['--help'], ['help'], ['run', '-h'], ['run', 'x.yaml', '--help']])
    expect(asksForHelp(argv)).toBe(true);
  expect(asksForHelp(['run', 'help.yaml'])).toBe(false);
  expect(readOptions(['run', '-'])).toMatchObject({ file: '-' });
  expect(readOptions(['run', '-', '-x'])).toBe('unknown option -x');
});

test('a run whose engine breaks is told up to there, and why it ended, and at which step', () => {
  const read = options('broken.yaml', POD);
  const run = startRun(read);
  if (typeof run === 'string') throw new Error(run);
  // A clock that has jumped, with everything still due: an invariant of the engine itself, for which no component answers.
  run.engine.now += 3_600_000_000;
  const end = advanceOrEnd(run, read.until) ?? '';
  const last = run.engine.journal.end - 1;
  expect(end).toMatch(
    /^kubestep: the run ended here: time runs forward \(at step \d+, .+\)\ncaused by, newest first:\nstep \d+ /,
  );
  expect(end).toContain(`at step ${last}, ${run.engine.journal.step(last).actor}`);
  expect(advanceOrEnd(started('sound.yaml', POD), read.until)).toBeUndefined();
});

test('what is followed is told alone, as it was typed, with what folds for others', () => {
  expect(isNamed('deployments.apps/default/web', 'deployment/web')).toBe(true);
  expect(isNamed('pods/default/web', 'default/web')).toBe(true);
  expect(isNamed('pods/default/web-1', 'web')).toBe(false);
  const followed = options('web.yaml', POD, '--follow', 'pod/web');
  expect(followed.follow).toBe('pod/web');
  const run = startRun(followed);
  if (typeof run === 'string') throw new Error(run);
  advance(run, followed.until);
  const telling = { languages: ['en'], times: false, folds: false } as const;
  const { lines } = beatsOf(run, { ...telling, object: 'pods/default/web' });
  const all = beatsOf(run, telling);
  expect(lines.length).toBeGreaterThan(8);
  expect(all.lines.join('\n')).toContain('asks the API server what it can do');
  expect(lines.join('\n')).toContain('pause');
  expect(lines.join('\n')).not.toContain('asks the API server what it can do');
});

test('a cluster goes on from what somebody brought, and what holds up its wishes is named', () => {
  const pulls = {
    reason: 'ImagePullBackOff',
    message: 'Back-off pulling image "shop.example/api:3": ErrImagePull: not found',
  };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'api', namespace: 'shop', uid: 'u', creationTimestamp: '2026-03-01T10:00:00Z' },
    spec: { nodeName: 'red', containers: [{ name: 'api', image: 'shop.example/api:3' }] },
    status: {
      phase: 'Pending',
      podIP: '10.42.0.9',
      containerStatuses: [
        {
          name: 'api',
          image: 'shop.example/api:3',
          imageID: '',
          ready: false,
          restartCount: 0,
          state: { waiting: pulls },
        },
      ],
    },
  };
  const file = join(folder, 'dump.json');
  writeFileSync(file, JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [pod, { kind: 'Pod' }] }));
  const read = readOptions(['run', '--start', file, '--until', '20s']);
  if (typeof read === 'string') throw new Error(read);
  const begins = withStart(read);
  if (typeof begins === 'string') throw new Error(begins);
  expect(begins.said[0]).toBe(`${file}, line 1, Pod: the object says no apiVersion`);
  const run = startRun(begins.options);
  if (typeof run === 'string') throw new Error(run);
  advance(run, read.until);
  expect(linesOf(run, unmetIn(run)[0] as never)[0]).toContain('shop.example/api:3');
});

test('a start without objects is refused in words', () => {
  const file = join(folder, 'table.txt');
  writeFileSync(file, 'NAME    READY   STATUS\nweb-1   1/1     Running\n');
  const read = readOptions(['run', '--start', file]);
  if (typeof read === 'string') throw new Error(read);
  expect(withStart(read)).toContain('this is the table that kubectl shows to people');
});

test('two stories are told side by side: the same once, then what differs, and how it ends', () => {
  const [two, three] = [2, 3].map((replicas) =>
    started(`web-${replicas}.yaml`, DEPLOYMENT.replace('REPLICAS', String(replicas))),
  ) as [ReturnType<typeof started>, ReturnType<typeof started>];
  const { lines, differs } = comparedAsText(two, three);
  expect(differs).toBe(true);
  const text = lines.join('\n');
  expect(text).toContain('--- here the stories part ---');
  expect(text).toMatch(/≠ A .*2 of 2 are available[^\n]*\n {2}≠ B .*3 of 3 are available/);
  expect(text).toContain('    spec.replicas: 2 → 3');
  expect(text).toMatch(/Pod\/default\/web-\S+: only in B/);
  // No line says the same on both sides.
  for (const [at, line] of lines.entries())
    if (line.startsWith('  ≠ A')) expect(lines[at + 1]?.slice(23)).not.toBe(line.slice(23));
  const same = comparedAsText(two, started('web-2.yaml', DEPLOYMENT.replace('REPLICAS', '2')));
  expect(same.differs).toBe(false);
  expect(same.lines).toContain('All objects end alike.');
});

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: REPLICAS
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`;

test('the values of a field are told with when, by whom and at which step', () => {
  const run = started('web-history.yaml', DEPLOYMENT.replace('REPLICAS', '2'));
  const found = historyIn(run, 'deployment/web', '.status.readyReplicas');
  expect(found).toMatchObject({ short: '1 → 2' });
  const { lines } = found as Exclude<typeof found, string>;
  expect(lines[0]).toMatch(
    /^ *\d+ +\d+\.\d ms {2}1 {2}\(deployment-controller, manager kube-controller-manager, system:/,
  );
  expect(historyIn(run, 'deployment/web', 'spec.nothing')).toEqual({ short: '', lines: [] });
  expect(historyIn(run, 'deployment/other', 'spec.replicas')).toContain('deployment/other');
});

test('which words name the object, the path and the files', () => {
  const [a, b] = ['a.yaml', 'b.yaml'].map((name) => {
    writeFileSync(join(folder, name), POD);
    return join(folder, name);
  }) as [string, string];
  expect(readOptions(['history', 'deployment', 'web', '.spec.replicas', a])).toMatchObject({
    file: a,
    history: { object: 'deployment/web', path: '.spec.replicas' },
  });
  expect(readOptions(['history', 'deployment/web', 'spec.replicas', a])).toMatchObject({ file: a });
  expect(readOptions(['history', 'deployment/web'])).toContain('name an object and a path');
  expect(readOptions(['compare', a, b])).toMatchObject({ file: a, compare: b });
  expect(readOptions(['compare', a])).toContain('name two');
  expect(readOptions(['compare', a, 'nowhere.yaml'])).toContain('nowhere.yaml');
});
