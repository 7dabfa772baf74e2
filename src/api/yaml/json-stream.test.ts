import { describe, expect, it } from 'vitest';
import { parseFile } from './json-stream.ts';

const objects = (text: string): readonly unknown[] => parseFile(text).documents.map((each) => each.object);
const error = (text: string): string | undefined => parseFile(text).errors[0]?.message;

describe('parseFile', () => {
  it('YML4: one value of JSON after another, with what only JSON may write', () => {
    expect(objects('{"a": "b\\/c \\ud83d\\ude00"}{"d":1}\n\n{"e":\t2}')).toEqual([{ a: 'b/c 😀' }, { d: 1 }, { e: 2 }]);
    const [, second] = parseFile('{"a":1}\n{"b":\n {"c": 2}}').documents;
    expect(second?.range).toEqual({ startLine: 2, endLine: 3 });
    expect(second?.at(['b', 'c'])).toEqual({ line: 3, column: 3 });
  });

  it('YML4: YAML from where it is no JSON', () => {
    expect(objects('{a: b}\n---\nc: d\n')).toEqual([{ a: 'b' }, { c: 'd' }]);
    expect(objects('{"a":1}\nb: c\n---\nd: e\n')).toEqual([{ a: 1 }, { b: 'c' }, { d: 'e' }]);
    const [, second] = parseFile('{"a":1}\n---\nb: c\n').documents;
    expect(second?.at(['b'])).toEqual({ line: 3, column: 1 });
    expect(second?.lines(['b'])).toEqual({ from: 3, to: 3 });
    expect(parseFile('{"a":1}\n---\nb: c\n---\nd: [\n').errors[0]).toMatchObject({ line: 6 });
  });

  it('YML4: what is neither is told as JSON', () => {
    expect(error('{"a":"\\/",}')).toBe(
      "json: offset 11: invalid character '}' looking for beginning of object key string",
    );
    expect(error('{"é":"\\/" 1}')).toBe("json: offset 12: invalid character '1' after object key:value pair");
    expect(error('{"a":1')).toBe('unexpected EOF');
    expect(error('{"a":"1e400","b":1e300,"c":1e400}')).toBe(
      'json: cannot unmarshal number 1e400 into Go value of type float64',
    );
    expect(parseFile('{"a":"\\/",\n}').errors[0]).toMatchObject({ line: 2, column: 1 });
  });

  it('YML4: nobody looks for YAML behind two values', () => {
    const two = '{"a":1}\n{"b":2}\n';
    expect(objects(`${two}---\nc: d\n`)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(error(`${two}---\nc: d\n`)).toBe("invalid character '-' in numeric literal");
    expect(error(`${two}{"c":1`)).toBe('unexpected EOF');
  });

  it('YML4: only a comment may follow three dashes', () => {
    expect(error('a: 1\n---\nb: |\n-----BEGIN\n')).toBe('invalid Yaml document separator: --BEGIN');
    expect(objects('a: 1\n---\nb: |\n-----BEGIN\n')).toEqual([{ a: 1 }]);
    expect(error('--- x\n')).toBe('invalid Yaml document separator: x');
    expect(objects('a: 1\n---# c\n---   \t# d\nb: 2')).toEqual([{ a: 1 }, { b: 2 }]);
  });
});
