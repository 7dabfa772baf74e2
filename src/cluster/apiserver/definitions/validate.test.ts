import { expect, it } from 'vitest';
import type { FieldError } from '../../../api/errors/field-error.ts';
import { validateValue } from './validate.ts';

it.each([
  ['^(?i)ab[[:digit:]]\\z', 'AB1', true],
  ['^(?i)ab[[:digit:]]\\z', 'AB1\n', false],
  ['^\\w+$', 'é', false],
  ['^(a+)+$', `${'a'.repeat(60)}b`, false], // one that goes back over the text would not come to an end
])('CR4: the pattern %s is read as Go reads it', (pattern, value, fits) => {
  const errors: FieldError[] = [];
  validateValue(errors, value, { type: 'string', pattern }, 'spec.name');
  expect(errors.map(({ message }) => message)).toEqual(
    fits ? [] : [`Invalid value: ${JSON.stringify(value)}: spec.name in body should match '${pattern}'`],
  );
});
