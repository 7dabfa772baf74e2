import { expect, it } from 'vitest';
import type { Process } from '../../engine/index.ts';
import { Seats } from './flowcontrol/seats.ts';
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
