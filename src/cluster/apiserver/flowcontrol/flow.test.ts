import { expect, it } from 'vitest';
import type { Process, StepKind } from '../../../engine/index.ts';
import { apiserverProcess } from '../../../steps/apiserver-process.ts';
import { requestInfo } from '../request/request-info.ts';
import { apiRequest, nodeCredentials, type RequestOptions, testCluster, userCredentials } from '../testing.ts';
import { sharedSeats } from './borrowing.ts';
import { FLOW_TABLE } from './rows.ts';
import { Seats } from './seats.ts';
import { seatsOfList } from './work-estimate.ts';

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
    cluster.engine.table(FLOW_TABLE),
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
    cluster.engine.table(FLOW_TABLE),
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
    cluster.engine.table(FLOW_TABLE),
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
    const { status, metadata } = cluster.request('GET', `${group}/flowschemas/f`).body as {
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

it('FC5: the server keeps its own flow schemas and levels: what is gone or changed comes back within a minute, unless it says no', () => {
  const cluster = testCluster({ kinds: Object.values(apiserverProcess) as readonly StepKind[] });
  const group = '/apis/flowcontrol.apiserver.k8s.io/v1';
  const get = (path: string) => cluster.request('GET', `${group}/${path}`);
  const specOf = (path: string) => (get(path).body as { spec: Record<string, unknown> }).spec;
  cluster.request('DELETE', `${group}/flowschemas/catch-all`);
  const patch = (path: string, body: object) =>
    cluster.request('PATCH', `${group}/${path}`, body, { headers: { 'content-type': 'application/merge-patch+json' } });
  patch('flowschemas/service-accounts', { spec: { matchingPrecedence: 8000 } });
  const says = { annotations: { 'apf.kubernetes.io/autoupdate-spec': 'false' } };
  patch('flowschemas/global-default', { metadata: says, spec: { matchingPrecedence: 8001 } });
  expect(specOf('flowschemas/catch-all').matchingPrecedence).toBe(10000);
  expect(specOf('flowschemas/service-accounts').matchingPrecedence).toBe(9000);
  expect(specOf('flowschemas/global-default').matchingPrecedence).toBe(8001);
});

it('FC5: the mandatory ones cannot be changed at all, but for the shares of exempt', () => {
  const cluster = testCluster();
  const group = '/apis/flowcontrol.apiserver.k8s.io/v1';
  const told = (path: string, change: object) => {
    const object = cluster.request('GET', `${group}/${path}`).body as { spec: object };
    const { code, body } = cluster.request('PUT', `${group}/${path}`, {
      ...object,
      spec: { ...object.spec, ...change },
    });
    const { details } = body as { details?: { causes?: { field: string; message: string }[] } };
    return [
      code,
      ...(details?.causes ?? []).map(({ field, message }) => `${field}: ${message.replace(/\{.*\}/u, '{…}')}`),
    ];
  };
  const fixed = (name: string) => `spec: Invalid value: {…}: spec of '${name}' must equal the fixed value`;
  for (const path of ['flowschemas/exempt', 'flowschemas/catch-all', 'prioritylevelconfigurations/catch-all']) {
    expect(told(path, {})).toEqual([200]);
  }
  expect(told('flowschemas/catch-all', { matchingPrecedence: 9 })).toEqual([422, fixed('catch-all')]);
  expect(told('flowschemas/exempt', { rules: [] })).toEqual([422, fixed('exempt')]);
  const limited = { nominalConcurrencyShares: 9, limitResponse: { type: 'Reject' } };
  expect(told('prioritylevelconfigurations/catch-all', { limited })).toEqual([422, fixed('catch-all')]);
  expect(told('prioritylevelconfigurations/exempt', { exempt: { nominalConcurrencyShares: 7 } })).toEqual([200]);
  const why = "type must be 'Exempt' if and only if name is 'exempt'";
  expect(told('prioritylevelconfigurations/system', { type: 'Exempt', limited: null })).toEqual([
    422,
    `spec.type: Invalid value: "Exempt": ${why}`,
  ]);
});

it('FC6: a rule of a flow schema names subjects of one kind, known verbs, namespaces and paths', () => {
  const cluster = testCluster();
  const problems = (rule: object): readonly unknown[] => {
    const spec = { priorityLevelConfiguration: { name: 'system' }, matchingPrecedence: 5, rules: [rule] };
    const path = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas';
    const { body } = cluster.request('POST', path, { metadata: { name: 'f' }, spec });
    const { causes = [] } = (body as { details?: { causes?: { field: string; message: string }[] } }).details ?? {};
    return causes.map(({ field, message }) => `${field.replace('spec.rules[0].', '')}: ${message}`);
  };
  const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }];
  const [user, group] = [{ name: 'jane' }, { name: 'x' }];
  expect(problems({ subjects: [{ kind: 'User', user, group }], resourceRules })).toEqual([
    "subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
  ]);
  const subjects = [{ kind: 'User', user }];
  const [any] = resourceRules;
  expect(problems({ subjects, resourceRules: [{ ...any, verbs: ['get', 'eat', 'sleep'] }] })).toEqual([
    'resourceRules[0].verbs: Unsupported value: ["get","eat","sleep"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
  ]);
  expect(problems({ subjects, resourceRules: [{ ...any, namespaces: ['a', '*'] }] })).toEqual([
    'resourceRules[0].namespaces: Invalid value: ["a","*"]: if \'*\' is present, must not specify other namespaces',
  ]);
  expect(
    problems({ subjects, nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a', '/a//b', '/a*'] }] }),
  ).toEqual([
    'nonResourceRules[0].nonResourceURLs[1]: Invalid value: "/a//b": must not contain double slash',
    'nonResourceRules[0].nonResourceURLs[2]: Invalid value: "/a*": wildcard can only do suffix matching',
  ]);
});

it('FC6: a hand of queues is small enough for the bits of a hash', () => {
  const cluster = testCluster();
  const told = (handSize: number) => {
    const limitResponse = { type: 'Queue', queuing: { queues: 128, handSize, queueLengthLimit: 50 } };
    const spec = { type: 'Limited', limited: { nominalConcurrencyShares: 5, limitResponse } };
    const path = '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations?dryRun=All';
    return (cluster.request('POST', path, { metadata: { name: 'l' }, spec }).body as { message?: string }).message;
  };
  expect(told(8)).toBeUndefined();
  expect(told(9)).toMatch(/required entropy bits of deckSize 128 and handSize 9 should not be greater than 60$/);
});
