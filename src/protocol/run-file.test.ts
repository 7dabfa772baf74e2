import { expect, it } from 'vitest';
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

it('every kind of input is read back', () => {
  const inputs: readonly Input[] = [
    { type: 'kubectl', argv: ['get', 'pods'], files: {} },
    { type: 'etcdctl', argv: ['get', 'a'] },
    { type: 'etcdctl', argv: ['txn'], stdin: '\n\n\n' },
    { type: 'etcd-member', member: 'etcd-0', state: 'stopped' },
    { type: 'interrupt', command: 3 },
  ];
  for (const input of inputs) expect(readRun(run(input))).toMatchObject({ run: { inputs: [{ input }] } });
});

it('what is no input, or no cluster, is refused', () => {
  for (const input of [
    { type: 'etcdctl', argv: 'get a' },
    { type: 'etcdctl', argv: ['put', 'a'], stdin: 1 },
    { type: 'etcd-member', member: 'etcd-0', state: 'on fire' },
    { type: 'etcd-member', state: 'stopped' },
    { type: 'nothing' },
  ])
    expect(readRun(run(input))).toBe('inputs[0] is not an input');
  expect(readRun(run({ type: 'interrupt', command: 1 }, { etcdMembers: 2 }))).toBe(
    'cluster.etcdMembers is neither 1 nor 3',
  );
});
