import { FUZZED, type Sample } from './objects.ts';

/** A custom kind with nearly all that a schema can say. */
const text = { type: 'string' };
const whole = { type: 'integer' };
const of = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });
const list = (items: object, rest: object = {}) => ({ type: 'array', items, ...rest });

const schema = of({
  spec: of(
    {
      name: { ...text, maxLength: 5, pattern: '^[a-z]*$' },
      count: { ...whole, minimum: 1, maximum: 10, default: 3, format: 'int32' },
      choice: { ...text, enum: ['A', 'B'], default: 'A' },
      maybe: { ...text, nullable: true },
      ratio: { type: 'number', multipleOf: 0.5, minimum: 0, exclusiveMinimum: true },
      share: { 'x-kubernetes-int-or-string': true },
      when: { ...text, format: 'date-time' },
      address: { ...text, format: 'ipv4' },
      short: { ...text, format: 'k8s-short-name' },
      lines: list(text, { maxItems: 4 }),
      set: list(text, { 'x-kubernetes-list-type': 'set' }),
      ports: list(
        of({ port: whole, protocol: { ...text, default: 'TCP' }, to: of({ x: whole }) }, { required: ['port'] }),
        {
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
        },
      ),
      atomic: of({ x: whole, y: text }, { 'x-kubernetes-map-type': 'atomic' }),
      words: { type: 'object', additionalProperties: { ...text, maxLength: 3 }, maxProperties: 3 },
      inner: { type: 'object', additionalProperties: of({ x: { ...whole, default: 1 } }) },
      anything: { 'x-kubernetes-preserve-unknown-fields': true },
      open: of({ x: whole }, { 'x-kubernetes-preserve-unknown-fields': true }),
      pod: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      either: of({ left: text, right: text }, { oneOf: [{ required: ['left'] }, { required: ['right'] }] }),
      deep: of({ d: of({ e: { ...text, default: 'deep' } }, { default: {} }) }, { default: {} }),
    },
    {
      required: ['name'],
      'x-kubernetes-validations': [
        { rule: 'self.count != 5', message: 'not five' },
        { rule: "self.choice == oldSelf.choice || self.choice == 'B'", messageExpression: "'was ' + oldSelf.choice" },
      ],
    },
  ),
  status: of({ ready: whole }),
});

export const DEFINITION = {
  metadata: { name: 'things.drawn.example' },
  spec: {
    group: 'drawn.example',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.ready' },
        },
        selectableFields: [{ jsonPath: '.spec.choice' }],
        additionalPrinterColumns: [{ name: 'Count', type: 'integer', jsonPath: '.spec.count' }],
      },
    ],
  },
};

export const THING: Sample = {
  path: `/apis/drawn.example/v1/namespaces/${FUZZED}/things`,
  kind: 'Thing',
  object: {
    apiVersion: 'drawn.example/v1',
    kind: 'Thing',
    metadata: { name: 'x', labels: { app: 'x' } },
    spec: {
      name: 'abc',
      maybe: null,
      ratio: 1.5,
      share: '80%',
      when: '2026-01-01T00:00:00Z',
      address: '10.0.0.1',
      short: 'a-b',
      lines: ['a', 'b'],
      set: ['x', 'y'],
      ports: [
        { port: 80, to: { x: 1 } },
        { port: 80, protocol: 'UDP' },
      ],
      atomic: { x: 1, y: 'z' },
      words: { a: 'b' },
      inner: { k: {} },
      anything: { q: [1, { z: null }] },
      open: { x: 1, y: { z: 2 } },
      pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', foo: 1 }, spec: { x: 1 } },
      either: { left: 'x' },
    },
  },
};
