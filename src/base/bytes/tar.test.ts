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

  it('are headed as POSIX says, so that every tar takes them', () => {
    const long = `etc/${'long/'.repeat(25)}name`;
    const archive = packTar(
      [
        { path: 'etc/', content: '' },
        { path: long, content: 'hello' },
      ],
      1_700_000_000,
    );
    const texts = (header: string, ...widths: readonly number[]) => {
      let at = 0;
      return widths.map((width) => {
        at += width;
        return header.slice(at - width, at).replace(/\0+$/, '');
      });
    };
    const WIDTHS = [100, 8, 8, 8, 12, 12, 8, 1, 100, 8, 32, 32, 8, 8, 155, 12];
    const [zero, changed, magic] = ['0000000', '14524770400', 'ustar\x0000'];
    expect(texts(archive, ...WIDTHS)).toEqual(
      // biome-ignore format: a row a header
      ['etc/', '0000755', zero, zero, '00000000000', changed, '011632\0 ', '5', '', magic, 'root', 'root', zero, zero, '', ''],
    );
    const [prefix, name] = [`etc/${'long/'.repeat(5)}long`, `${'long/'.repeat(19)}name`];
    expect(texts(archive.slice(512), ...WIDTHS)).toEqual(
      // biome-ignore format: a row a header
      [name, '0000644', zero, zero, '00000000005', changed, '041720\0 ', '0', '', magic, 'root', 'root', zero, zero, prefix, ''],
    );
    expect(archive.slice(1024)).toBe(`hello${'\0'.repeat(512 - 5)}${'\0'.repeat(1024)}`);
  });

  it('bytes that are no text stay as they are', () => {
    expect(textOf('\xff\xfe')).toBe('\xff\xfe');
    expect(bytesOf('é中😀')).toBe('\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80');
  });
});
