import { expect, it } from 'vitest';
import { startedRun, typeLine, wait } from '../testing/started-run.ts';

const nested = (depth: number, open: string, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

const configMap = (field: string): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"deep"},${field}}`;

const policy = (expression: string): string =>
  JSON.stringify({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'policy' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      },
      validations: [{ expression }],
    },
  });

/** What once ended the run, and every reload of it. */
const KILLERS: readonly string[] = [
  ...[1_500, 9_000, 50_000].flatMap((depth) => [
    configMap(`"data":{"a":${nested(depth, '[', ']')}}`),
    configMap(`"x":${nested(depth, '{"a":', '}')}`),
  ]),
  policy(`${'!'.repeat(1_000)}true`),
  policy(nested(5_000, '(', ')')),
  policy(`true${' && true'.repeat(10_000)}`),
];

const VALUES: readonly string[] = ['5', '{}', '{"metadata":{}}', '{"metadata":{"name":5},"spec":7}', '[1', 'k8s'];

it('CR1: no input that is nested deep or long, and nothing that is put into the store, ends a run', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero', proxy: 'none' }, {}, true);
  for (const text of KILLERS) typeLine(run, 'kubectl apply -f given.json', { 'given.json': text });
  for (const [at, value] of VALUES.entries())
    for (const kind of ['pods', 'deployments', 'services/specs'])
      typeLine(run, `etcdctl put /registry/${kind}/default/odd-${at} ${value}`);
  wait(run, 30);
  expect(typeLine(run, 'kubectl create namespace after').stdout).toBe('namespace/after created\n');
});

it.each([
  '{"metadata":{"name":5}}',
  '{"metadata":{"name":"odd","namespace":"default"},"spec":null}',
  '{"apiVersion":"v9","kind":"Nope","metadata":{"name":"odd"}}',
])('CR1: a stored Pod that nobody can read ends nobody, and when it is gone all goes on: %s', (value) => {
  const run = startedRun({ nodes: 1, latencies: 'zero', proxy: 'none' }, {}, true);
  typeLine(run, `etcdctl put /registry/pods/default/odd ${value}`);
  wait(run, 30);
  typeLine(run, 'etcdctl del /registry/pods/default/odd');
  wait(run, 60);
  typeLine(run, 'kubectl create deployment web --image=nginx:1.27');
  wait(run, 30);
  expect(typeLine(run, 'kubectl get deployment web --no-headers').stdout).toMatch(/^web +1\/1/);
});
