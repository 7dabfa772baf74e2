import { describe, expect, it } from 'vitest';
import { strictTextErrors } from './strict-text.ts';

describe('what a strict reader minds about a text', () => {
  it('SV8: fields that stand twice in JSON', () => {
    const text = '{"data":{"a":"1","a":"2"}}';
    const errors = ['duplicate field "data.a"'];
    expect(strictTextErrors(text, JSON.parse(text), 'application/json')).toEqual(errors);
    expect(strictTextErrors(text, JSON.parse(text), 'application/merge-patch+json')).toEqual(errors);
  });

  it('SV8: operations of a JSON patch with fields that are none or stand twice', () => {
    const text = '[{"op":"add","op":"replace","path":"/a","wert":1}]';
    expect(strictTextErrors(text, JSON.parse(text), 'application/json-patch+json')).toEqual([
      'json patch duplicate field "[0].op"',
      'json patch unknown field "[0].wert"',
    ]);
  });

  it('SV8: keys that stand twice in YAML, with the line of the second value', () => {
    const text = 'metadata:\n  name: a\n  name: b\ndata:\n  c: 1\n  c:\n    d: 2\n';
    const lines = ['  line 3: key "name" already set in map', '  line 7: key "c" already set in map'];
    const errors = [`yaml: unmarshal errors:\n${lines.join('\n')}`];
    expect(strictTextErrors(text, {}, 'application/yaml')).toEqual(errors);
    expect(strictTextErrors('{"a": 1}', {}, 'application/apply-patch+yaml')).toEqual([]);
  });
});
