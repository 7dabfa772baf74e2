import { describe, expect, it } from 'vitest';
import recorded from '../schema/testdata/recorded-objects.json';
import { decodeStrict, duplicateFields, type KindOfObject, orderKeys } from './decode.ts';

type Recorded = { readonly kind: string; readonly apiVersion: string };

const STRICT = { strict: true };
const DEPLOYMENT: KindOfObject = { group: 'apps', version: 'v1', kind: 'Deployment' };
const POD: KindOfObject = { group: '', version: 'v1', kind: 'Pod' };
const CONFIG_MAP: KindOfObject = { group: '', version: 'v1', kind: 'ConfigMap' };

function kindOf(object: Recorded): KindOfObject {
  const slash = object.apiVersion.indexOf('/');
  return {
    group: slash < 0 ? '' : object.apiVersion.slice(0, slash),
    version: object.apiVersion.slice(slash + 1),
    kind: object.kind,
  };
}

const errorOf = (kind: KindOfObject, json: unknown): string | undefined => decodeStrict(kind, json, STRICT).error;
const unmarshal = (what: string, where: string): string =>
  `json: cannot unmarshal ${what} into Go struct field ${where}`;

describe('decodeStrict', () => {
  it.each(recorded as readonly Recorded[])('DEC1 SCH1: a recorded $apiVersion $kind comes back as itself', (object) => {
    const decoded = decodeStrict(kindOf(object), object, STRICT);
    expect(decoded.error).toBeUndefined();
    expect(decoded.object).toBe(object);
  });

  it('DEC2 DEC3: unknown fields fall away and are an error only when strict', () => {
    const json = {
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      spec: { foo: 1, template: { spec: { containers: [{ name: 'a', image: 'b', bar: 2 }] } } },
    };
    const lax = decodeStrict<{ readonly spec: object }>(DEPLOYMENT, json, { strict: false });
    expect(lax.error).toBeUndefined();
    expect(lax.unknownFields).toEqual(['spec.foo', 'spec.template.spec.containers[0].bar']);
    expect(lax.object.spec).toEqual({
      selector: null,
      template: { metadata: {}, spec: { containers: [{ name: 'a', image: 'b', resources: {} }] } },
      strategy: {},
    });
    expect(errorOf(DEPLOYMENT, json)).toBe(
      'strict decoding error: unknown field "spec.foo", unknown field "spec.template.spec.containers[0].bar"',
    );
  });

  it('DEC2: at most a hundred are listed', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`x${i}`, i]));
    expect(decodeStrict(POD, many, STRICT).unknownFields).toHaveLength(100);
  });

  it('DEC3: duplicates come first', () => {
    const decoded = decodeStrict(CONFIG_MAP, { foo: 1 }, { strict: true, textErrors: ['duplicate field "data.a"'] });
    expect(decoded.error).toBe('strict decoding error: duplicate field "data.a", unknown field "foo"');
  });

  it('DEC4: keys are case-sensitive', () => {
    expect(errorOf(CONFIG_MAP, { Data: {} })).toBe('strict decoding error: unknown field "Data"');
  });

  it.each([
    [DEPLOYMENT, { spec: { replicas: 'x' } }, unmarshal('string', 'DeploymentSpec.spec.replicas of type int32')],
    [DEPLOYMENT, { spec: { replicas: 1.5 } }, unmarshal('number 1.5', 'DeploymentSpec.spec.replicas of type int32')],
    [
      DEPLOYMENT,
      { spec: { replicas: 3e9 } },
      unmarshal('number 3000000000', 'DeploymentSpec.spec.replicas of type int32'),
    ],
    [
      POD,
      { spec: { terminationGracePeriodSeconds: 1e20 } },
      unmarshal('number 100000000000000000000', 'PodSpec.spec.terminationGracePeriodSeconds of type int64'),
    ],
    [DEPLOYMENT, { spec: 'x' }, unmarshal('string', 'Deployment.spec of type v1.DeploymentSpec')],
    [CONFIG_MAP, { data: { a: 1 } }, unmarshal('number', 'ConfigMap.data of type string')],
    [CONFIG_MAP, { data: [] }, unmarshal('array', 'ConfigMap.data of type map[string]string')],
    [POD, { metadata: { labels: { a: true } } }, unmarshal('bool', 'ObjectMeta.metadata.labels of type string')],
    [POD, { spec: { containers: {} } }, unmarshal('object', 'PodSpec.spec.containers of type []v1.Container')],
    [POD, { spec: { containers: ['a'] } }, unmarshal('string', 'PodSpec.spec.containers of type v1.Container')],
    [POD, { spec: { hostNetwork: 'yes' } }, unmarshal('string', 'PodSpec.spec.hostNetwork of type bool')],
    [
      POD,
      { spec: { containers: [{ name: 'a', imagePullPolicy: 3 }] } },
      unmarshal('number', 'Container.spec.containers.imagePullPolicy of type v1.PullPolicy'),
    ],
    [
      POD,
      { spec: { volumes: [{ name: 'v', emptyDir: 'x' }] } },
      unmarshal('string', 'Volume.spec.volumes.emptyDir of type v1.EmptyDirVolumeSource'),
    ],
    [POD, [], 'json: cannot unmarshal array into Go value of type v1.Pod'],
  ])('DEC5: %j %j', (kind, json, error) => {
    expect(errorOf(kind, json)).toBe(error);
  });

  it('DEC5: the first mismatch wins, over unknown fields too', () => {
    const json = { foo: 1, spec: { replicas: 'x', paused: 'y' } };
    expect(errorOf(DEPLOYMENT, json)).toBe(unmarshal('string', 'DeploymentSpec.spec.replicas of type int32'));
  });

  const QUANTITY_ERROR = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  it.each([
    [{ cpu: 'abc' }, QUANTITY_ERROR],
    [{ cpu: '' }, QUANTITY_ERROR],
    [{ cpu: true }, QUANTITY_ERROR],
    [{ cpu: '1mm' }, "unable to parse quantity's suffix"],
  ])('DEC6: quantity %j', (requests, error) => {
    expect(errorOf(POD, { spec: { hostNetwork: 'x', containers: [{ name: 'a', resources: { requests } }] } })).toBe(
      error,
    );
  });

  const LAYOUT = '2006-01-02T15:04:05Z07:00';
  it.each([
    ['foo', `parsing time "foo" as "${LAYOUT}": cannot parse "foo" as "2006"`],
    ['2026-11-21', `parsing time "2026-11-21" as "${LAYOUT}": cannot parse "" as "T"`],
    ['2026-13-21T00:00:00Z', 'parsing time "2026-13-21T00:00:00Z": month out of range'],
    ['2026-02-30T00:00:00Z', 'parsing time "2026-02-30T00:00:00Z": day out of range'],
    ['2026-02-00T00:00:00Z', 'parsing time "2026-02-00T00:00:00Z": day out of range'],
    ['2026-02-01T00:00:00Z"é', String.raw`parsing time "2026-02-01T00:00:00Z\"\xc3\xa9": extra text: "\"\xc3\xa9"`],
    ['2026-11-21T00:00:00Zx', 'parsing time "2026-11-21T00:00:00Zx": extra text: "x"'],
    [5, unmarshal('number', 'ObjectMeta.metadata.deletionTimestamp of type string')],
  ])('DEC6: time %j', (deletionTimestamp, error) => {
    expect(errorOf(POD, { metadata: { deletionTimestamp } })).toBe(error);
  });

  it('DEC6: int-or-string', () => {
    const service = { group: '', version: 'v1', kind: 'Service' };
    const error = errorOf(service, { spec: { ports: [{ port: 80, targetPort: true }] } });
    expect(error).toBe(unmarshal('bool', 'ServicePort.spec.ports.targetPort of type int32'));
  });

  it('DEC7: bytes of a map that are null are none', () => {
    const secret: KindOfObject = { group: '', version: 'v1', kind: 'Secret' };
    expect(decodeStrict(secret, { data: { a: null } }, STRICT).object).toMatchObject({ data: { a: '' } });
  });

  it('DEC7 DEC8 DEC9: what is empty goes, what must be there is there', () => {
    const pod = {
      kind: 'Pod',
      metadata: { name: 'a', labels: { x: null }, annotations: {}, creationTimestamp: null, finalizers: [] },
      spec: { containers: [{ name: 'a', args: [null], env: [] }], hostNetwork: false, nodeName: '', hostUsers: false },
    };
    expect(decodeStrict(POD, pod, STRICT)).toEqual({
      object: {
        kind: 'Pod',
        metadata: { name: 'a', labels: { x: '' } },
        spec: { containers: [{ name: 'a', args: [''], resources: {} }], hostUsers: false },
        status: {},
      },
      unknownFields: [],
    });
  });

  it('DEC13: what is empty goes from schemas inside a schema, too; a default stays as it is', () => {
    const crd = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };
    const zeros = { type: 'object', description: '', nullable: false, required: [], properties: {}, minLength: 0 };
    const kept = { type: 'object', minLength: 0 };
    const of = (schema: object) =>
      decodeStrict(crd, { spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: schema } }] } }, STRICT);
    const schemaOf = (schema: object): unknown => {
      const { object } = of(schema) as { object: { spec: { versions: { schema: { openAPIV3Schema: unknown } }[] } } };
      return object.spec.versions[0]?.schema.openAPIV3Schema;
    };
    const texts = { a: ['b', ''], c: zeros };
    expect(
      schemaOf({
        items: { ...zeros, items: [zeros, zeros] },
        additionalProperties: zeros,
        properties: { x: { additionalItems: zeros, additionalProperties: false } },
        dependencies: texts,
        default: zeros,
        enum: ['', 0, zeros],
      }),
    ).toEqual({
      items: { ...kept, items: [kept, kept] },
      additionalProperties: kept,
      properties: { x: { additionalItems: kept, additionalProperties: false } },
      dependencies: { a: ['b', ''], c: kept },
      default: zeros,
      enum: ['', 0, zeros],
    });
    expect(of({ items: { type: 'string', foo: 1 } }).unknownFields).toEqual([]);
    expect(of({ items: { type: 1 } }).error).toContain('cannot unmarshal number into Go struct field JSONSchemaProps');
  });

  it('DEC9: an empty list that must be written is null', () => {
    const role = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'Role' };
    expect(decodeStrict(role, { metadata: { name: 'r' }, rules: [] }, STRICT).object).toEqual({
      metadata: { name: 'r' },
      rules: null,
    });
  });

  it.each([
    ['0.1', '100m'],
    ['1000m', '1'],
    ['1024Mi', '1Gi'],
    ['64Mi', '64Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Ki', '512'],
    ['1500', '1500'],
    ['12000', '12k'],
    ['1e3', '1e3'],
    ['100e3', '100e3'],
    [2, '2'],
    ['0', '0'],
    ['1000E', '1e21'],
    ['-1.5', '-1500m'],
    ['0.0000000001', '1n'],
  ])('DEC10: quantity %s reads as %s', (cpu, canonical) => {
    const limits = { group: '', version: 'v1', kind: 'ResourceQuota' };
    const decoded = decodeStrict<{ readonly spec: unknown }>(limits, { spec: { hard: { cpu } } }, STRICT);
    expect(decoded.object.spec).toEqual({ hard: { cpu: canonical } });
  });

  it.each([
    ['2026-11-21T02:23:37.123Z', '2026-11-21T02:23:37Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00Z'],
    ['2024-02-28T23:30:00-01:00', '2024-02-29T00:30:00Z'],
  ])('DEC10: time %s reads as %s', (time, utc) => {
    const decoded = decodeStrict<{ readonly metadata: unknown }>(
      POD,
      { metadata: { creationTimestamp: time } },
      STRICT,
    );
    expect(decoded.object.metadata).toEqual({ creationTimestamp: utc });
  });

  it('DEC11: bytes must be base64', () => {
    const secret = { group: '', version: 'v1', kind: 'Secret' };
    expect(errorOf(secret, { data: { a: 'YWJj', b: 'YW=' } })).toMatch(/^illegal base64 data at input byte /);
    expect(errorOf(secret, { data: { a: 'YW%j' } })).toBe('illegal base64 data at input byte 2');
    expect(errorOf(secret, { data: { a: 'YWJj' } })).toBeUndefined();
  });

  it('DEC12: duplicate keys of a text', () => {
    const text = '{"data": {"a":"1", "b":"}\\"", "a":"2"}, "items":[{"x":1,"x":[true,null]}], "data":{}}';
    expect(duplicateFields(text)).toEqual(['data.a', 'items[0].x', 'data']);
  });

  it('leaves kinds without a table alone', () => {
    const fruit = { kind: 'Fruit', spec: { x: null } };
    const decoded = decodeStrict({ group: 'example.org', version: 'v1', kind: 'Fruit' }, fruit, STRICT);
    expect(decoded.object).toBe(fruit);
  });
});

describe('orderKeys', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, key === 'fieldsV1' ? inner : reversed(inner)]),
    );
  };

  it.each(recorded as readonly Recorded[])('ORD1: $apiVersion $kind', (object) => {
    expect(orderKeys(kindOf(object), object)).toBe(object);
    const back = orderKeys(kindOf(object), reversed(object) as Recorded);
    expect(JSON.stringify(back)).toBe(JSON.stringify(object));
  });

  it('ORD2: lists', () => {
    const list = { items: [{ metadata: { uid: 'u', name: 'n' } }], metadata: {}, apiVersion: 'v1', kind: 'PodList' };
    const ordered = orderKeys({ group: '', version: 'v1', kind: 'PodList' }, list);
    expect(JSON.stringify(ordered)).toBe(
      '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"name":"n","uid":"u"}}]}',
    );
    expect(orderKeys({ group: '', version: 'v1', kind: 'PodList' }, ordered)).toBe(ordered);
  });
});
