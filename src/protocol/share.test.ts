import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equal, shared } from './share.ts';

const plain = fc.jsonValue({ maxDepth: 3 });

describe('what is shared with the past', () => {
  it('is always the new value, whatever was there', () => {
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        const copy = structuredClone(after);
        const now = shared(before, after);
        expect(now).toEqual(copy);
        expect(equal(now, copy)).toBe(true);
        expect(equal(before, after)).toBe(JSON.stringify(before) === JSON.stringify(after) || now === before);
      }),
      { numRuns: 200 },
    );
  });
  it('is the old value itself where nothing changed', () => {
    const before = { list: [{ n: 1 }, { n: 2 }, { n: 3 }], other: { deep: [1, 2] } };
    expect(shared(before, structuredClone(before))).toBe(before);
    const grown = shared(before, { list: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }], other: { deep: [1, 2] } });
    expect(grown.list[1]).toBe(before.list[0]);
    expect(grown.list[3]).toBe(before.list[2]);
    expect(grown.other).toBe(before.other);
    expect(grown.list).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
  });
  it('is the new value where a key is called like what every object has', () => {
    const after = JSON.parse('{"__proto__":null,"constructor":1}');
    expect(shared({}, after)).toBe(after);
    expect(Object.keys(shared({ toString: 1 }, JSON.parse('{"toString":2,"constructor":1}')))).toHaveLength(2);
  });
  it('tells a missing member from one that is undefined', () => {
    expect(equal({ a: undefined }, { b: undefined })).toBe(false);
    expect('b' in shared({ a: undefined }, { b: undefined })).toBe(true);
  });
});
