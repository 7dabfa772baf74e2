import { expect, it } from 'vitest';
import { errorText, type FieldError } from '../../../api/errors/field-error.ts';
import { validateRules } from './rules.ts';
import type { Schema } from './structural.ts';

const schema: Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      'x-kubernetes-validations': [{ rule: 'self.min <= self.max', message: 'min must not be above max' }],
      properties: {
        min: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] },
        max: { type: 'integer' },
      },
    },
  },
};

function texts(value: object, old?: object): readonly string[] {
  const errors: FieldError[] = [];
  validateRules(errors, { value, old, schema, path: '' });
  return errors.map(errorText);
}

it('CR13: a list that is a set or keyed is the same in another order, and takes each item once', () => {
  const text: Schema = { type: 'string' };
  const fields: Schema = { type: 'object', properties: { k: text, v: text } };
  const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] } as const;
  const refused = (list: Schema, rule: string, value: unknown, old: unknown): number => {
    const errors: FieldError[] = [];
    const own: Schema = { type: 'array', ...list, 'x-kubernetes-validations': [{ rule }] };
    const whole: Schema = { type: 'object', properties: { list: own } };
    validateRules(errors, { value: { list: value }, old: { list: old }, schema: whole, path: '' });
    return errors.length;
  };
  const same = 'self == oldSelf';
  const set: Schema = { items: text, 'x-kubernetes-list-type': 'set' };
  expect(refused(set, same, ['a', 'b'], ['b', 'a'])).toBe(0);
  expect(refused(set, same, ['a', 'b'], ['b', 'c'])).toBe(1);
  expect(refused({ items: text }, same, ['a', 'b'], ['b', 'a'])).toBe(1);
  expect(refused(set, "self + ['b', 'c'] == ['c', 'b', 'a']", ['a', 'b'], [])).toBe(0);
  const [one, two] = [
    { k: 'a', v: '1' },
    { k: 'b', v: '2' },
  ];
  expect(refused({ items: fields, ...keyed }, same, [one, two], [two, one])).toBe(0);
  expect(refused({ items: fields, ...keyed }, same, [one, two], [two, { k: 'a', v: '3' }])).toBe(1);
  expect(refused({ items: fields, ...keyed }, 'self + oldSelf == oldSelf', [one], [two, { k: 'a', v: '3' }])).toBe(0);
});

it('CR13: a rule is told by its message, at its place', () => {
  expect(texts({ spec: { min: 1, max: 2 } })).toEqual([]);
  expect(texts({ spec: { min: 3, max: 2 } })).toEqual(['spec: Invalid value: "object": min must not be above max']);
});

it('CR13: a rule over the old value runs on updates only', () => {
  expect(texts({ spec: { min: 1, max: 2 } }, { spec: { min: 2, max: 2 } })).toEqual([
    'spec.min: Invalid value: "integer": failed rule: self >= oldSelf',
  ]);
});

it('CR13: numbers and times are what their schema says', () => {
  const typed: Schema = {
    type: 'object',
    properties: {
      ratio: { type: 'number' },
      since: { type: 'string', format: 'date-time' },
      wait: { type: 'string', format: 'duration' },
    },
    'x-kubernetes-validations': [
      { rule: 'self.ratio * 2.0 <= 4.0' },
      { rule: "self.since < timestamp('2026-01-01T00:00:00Z') && self.wait <= duration('1h')", fieldPath: '.since' },
    ],
  };
  const check = (value: object): readonly string[] => {
    const errors: FieldError[] = [];
    validateRules(errors, { value, old: undefined, schema: typed, path: 'spec' });
    return errors.map(errorText);
  };
  expect(check({ ratio: 2, since: '2025-01-01T00:00:00Z', wait: '30m' })).toEqual([]);
  expect(check({ ratio: 3, since: '2025-01-01T00:00:00Z', wait: '2h' })).toEqual([
    'spec: Invalid value: "object": failed rule: self.ratio * 2.0 <= 4.0',
    `spec.since: Invalid value: "object": failed rule: self.since < timestamp('2026-01-01T00:00:00Z') && self.wait <= duration('1h')`,
  ]);
});

it('CR15: oldSelf may be optional, and what was broken before is told and tolerated', () => {
  const optional: Schema = {
    type: 'string',
    'x-kubernetes-validations': [{ rule: 'oldSelf.hasValue() || self == "first"', optionalOldSelf: true }],
  };
  const errors: FieldError[] = [];
  validateRules(errors, { value: 'x', old: undefined, schema: optional, path: 'a' });
  expect(errors.map(errorText)).toEqual([
    'a: Invalid value: "string": failed rule: oldSelf.hasValue() || self == "first"',
  ]);
  const kept: FieldError[] = [];
  const before = { spec: { min: 3, max: 2 }, note: 1 };
  validateRules(kept, { value: { ...before, note: 2 }, old: before, schema, path: '' });
  expect(kept.map(({ tolerated }) => tolerated)).toEqual([true]);
});

it('CR16: a rule that costs too much is cancelled, and ends the others', () => {
  const items: Schema = { type: 'array', items: { type: 'integer' } };
  const expensive = 'self.all(a, self.all(b, a == b || a != b))';
  const cheap = 'self.size() < 2';
  const check = (rules: readonly string[], count: number): readonly string[] => {
    const errors: FieldError[] = [];
    const ruled = { ...items, 'x-kubernetes-validations': rules.map((rule) => ({ rule })) };
    const value = Array.from({ length: count }, (_, at) => at);
    validateRules(errors, { value, old: undefined, schema: ruled, path: 'spec' });
    return errors.map(errorText);
  };
  const failed = `spec: Invalid value: "array": failed rule: ${cheap}`;
  expect(check([expensive, cheap], 100)).toEqual([failed]);
  expect(check([expensive, cheap], 1000)).toEqual([
    `spec: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${expensive}`,
  ]);
  const half = Array.from({ length: 30 }, () => expensive);
  expect(check([...half, cheap], 300)).toEqual([
    'spec: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});
