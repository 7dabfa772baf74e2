import { expect, it } from 'vitest';
import { errorText, type FieldError } from '../../../api/field-error.ts';
import type { Cel } from '../../ports/cel.ts';
import { validateRules } from './rules.ts';
import type { Schema } from './structural.ts';

type Variables = { readonly [name: string]: unknown };

/** Two expressions, in the place of a language. */
const EXPRESSIONS: { readonly [text: string]: (variables: Variables) => unknown } = {
  'self.min <= self.max': ({ self }) => {
    const { min, max } = self as { min: number; max: number };
    return min <= max;
  },
  'self >= oldSelf': ({ self, oldSelf }) => (self as number) >= (oldSelf as number),
};

const cel: Cel = {
  compile: (text) => {
    const body = EXPRESSIONS[text];
    if (body === undefined) return { error: 'ERROR: <input>:1:1: Syntax error' };
    const uses = new Set(['self', 'oldSelf'].filter((name) => text.includes(name)));
    return { uses, evaluate: (variables) => ({ value: body(variables) }) };
  },
};

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
  validateRules(errors, cel, { value, old, schema, path: '' });
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
