import { describe, expect, it } from 'vitest';
import { allResources, apiVersionOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { WatchFrame } from '../../ports/transport.ts';
import { TableForm } from '../table/table-form.ts';
import { ADMIN, type TestCluster, testCluster } from '../testing.ts';

const QUIET = { compaction: false, periodicBookmarks: false };
const MAPS = '/api/v1/namespaces/default/configmaps';
const MERGE = { headers: { 'content-type': 'application/merge-patch+json' } };

const quiet = (): TestCluster => testCluster({ config: QUIET });
const as = (form: string, version = 'v1') => ({
  headers: { accept: `application/json;as=${form};v=${version};g=meta.k8s.io` },
});
const messageOf = (body: unknown): string => (body as { readonly message?: string }).message ?? 'an object';

describe('AS78: what is not there to be asked', () => {
  it('AS78: objects of all namespaces are read, not written', () => {
    const cluster = quiet();
    expect(cluster.request('GET', '/api/v1/configmaps').code).toBe(200);
    expect(cluster.request('POST', '/api/v1/configmaps', { metadata: { name: 'a' } }).code).toBe(405);
    expect(cluster.request('DELETE', '/api/v1/configmaps').code).toBe(405);
    expect(cluster.request('GET', '/api/v1/configmaps/a').code).toBe(404);
    expect(cluster.request('POST', '/api/v1/namespaces', { metadata: { name: 'x' } }).code).toBe(201);
  });

  it('AS78: an answer to a question has no rows', () => {
    const cluster = quiet();
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const spec = { resourceAttributes: { verb: 'get', resource: 'pods' } };
    expect(cluster.request('POST', path, { spec }, as('Table'))).toMatchObject({
      code: 406,
      body: { reason: 'NotAcceptable' },
    });
    const either = { headers: { accept: `${as('Table').headers.accept},application/json` } };
    expect(cluster.request('POST', path, { spec }, either).code).toBe(201);
    expect(cluster.request('POST', MAPS, { metadata: { name: 'a' } }, as('Table'))).toMatchObject({
      code: 201,
      body: { kind: 'Table' },
    });
  });
});

it('AS79: forms have the version that was asked for', () => {
  const cluster = quiet();
  cluster.request('POST', MAPS, { metadata: { name: 'a' } });
  for (const version of ['v1', 'v1beta1']) {
    const apiVersion = `meta.k8s.io/${version}`;
    const one = `${MAPS}?fieldSelector=metadata.name%3Da`;
    expect(cluster.request('GET', one, undefined, as('Table', version)).body).toMatchObject({
      kind: 'Table',
      apiVersion,
      rows: [{ object: { kind: 'PartialObjectMetadata', apiVersion } }],
    });
    expect(cluster.request('GET', `${MAPS}/a`, undefined, as('PartialObjectMetadata', version)).body).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion,
    });
    const list = cluster.request('GET', one, undefined, as('PartialObjectMetadataList', version)).body;
    expect(list).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion, items: [{ apiVersion }] });
  }
  expect(cluster.request('GET', MAPS, undefined, as('Table', 'v2')).code).toBe(406);
});

function framesUntilEnd(cluster: TestCluster, path: string, accept = 'application/json'): readonly WatchFrame[] {
  const { stream } = cluster.request('GET', path, undefined, { headers: { accept } });
  const frames: WatchFrame[] = [];
  if (stream === undefined) return frames;
  while (!stream.isOver && cluster.engine.advance());
  for (let frame = stream.tryNext(); frame !== undefined; frame = stream.tryNext()) frames.push(frame);
  return frames;
}

it('AS11: initial events of a revision that is still to come are waited for, and then an error ends the watch', () => {
  const cluster = testCluster({ config: { compaction: false } });
  const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=999999';
  const object = {
    code: 504,
    reason: 'Timeout',
    message: expect.stringMatching(/^Timeout: Too large .* 999999, current: \d+$/),
  };
  expect(framesUntilEnd(cluster, `${MAPS}?${query}`)).toMatchObject([{ type: 'ERROR', object }]);
});

describe('AS80: bookmarks', () => {
  const open = (query: string, accept?: string): readonly WatchFrame[] => {
    const cluster = testCluster({ config: { compaction: false } });
    return framesUntilEnd(cluster, `${MAPS}?watch=1&timeoutSeconds=5&${query}`, accept);
  };

  it('AS80: one comes before the end, to who asked for them', () => {
    const bookmarks = (query: string) => open(query).filter(({ type }) => type === 'BOOKMARK');
    expect(bookmarks('')).toEqual([]);
    expect(bookmarks('allowWatchBookmarks=true')).toMatchObject([
      { type: 'BOOKMARK', object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: {} } },
    ]);
  });

  it('AS80: none leads back from a revision that is still to come', () => {
    expect(open('allowWatchBookmarks=true&resourceVersion=999999')).toEqual([]);
  });

  it('AS80: who asked for metadata alone gets bookmarks of that kind', () => {
    const query = 'allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
    const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
    const [first, last] = open(query, accept).filter(({ type }) => type === 'BOOKMARK');
    const kind = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
    expect(first?.object).toMatchObject({
      ...kind,
      metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
    });
    expect(last?.object).toMatchObject(kind);
  });
});

describe('AS80: bookmarks of rows', () => {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';

  it('AS80: are a table of one row, which says where its watch is', () => {
    const cluster = testCluster({ config: { compaction: false } });
    const query = 'watch=1&timeoutSeconds=5&allowWatchBookmarks=true';
    const frames = framesUntilEnd(cluster, `${MAPS}?${query}`, accept).filter(({ type }) => type === 'BOOKMARK');
    const [{ object } = { object: undefined }] = frames;
    expect(object).toMatchObject({
      kind: 'Table',
      metadata: { resourceVersion: expect.stringMatching(/^\d+$/) },
      rows: [{ cells: ['', 0, '<unknown>'], object: { kind: 'PartialObjectMetadata' } }],
    });
  });

  it('AS80: exist of every kind', () => {
    for (const info of allResources().filter(({ verbs }) => verbs.includes('watch'))) {
      const bookmark = { kind: info.kind, apiVersion: apiVersionOf(info), metadata: { resourceVersion: '5' } };
      const form = new TableForm(info, 'Metadata', { now: 0 }, 'v1');
      expect(JSON.stringify(form.event(bookmark)), info.resource).toMatch(/"rows":\[\{"cells":\[["<]/);
    }
  });
});

describe('AS81: what a Job says of itself', () => {
  const JOBS = '/apis/batch/v1/namespaces/default/jobs';
  const START = '2026-01-01T00:00:00Z';
  const LATER = '2026-01-01T01:00:00Z';
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b:1' }] } };

  function withJob(spec: object = {}): (status: object) => string {
    const cluster = quiet();
    cluster.request('POST', JOBS, { metadata: { name: 'j' }, spec: { template, ...spec } });
    return (status) => messageOf(cluster.request('PATCH', `${JOBS}/j/status`, { status }, MERGE).body);
  }
  const now = (...types: readonly string[]) => types.map((type) => ({ type, status: 'True' }));

  it('AS81: counts and Pods are what they can be', () => {
    const told = withJob();
    expect(told({ active: -1 })).toBe(
      'Job.batch "j" is invalid: status.active: Invalid value: -1: must be greater than or equal to 0',
    );
    expect(told({ uncountedTerminatedPods: { succeeded: ['a'], failed: ['a', ''] } })).toBe(
      'Job.batch "j" is invalid: [status.uncountedTerminatedPods.failed[0]: Duplicate value: "a", status.uncountedTerminatedPods.failed[1]: Invalid value: "": must not be empty]',
    );
    expect(told({ conditions: [{ type: 'Custom', status: 'True' }], startTime: START, failed: 2 })).toBe('an object');
    expect(told({ failed: 1 })).toContain('cannot decrease the failed counter');
    expect(told({ startTime: null })).toContain(
      'status.startTime: Invalid value: null: field is immutable for unsuspended job once set',
    );
  });

  it('AS81: who is complete has met its criteria, at a time, and stays so', () => {
    const told = withJob();
    expect(told({ completionTime: LATER })).toContain(
      'cannot set completionTime when there is no Complete=True condition',
    );
    expect(told({ conditions: now('Complete') })).toBe(
      'Job.batch "j" is invalid: [status.completionTime: Required value: completionTime is required for Complete jobs, status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition, status.startTime: Required value: startTime is required for finished job]',
    );
    expect(told({ conditions: now('Failed'), startTime: START })).toContain(
      'cannot set Failed=True condition without the FailureTarget=true condition',
    );
    const done = { conditions: now('SuccessCriteriaMet', 'Complete'), startTime: START, completionTime: LATER };
    expect(told({ ...done, active: 1 })).toContain('active>0 is invalid for finished job');
    expect(told({ ...done, completionTime: '2025-01-01T00:00:00Z' })).toContain(
      'completionTime cannot be set before startTime',
    );
    expect(told(done)).toBe('an object');
    expect(told({ conditions: now('SuccessCriteriaMet') })).toContain('cannot disable the terminal Complete=True');
    expect(told({ completionTime: '2026-01-01T02:00:00Z' })).toContain('completionTime cannot be mutated');
  });

  it('AS81: indexes are in order, within the Job, and either done or failed', () => {
    const told = withJob({ completionMode: 'Indexed', completions: 5, backoffLimitPerIndex: 1 });
    const parsing = 'error parsing completedIndexes: ';
    expect(told({ completedIndexes: '0-7' })).toContain(`"0-7": ${parsing}too large index: "7"`);
    expect(told({ completedIndexes: '2,1' })).toContain(`${parsing}non-increasing order, previous: 2, current: 1`);
    expect(told({ completedIndexes: 'x' })).toContain(`${parsing}cannot convert string to integer for index: "x"`);
    expect(told({ completedIndexes: '0-2', failedIndexes: '2' })).toContain(
      'failedIndexes and completedIndexes overlap at index: 2',
    );
    expect(told({ completedIndexes: '0-2', failedIndexes: '3' })).toBe('an object');
    expect(withJob()({ completedIndexes: '0' })).toContain('when non-indexed completion mode');
  });
});

describe('AS82: events', () => {
  const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';
  const event = {
    metadata: { name: 'e' },
    regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
    eventTime: '2026-01-01T00:00:00.000000Z',
    note: 'n',
    action: 'Do',
    reason: 'Test',
    type: 'Normal',
    reportingController: 'c',
    reportingInstance: 'i',
  };

  it('AS82: change by their series', () => {
    const cluster = quiet();
    cluster.request('POST', EVENTS, event);
    const patch = (body: object): string => messageOf(cluster.request('PATCH', `${EVENTS}/e`, body, MERGE).body);
    expect(patch({ series: { count: 2, lastObservedTime: '2026-01-01T00:01:00.000000Z' } })).toBe('an object');
    expect(patch({ series: { count: 1 } })).toContain('series.count: Invalid value: "": should be at least 2');
    expect(patch({ note: 'other' })).toBe('Event "e" is invalid: message: Invalid value: "other": field is immutable');
    const core = cluster.request('PATCH', '/api/v1/namespaces/default/events/e', { message: 'other' }, MERGE);
    expect(core.code).toBe(200);
  });

  it('AS82: are found by who reports them and what they are about, under the names of their group', () => {
    const cluster = quiet();
    cluster.request('POST', EVENTS, event);
    const list = (path: string, selector: string) =>
      cluster.request('GET', `${path}?fieldSelector=${selector.replace('=', '%3D')}`).body as { items: KObject[] };
    const found = (selector: string): number => list(EVENTS, selector).items.length;
    expect([found('reportingController=c'), found('reportingController=other')]).toEqual([1, 0]);
    expect([found('regarding.name=p'), found('regarding.kind=Node')]).toEqual([1, 0]);
    expect(messageOf(list(EVENTS, 'involvedObject.name=p'))).toBe('field label not supported: involvedObject.name');
    const core = '/api/v1/namespaces/default/events';
    expect(list(core, 'involvedObject.name=p').items).toHaveLength(1);
    expect(messageOf(list(core, 'regarding.name=p'))).toBe('field label not supported: regarding.name');
  });
});

describe('AS83: one thing said twice', () => {
  it('AS83: ranges of a Node', () => {
    const cluster = quiet();
    cluster.request('POST', '/api/v1/nodes', { metadata: { name: 'n' } });
    const patch = (spec: object) => cluster.request('PATCH', '/api/v1/nodes/n', { spec }, MERGE).body;
    const range = '10.9.1.0/24';
    expect((patch({ podCIDR: range }) as KObject).spec).toMatchObject({ podCIDR: range, podCIDRs: [range] });
    expect(messageOf(patch({ podCIDR: '10.9.2.0/24' }))).toBe(
      'Node "n" is invalid: spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    );
    expect((patch({ podCIDR: null }) as KObject).spec).toMatchObject({ podCIDR: range, podCIDRs: [range] });
  });

  it('AS83: addresses of a load balancer', () => {
    const cluster = quiet();
    const path = '/api/v1/namespaces/default/services';
    cluster.request('POST', path, { metadata: { name: 's' }, spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } });
    const status = { loadBalancer: { ingress: [{ ip: '203.0.113.1' }, { hostname: 'a.example' }] } };
    const { body } = cluster.request('PATCH', `${path}/s/status`, { status }, MERGE);
    expect((body as KObject).status).toMatchObject({
      loadBalancer: { ingress: [{ ip: '203.0.113.1', ipMode: 'VIP' }, { hostname: 'a.example' }] },
    });
  });
});

it('AS73: JSON’s null leaves everything out, and bytes that are no object are shown', () => {
  const cluster = quiet();
  expect(messageOf(cluster.request('POST', MAPS, null).body)).toBe(
    'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
  );
  const refused = cluster.send({
    method: 'POST',
    path: MAPS,
    query: [],
    headers: { accept: 'application/json' },
    body: 'garbage',
    bodyError: 'it is no message',
    clientCertificate: ADMIN.clientCertificate,
  });
  expect(messageOf(refused?.body)).toBe(
    'the object provided is unrecognized (must be of type ConfigMap): it is no message (67617262616765)',
  );
});

describe('AS85: what a query or a long patch says must make sense', () => {
  it('AS85: a timeout is a duration', () => {
    const cluster = quiet();
    const ask = (timeout: string, path = MAPS) => {
      const { code, body } = cluster.request('GET', `${path}?timeout=${timeout}`);
      return `${code} ${messageOf(body)}`;
    };
    const refused = '400 invalid timeout specified in the request URL - time: ';
    expect(ask('abc')).toBe(`${refused}invalid duration "abc"`);
    expect(ask('5')).toBe(`${refused}missing unit in duration "5"`);
    expect(ask('5x', '/apis')).toBe(`${refused}unknown unit "x" in duration "5x"`);
    expect([ask('32s'), ask('0'), ask('')]).toEqual(Array(3).fill('200 an object'));
    // What goes on until somebody ends it has no deadline.
    expect(ask('abc', '/api/v1/namespaces/default/pods/p/log')).toBe('404 pods "p" not found');
  });

  it('AS85: a JSON patch has at most ten thousand operations', () => {
    const cluster = quiet();
    cluster.request('POST', MAPS, { metadata: { name: 'a' } });
    const patch = (count: number) =>
      cluster.request('PATCH', `${MAPS}/a`, Array(count).fill({ op: 'test', path: '/kind', value: 'ConfigMap' }), {
        headers: { 'content-type': 'application/json-patch+json' },
      });
    expect(patch(10_000).code).toBe(200);
    expect(patch(10_001)).toMatchObject({
      code: 413,
      body: {
        reason: 'RequestEntityTooLarge',
        message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
      },
    });
  });

  it('AS85: a JSON patch whose copies double the object is refused, and touches nothing else', () => {
    const cluster = quiet();
    cluster.request('POST', MAPS, { metadata: { name: 'a' }, data: { k: 'v' } });
    const patch = (operations: readonly object[]) =>
      cluster.request('PATCH', `${MAPS}/a`, operations, { headers: { 'content-type': 'application/json-patch+json' } });
    const doubled = Array.from({ length: 40 }, (_, at) => [
      { op: 'copy', from: '/data', path: '/copy' },
      { op: 'move', from: '/copy', path: `/data/${at}` },
    ]).flat();
    expect(patch(doubled)).toMatchObject({
      code: 422,
      body: { message: 'the server rejected our request due to an error in our request' },
    });
    for (const place of ['/__proto__/polluted', '/constructor/polluted']) {
      const operations = [
        { op: 'add', path: `${place}/x`, value: 1 },
        { op: 'replace', path: '/data', value: 'text' },
      ];
      expect(patch(operations).code).toBe(422);
      expect(patch([operations[1] as object, { op: 'test', path: `${place}/x`, value: null }]).code).toBe(422);
    }
    expect('polluted' in {} || 'polluted' in Object).toBe(false);
    expect((cluster.request('GET', `${MAPS}/a`).body as KObject & { readonly data: object }).data).toEqual({ k: 'v' });
  });

  it('AS85: entries of who owns what that cannot be read change nothing', () => {
    const cluster = quiet();
    cluster.request('POST', MAPS, { metadata: { name: 'a' }, data: { k: 'v' } });
    const before = (cluster.request('GET', `${MAPS}/a`).body as KObject).metadata.managedFields;
    const odd = [{ data: {} }, { 'f:data': 1 }, { 'v:x': {} }, { 'i:x': {} }];
    const entries = odd.map((fieldsV1) => ({ operation: 'Update', apiVersion: 'v1', fieldsV1 }));
    for (const entry of [{ operation: 'Foo' }, { operation: 'Update', fieldsType: 'FieldsV1' }, ...entries]) {
      const metadata = { managedFields: [{ manager: 'm', fieldsType: 'FieldsV1', fieldsV1: {}, ...entry }] };
      const after = cluster.request('PATCH', `${MAPS}/a`, { metadata }, MERGE).body as KObject;
      expect(after.metadata.managedFields).toEqual(before);
    }
    expect(before).toHaveLength(1);
  });
});

it('AS54: who asks about rights asks for one thing, in one way, under no name', () => {
  const cluster = quiet();
  const ask = (body: object, at = '/apis/authorization.k8s.io/v1/subjectaccessreviews') =>
    messageOf(cluster.request('POST', at, body).body).replace(/^.* is invalid: /, '');
  const about = (fields: object) => ({
    spec: { user: 'u', resourceAttributes: { verb: 'get', resource: 'pods', ...fields } },
  });
  expect(ask(about({ fieldSelector: { rawSelector: 'a=b' }, labelSelector: { rawSelector: 'a' } }))).toBe('an object');
  const path = 'spec.resourceAttributes';
  const both = { rawSelector: 'a=b', requirements: [{ operator: 'In' }, { key: 'x', operator: 'Newer' }] };
  expect(ask(about({ fieldSelector: both, labelSelector: {} }))).toBe(
    `[${path}.fieldSelector.rawSelector: Invalid value: "a=b": may not specified at the same time as requirements, ${path}.fieldSelector.requirements[0].key: Required value: must be specified, ${path}.fieldSelector.requirements[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn', ${path}.labelSelector.requirements: Required value: when ${path}.labelSelector is specified, requirements or rawSelector is required]`,
  );
  expect(ask({ ...about({}), metadata: { name: 'n' } })).toMatch(
    /^metadata: Invalid value: {"name":"n",.*}: must be empty$/,
  );
  const local = '/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews';
  expect(ask({ ...about({ namespace: 'default' }), metadata: { namespace: 'default' } }, local)).toBe('an object');
  expect(ask({ ...about({ namespace: 'default' }), metadata: { labels: { a: 'b' } } }, local)).toMatch(
    /: must be empty except for namespace$/,
  );
});
