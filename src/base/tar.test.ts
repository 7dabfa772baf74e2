import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, packTar, textOf, unpackTar } from './tar.ts';

describe('archives', () => {
  it('hold what was put into them, byte by byte', () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 1200 });
    fc.assert(
      fc.property(bytes, fc.string({ unit: 'grapheme' }), (numbers, text) => {
        const entries = [
          { path: 'etc/', content: '' },
          { path: `etc/${'long/'.repeat(25)}name`, content: String.fromCharCode(...numbers) },
          { path: 'text', content: bytesOf(text) },
        ];
        const archive = packTar(entries, 1_700_000_000);
        expect(archive.length % 512).toBe(0);
        expect(unpackTar(archive)).toEqual(entries);
        expect(textOf(bytesOf(text))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('bytes that are no text stay as they are', () => {
    expect(textOf('\xff\xfe')).toBe('\xff\xfe');
    expect(bytesOf('é中😀')).toBe('\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80');
  });
});
