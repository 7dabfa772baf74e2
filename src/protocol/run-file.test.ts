import { expect, it } from 'vitest';
import { DELAYS } from './fault-check.ts';
import type { Input, RunDescription } from './run-description.ts';
import { printRun, readRun } from './run-file.ts';

const run = (input: object, cluster: object = {}): string =>
  printRun({
    run: {
      v: 1,
      build: 'b',
      seed: 1,
      cluster: { nodes: 1, latencies: 'zero', ...cluster } as RunDescription['cluster'],
      inputs: [{ afterStep: 1, afterOccurrence: 1, time: 1, input: input as Input }],
    },
    position: undefined,
  });

/** The compiler asks for one of each kind. */
const ONE_OF_EACH: { readonly [type in Input['type']]: Extract<Input, { type: type }> } = {
  kubectl: { type: 'kubectl', argv: ['apply', '-f', 'a.yaml'], files: { 'a.yaml': 'kind: Pod' }, stdin: 'x' },
  etcdctl: { type: 'etcdctl', argv: ['txn'], stdin: '\n\n\n' },
  line: { type: 'line', line: 'cat a.yaml | kubectl apply -f -', files: { 'a.yaml': 'kind: Pod' } },
  interrupt: { type: 'interrupt', command: 3 },
  answer: { type: 'answer', command: 3, text: 'ls\n' },
  request: { type: 'request', method: 'GET', path: '/api', user: 'jane', accept: 'application/json' },
  'hang-up': { type: 'hang-up', request: 2 },
  packet: { type: 'packet', from: 'default/web', to: '10.96.0.1', port: 443, protocol: 'tcp' },
  'etcd-member': { type: 'etcd-member', member: 'etcd-0', state: 'stopped' },
  'api-server': { type: 'api-server', state: 'stopped' },
  kubelet: { type: 'kubelet', node: 'node-1', state: 'stopped' },
  partition: { type: 'partition', node: 'node-2', state: 'cut', seconds: 30 },
  clock: { type: 'clock', machine: 'node-2', offsetSeconds: -90, seconds: 30 },
  rates: { type: 'rates', faults: { lostRequestPerMille: 5, slowRequestMillis: 100 }, seconds: 9 },
  delays: { type: 'delays', delays: { network: [20, 60] } },
  'cut-watch': { type: 'cut-watch', informer: 'pods' },
  index: { type: 'index', informer: 'pods', index: 'app', path: 'metadata.labels.app' },
  'look-up': { type: 'look-up', informer: 'pods', index: 'app', value: 'web' },
};

it('every kind of input is read back', () => {
  for (const input of Object.values(ONE_OF_EACH)) {
    expect(readRun(run(input))).toMatchObject({ run: { inputs: [{ input }] } });
  }
});

it('an input with a field that is missing or something else is none', () => {
  // Fields that may be left out.
  const optional = new Set(['stdin', 'accept', 'contentType', 'body', 'raw', 'seconds', 'text']);
  for (const input of Object.values(ONE_OF_EACH)) {
    for (const field of Object.keys(input)) {
      const { [field as 'type']: _, ...rest } = input;
      const changed = [{ ...input, [field]: { odd: 1 } }, ...(optional.has(field) ? [] : [rest])];
      for (const each of changed) expect(readRun(run(each)), JSON.stringify(each)).toBe('inputs[0] is not an input');
    }
  }
});

it('an input that holds something deep is none, and what is deep in a text is a text', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const text = run(ONE_OF_EACH.kubectl).replace('"stdin": "x"', `"stdin": "x", "more": ${deep}`);
  expect(text).toContain(deep);
  expect(readRun(text)).toBe('inputs[0] is not an input');
  const manifest = '{"a":'.repeat(20_000);
  expect(readRun(run({ ...ONE_OF_EACH.kubectl, files: { 'a.json': manifest } }))).toMatchObject({
    run: { inputs: [{ input: { files: { 'a.json': manifest } } }] },
  });
});

it('what is no input, or no cluster, is refused', () => {
  for (const input of [
    { type: 'etcdctl', argv: 'get a' },
    { type: 'etcdctl', argv: ['put', 'a'], stdin: 1 },
    { type: 'etcd-member', member: 'etcd-0', state: 'on fire' },
    { type: 'etcd-member', state: 'stopped' },
    { type: 'kubectl', argv: ['get', 1], files: {} },
    { type: 'packet', from: 'a', to: 'b', port: 80, protocol: 'icmp' },
    { type: 'request', method: 'BREW', path: '/', user: 'jane' },
    { type: 'api-server', state: 'slow' },
    { type: 'nothing' },
  ])
    expect(readRun(run(input))).toBe('inputs[0] is not an input');
  const clusters: readonly [object, string][] = [
    [{ nodes: -1 }, 'cluster.nodes is not a number of nodes'],
    [{ latencies: 'none' }, 'cluster.latencies is neither realistic nor zero'],
    [{ etcdMembers: 2 }, 'cluster.etcdMembers is neither 1 nor 3'],
    [{ authorization: ['RBAC', 'Luck'] }, 'cluster.authorization is not a list of authorizers'],
    [{ families: ['IPv4', 'IPv4'] }, 'cluster.families is not a list of families'],
    [{ delays: { network: 5 } }, 'cluster.delays.network is not a pair of milliseconds, from and to, up to 600000'],
    [{ delays: [5, 1] }, 'cluster.delays is not a pair of milliseconds for each name'],
    [{ delays: { luck: [5, 9] } }, `cluster.delays has luck, which is no delay: there are ${DELAYS.join(', ')}`],
    [{ faults: { requestErrorPerMille: 'many' } }, 'cluster.faults.requestErrorPerMille is not a number of a thousand'],
  ];
  for (const [cluster, problem] of clusters) expect(readRun(run(ONE_OF_EACH.interrupt, cluster))).toBe(problem);
});

it('what is no saved run says what it is', () => {
  expect(readRun('{')).toMatch(/^not JSON/);
  expect([readRun('null'), readRun('{}'), readRun('{"v":2}')]).toEqual([
    'not a saved run',
    'not a saved run',
    'made for version 2 of the format',
  ]);
  expect(readRun('{"v":1,"seed":0.5}')).toBe('seed is not a whole number');
});

it('the name that somebody gave to a run travels with it; one that is no name is refused', () => {
  const run = { v: 1 as const, build: 'b', seed: 1, cluster: { nodes: 1, latencies: 'zero' as const }, inputs: [] };
  expect(readRun(printRun({ run: { ...run, name: 'with 5 replicas' }, position: 3 }))).toMatchObject({
    run: { ...run, name: 'with 5 replicas' },
  });
  for (const name of ['', ' ', 7, 'x'.repeat(61)])
    expect(readRun(JSON.stringify({ ...run, name }))).toBe('name is not a text of 1 to 60 characters');
});

it('breakpoints stay with a run; what is none is left out', () => {
  const run = { v: 1, build: '', seed: 1, cluster: { nodes: 1, latencies: 'zero' }, inputs: [] } as const;
  const breakpoints = [
    { id: 'b1', enabled: true, subject: 'pods/default/web', field: 'status.phase', value: 'Running' },
    { id: 'b2', enabled: false, when: 'object.spec.replicas > 3' },
  ];
  const text = printRun({ run, position: 3, breakpoints });
  expect(readRun(text)).toMatchObject({ breakpoints });
  const damaged = JSON.parse(text);
  damaged.breakpoints.push({ id: 'b3', enabled: true }, { id: 'b4', enabled: true, luck: 'x' }, 'b5');
  expect(readRun(JSON.stringify(damaged))).toMatchObject({ breakpoints });
  expect(readRun(printRun({ run, position: 3 }))).not.toHaveProperty('breakpoints');
});
