import { describe, expect, it } from 'vitest';
import { jsonSyntaxError } from './json-syntax.ts';

describe('jsonSyntaxError', () => {
  it.each([
    ['', 'unexpected end of JSON input'],
    ['{"kind":', 'unexpected end of JSON input'],
    ['{"a":1,}', `invalid character '}' looking for beginning of object key string`],
    ['{a:1}', `invalid character 'a' looking for beginning of object key string`],
    ['{"a" 1}', `invalid character '1' after object key`],
    ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
    ['[1 2]', `invalid character '2' after array element`],
    ['{} x', `invalid character 'x' after top-level value`],
    ['nul!', `invalid character '!' in literal null (expecting 'l')`],
    ['hello', `invalid character 'h' looking for beginning of value`],
    ['"a\nb"', `invalid character '\\n' in string literal`],
    ['"\\q"', `invalid character 'q' in string escape code`],
    ['1.x', `invalid character 'x' after decimal point in numeric literal`],
    [`${'['.repeat(10_001)}`, `invalid character '[' exceeded max depth`],
    [`${'{"a":'.repeat(10_000)}{`, `invalid character '{' exceeded max depth`],
    ['[[1},2]', `invalid character '}' after array element`],
    ['{"a":[],"b":{"c":1},}', `invalid character '}' looking for beginning of object key string`],
    ['-x', `invalid character 'x' in numeric literal`],
  ])('%j: %s', (text, message) => {
    expect(jsonSyntaxError(text)).toBe(message);
  });
  it('has nothing to say about JSON', () => {
    expect(jsonSyntaxError(' {"a":[1,-2.5e+3,true,false,null,"x\\u00e9\\n",{}],"b":[]} ')).toBeUndefined();
    expect(jsonSyntaxError(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toBeUndefined();
  });
});
