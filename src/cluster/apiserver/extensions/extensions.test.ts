import { beforeEach, describe, expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { clientgoSteps } from '../../../steps/clientgo.ts';
import type { StepKind } from '../../../steps/define.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import { type TestCluster, type TestOptions, testCluster } from '../testing.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const FRUITS = '/apis/example.org/v1/namespaces/default/fruits';
const MERGE = { headers: { 'content-type': 'application/merge-patch+json' } };

const SPEC_SCHEMA = {
  type: 'object',
  required: ['sweet'],
  properties: {
    sweet: { type: 'boolean' },
    weight: { type: 'integer', minimum: 1, maximum: 10_000 },
    comment: { type: 'string', maxLength: 10, default: 'none' },
    colour: { type: 'string', enum: ['red', 'green'] },
    port: { 'x-kubernetes-int-or-string': true },
    replicas: { type: 'integer', default: 1 },
    small: { type: 'integer', format: 'int32' },
    large: { type: 'integer', format: 'int64' },
    rough: { type: 'number', format: 'float' },
    unbounded: { type: 'integer', format: 'int32', maximum: 4_294_967_295 },
    tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, size: { type: 'integer' } },
      },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    address: {
      type: 'object',
      properties: { type: { type: 'string' }, value: { type: 'string' } },
      oneOf: [
        { properties: { type: { enum: ['IP'] }, value: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] } } },
        { properties: { type: { not: { enum: ['IP'] } } } },
      ],
    },
  },
};

const SCHEMA = {
  openAPIV3Schema: {
    type: 'object',
    required: ['spec'],
    properties: {
      spec: SPEC_SCHEMA,
      status: { type: 'object', properties: { eaten: { type: 'boolean' }, replicas: { type: 'integer' } } },
    },
  },
};

const VERSION = {
  name: 'v1',
  served: true,
  storage: true,
  schema: SCHEMA,
  subresources: {
    status: {},
    scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  },
  additionalPrinterColumns: [{ name: 'Sweet', type: 'boolean', jsonPath: '.spec.sweet' }],
  selectableFields: [{ jsonPath: '.spec.colour' }],
};

function definition(overrides: object = {}, names: object = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'fruits.example.org' },
    spec: {
      group: 'example.org',
      names: { kind: 'Fruit', plural: 'fruits', singular: 'fruit', shortNames: ['fr'], ...names },
      scope: 'Namespaced',
      versions: [VERSION],
      ...overrides,
    },
  };
}

function fruit(name: string, spec: object, rest: object = {}): object {
  return { apiVersion: 'example.org/v1', kind: 'Fruit', metadata: { name }, spec, ...rest };
}

let cluster: TestCluster;

function started(options: TestOptions = {}): TestCluster {
  const kinds = [...Object.values(steps), ...Object.values(clientgoSteps)] as readonly StepKind[];
  return testCluster({ ...options, kinds });
}

function post(path: string, body: object, query = '?fieldValidation=Strict') {
  return cluster.request('POST', `${path}${query}`, body);
}

function define(body: object = definition()): void {
  expect(post(DEFINITIONS, body).code).toBe(201);
}

function messageOf(response: { readonly body: unknown }): string {
  return (response.body as { readonly message?: string }).message ?? '';
}

function conditions(name = 'fruits.example.org') {
  const found = cluster.request('GET', `${DEFINITIONS}/${name}`).body as {
    status: { conditions: { type: string; status: string; reason: string; message: string }[] };
  };
  return found.status.conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
}

beforeEach(() => {
  cluster = started();
});

describe('definitions', () => {
  it('CR18: the schemas inside a schema lose what is empty, an object of the kind does not', () => {
    const zeros = { type: 'string', description: '', nullable: false, maxLength: 0 };
    const kept = { type: 'string', maxLength: 0 };
    const free = { 'x-kubernetes-preserve-unknown-fields': true, description: '', type: 'object' };
    const properties = {
      list: { type: 'array', items: zeros },
      map: { type: 'object', additionalProperties: zeros },
      free,
    };
    const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
    define(definition({ versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }] }));
    const found = cluster.request('GET', `${DEFINITIONS}/fruits.example.org`).body as {
      spec: {
        versions: { schema: { openAPIV3Schema: { properties: { spec: { properties: typeof properties } } } } }[];
      };
    };
    expect(found.spec.versions[0]?.schema.openAPIV3Schema.properties.spec.properties).toEqual({
      list: { type: 'array', items: kept },
      map: { type: 'object', additionalProperties: kept },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    });
    const spec = { list: ['', ''], map: { a: '' }, free: { text: '', count: 0, no: false, none: [], empty: {} } };
    const created = post(FRUITS, fruit('plain', spec));
    expect(created).toMatchObject({ code: 201 });
    expect((created.body as { spec: object }).spec).toEqual(spec);
  });

  it('CR1: names are accepted, the definition is established, its path is served', () => {
    expect(cluster.request('GET', FRUITS).body).toBe('404 page not found\n');
    define();
    expect(conditions()).toEqual(['NamesAccepted=True NoConflicts', 'Established=True InitialNamesAccepted']);
    expect(cluster.request('GET', FRUITS).code).toBe(200);
  });

  it('CR1: an object that the store does not take is refused in its words', () => {
    define();
    const answer = post(FRUITS, fruit('huge', { sweet: true, free: { text: 'x'.repeat(1_600_000) } }));
    expect(answer).toMatchObject({ code: 500, body: { status: 'Failure', code: 500 } });
    expect(messageOf(answer)).toBe('etcdserver: request is too large');
    expect(cluster.request('GET', `${FRUITS}/huge`).code).toBe(404);
  });

  it('CR2: a taken short name refuses the names, and is given when it is free', () => {
    define();
    const other = definition({}, { kind: 'Frog', plural: 'frogs', singular: 'frog' }) as { metadata: object };
    define({ ...other, metadata: { name: 'frogs.example.org' } });
    expect(conditions('frogs.example.org')).toEqual([
      'NamesAccepted=False ShortNamesConflict',
      'Established=False NotAccepted',
    ]);
    expect(cluster.request('GET', '/apis/example.org/v1/frogs').code).toBe(404);
    cluster.request('DELETE', `${DEFINITIONS}/fruits.example.org`);
    expect(conditions('frogs.example.org')).toEqual([
      'NamesAccepted=True NoConflicts',
      'Established=True InitialNamesAccepted',
    ]);
    expect(cluster.request('GET', '/apis/example.org/v1/frogs').code).toBe(200);
  });

  it('CR10: deletion removes the objects, a finalizer holds the definition', () => {
    define();
    post(FRUITS, fruit('a', { sweet: true }));
    const held = { ...fruit('held', { sweet: true }), metadata: { name: 'held', finalizers: ['example.org/x'] } };
    post(FRUITS, held);
    const answer = cluster.request('DELETE', `${DEFINITIONS}/fruits.example.org`);
    expect((answer.body as KObject).metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    expect(conditions().at(-1)).toMatch(/^Terminating=True InstanceDeletion/);
    const left = cluster.request('GET', FRUITS).body as { items: KObject[] };
    expect(left.items.map((each) => each.metadata.name)).toEqual(['held']);
    const refused = post(FRUITS, fruit('late', { sweet: true }));
    expect([refused.code, messageOf(refused)]).toEqual([
      405,
      'create not allowed while custom resource definition is terminating',
    ]);
    cluster.request('PATCH', `${FRUITS}/held`, { metadata: { finalizers: null } }, MERGE);
    for (let i = 0; i < 30 && cluster.request('GET', `${DEFINITIONS}/fruits.example.org`).code === 200; i += 1) {
      for (let n = 0; n < 200; n += 1) cluster.engine.advance();
    }
    expect(cluster.request('GET', `${DEFINITIONS}/fruits.example.org`).code).toBe(404);
    expect(cluster.request('GET', FRUITS).body).toBe('404 page not found\n');
  });

  it('CR11: discovery, OpenAPI and APIServices follow', () => {
    define();
    const list = cluster.request('GET', '/apis/example.org/v1').body as { resources: { name: string }[] };
    expect(list.resources.map((each) => each.name)).toEqual(['fruits', 'fruits/status', 'fruits/scale']);
    const index = cluster.request('GET', '/openapi/v3').body as { paths: Record<string, unknown> };
    expect(Object.keys(index.paths)).toContain('apis/example.org/v1');
    expect(cluster.request('GET', '/apis/apiregistration.k8s.io/v1/apiservices/v1.example.org').code).toBe(200);
    cluster.request('DELETE', `${DEFINITIONS}/fruits.example.org`);
    expect(cluster.request('GET', '/apis/example.org/v1').code).toBe(404);
    expect(cluster.request('GET', '/apis/apiregistration.k8s.io/v1/apiservices/v1.example.org').code).toBe(404);
  });

  it('CR11: in OpenAPI an object inside says what every object says; one that may hold anything says nothing in v2', () => {
    const open = { 'x-kubernetes-preserve-unknown-fields': true };
    const inner = { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } };
    const properties = {
      inner,
      any: { type: 'object', ...open },
      list: { type: 'array', items: { type: 'string' }, nullable: true },
    };
    const schema = { openAPIV3Schema: { type: 'object', properties, required: ['any', 'list'] } };
    const anything = { openAPIV3Schema: { type: 'object', ...open } };
    define(definition({
      versions: [
        { name: 'v1', served: true, storage: true, schema },
        { name: 'v2', served: true, storage: false, schema: anything },
      ],
    }));
    type Schemas = Record<string, { properties: Record<string, object>; required?: string[] }>;
    const v3 = cluster.request('GET', '/openapi/v3/apis/example.org/v1').body as { components: { schemas: Schemas } };
    const embedded = v3.components.schemas['org.example.v1.Fruit']?.properties.inner as { properties: object };
    expect(Object.keys(embedded.properties)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
    expect(embedded).toMatchObject({ required: ['kind', 'apiVersion'] });
    const { definitions } = cluster.request('GET', '/openapi/v2').body as { definitions: Schemas };
    expect(definitions['org.example.v2.Fruit']).toEqual({
      type: 'object',
      'x-kubernetes-group-version-kind': [{ group: 'example.org', kind: 'Fruit', version: 'v2' }],
    });
    expect(definitions['org.example.v1.Fruit']?.required).toEqual(['any']);
    expect(definitions['org.example.v1.Fruit']?.properties.any).toEqual(open);
    expect(definitions['org.example.v1.Fruit']?.properties.list).toEqual({});
  });

  it('CR12: a create right after the establishing waits two seconds', () => {
    define();
    const before = cluster.engine.now;
    post(FRUITS, fruit('a', { sweet: true }));
    expect(cluster.engine.now - before).toBeGreaterThan(2_000_000);
  });
});

describe('objects', () => {
  beforeEach(() => define());

  it('CR3: defaults are filled in, unknown fields are refused, warned of or dropped', () => {
    const made = post(FRUITS, fruit('a', { sweet: true, port: 'http', free: { x: { y: 1 } } })).body as KObject;
    expect(made.spec).toEqual({ sweet: true, port: 'http', free: { x: { y: 1 } }, comment: 'none', replicas: 1 });
    const strict = post(FRUITS, fruit('b', { sweet: true, zzz: 1, parts: [{ name: 'x', y: 1 }] }));
    expect(messageOf(strict)).toBe(
      'Fruit in version "v1" cannot be handled as a Fruit: strict decoding error: unknown field "spec.parts[0].y", unknown field "spec.zzz"',
    );
    const warned = post(FRUITS, fruit('b', { sweet: true, zzz: 1 }), '?fieldValidation=Warn');
    expect(warned.warnings).toEqual(['unknown field "spec.zzz"']);
    expect((warned.body as KObject).spec).toEqual({ sweet: true, comment: 'none', replicas: 1 });
  });

  it.each<[object, string]>([
    [{ sweet: 'yes' }, 'spec.sweet: Invalid value: "string": spec.sweet in body must be of type boolean: "string"'],
    [{}, 'spec.sweet: Required value'],
    [
      { sweet: true, weight: 0 },
      'spec.weight: Invalid value: 0: spec.weight in body should be greater than or equal to 1',
    ],
    [
      { sweet: true, weight: 1.5 },
      'spec.weight: Invalid value: "number": spec.weight in body must be of type integer: "number"',
    ],
    [{ sweet: true, comment: 'x'.repeat(11) }, 'spec.comment: Too long: may not be more than 10 bytes'],
    [{ sweet: true, colour: 'blue' }, 'spec.colour: Unsupported value: "blue": supported values: "red", "green"'],
    [
      { sweet: true, port: true },
      'spec.port: Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
    ],
    [
      { sweet: true, small: 2 ** 31, large: 2 ** 31, rough: 3.4e38 },
      '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.small',
    ],
    [
      { sweet: true, rough: 3.5e38, small: -(2 ** 31) },
      '<nil>: Invalid value: "": Checked value must be of type number with format float in spec.rough',
    ],
    [
      { sweet: true, unbounded: 1 },
      '<nil>: Invalid value: "": Maximum boundary value must be of type integer with format int32 in spec.unbounded',
    ],
    [
      { sweet: true, address: { type: 'IP', value: 'x' } },
      '[<nil>: Invalid value: "": "spec.address" must validate one and only one schema (oneOf). Found none valid, <nil>: Invalid value: "": "spec.address.value" must validate at least one schema (anyOf), spec.address.value: Invalid value: "x": spec.address.value in body must be of type ipv4: "x"]',
    ],
    [{ sweet: true, tags: ['a', 'a'] }, 'spec.tags[1]: Duplicate value: "a"'],
    [{ sweet: true, parts: [{ name: 'x' }, { name: 'x' }] }, 'spec.parts[1]: Duplicate value: {"name":"x"}'],
  ])('CR4: %j is refused', (spec, error) => {
    const answer = post(FRUITS, fruit('bad', spec));
    expect([answer.code, messageOf(answer)]).toEqual([422, `Fruit.example.org "bad" is invalid: ${error}`]);
  });

  it('CR5: what was wrong before stays allowed', () => {
    post(FRUITS, fruit('a', { sweet: true, weight: 9000 }));
    const stricter = { ...SPEC_SCHEMA.properties, weight: { type: 'integer', maximum: 100 } };
    const spec = { ...SPEC_SCHEMA, properties: stricter };
    const properties = { ...SCHEMA.openAPIV3Schema.properties, spec };
    const schema = { openAPIV3Schema: { ...SCHEMA.openAPIV3Schema, properties } };
    const changed = cluster.request(
      'PATCH',
      `${DEFINITIONS}/fruits.example.org`,
      { spec: { versions: [{ ...VERSION, schema }] } },
      MERGE,
    );
    expect(changed.code).toBe(200);
    expect(cluster.request('PATCH', `${FRUITS}/a`, { spec: { comment: 'ok' } }, MERGE).code).toBe(200);
    expect(cluster.request('PATCH', `${FRUITS}/a`, { spec: { weight: 9001 } }, MERGE).code).toBe(422);
  });

  it('CR6: status and scale have doors of their own', () => {
    const made = post(FRUITS, fruit('a', { sweet: true, replicas: 3 }, { status: { eaten: true } })).body as KObject;
    expect(made.status).toBeUndefined();
    const path = `${FRUITS}/a`;
    const status = cluster.request('PATCH', `${path}/status`, { spec: { weight: 5 }, status: { replicas: 2 } }, MERGE)
      .body as KObject;
    expect([status.spec, status.status, status.metadata.generation]).toEqual([
      { sweet: true, comment: 'none', replicas: 3 },
      { replicas: 2 },
      1,
    ]);
    expect(cluster.request('GET', `${path}/scale`).body).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 3 },
      status: { replicas: 2 },
    });
    expect(cluster.request('PATCH', `${path}/scale`, { spec: { replicas: 5 } }, MERGE).body).toMatchObject({
      spec: { replicas: 5 },
    });
    expect((cluster.request('GET', path).body as KObject).metadata.generation).toBe(2);
  });

  it('CR7: columns of the definition, and a field to select by', () => {
    post(FRUITS, fruit('a', { sweet: true, colour: 'red' }));
    post(FRUITS, fruit('b', { sweet: false, colour: 'green' }));
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = cluster.request('GET', FRUITS, undefined, { headers: { accept } }).body as {
      columnDefinitions: { name: string }[];
      rows: { cells: unknown[] }[];
    };
    expect(table.columnDefinitions.map((each) => each.name)).toEqual(['Name', 'Sweet']);
    expect(table.rows.map((row) => row.cells)).toEqual([
      ['a', true],
      ['b', false],
    ]);
    const red = cluster.request('GET', `${FRUITS}?fieldSelector=spec.colour%3Dred`).body as { items: KObject[] };
    expect(red.items.map((each) => each.metadata.name)).toEqual(['a']);
    expect(messageOf(cluster.request('GET', `${FRUITS}?fieldSelector=spec.sweet%3Dtrue`))).toContain(
      'field label not supported: spec.sweet',
    );
  });

  it('CR9: an object names its kind and the version of its path', () => {
    const refused = (body: object): string => messageOf(post(FRUITS, body));
    const spec = { sweet: true };
    expect(refused({ ...fruit('a', spec), kind: 'Foo' })).toBe(
      'Fruit.example.org "a" is invalid: kind: Invalid value: "Foo": must be Fruit',
    );
    expect(refused({ ...fruit('a', spec), apiVersion: 'example.org/v2' })).toBe(
      'the API version in the data (example.org/v2) does not match the expected API version (example.org/v1)',
    );
    expect(refused({ metadata: { name: 'a' }, spec })).toContain(
      `(must be of type Fruit): Object 'Kind' is missing in '{"metadata":{"name":"a"},`,
    );
  });

  it('CR9: a PUT names its revision, patches are not strategic, apply knows the keys of lists', () => {
    post(FRUITS, fruit('a', { sweet: true }));
    const put = cluster.request('PUT', `${FRUITS}/a`, fruit('a', { sweet: false }));
    expect(messageOf(put)).toBe(
      'fruits.example.org "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
    expect(cluster.request('PATCH', `${FRUITS}/a`, {}).code).toBe(415);
    const apply = (manager: string, part: object) =>
      cluster.request('PATCH', `${FRUITS}/b?fieldManager=${manager}`, fruit('b', { sweet: true, parts: [part] }), {
        headers: { 'content-type': 'application/apply-patch+yaml' },
      });
    expect(apply('one', { name: 'x', size: 1 }).code).toBe(201);
    const merged = apply('two', { name: 'y', size: 2 }).body as { spec: { parts: unknown[] } };
    expect(merged.spec.parts).toHaveLength(2);
    expect(merged.spec.parts).toContainEqual({ name: 'x', size: 1 });
  });
});

describe('versions', () => {
  const both = [
    { ...VERSION, name: 'v1beta1', storage: true, deprecated: true },
    { ...VERSION, storage: false },
  ];

  it('CR8: without a webhook only the apiVersion differs, and a deprecated version warns', () => {
    define(definition({ versions: both }));
    const path = '/apis/example.org/v1beta1/namespaces/default/fruits';
    const made = post(path, { ...fruit('a', { sweet: true }), apiVersion: 'example.org/v1beta1' });
    expect(made.warnings).toEqual(['example.org/v1beta1 Fruit is deprecated; use example.org/v1 Fruit']);
    expect(cluster.request('GET', `${FRUITS}/a`).body).toMatchObject({
      apiVersion: 'example.org/v1',
      spec: { sweet: true },
    });
    const stored = cluster.request('GET', '/apis/example.org').body as { preferredVersion: object };
    expect(stored.preferredVersion).toEqual({ groupVersion: 'example.org/v1', version: 'v1' });
  });

  it('CR3: a default that its own schema refuses is refused', () => {
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'string', default: 5 } } } },
    };
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
    const at = 'spec.validation.openAPIV3Schema.properties[spec].properties[a].default';
    expect(messageOf(post(DEFINITIONS, definition({ versions })))).toContain(
      `${at}: Invalid value: "integer": ${at} in body must be of type string: "integer"`,
    );
  });

  it('CR3: defaults are told of with everything else that is wrong, but for a schema that is none', () => {
    const refused = (a: object): readonly string[] => {
      const schema = { type: 'object', properties: { spec: { type: 'object', properties: { a } } } };
      const versions = [{ name: 'V1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
      const { details } = post(DEFINITIONS, definition({ versions })).body as Status;
      return (details?.causes ?? []).map(({ field = '' }) => field);
    };
    const at = 'spec.validation.openAPIV3Schema.properties[spec].properties[a]';
    expect(refused({ type: 'string', default: 5 })).toEqual(['spec.versions[0].name', `${at}.default`]);
    expect(refused({ type: 'text', default: 5 })).toEqual(['spec.versions[0].name', `${at}.type`]);
  });

  it('CR3: a default has what the schema declares and nothing else', () => {
    const a = { type: 'object', properties: { known: { type: 'string' } }, default: { known: 'x', other: 1 } };
    const schema = { type: 'object', properties: { spec: { type: 'object', properties: { a } } } };
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
    expect(messageOf(post(DEFINITIONS, definition({ versions })))).toContain(
      'properties[spec].properties[a].default: Invalid value: {"known":"x","other":1}: must not have unknown fields',
    );
  });

  it('CR6: the number of replicas stands where the definition says', () => {
    const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const scale = {
      specReplicasPath: '.spec.size',
      statusReplicasPath: '.status.ready',
      labelSelectorPath: '.status.pick',
    };
    const version = {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: schema },
      subresources: { status: {}, scale },
    };
    define(definition({ versions: [version] }));
    post(FRUITS, fruit('a', { size: 3 }));
    cluster.request('PATCH', `${FRUITS}/a/status`, { status: { ready: 2, pick: 'app=ring' } }, MERGE);
    expect(cluster.request('GET', `${FRUITS}/a/scale`).body).toMatchObject({
      spec: { replicas: 3 },
      status: { replicas: 2, selector: 'app=ring' },
    });
    cluster.request('PATCH', `${FRUITS}/a/scale`, { spec: { replicas: 7 } }, MERGE);
    expect(cluster.request('GET', `${FRUITS}/a`).body).toMatchObject({ spec: { size: 7 } });
    post(FRUITS, fruit('b', {}));
    expect(messageOf(cluster.request('GET', `${FRUITS}/b/scale`))).toBe(
      'Internal error occurred: the spec replicas field ".spec.size" does not exist',
    );
  });

  it('CR8: a webhook converts, and its absence fails the request', () => {
    const webhook = (object: KObject, apiVersion: string): KObject =>
      ({
        ...object,
        apiVersion,
        spec: { ...(object.spec as object), comment: `from ${object.apiVersion}` },
      }) as KObject;
    cluster = started({ config: { conversionWebhooks: new Map([['default/converter', webhook]]) } });
    const clientConfig = { service: { namespace: 'default', name: 'converter' } };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const roomy = both.map((version) => ({
      ...version,
      selectableFields: [],
      schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    }));
    define(definition({ versions: roomy, conversion }));
    const path = '/apis/example.org/v1beta1/namespaces/default/fruits';
    post(path, { ...fruit('a', { sweet: true }), apiVersion: 'example.org/v1beta1' });
    const failed = cluster.request('GET', `${FRUITS}/a`);
    expect([failed.code, messageOf(failed)]).toEqual([
      500,
      'conversion webhook for example.org/v1beta1, Kind=Fruit failed: Post "https://converter.default.svc:443/?timeout=30s": service "converter" not found',
    ]);
    const service = {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name: 'converter' },
      spec: { ports: [{ port: 443 }] },
    };
    expect(post('/api/v1/namespaces/default/services', service).code).toBe(201);
    expect(cluster.request('GET', `${FRUITS}/a`).body).toMatchObject({ spec: { comment: 'from example.org/v1beta1' } });
  });
});

describe('CR17: objects inside of objects', () => {
  const inside = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  };
  const properties = {
    template: inside,
    more: { type: 'array', items: inside },
    named: { type: 'object', additionalProperties: inside },
  };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } };
  const make = (spec: object, query = '') => {
    define(definition({ versions: [{ name: 'v1', served: true, storage: true, schema }] }));
    return cluster.request('POST', `${FRUITS}${query}`, fruit('a', spec));
  };

  it('CR17: what metadata do not have falls away, and is told', () => {
    const template = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', colour: 'red' }, free: 1 };
    const { code, body, warnings } = make({ template, more: [template] }, '?fieldValidation=Warn');
    const kept = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, free: 1 };
    expect([code, (body as KObject).spec]).toEqual([201, { template: kept, more: [kept] }]);
    expect(warnings).toContain('unknown field "spec.more[0].metadata.colour"');
  });

  it('CR17: version and kind are there, labels are labels, and a name is not needed', () => {
    const labels = { 'bad key!': 'x' };
    const { body } = make({ template: {}, named: { a: { apiVersion: 'a/b/c', kind: 'X_y', metadata: { labels } } } });
    const message = (body as Status).message ?? '';
    for (const part of [
      'spec.template.apiVersion: Required value',
      'spec.template.kind: Required value',
      'spec.named[a].apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
      'spec.named[a].kind: Invalid value: "X_y": may have mixed case, but should otherwise match: a DNS-1035 label',
      'spec.named[a].metadata.labels: Invalid value: "bad key!": name part must consist of',
    ]) {
      expect(message).toContain(part);
    }
    expect(message).not.toContain('metadata.name');
  });
});
