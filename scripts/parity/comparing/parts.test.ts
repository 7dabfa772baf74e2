import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatherFacts } from '../recordings/facts.ts';
import { type Command, parseRecording } from '../recordings/recording.ts';
import { inCommonOrder } from './addresses.ts';
import { assign } from './assign.ts';
import type { Difference } from './difference.ts';
import { declareKnown, KNOWN_DIFFERENCES, type KnownDifference } from './known-differences.ts';
import { diffLines } from './lines.ts';
import { Normaliser } from './normalise.ts';
import { commonOutput } from './output.ts';

const facts = gatherFacts(parseRecording('empty', {}));
const normaliser = new Normaliser(facts, { names: new Map(), nodes: new Map() });

function printed(stdout: string, t = 10): readonly string[] {
  const command: Command = { t, dt: 0, argv: ['kubectl', 'get', 'x'], user: 'admin', rc: 0, stdout, stderr: '' };
  return commonOutput(command, stdout, normaliser, facts).map((line) => line.text);
}

describe('words that every run shares', () => {
  it.each([
    ['6552763a-80e5-4d49-be40-59d93362048a', '<uid>'],
    ['2026-11-21T02:22:48Z', '<time>'],
    ['2026-11-21T02:22:48.114794Z', '<time>'],
    ['Sat, 21 Nov 2026 02:22:48 +0000', '<time>'],
    ['kube-api-access-gtpcr', 'kube-api-access-<suffix>'],
    ['nginx.18e9ee24c02b315e', 'nginx.<event>'],
    ['kubectl/v1.36.2 (linux/amd64) kubernetes/8e16b12', 'kubectl/v1.36.2 (linux/amd64) kubernetes/<commit>'],
    ['  resourceVersion: "4858"', '  resourceVersion: "<rv>"'],
    ['pvc-6552763a-80e5-4d49-be40-59d93362048a', 'pvc-<uid>'],
    ['10.244.3.3', '<podIP>'],
    ['nginx-775786f995', 'nginx-775786f995'],
    ['192.168.1.1', '192.168.1.1'],
  ])('%s', (value, common) => {
    expect(normaliser.text(value)).toBe(common);
  });

  it('keep what is not chance', () => {
    const leaves = normaliser.leaves({
      status: { conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null }] },
    });
    expect([...leaves]).toEqual([
      ['status.conditions[Ready].type', 'Ready'],
      ['status.conditions[Ready].status', 'True'],
      ['status.conditions[Ready].lastProbeTime', 'null'],
      ['status.conditions#order', 'Ready'],
    ]);
  });
});

it('a Job tells of Pods that have ended in any order', () => {
  const leavesOf = (succeeded: readonly string[]) => [
    ...normaliser.leaves({ status: { uncountedTerminatedPods: { succeeded } } }),
  ];
  expect(leavesOf(['b', 'a'])).toEqual(leavesOf(['a', 'b']));
  expect(leavesOf(['b', 'a'])).not.toEqual(leavesOf(['a', 'c']));
});

describe('printed tables', () => {
  it('do not depend on the width of an age', () => {
    const short = 'NAME    READY   AGE   IMAGE\nnginx   3/3     4s    a\n';
    const long = 'NAME    READY   AGE     IMAGE\nnginx   3/3     5m28s   a\n';
    expect(printed(short)).toEqual(printed(long));
  });

  it('depend on the padding', () => {
    const right = 'NAME    READY   AGE\nnginx   3/3     4s\n';
    const wrong = 'NAME   READY   AGE\nnginx  3/3     4s\n';
    expect(printed(right)).not.toEqual(printed(wrong));
  });

  it('forget events about nodes from before the scenario', () => {
    const old = '5m28s       Normal   NodeReady   node/worker-1   Ready\n';
    const head = 'LAST SEEN   TYPE     REASON      OBJECT          MESSAGE\n';
    const fresh = '5s          Normal   NodeReady   node/worker-2   Ready\n';
    expect(printed(head + old + fresh)).toHaveLength(2);
  });

  it('forget old events of namespaces that belong to the cluster', () => {
    const head = 'NAMESPACE     LAST SEEN   TYPE     REASON    OBJECT    MESSAGE\n';
    const row = (namespace: string, age: string) =>
      `${namespace.padEnd(14)}${age.padEnd(12)}Normal   Created   pod/t1    x\n`;
    expect(printed(head + row('kube-system', '32m'))).toEqual(printed(head));
    expect(printed(head + row('kube-system', '5s'))).toHaveLength(2);
    expect(printed(head + row('default', '32m'))).toHaveLength(2);
  });

  it('forget how often an EndpointSlice was written', () => {
    const slice = (kind: string, generation: number) =>
      `kind: ${kind}\nmetadata:\n  creationTimestamp: x\n  generation: ${generation}\n  name: web\n`;
    expect(printed(slice('EndpointSlice', 1))).toEqual(printed(slice('EndpointSlice', 3)));
    expect(printed(slice('Service', 1))).not.toEqual(printed(slice('Service', 3)));
    const json = (generation: number) =>
      `{\n  "kind": "EndpointSlice",\n  "metadata": {\n    "generation": ${generation}\n  }\n}\n`;
    expect(printed(json(1))).toEqual(printed(json(3)));
  });
});

describe('assign', () => {
  it('finds the cheapest pairs', () => {
    const costs = fc.array(fc.array(fc.nat(20), { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    const cheapest = (rows: readonly (readonly number[])[], used: readonly number[] = []): number => {
      const [row, ...rest] = rows;
      if (row === undefined) return 0;
      return Math.min(
        ...row.map((cost, column) => (used.includes(column) ? Infinity : cost + cheapest(rest, [...used, column]))),
      );
    };
    fc.assert(
      fc.property(costs, (rows) => {
        const columns = assign(rows);
        expect(new Set(columns).size).toBe(rows.length);
        expect(columns.reduce((sum, column, row) => sum + (rows[row]?.[column] ?? 0), 0)).toBe(cheapest(rows));
      }),
      { numRuns: 100 },
    );
  });
});

describe('diffLines', () => {
  it('tells what is not common, in reading order', () => {
    expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual({
      matched: 2,
      edits: [
        { kind: 'missing', line: 'b' },
        { kind: 'extra', line: 'x' },
        { kind: 'extra', line: 'd' },
      ],
    });
  });
});

describe('known differences', () => {
  const difference: Difference = {
    scenario: 'a01',
    section: 'writes',
    kind: 'changed',
    writer: 'system:kube-scheduler',
    action: 'create',
    object: 'pods default/x',
    fields: [
      { path: 'ua', want: 'a', got: 'b' },
      { path: 'code', want: '201', got: '200' },
    ],
    where: '',
  };
  const byPath = (path: RegExp): KnownDifference => ({ id: 'k', reason: 'because', path });

  it('cover a difference when they cover all of its fields', () => {
    expect(declareKnown(difference, [byPath(/^(ua|code)$/)]).known).toBe('k');
  });

  it('leave the fields that they do not cover', () => {
    const left = declareKnown(difference, [byPath(/^ua$/)]);
    expect(left.known).toBeUndefined();
    expect(left.fields.map((field) => field.path)).toEqual(['code']);
  });

  it('cover nothing of another writer', () => {
    expect(declareKnown(difference, [{ ...byPath(/./), writer: /kubelet/ }])).toBe(difference);
  });

  it('have an id of their own and a reason each', () => {
    expect(new Set(KNOWN_DIFFERENCES.map((known) => known.id)).size).toBe(KNOWN_DIFFERENCES.length);
    for (const known of KNOWN_DIFFERENCES) expect(known.reason.length).toBeGreaterThan(20);
  });
});

describe('a damaged recording', () => {
  const files = {
    'meta.json': '{"start":"2026-11-21T02:22:48Z"}',
    'commands.jsonl': '{"t":1,"dt":1,"argv":["kubectl","version"]}\nnull\n{"t":2,"dt":1,"argv":[]}\n',
    'audit.jsonl': '{"t0":1,"t1":2,"user":"u","verb":"create","resource":"pods","code":201}\n{"t0":3,"t1',
    'watch.jsonl': '[1,2]\n',
    'etcd.txt': 'CREATE 12 1 12 0 /registry/pods/default/x\nwhat\n',
  };

  it('is read as far as it can be, and says what it cannot', () => {
    const recording = parseRecording('damaged', files);
    expect(recording.commands).toEqual([expect.objectContaining({ user: 'admin', rc: 0, stdout: '' })]);
    expect(recording.audit).toHaveLength(1);
    expect(recording.etcd).toHaveLength(1);
    expect(recording.unreadable).toEqual([
      'final.json (absent)',
      'watch.jsonl line 1',
      'commands.jsonl line 2',
      'commands.jsonl line 3',
      'audit.jsonl line 2',
      'etcd.txt line 2',
    ]);
  });
});

describe('endpoints', () => {
  it('are compared in the order of their Pods', () => {
    const order = (text: string) =>
      inCommonOrder(text.split('\n').map((line) => ({ text: line }))).map(({ text }) => text);
    expect(order('web  <ip:b>:80,<ip:a>:80  1m')).toEqual(order('web  <ip:a>:80,<ip:b>:80  1m'));
    const endpoint = (pod: string, node: string) =>
      `- addresses:\n  - <ip:${pod}>\n  nodeName: ${node}\n  targetRef:\n    name: ${pod}`;
    const first = order(`endpoints:\n${endpoint('b', 'worker-1')}\n${endpoint('a', 'worker-2')}\nkind: X`);
    const second = order(`endpoints:\n${endpoint('a', 'worker-3')}\n${endpoint('b', 'worker-1')}\nkind: X`);
    expect(first).toEqual(second);
    expect(first.at(-1)).toBe('kind: X');
  });
});
