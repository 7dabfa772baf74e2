import { expect, it } from 'vitest';
import type { Process } from '../../engine/index.ts';
import { sharedSeats } from './flowcontrol/borrowing.ts';
import { Seats } from './flowcontrol/seats.ts';
import { seatsOfList } from './flowcontrol/work-estimate.ts';
import { requestInfo } from './request/request-info.ts';
import { apiRequest, nodeCredentials, type RequestOptions, testCluster, userCredentials } from './testing.ts';

const PODS = '/api/v1/namespaces/default/pods';

function classified(options: RequestOptions, path: string, method: 'GET' | 'PUT' = 'GET'): string {
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  cluster.request(method, path, undefined, options);
  const { journal, stepCount } = cluster.engine;
  for (let seq = 0; seq < stepCount; seq += 1) {
    if (journal.kindOf(seq).name !== 'apiserver.classified') continue;
    const { schema, level } = journal.step(seq).args;
    return `${schema} → ${level}`;
  }
  return '';
}

it('FC1: the first flow schema that matches gives a request its priority level', () => {
  const account = {
    clientCertificate: {
      commonName: 'system:serviceaccount:kube-system:x',
      organizations: ['system:serviceaccounts'],
      fingerprint: 'x',
    },
  };
  const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/worker-1';
  expect(classified({}, PODS)).toBe('exempt → exempt');
  expect(classified({ as: userCredentials('jane') }, PODS)).toBe('global-default → global-default');
  expect(classified({ as: userCredentials('jane') }, '/healthz')).toBe('probes → exempt');
  expect(classified({ as: nodeCredentials('worker-1') }, lease, 'PUT')).toBe('system-node-high → node-high');
  expect(classified({ as: nodeCredentials('worker-1') }, PODS)).toBe('system-nodes → system');
  expect(classified({ as: account }, PODS)).toBe('kube-system-service-accounts → workload-high');
});

it('FC2: who finds no seat waits in a queue, and when that is full too, comes back later', () => {
  const spec = (seats: number, rest: object) => ({
    type: 'Limited',
    limited: { nominalConcurrencyShares: seats, limitResponse: rest },
  });
  const level = (name: string, body: object) => ({ kind: 'x', apiVersion: 'y', metadata: { name }, spec: body });
  const queuing = { type: 'Queue', queuing: { queues: 2, handSize: 1, queueLengthLimit: 2 } };
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  const levels = [level('small', spec(1, queuing)), level('strict', spec(599, { type: 'Reject' }))];
  const seats = new Seats(
    () => levels,
    () => 1,
    cluster.engine.table('test/flow'),
  );
  const flow = { schema: 's', level: 'small', by: undefined };
  expect(seats.enter(flow, 'a')).toBe('at once');
  const first = seats.enter(flow, 'a');
  const second = seats.enter(flow, 'a');
  expect([first, second].every((entry) => typeof entry === 'object')).toBe(true);
  expect(seats.enter(flow, 'a')).toBe('rejected');
  seats.leave(flow);
  expect(typeof first === 'object' && first.wait.isSettled).toBe(true);
  expect(typeof second === 'object' && second.wait.isSettled).toBe(false);
  const strict = { ...flow, level: 'strict' };
  for (let taken = 0; taken < 599; taken += 1) expect(seats.enter(strict, 'a')).toBe('at once');
  expect(seats.enter(strict, 'a')).toBe('rejected');
});

it('FC2: a crowd of requests is answered in full, some after waiting', () => {
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  const { engine } = cluster;
  const codes: number[] = [];
  engine.perform(() => {
    for (let client = 0; client < 120; client += 1) {
      engine.spawn(
        (function* (): Process {
          const request = apiRequest('GET', '/version', undefined, { as: userCredentials('jane') });
          codes.push((yield* cluster.transport.request(engine.background('test'), request)).code);
        })(),
      );
    }
  });
  while (codes.length < 120 && engine.advance());
  expect(codes).toEqual(Array(120).fill(200));
  const kinds = Array.from({ length: engine.stepCount }, (_, seq) => engine.journal.kindOf(seq).name);
  expect(kinds).toContain('apiserver.queued');
  expect(kinds.filter((name) => name === 'apiserver.seated')).toHaveLength(
    kinds.filter((name) => name === 'apiserver.queued').length,
  );
});

it('FC3: a level that is crowded borrows what others lend, and gives it back', () => {
  const level = (name: string, shares: number, lendablePercent: number) => ({
    kind: 'x',
    apiVersion: 'y',
    metadata: { name },
    spec: {
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: shares,
        lendablePercent,
        limitResponse: { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit: 1000 } },
      },
    },
  });
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  const levels = [level('busy', 1, 0), level('idle', 1, 50)];
  const seats = new Seats(
    () => levels,
    () => 1,
    cluster.engine.table('test/flow'),
  );
  const flow = { schema: 's', level: 'busy', by: undefined };
  const entries = Array.from({ length: 400 }, () => seats.enter(flow, 'a', 1_000_000));
  const seated = (): number =>
    entries.filter((entry) => entry === 'at once' || (typeof entry === 'object' && entry.wait.isSettled)).length;
  expect(seated()).toBe(300);
  entries.push(seats.enter(flow, 'a', 12_000_000));
  expect(seated()).toBeGreaterThan(330);
  for (let left = 0; left < 401; left += 1) seats.leave(flow);
  seats.enter(flow, 'a', 30_000_000);
  seats.leave(flow);
  const later = Array.from({ length: 301 }, () => seats.enter(flow, 'a', 41_000_000));
  expect(later.filter((entry) => entry === 'at once')).toHaveLength(300);
});

it('FC3: all seats are given out, none below what a level keeps and none above what it may have', () => {
  const demand = (nominal: number, least: number, most: number, high: number) => ({
    nominal,
    least,
    most,
    high,
    smooth: high,
  });
  expect(sharedSeats([demand(300, 300, 600, 500), demand(300, 150, 600, 10)], 600)).toEqual([450, 150]);
  expect(sharedSeats([demand(300, 100, 350, 900), demand(300, 100, 600, 10)], 600)).toEqual([350, 250]);
  expect(sharedSeats([demand(400, 400, 600, 9), demand(400, 400, 600, 9)], 600)).toEqual([400, 400]);
});

it('FC4: a list takes a seat for each hundred objects that it looks at, ten at most', () => {
  const seatsFor = (uri: string, stored: number) => {
    const request = apiRequest('GET', uri);
    return seatsOfList(request, requestInfo(request), stored);
  };
  expect(seatsFor(PODS, 100)).toBe(1);
  expect(seatsFor(PODS, 450)).toBe(5);
  expect(seatsFor(PODS, 100_000)).toBe(10);
  expect(seatsFor(`${PODS}?limit=100`, 450)).toBe(2);
  expect(seatsFor(`${PODS}?limit=100&labelSelector=a`, 450)).toBe(6);
  expect(seatsFor(`${PODS}?fieldSelector=metadata.name%3Dx`, 450)).toBe(1);
  const levels = [
    { kind: 'x', apiVersion: 'y', metadata: { name: 'l' }, spec: LIMITED },
    {
      kind: 'x',
      apiVersion: 'y',
      metadata: { name: 'other' },
      spec: { ...LIMITED, limited: { nominalConcurrencyShares: 597 } },
    },
  ];
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  const seats = new Seats(
    () => levels,
    () => 1,
    cluster.engine.table('test/wide'),
  );
  const flow = { schema: 's', level: 'l', by: undefined };
  expect(seats.enter(flow, 'a', 0, 2)).toBe('at once');
  const wide = seats.enter(flow, 'a', 0, 3);
  const behind = seats.enter(flow, 'a');
  const isIn = (entry: typeof wide) => typeof entry === 'object' && entry.wait.isSettled;
  expect([isIn(wide), isIn(behind)]).toEqual([false, false]);
  seats.leave(flow, 2);
  expect([isIn(wide), isIn(behind)]).toEqual([true, false]);
  seats.leave(flow, 3);
  expect(isIn(behind)).toBe(true);
});

const LIMITED = {
  type: 'Limited',
  limited: {
    nominalConcurrencyShares: 3,
    limitResponse: { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit: 9 } },
  },
};

it('FC1: a schema tells whether the level that it names is there, and goes on telling', () => {
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false } });
  const group = '/apis/flowcontrol.apiserver.k8s.io/v1';
  const rules = [
    { subjects: [{ kind: 'User', user: { name: 'a' } }], nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] },
  ];
  const spec = { priorityLevelConfiguration: { name: 'mine' }, matchingPrecedence: 500, rules };
  cluster.request('POST', `${group}/flowschemas`, { metadata: { name: 'f' }, spec });
  const told = () => {
    for (let n = 0; n < 200; n += 1) cluster.engine.advance();
    const { status, metadata } = cluster.request('GET', `${group}/flowschemas/f`).body as unknown as {
      status: { conditions: { status: string; reason: string; message: string }[] };
      metadata: { managedFields: { manager: string; operation: string; subresource?: string }[] };
    };
    const [condition] = status.conditions;
    const managers = metadata.managedFields.map(
      (each) => `${each.manager} ${each.operation} ${each.subresource ?? ''}`,
    );
    return [condition?.status, condition?.reason, condition?.message, managers[0]];
  };
  const named = 'This FlowSchema references the PriorityLevelConfiguration object named "mine"';
  const manager = 'api-priority-and-fairness-config-consumer-v1 Apply status';
  expect(told()).toEqual(['True', 'NotFound', `${named} but there is no such object`, manager]);
  const limited = { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' } };
  const level = { metadata: { name: 'mine' }, spec: { type: 'Limited', limited } };
  cluster.request('POST', `${group}/prioritylevelconfigurations`, level);
  expect(told()).toEqual(['False', 'Found', `${named} and it exists`, manager]);
  cluster.request('DELETE', `${group}/prioritylevelconfigurations/mine`);
  expect(told()[0]).toBe('True');
});
