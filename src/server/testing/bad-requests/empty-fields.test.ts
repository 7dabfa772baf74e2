import { expect, it } from 'vitest';
import { emptyFields } from './empty-fields.ts';

it('AS111: an empty value in a field is as no value, however it is sent', () => {
  expect(emptyFields(1, 400)).toEqual([]);
});
