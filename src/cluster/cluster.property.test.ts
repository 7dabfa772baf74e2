import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Run } from '../engine/index.ts';
import type { Given } from './inputs/inputs.ts';
import { cacheProblems, problemsAtRest, storageProblems } from './invariants/index.ts';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from './program.ts';

/** Nothing that people do once keeps a cluster of three nodes busy for longer than this. */
const BOUND = 60_000;

type World = readonly Act[];

interface Act {
  readonly argv: readonly string[];
  readonly files: { readonly [name: string]: string };
  /** How far the cluster gets before the next command: nowhere, a moment, or to rest. */
  readonly after: number | 'rest';
}

function deployment(name: string, app: string, image: string, replicas: number, cpu: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}}
    spec:
      containers:
      - {name: c, image: "${image}", resources: {requests: {cpu: "${cpu}"}}}
`;
}

const name = fc.constantFrom('a', 'b');
const image = fc.constantFrom('nginx', 'nginx:1.27', 'nobody/nothing:1');
const node = fc.integer({ min: 1, max: 3 }).map((at) => `node-${at}`);
const words = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)));
const numbered = (flag: string, max: number) => fc.integer({ min: 0, max }).map((value) => `--${flag}=${value}`);

const PATCHES = [
  '{"spec":{"minReadySeconds":2}}',
  '{"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}',
  '{"spec":{"revisionHistoryLimit":0}}',
  '{"spec":{"progressDeadlineSeconds":10}}',
  '{"metadata":{"finalizers":["example.org/held"]}}',
  '{"metadata":{"finalizers":null}}',
  '{"spec":{"replicas":"many"}}',
];

const typed: fc.Arbitrary<readonly string[]> = fc.oneof(
  words('scale', 'deploy', name, numbered('replicas', 6)),
  words(
    'set',
    'image',
    'deploy',
    name,
    image.map((one) => `c=${one}`),
  ),
  words('rollout', fc.constantFrom('undo', 'restart', 'pause', 'resume'), 'deploy', name),
  words('patch', 'deploy', name, '-p', fc.constantFrom(...PATCHES)),
  words(
    'delete',
    'deploy',
    name,
    '--wait=false',
    fc.constantFrom('--cascade=orphan', '--cascade=foreground', '--wait=false'),
  ),
  words(
    'delete',
    fc.constantFrom('pods', 'rs'),
    '-l',
    name.map((app) => `app=${app}`),
    fc.constantFrom('--wait=false', '--force'),
  ),
  words(
    'label',
    'pods',
    '-l',
    name.map((app) => `app=${app}`),
    fc.constantFrom('app=a', 'app=b', 'app=z'),
    '--overwrite',
  ),
  words(
    'run',
    fc.constantFrom('one', 'two'),
    image.map((one) => `--image=${one}`),
    '--restart=Never',
    name.map((app) => `--labels=app=${app}`),
  ),
  words('delete', 'pod', fc.constantFrom('one', 'two', '%', '..')),
  words(fc.constantFrom('cordon', 'uncordon'), node),
  words('taint', 'node', node, fc.constantFrom('k=v:NoSchedule', 'k=v:NoExecute', 'k-'), '--overwrite'),
  words('drain', node, '--force'),
  words('delete', 'node', node),
  words('expose', 'deploy', name, '--port=80'),
  words('get', 'pods', fc.constantFrom('-o=wide', '-o=json', '-w', '-o=nothing')),
);

const act: fc.Arbitrary<Act> = fc
  .record({
    command: fc.oneof(
      { weight: 3, arbitrary: typed.map((argv) => ({ argv, files: {} })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            name,
            fc.oneof({ weight: 3, arbitrary: fc.constant('') }, name),
            image,
            fc.integer({ min: 0, max: 4 }),
            fc.constantFrom('10m', '3', '99'),
          )
          .map(([called, app, from, replicas, cpu]) => ({
            argv: ['apply', '-f', 'a.yaml'],
            files: { 'a.yaml': deployment(called, app === '' ? called : app, from, replicas, cpu) },
          })),
      },
    ),
    after: fc.oneof(fc.constant('rest' as const), fc.constantFrom(0, 1_000, 50_000, 1_500_000)),
  })
  .map(({ command, after }) => ({ ...command, after }));

const world: fc.Arbitrary<World> = fc.array(act, { minLength: 2, maxLength: 8 });

function start(seed: number, recording: 'full' | 'thin'): Run<Given> {
  const run = new Run<Given>(() => clusterProgram({ nodes: 3, latencies: 'realistic' }, false), {
    seed,
    kinds: clusterKinds,
    startTime: CLUSTER_START_TIME,
    recording,
    maxSteps: 1_000_000,
    freeze: recording === 'full',
  });
  run.advance({ time: CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS });
  return run;
}

function live(run: Run<Given>, { argv, files, after }: Act): void {
  run.give({ type: 'kubectl', argv, files });
  if (after === 'rest') rest(run);
  else run.advance({ time: run.engine.now + after });
}

function rest(run: Run<Given>): void {
  expect(run.advance({ quiescent: true, steps: run.engine.stepCount + BOUND })).toBe('quiescent');
}

/** Heartbeats go on at rest: there is a moment soon at which none is under way. */
function calm(run: Run<Given>): void {
  for (let tries = 0; tries < 5; tries += 1) {
    run.advance({ time: run.engine.now + 100_000 });
    rest(run);
    if (cacheProblems(run.engine).length === 0) return;
  }
}

function lived(seed: number, acts: World, recording: 'full' | 'thin'): Run<Given> {
  const run = start(seed, recording);
  for (const one of acts) live(run, one);
  return run;
}

const SEED = 20_260_115;

describe('a cluster under random commands', () => {
  it('comes to rest, and then everything agrees with everything', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999 }), world, (seed, acts) => {
        const run = start(seed, 'thin');
        for (const one of acts) {
          live(run, one);
          expect(storageProblems(run.engine)).toEqual([]);
        }
        rest(run);
        calm(run);
        expect(problemsAtRest(run.engine)).toEqual([]);
      }),
      { seed: SEED, numRuns: 40 },
    );
  }, 60_000);

  it('is the same again from the same seed and inputs, however much of it is recorded', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999 }), world, (seed, acts) => {
        const first = lived(seed, acts, 'full');
        expect(lived(seed, acts, 'thin').engine.digest).toBe(first.engine.digest);
        const again = first.repeat('off');
        again.advance({ occurrences: first.engine.occurrences - again.engine.occurrences });
        expect(again.engine.digest).toBe(first.engine.digest);
      }),
      { seed: SEED, numRuns: 12 },
    );
  }, 60_000);

  it('goes on after a fork as a fresh run with the same inputs does', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 999 }),
        world,
        act,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (seed, acts, other, part) => {
          const parent = lived(seed, acts, 'full');
          const base = start(seed, 'thin').engine.stepCount;
          const { end } = parent.engine.journal;
          const fork = parent.fork(base + Math.floor(part * (end - 1 - base)));
          live(fork, other);
          rest(fork);
          const fresh = fork.repeat('thin');
          fresh.advance({ occurrences: fork.engine.occurrences - fresh.engine.occurrences });
          expect(fresh.engine.digest).toBe(fork.engine.digest);
          calm(fork);
          expect(problemsAtRest(fork.engine)).toEqual([]);
        },
      ),
      { seed: SEED, numRuns: 12 },
    );
  }, 60_000);
});
