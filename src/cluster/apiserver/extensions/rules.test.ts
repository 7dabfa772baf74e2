import { expect, it } from 'vitest';
import { errorText, type FieldError } from '../../../api/field-error.ts';
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

it('CR13: a rule is told by its message, at its place', () => {
  expect(texts({ spec: { min: 1, max: 2 } })).toEqual([]);
  expect(texts({ spec: { min: 3, max: 2 } })).toEqual(['spec: Invalid value: "object": min must not be above max']);
});

it('CR13: a rule over the old value runs on updates only', () => {
  expect(texts({ spec: { min: 1, max: 2 } }, { spec: { min: 2, max: 2 } })).toEqual([
    'spec.min: Invalid value: "integer": failed rule: self >= oldSelf',
  ]);
});
