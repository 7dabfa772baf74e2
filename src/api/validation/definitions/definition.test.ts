import { expect, it } from 'vitest';
import { errorText } from '../../errors/field-error.ts';
import { resourceOf } from '../../scheme/scheme.ts';
import type { KObject } from '../../types/meta.ts';
import { validateCreate } from '../index.ts';

function definition(schema: object, spec: object = {}): KObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'fruits.example.org' },
    spec: {
      group: 'example.org',
      names: { plural: 'fruits', singular: 'fruit', kind: 'Fruit', listKind: 'FruitList' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      conversion: { strategy: 'None' },
      ...spec,
    },
  };
}

const INFO = resourceOf('customresourcedefinitions', 'apiextensions.k8s.io');
const texts = (object: KObject) => validateCreate(INFO, object).map(errorText);
const of = (spec: object) => ({ type: 'object', properties: { spec } });
const AT = 'spec.validation.openAPIV3Schema';

it.each<[string, object, string]>([
  ['no type at the root', {}, `${AT}.type: Required value: must not be empty at the root`],
  ['a root that is no object', { type: 'string' }, `${AT}.type: Invalid value: "string": must be object at the root`],
  [
    'a field without a type',
    of({ description: 'x' }),
    `${AT}.properties[spec].type: Required value: must not be empty for specified object fields`,
  ],
  ['a list without items', of({ type: 'array' }), `${AT}.properties[spec].items: Required value: must be specified`],
  [
    'a type below anyOf',
    of({ type: 'object', anyOf: [{ type: 'object' }] }),
    `${AT}.properties[spec].anyOf[0].type: Forbidden: must be empty to be structural`,
  ],
  [
    'metadata that say more than names',
    { type: 'object', properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
    `${AT}.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified`,
  ],
  [
    'an object inside that has nothing',
    of({ type: 'object', 'x-kubernetes-embedded-resource': true }),
    `${AT}.properties[spec].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields`,
  ],
  [
    'a junctor about what it does not name',
    { type: 'object', properties: { a: { type: 'string' } }, oneOf: [{ properties: { b: { pattern: 'x' } } }] },
    `${AT}.properties[b]: Required value: because it is defined in ${AT}.oneOf[0].properties[b]`,
  ],
])('VAL12: a schema with %s is refused', (_, schema, text) => {
  expect(texts(definition(schema))).toEqual([text]);
});

it('VAL12: a schema that says what everything is passes, an int or string too', () => {
  const port = { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] };
  expect(texts(definition(of({ type: 'object', properties: { port } })))).toEqual([]);
});

it('VAL13: names, columns and conversion of a definition are checked', () => {
  const names = { plural: 'fruits', singular: 'fruit', kind: 'Fruit', listKind: 'Fruit' };
  expect(texts(definition(of({ type: 'object' }), { names }))).toEqual([
    'spec.names.listKind: Invalid value: "Fruit": kind and listKind may not be the same',
  ]);
  expect(texts(definition(of({ type: 'object' }), { conversion: { strategy: 'Magic' } }))).toEqual([
    'spec.conversion.strategy: Unsupported value: "Magic": supported values: "None", "Webhook"',
  ]);
});

it('VAL13: a webhook that converts is somewhere, and a warning is about an old version', () => {
  const webhook = { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://x' } };
  const both = { ...webhook, clientConfig: { url: 'https://x', service: { name: 'a', namespace: 'b' } } };
  const at = 'spec.conversion.webhookClientConfig';
  const found = (spec: object) => texts(definition(of({ type: 'object' }), spec));
  expect(found({ conversion: { strategy: 'Webhook', webhook } })).toEqual([]);
  expect(found({ conversion: { strategy: 'Webhook', webhook: both } })).toEqual([
    `${at}: Required value: exactly one of url or service is required`,
  ]);
  expect(found({ conversion: { strategy: 'None', webhook } })).toEqual([
    `${at}: Forbidden: should not be set when strategy is not set to Webhook`,
    'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
  ]);
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: of({ type: 'object' }) } };
  const warned = (more: object) => found({ versions: [{ ...version, ...more }] });
  expect(warned({ deprecationWarning: 'old' })).toEqual([
    'spec.versions[0].deprecationWarning: Invalid value: "old": can only be set for deprecated versions',
  ]);
  expect(warned({ deprecated: true, deprecationWarning: '' })).toEqual([
    'spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string',
  ]);
  expect(warned({ deprecated: true, deprecationWarning: 'old' })).toEqual([]);
});

it('VAL13: a rule that is no expression is refused', () => {
  const [error = ''] = texts(definition(of({ type: 'object', 'x-kubernetes-validations': [{ rule: 'self.a <' }] })));
  expect(error).toContain(
    `${AT}.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a <","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:`,
  );
});

it('VAL13: a rule must be true or false, about what its schema has, and not too expensive', () => {
  const ruled = (
    rule: object,
    properties: object = { a: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
  ) => texts(definition(of({ type: 'object', properties, 'x-kubernetes-validations': [rule] })));
  const at = `${AT}.properties[spec].x-kubernetes-validations[0]`;
  expect(ruled({ rule: 'self.b == 1' })[0]).toContain("compilation failed: ERROR: <input>:1:5: undefined field 'b'");
  expect(ruled({ rule: 'self.a' })[0]).toContain('cel expression must evaluate to a bool');
  expect(ruled({ rule: 'true', messageExpression: '1' })[0]).toContain('messageExpression must evaluate to a string');
  expect(ruled({ rule: 'true', optionalOldSelf: true })).toEqual([
    `${at}.optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule`,
  ]);
  const how =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  expect(ruled({ rule: "self.list.all(x, x.contains('gpu'))" })).toEqual([
    `${at}.rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${how}`,
    `${at}.rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    `${AT}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${how}`,
  ]);
  const item = { type: 'object', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] };
  expect(texts(definition(of({ type: 'array', maxItems: 5, items: item })))).toEqual([
    `${AT}.properties[spec].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${AT}.properties[spec]`,
  ]);
});

it.each<[string, object, string]>([
  [
    'an unknown type',
    { type: 'foo' },
    'type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
  ],
  [
    'unique items',
    { type: 'array', uniqueItems: true, items: { type: 'string' } },
    'uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
  ],
  ['a reference', { type: 'object', $ref: '#/x' }, '$ref: Forbidden: $ref is not supported'],
  [
    'fields and values',
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
    'additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
  ],
  [
    'a set of objects',
    { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } },
    'items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
  ],
  [
    'a map without keys',
    { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } },
    'x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
  ],
  [
    'a key that may be missing',
    {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object', properties: { k: { type: 'string' } } },
    },
    'items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
  ],
  [
    'a pattern that is none',
    { type: 'string', pattern: 'a[' },
    'pattern: Invalid value: "a[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
  ],
  [
    'a pattern that repeats nothing',
    { type: 'string', pattern: '^(*)$' },
    'pattern: Invalid value: "^(*)$": must be a valid regular expression, but isn\'t: error parsing regexp: missing argument to repetition operator: `*`',
  ],
  [
    'a pattern that looks ahead',
    { type: 'string', pattern: '^(?=a)' },
    'pattern: Invalid value: "^(?=a)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
  ],
])("VAL12: a schema with %s is refused in the server's words", (_, schema, text) => {
  expect(texts(definition(of(schema)))).toEqual([`${AT}.properties[spec].${text}`]);
});

it('VAL13: paths of a scale and of selectable fields lead somewhere', () => {
  const schema = of({
    type: 'object',
    properties: { foo: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
  });
  const version = (rest: object) => ({
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...rest }],
  });
  const scale = { specReplicasPath: 'spec.replicas', statusReplicasPath: '.status.r' };
  expect(texts(definition(schema, version({ subresources: { scale } })))).toEqual([
    'spec.subresources.scale.specReplicasPath: Invalid value: "spec.replicas": should be a json path under .spec',
  ]);
  const selectableFields = [{ jsonPath: '.spec.foo' }, { jsonPath: '.spec.bar' }, { jsonPath: '.spec.list' }];
  expect(texts(definition(schema, version({ selectableFields })))).toEqual([
    'spec.selectableFields[1].jsonPath: Invalid value: ".spec.bar": is an invalid path: does not refer to a valid field',
    'spec.selectableFields[2].jsonPath: Invalid value: ".spec.list": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
  ]);
});

it('VAL12: a definition without versions has none of storage, and none that it could have stored', () => {
  expect(texts(definition({}, { versions: undefined }))).toEqual([
    'spec.versions: Invalid value: null: must have exactly one version marked as storage version',
    'status.storedVersions: Invalid value: null: must have at least one stored version',
  ]);
});
