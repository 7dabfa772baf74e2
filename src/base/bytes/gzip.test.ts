import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gunzipped, gzipped } from './gzip.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const LONG = Array.from({ length: 40_000 }, (_, at) => String.fromCharCode((at * at * 7 + (at >> 3)) & 255)).join('');

it.each(['', 'a', 'hello hello hello hello\n', 'ab'.repeat(50_000), LONG, LONG + LONG])(
  'gzip is read by others, and theirs by us',
  (text) => {
    expect(gunzipSync(bytes(gzipped(text))).toString('latin1') === text).toBe(true);
    for (const level of [0, 1, 9]) {
      expect(gunzipped(gzipSync(bytes(text), { level }).toString('latin1')) === text, `level ${level}`).toBe(true);
    }
  },
);

it('what is no gzip, is cut off or was changed is not read', () => {
  const whole = gzipSync(bytes('some words, some words, other words')).toString('latin1');
  expect(gunzipped('plain')).toBeUndefined();
  expect(gunzipped(whole.slice(0, 20))).toBeUndefined();
  expect(gunzipped(`${whole.slice(0, -8)}\0\0\0\0${whole.slice(-4)}`)).toBeUndefined();
});
