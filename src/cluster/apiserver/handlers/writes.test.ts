import { expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { deepFreeze } from '../../../base/freeze.ts';
import type { StepKind } from '../../../engine/index.ts';
import { clientgoSteps } from '../../../steps/clientgo.ts';
import { extensions } from '../../../steps/extensions.ts';
import { apiRequest, type TestCluster, testCluster } from '../testing.ts';

const PODS = '/api/v1/namespaces/default/pods';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string, data: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});
const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'nginx:1.27' }] },
});

function quiet(): TestCluster {
  return testCluster({ config: { compaction: false, periodicBookmarks: false } });
}

it('MFD6: a port that is applied with an empty protocol is another one each time', () => {
  const cluster = quiet();
  const apply = (path: string, body: unknown) =>
    cluster.request('PATCH', `${path}?fieldManager=one&force=true`, body, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
  const deployment = (port: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { app: 'd' } },
      template: {
        metadata: { labels: { app: 'd' } },
        spec: { containers: [{ name: 'c', image: 'nginx:1.27', ports: [{ containerPort: 80, ...port }] }] },
      },
    },
  });
  const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
  type Applied = { spec: { template: { spec: { containers: { ports: object[] }[] } } } };
  const ports = (port: object) =>
    (apply(`${DEPLOYMENTS}/d`, deployment(port)).body as Applied).spec.template.spec.containers[0]?.ports;
  const tcp = { containerPort: 80, protocol: 'TCP' };
  expect(ports({ protocol: '' })).toEqual([tcp]);
  expect(ports({ protocol: '' })).toEqual([tcp, tcp]);
  cluster.request('DELETE', `${DEPLOYMENTS}/d`);
  expect(ports({})).toEqual([tcp]);
  expect(ports({})).toEqual([tcp]);
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's' },
    spec: { ports: [{ port: 80, protocol: '' }] },
  };
  const SERVICES = '/api/v1/namespaces/default/services';
  expect(apply(`${SERVICES}/s`, service).code).toBe(201);
  expect((apply(`${SERVICES}/s`, service).body as Status).message).toContain('spec.ports[1]: Duplicate value');
});

it('AS67: what is applied is of the version of its path; a uid or revision in it is a precondition', () => {
  const cluster = quiet();
  const apply = (path: string, body: unknown): Status =>
    cluster.request('PATCH', `${path}?fieldManager=one&force=true`, body, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
    }).body as Status;
  const message = (path: string, body: unknown): string => apply(path, body).message ?? '';
  expect(message(`${CONFIG_MAPS}/a`, { apiVersion: 'v1', kind: 'Foo', metadata: { name: 'a' } })).toBe(
    'failed to create typed patch object (/a; /v1, Kind=Foo): no corresponding type for /v1, Kind=Foo',
  );
  expect(message(`${CONFIG_MAPS}/a`, { apiVersion: 'v1', kind: {}, metadata: { name: 'a' } })).toBe(
    'failed to create typed patch object (/a; /v1, Kind=): no corresponding type for /v1, Kind=',
  );
  expect(message(`${CONFIG_MAPS}/a`, { apiVersion: {}, kind: 'ConfigMap', metadata: { name: 'a' } })).toBe(
    'Incorrect version specified in apply patch. Specified patch version: , expected: v1',
  );
  expect(message(`${CONFIG_MAPS}/a`, { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } })).toBe(
    'Incorrect version specified in apply patch. Specified patch version: v2, expected: v1',
  );
  expect(message(`${CONFIG_MAPS}/a`, undefined)).toBe(
    'Incorrect version specified in apply patch. Specified patch version: , expected: v1',
  );
  expect(message(`${CONFIG_MAPS}/a`, 'words')).toBe(
    'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go value of type map[string]interface {}',
  );
  const uid = { ...configMap('a'), metadata: { name: 'a', uid: '7' } };
  expect(message(`${CONFIG_MAPS}/a`, uid)).toContain('uid mismatch: the provided object specified uid 7');
  cluster.request('POST', CONFIG_MAPS, configMap('a'));
  const old = { ...configMap('a', { b: 'c' }), metadata: { name: 'a', resourceVersion: '1' } };
  expect(message(`${CONFIG_MAPS}/a`, old)).toContain('the object has been modified');
});

it('AS67: a patch that names another uid is invalid, one of a revision that is none is not understood', () => {
  const cluster = quiet();
  cluster.request('POST', CONFIG_MAPS, { ...configMap('a'), metadata: { name: 'a', selfLink: '/x' } });
  const merge = { headers: { 'content-type': 'application/merge-patch+json' } };
  const patch = (metadata: object): Status =>
    cluster.request('PATCH', `${CONFIG_MAPS}/a`, { metadata }, merge).body as Status;
  expect(patch({ uid: '7' })).toMatchObject({
    code: 422,
    message: 'ConfigMap "a" is invalid: metadata.uid: Invalid value: "7": field is immutable',
  });
  expect(patch({ resourceVersion: '7' }).code).toBe(409);
  expect(patch({ resourceVersion: 'x' })).toMatchObject({
    code: 500,
    message: 'strconv.ParseUint: parsing "x": invalid syntax',
  });
  expect((cluster.request('GET', `${CONFIG_MAPS}/a`).body as KObject).metadata).not.toHaveProperty('selfLink');
});

it('AS8: some kinds are updated only at the revision that somebody has seen', () => {
  const cluster = quiet();
  const path = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
  const budget = { metadata: { name: 'b' }, spec: { minAvailable: 1 } };
  cluster.request('POST', path, budget);
  expect((cluster.request('PUT', `${path}/b`, budget).body as Status).message).toBe(
    'poddisruptionbudgets.policy "b" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  );
  cluster.request('POST', CONFIG_MAPS, configMap('a'));
  expect(cluster.request('PUT', `${CONFIG_MAPS}/a`, configMap('a', { b: 'c' })).code).toBe(200);
});

it('AS37: a client may write down itself who owns what, and clear it', () => {
  const cluster = quiet();
  const merge = { headers: { 'content-type': 'application/merge-patch+json' } };
  const owners = (managedFields: unknown, data: object = {}): string[] =>
    (
      cluster.request('PATCH', `${CONFIG_MAPS}/a`, { metadata: { managedFields }, data }, merge).body as KObject
    ).metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`) ?? [];
  cluster.request('POST', CONFIG_MAPS, configMap('a', { b: 'c' }));
  expect(owners([{}], { d: 'e' })).toEqual([]);
  expect(owners(null)).toEqual([]);
  const fieldsV1 = { 'f:data': { 'f:b': {} } };
  const entry = { manager: 'm', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
  expect(owners([entry])).toEqual(['m Apply']);
});

it('AS76: an owner that is named twice is named once, and the client is told', () => {
  const cluster = quiet();
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '1' };
  const body = { ...configMap('a'), metadata: { name: 'a', ownerReferences: [owner, owner, { ...owner, uid: '2' }] } };
  const made = cluster.request('POST', CONFIG_MAPS, body);
  expect((made.body as KObject).metadata.ownerReferences?.map(({ uid }) => uid)).toEqual(['1', '2']);
  expect(made.warnings).toEqual([
    '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: 1',
  ]);
});

it('AS73: what a strict reader minds about a text is refused or told', () => {
  const cluster = quiet();
  const textErrors = ['yaml: unmarshal errors:\n  line 4: key "a" already set in map'];
  const send = (method: 'POST' | 'PATCH', uri: string, type: string) =>
    cluster.send({ ...apiRequest(method, uri, configMap('a'), { headers: { 'content-type': type } }), textErrors });
  const apply = 'application/apply-patch+yaml';
  expect(send('POST', `${CONFIG_MAPS}?fieldValidation=Strict`, 'application/yaml')?.body).toMatchObject({
    message: `ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ${textErrors[0]}`,
  });
  expect(send('POST', CONFIG_MAPS, 'application/yaml')?.warnings).toEqual(['line 4: key "a" already set in map']);
  const strict = `${CONFIG_MAPS}/a?fieldManager=m&fieldValidation=Strict`;
  expect(send('PATCH', strict, apply)?.body).toMatchObject({
    message: `error strict decoding YAML: error converting YAML to JSON: ${textErrors[0]}`,
  });
});

it('AS73: YAML that cannot be read is told as YAML, a body of a DELETE in those of JSON', () => {
  const cluster = quiet();
  const yaml = { headers: { 'content-type': 'application/yaml' } };
  expect(cluster.request('POST', CONFIG_MAPS, 'kind: a\n  b: c\n', yaml).body).toMatchObject({
    code: 400,
    message:
      'the object provided is unrecognized (must be of type ConfigMap): yaml: line 2: mapping values are not allowed in this context (6b696e643a20610a2020623a20630a)',
  });
  expect(cluster.request('DELETE', `${CONFIG_MAPS}/a`, '{').body).toMatchObject({
    code: 400,
    reason: 'BadRequest',
    message: "couldn't get version/kind; json parse error: unexpected end of JSON input",
  });
});

it('AS74: below the paths of a known group or of a version there is a Status, elsewhere plain text', () => {
  const cluster = quiet();
  const codes = (method: 'GET' | 'HEAD' | 'POST', path: string) => {
    const { code, body } = cluster.request(method, path);
    return `${code} ${typeof body === 'string' ? body.trim() : (body as Status).reason}`;
  };
  expect(['/apis/apps/v9', '/api/v2', '/version/x'].map((path) => codes('GET', path))).toEqual(
    Array(3).fill('404 NotFound'),
  );
  expect(codes('GET', '/apis/nope')).toBe('404 404 page not found');
  expect(['/version', '/api', '/apis/apps/v1'].map((path) => codes('POST', path))).toEqual(
    Array(3).fill('405 MethodNotAllowed'),
  );
  expect(codes('HEAD', '/version')).toBe('405 ');
  expect(['/apis', '/apis/apps', '/'].map((path) => cluster.request('POST', path).code)).toEqual([200, 200, 200]);
  expect(codes('POST', '/healthz')).toBe('200 ok');
  expect(cluster.request('GET', '/metrics/slis').code).toBe(200);
});

it('AS25: a revision that is no text is told as any value of a wrong type', () => {
  const cluster = quiet();
  cluster.request('POST', CONFIG_MAPS, configMap('a'));
  const merge = { headers: { 'content-type': 'application/merge-patch+json' } };
  const answer = cluster.request('PATCH', `${CONFIG_MAPS}/a`, { metadata: { resourceVersion: true } }, merge).body;
  expect(answer).toMatchObject({
    code: 422,
    message: expect.stringContaining(
      'cannot unmarshal bool into Go struct field ObjectMeta.metadata.resourceVersion of type string',
    ),
  });
});

it('AS68: nobody comes to own by a write what that write cannot change', () => {
  const cluster = quiet();
  const owners = (body: unknown): string[] =>
    ((body as KObject).metadata.managedFields ?? []).map(
      ({ manager, fieldsV1 }) => `${manager} ${Object.keys(fieldsV1 ?? {}).join(' ')}`,
    );
  const write = (path: string, body: object, type: string) =>
    cluster.request('PATCH', path, body, { headers: { 'content-type': type } }).body;
  cluster.request('POST', `${PODS}?fieldManager=maker`, pod('a'));
  const both = { spec: { activeDeadlineSeconds: 7 }, status: { message: 'm' } };
  const merged = write(`${PODS}/a/status?fieldManager=merger`, both, 'application/merge-patch+json');
  expect(owners(merged)).toEqual(['maker f:spec', 'merger f:status']);
  const config = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, ...both };
  const applied = write(`${PODS}/a?fieldManager=applier`, config, 'application/apply-patch+yaml');
  expect(owners(applied)).toEqual(['applier f:spec', 'maker f:spec', 'merger f:status']);
  const status = { ...config, spec: { hostname: 'x' }, status: { message: 'n' } };
  const forced = write(`${PODS}/a/status?fieldManager=other&force=true`, status, 'application/apply-patch+yaml');
  expect(owners(forced)).toContain('other f:status');
});

it('AS68: what a finalize leaves out of the status, its owner keeps', () => {
  const cluster = quiet();
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', finalizers: ['example.org/hold'] } };
  cluster.request('POST', '/api/v1/namespaces', space);
  const status = { status: { conditions: [{ type: 'NamespaceContentRemaining', status: 'False' }] } };
  const path = '/api/v1/namespaces/shop';
  const merge = { headers: { 'content-type': 'application/merge-patch+json' } };
  const told = cluster.request('PATCH', `${path}/status?fieldManager=m`, status, merge).body as KObject;
  const { metadata } = told;
  const done = cluster.request('PUT', `${path}/finalize`, { ...space, metadata, spec: {} }).body as KObject;
  expect(done.metadata.managedFields).toEqual(metadata.managedFields);
});

it('AS69: an object is read at a revision that there is, or soon will be', () => {
  const cluster = quiet();
  cluster.request('POST', CONFIG_MAPS, configMap('a'));
  const read = (version: string): Status =>
    cluster.request('GET', `${CONFIG_MAPS}/a?resourceVersion=${version}`).body as Status;
  expect(read('1').kind).toBe('ConfigMap');
  expect(read('abc')).toMatchObject({
    code: 500,
    message: 'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  });
  expect(read('99999')).toMatchObject({
    code: 504,
    message: expect.stringContaining('Too large resource version: 99999'),
  });
});

it('AS71: events of events.k8s.io say more than others', () => {
  const cluster = quiet();
  const create = (event: object): string | undefined =>
    (
      cluster.request('POST', '/apis/events.k8s.io/v1/namespaces/default/events', { metadata: { name: 'e' }, ...event })
        .body as Status
    ).message;
  expect(create({})).toBe(
    'Event "e" is invalid: [eventTime: Required value, type: Invalid value: "": has invalid value: ]',
  );
  expect(create({ eventTime: '2026-11-21T02:22:48.114794Z', type: 'Normal', reason: 'r', action: 'a' })).toBe(
    "Event \"e\" is invalid: [reportingController: Required value, reportingController: Invalid value: \"\": name part must be non-empty, reportingController: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), reportingInstance: Required value]",
  );
});

it('AS72: configurations of webhooks count their changes', () => {
  const cluster = quiet();
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  const made = cluster.request('POST', path, { metadata: { name: 'w' }, webhooks: [] }).body as KObject;
  expect(made.metadata.generation).toBe(1);
  const hook = {
    name: 'a.b.c',
    clientConfig: { url: 'https://a/b' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
  const changed = cluster.request('PATCH', `${path}/w`, { webhooks: [hook] }).body as KObject;
  expect(changed.metadata.generation).toBe(2);
  const labelled = cluster.request('PATCH', `${path}/w`, { metadata: { labels: { a: 'b' } } }).body as KObject;
  expect(labelled.metadata.generation).toBe(2);
});

it('AS90: what a deletion says of dependents counts more than what its kind does by default', () => {
  const finalizers = (options: object | undefined, query = ''): readonly string[] | undefined => {
    const cluster = quiet();
    const jobs = '/apis/batch/v1/namespaces/default/jobs';
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
    cluster.request('POST', jobs, { metadata: { name: 'j' }, spec: { template } });
    cluster.request('DELETE', `${jobs}/j${query}`, options);
    return (cluster.request('GET', `${jobs}/j`).body as Partial<KObject>).metadata?.finalizers;
  };
  expect(finalizers(undefined)).toEqual(['orphan']);
  expect(finalizers({ orphanDependents: true })).toEqual(['orphan']);
  expect(finalizers({ orphanDependents: false })).toBeUndefined();
  expect(finalizers(undefined, '?orphanDependents=false')).toBeUndefined();
  expect(finalizers({ propagationPolicy: 'Background' })).toBeUndefined();
});

it('AS90: options of a deletion that cannot be read are a BadRequest', () => {
  const answer = quiet().request('DELETE', '/api/v1/namespaces/default/pods/p', { gracePeriodSeconds: 'soon' });
  expect(answer.body).toMatchObject({
    code: 400,
    reason: 'BadRequest',
    message: 'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
  });
});

it('AS90: options of a deletion say any version, but no other kind', () => {
  const refusal = (options: object): unknown =>
    (quiet().request('DELETE', '/api/v1/namespaces/default/pods/p', options).body as Status).message;
  const scheme = 'in scheme "pkg/apis/meta/internalversion/scheme/register.go:27"';
  expect(refusal({ kind: 'Pod', apiVersion: 'v1' })).toBe(`no kind "Pod" is registered for version "v1" ${scheme}`);
  expect(refusal({ kind: 'Pod' })).toBe(`no kind "Pod" is registered for version "meta.k8s.io/v1" ${scheme}`);
  expect(refusal({ kind: 'UpdateOptions', apiVersion: 'v1' })).toBe(
    'converting (v1.UpdateOptions) to (v1.DeleteOptions): unknown conversion',
  );
  expect(refusal({ kind: 'DeleteOptions', apiVersion: 'apps/v1' })).toBe('pods "p" not found');
});

it('AS97: a system priority class is not deleted by its name', () => {
  const cluster = quiet();
  const path = '/apis/scheduling.k8s.io/v1/priorityclasses';
  const made = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'own' }, value: 1 };
  cluster.request('POST', path, made);
  const deleted = (name: string) => cluster.request('DELETE', `${path}/${name}`);
  expect(deleted('own').code).toBe(200);
  for (const name of ['system-node-critical', 'system-cluster-critical']) {
    const answer = deleted(name);
    expect([answer.code, (answer.body as Status).message]).toEqual([
      403,
      `priorityclasses.scheduling.k8s.io "${name}" is forbidden: this is a system priority class and cannot be deleted`,
    ]);
  }
});

it('AS7: a namespace is labelled with the name that it got', () => {
  const made = quiet().request('POST', '/api/v1/namespaces', { metadata: { generateName: 'team-' } }).body as KObject;
  expect(made.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': made.metadata.name });
  expect(made.metadata.name).toMatch(/^team-[a-z0-9]{5}$/);
});

it('AS98: a PUT of what is missing creates few kinds', () => {
  const cluster = quiet();
  const put = (path: string, body: object): number => cluster.request('PUT', path, body).code;
  const metadata = { name: 'a' };
  expect(put('/apis/node.k8s.io/v1/runtimeclasses/a', { metadata, handler: 'runc' })).toBe(201);
  expect(put('/apis/scheduling.k8s.io/v1/priorityclasses/a', { metadata, value: 1 })).toBe(201);
  expect(put('/api/v1/namespaces/default/limitranges/a', { metadata })).toBe(201);
  expect(put('/api/v1/nodes/a', { metadata })).toBe(404);
  expect(put('/apis/storage.k8s.io/v1/csinodes/a', { metadata })).toBe(404);
});

it('AS101: what a client sends stays as it was, and so does every answer to what is written after it', () => {
  const cluster = quiet();
  const kept: { readonly value: unknown; readonly text: string }[] = [];
  const keep = <T>(value: T): T => {
    kept.push({ value, text: JSON.stringify(value) });
    return deepFreeze(value);
  };
  const write = (method: 'POST' | 'PUT', path: string, body: KObject): KObject =>
    keep(cluster.request(method, path, keep(body)).body) as KObject;
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e', namespace: 'default' },
    involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
    reason: 'Started',
    type: 'Normal',
  };
  const first = (path: string, body: object): [path: string, body: KObject] => [path, body as KObject];
  for (const [path, body] of [
    first(PODS, pod('p')),
    first(PODS, { ...pod(''), metadata: { generateName: 'p-' } }),
    first(CONFIG_MAPS, configMap('c', { a: '1' })),
    first('/api/v1/namespaces/default/events', event),
    first('/api/v1/namespaces/default/services', { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }),
    first('/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: pod('').spec },
      },
    }),
  ]) {
    write('POST', `${path}?dryRun=All`, structuredClone(body));
    const made = write('POST', path, body);
    expect(made.metadata.resourceVersion).toMatch(/^\d+$/);
    const { name } = made.metadata;
    const labelled = {
      ...structuredClone(made),
      metadata: { ...structuredClone(made.metadata), labels: { now: 'it' } },
    };
    const changed = write('PUT', `${path}/${name}`, labelled);
    expect(changed.metadata.labels).toEqual({ now: 'it' });
    if (body.metadata.name !== 'c' && body !== (event as KObject))
      write('PUT', `${path}/${name}/status`, { ...structuredClone(changed), status: { phase: 'Running' } } as KObject);
  }
  expect(kept.length).toBeGreaterThan(40);
  for (const { value, text } of kept) expect(JSON.stringify(value)).toBe(text);
});

it('AS110: what a driver or a device says for a feature that is off is not kept', () => {
  const cluster = quiet();
  const stored = (path: string, kind: string, spec: object): unknown =>
    (cluster.request('POST', path, { kind, metadata: { name: 'x' }, spec }).body as KObject).spec;
  const driver = { attachRequired: false, preventPodSchedulingIfMissing: true };
  expect(stored('/apis/storage.k8s.io/v1/csidrivers', 'CSIDriver', driver)).not.toHaveProperty(
    'preventPodSchedulingIfMissing',
  );
  const attributes = { model: { string: 'a' }, sizes: { int: 1, ints: [1, 2] } };
  const devices = [{ name: 'd', attributes, nodeAllocatableResourceMappings: { cpu: { allocationMultiplier: '1' } } }];
  const pool = { name: 'n', generation: 1, resourceSliceCount: 1 };
  const slice = { driver: 'd.example', nodeName: 'n', pool, devices };
  expect(stored('/apis/resource.k8s.io/v1/resourceslices', 'ResourceSlice', slice)).toMatchObject({
    devices: [{ name: 'd', attributes: { model: { string: 'a' }, sizes: { int: 1 } } }],
  });
});

const APPLY = { headers: { 'content-type': 'application/apply-patch+yaml' } };

it('AS111: values of maps and of custom objects are not empty fields', () => {
  const kinds = [...Object.values(extensions), ...Object.values(clientgoSteps)] as readonly StepKind[];
  const cluster = testCluster({ config: { compaction: false, periodicBookmarks: false }, kinds });
  const data = { empty: '', full: 'x' };
  const metadata = { name: 'm', annotations: { none: '' } };
  const map = cluster.request('POST', CONFIG_MAPS, { ...configMap('m', data), metadata }).body as KObject;
  expect([map.data, map.metadata.annotations]).toEqual([data, { none: '' }]);
  const properties = {
    text: { type: 'string' },
    count: { type: 'integer' },
    list: { type: 'array', items: { type: 'string' } },
  };
  const spec = { type: 'object', properties, 'x-kubernetes-preserve-unknown-fields': true };
  const version = { name: 'v1', served: true, storage: true, schema: {} };
  cluster.request('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'things.x.example' },
    spec: {
      group: 'x.example',
      scope: 'Cluster',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ ...version, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }],
    },
  });
  cluster.settle();
  const empty = { text: '', count: 0, list: [], more: {} };
  const thing = { apiVersion: 'x.example/v1', kind: 'Thing', metadata: { name: 't', generateName: '' }, spec: empty };
  const made = cluster.request('POST', '/apis/x.example/v1/things', thing).body as KObject;
  expect(made.spec).toEqual(empty);
  expect(made.metadata).not.toHaveProperty('generateName');
});

it('AS111: who applies an empty value owns a field that is not there', () => {
  const cluster = quiet();
  const path = '/apis/apps/v1/namespaces/default/deployments/web';
  const config = (spec: object, metadata: object = {}): unknown => {
    const labels = { app: 'web' };
    const containers = [{ name: 'c', image: 'nginx:1.27' }];
    const template = { metadata: { labels }, spec: { containers, ...spec } };
    const whole = { replicas: 1, selector: { matchLabels: labels }, template };
    return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', ...metadata }, spec: whole };
  };
  const apply = (body: unknown) => cluster.request('PATCH', `${path}?fieldManager=me`, body, APPLY);
  expect(apply(config({}, { managedFields: [] })).body).toMatchObject({
    message: 'metadata.managedFields must be nil',
    code: 400,
  });
  const made = apply(config({ hostname: '', nodeName: null }, { uid: '', managedFields: null }));
  expect(made.code).toBe(201);
  const deployment = made.body as KObject;
  const { spec } = (deployment.spec as { readonly template: { readonly spec: object } }).template;
  expect(spec).not.toHaveProperty('hostname');
  expect(deployment.metadata.managedFields).toMatchObject([
    {
      manager: 'me',
      operation: 'Apply',
      fieldsV1: { 'f:spec': { 'f:template': { 'f:spec': { 'f:hostname': {}, 'f:nodeName': {} } } } },
    },
  ]);
  const again = apply(config({ hostname: '', nodeName: null }));
  expect([again.code, (again.body as KObject).metadata.resourceVersion]).toEqual([
    200,
    deployment.metadata.resourceVersion,
  ]);
});
