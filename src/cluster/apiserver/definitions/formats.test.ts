import { expect, it } from 'vitest';
import { fitsFormat, isSupportedFormat } from './formats.ts';

it.each([
  ['k8s-short-name', 'a-1', true],
  ['k8s-short-name', 'a.b', false],
  ['k8s-short-name', 'x'.repeat(64), false],
  ['k8s-long-name', `${'x'.repeat(64)}.b`, true],
  ['k8s-long-name', 'a..b', false],
  ['k8s-long-name', 'A', false],
  ['date-time', '2026-01-01T00:00:00Z', true],
  ['datetime', 'yesterday', false],
  ['ssn', '123-45-6789', true],
  ['colour', 'anything', true],
])('CR4: %s: %s', (format, text, fits) => {
  expect(fitsFormat(format, text)).toBe(fits);
});

it('CR4: a type has formats of its own, and dashes in their names count for nothing', () => {
  expect(['date-time', 'd-atetime', 'quantity', 'int32', 'uint32'].map((each) => isSupportedFormat('', each))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect([isSupportedFormat('integer', 'int32'), isSupportedFormat('number', 'int32')]).toEqual([true, false]);
  expect(isSupportedFormat('object', 'date')).toBe(false);
});
