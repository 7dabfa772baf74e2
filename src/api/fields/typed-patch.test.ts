import { describe, expect, it } from 'vitest';
import { conversionProblem } from '../decoding/from-unstructured.ts';
import { applyStrategicMerge } from '../patch/strategic-merge-patch.ts';
import { shapeOf, shapeOfSchema } from './shape.ts';
import { typedProblem } from './typed-patch.ts';

const deployment = (spec: object) => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec });
const containers = (...list: object[]) => deployment({ template: { spec: { containers: list } } });
const judged = (object: { apiVersion: string; kind: string }) =>
  typedProblem(shapeOf(object.apiVersion, object.kind), object as unknown as Record<string, unknown>);
const AT = '.spec.template.spec.containers';

describe('an applied configuration is judged by the types of its fields', () => {
  it.each([
    [deployment({ foo: 1 }), '.spec.foo: field not declared in schema'],
    [deployment({ replicas: 'x' }), '.spec.replicas: expected numeric (int or float), got string'],
    [deployment({ paused: 'x' }), '.spec.paused: expected boolean, got &{x}'],
    [deployment({ template: [] }), '.spec.template: expected map, got &{[]}'],
    [containers({ name: 'a', args: 'x' }), `${AT}[name="a"].args: expected list, got &{x}`],
    [
      containers({ name: 'a', env: [{ name: 'E', value: 1 }] }),
      `${AT}[name="a"].env[name="E"].value: expected string, got &value.valueUnstructured{Value:1}`,
    ],
    [containers({ name: 'a' }, { name: 'a' }), `${AT}: duplicate entries for key [name="a"]`],
    [
      containers({ image: 'x' }),
      `${AT}: element 0: associative list with keys has an element that omits key field "name" (and doesn't have default value)`,
    ],
    [
      containers({ name: 'a', resources: { limits: { cpu: [] } } }),
      `${AT}[name="a"].resources.limits.cpu: expected any scalar, got &{[]}`,
    ],
    [deployment({ foo: 1, replicas: 2 }), '.spec.foo: field not declared in schema'],
    [
      { ...deployment({ replicas: 'x' }), metadata: { labels: { a: 1 } } },
      'errors:\n  .metadata.labels.a: expected string, got &value.valueUnstructured{Value:1}\n  .spec.replicas: expected numeric (int or float), got string',
    ],
  ])('AP1: %j', (object, problem) => expect(judged(object)).toBe(problem));

  it('AP1: what fits is not refused: ports without a protocol, quantities as numbers, empty objects', () => {
    const ports = [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }];
    const fine = { name: 'a', ports, resources: { limits: { cpu: 1, memory: '1Gi' } }, args: null };
    expect(judged(containers(fine))).toBeUndefined();
    expect(judged({ apiVersion: 'v1', kind: 'ConfigMap' })).toBeUndefined();
  });

  it('AP1: a custom resource is judged by its schema; objects of which it says nothing take anything', () => {
    const properties = {
      size: { type: 'integer' },
      any: { type: 'object' },
      open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    };
    const shape = shapeOfSchema({ type: 'object', properties: { spec: { type: 'object', properties } } });
    const of = (spec: object) => typedProblem(shape, { apiVersion: 'g/v1', kind: 'K', metadata: { name: 'x' }, spec });
    expect(of({ size: 1, any: { a: 1 }, open: { b: [] } })).toBeUndefined();
    expect(of({ colour: 'red' })).toBe('.spec.colour: field not declared in schema');
    expect(of({ size: 'x' })).toBe('.spec.size: expected numeric (int or float), got string');
  });
});

it('AP2: the converter words what does not fit by kinds of Go', () => {
  const kind = { group: 'apps', version: 'v1', kind: 'Deployment' };
  const of = (spec: object) => conversionProblem(kind, deployment(spec));
  expect(of({ replicas: 'x' })).toBe('unrecognized type: int32');
  expect(of({ replicas: 1.5 })).toBe('cannot convert float64 to int32');
  expect(of({ template: { spec: { containers: {} } } })).toBe('cannot restore slice from map');
  expect(of({ template: 3 })).toBe('cannot restore struct from: int64');
  expect(of({ template: { metadata: { labels: { a: 1 } } } })).toBe('cannot convert int64 to string');
  expect(of({ replicas: 2 })).toBeUndefined();
});

describe('strategic patches that cannot be carried out', () => {
  const original = containers({ name: 'a' });
  const said = (patch: Record<string, unknown>) => {
    const result = applyStrategicMerge({ apiVersion: 'apps/v1', kind: 'Deployment' }, original, patch);
    return 'error' in result ? result.error : undefined;
  };
  const template = (spec: object) => ({ spec: { template: { spec } } });
  it.each([
    [{ spec: { $patch: 'foo' } }, 'unknown patch type: foo in map: map[$patch:foo]'],
    [{ spec: { strategy: { $retainKeys: ['type'], rollingUpdate: {} } } }, undefined],
    [{ spec: { $retainKeys: ['template'], replicas: 1 } }, 'invalid patch format of retainKeys'],
    [{ spec: { $retainKeys: 'x' } }, 'invalid patch format of retainKeys'],
    [template({ containers: [{ name: 'a', $patch: 'merge' }] }), 'merging lists cannot yet be specified in the patch'],
    [template({ '$setElementOrder/containers': 'x' }), 'expected a []interface {}, but received a string'],
    [
      template({ '$setElementOrder/containers': [{ name: 'z' }], containers: [{ name: 'a', image: 'i' }] }),
      "The order in patch list:\n[map[image:i name:a]]\n doesn't match $setElementOrder list:\n[map[name:z]]\n",
    ],
  ])('SM1: %j', (patch, error) => expect(said(patch)).toBe(error));
});
