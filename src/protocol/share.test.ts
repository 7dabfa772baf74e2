import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalExactly } from '../base/equality.ts';
import { changed, difference } from './share.ts';

const plain = fc.jsonValue({ maxDepth: 3 });
/** Values that have much in common: one, and what few edits make of it. */
const alike = fc
  .record({
    list: fc.array(plain, { maxLength: 5 }),
    at: fc.nat(5),
    put: fc.array(plain, { maxLength: 2 }),
    rest: plain,
  })
  .map(({ list, at, put, rest }) => ({
    before: { list, rest: { list: list[0], rest } },
    after: { list: list.toSpliced(at, put.length % 2, ...put), rest: { list: put[0], rest } },
  }));
/** What the page has after it was sent what differs. */
function arrived<T>(before: unknown, after: T): T {
  const change = difference(before, after);
  return (change === undefined ? before : changed(before, structuredClone(change))) as T;
}

describe('what crosses the bridge', () => {
  it('makes the new value of the old one, whatever both are', () => {
    const check = (before: unknown, after: unknown) => {
      const kept = structuredClone(before);
      expect(arrived(before, after)).toEqual(after);
      expect(JSON.stringify(arrived(before, after))).toBe(JSON.stringify(after));
      expect(before).toEqual(kept);
    };
    fc.assert(fc.property(plain, plain, check), { numRuns: 200 });
    fc.assert(
      fc.property(alike, ({ before, after }) => check(before, after)),
      { numRuns: 200 },
    );
  });
  it('is nothing where they are equal', () => {
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        expect(difference(before, structuredClone(before))).toBeUndefined();
        expect(difference(before, after) === undefined).toBe(JSON.stringify(before) === JSON.stringify(after));
      }),
      { numRuns: 200 },
    );
  });
  it('says only what changed, and leaves the rest the same objects', () => {
    const before = { list: [{ n: 1 }, { n: 2 }, { n: 3 }], other: { deep: [1, 2] }, at: 1 };
    const after = { list: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }], other: { deep: [1, 2] }, at: 2 };
    expect(difference(before, after)).toEqual({
      of: { list: { head: 0, between: [{ of: { n: { to: 0 } } }], tail: 3 }, at: { to: 2 } },
    });
    const now = arrived(before, after);
    expect(now.list[1]).toBe(before.list[0]);
    expect(now.list[3]).toBe(before.list[2]);
    expect(now.other).toBe(before.other);
    const lit = { list: [{ n: 1 }, { n: 2, now: true }, { n: 3 }] };
    expect(difference({ list: before.list }, lit)).toEqual({
      of: { list: { of: { 1: { of: { now: { to: true } } } } } },
    });
  });
  it('keeps what stays in its place in a list that grows at both ends', () => {
    const before = [{ n: 1 }, { n: 2 }, { n: 3 }];
    const now = arrived(before, [{ n: 0 }, { n: 2 }, { n: 4 }, { n: 5 }]);
    expect(now).toEqual([{ n: 0 }, { n: 2 }, { n: 4 }, { n: 5 }]);
    expect(now[1]).toBe(before[1]);
  });
  it('says in which order members come, also within a list that grows', () => {
    const now = arrived([JSON.parse('{"a":1,"b":2}')], [JSON.parse('{"b":2,"a":1}'), 7]);
    expect(JSON.stringify(now)).toBe('[{"b":2,"a":1},7]');
  });
  it('is the new value where a key is called like what every object has', () => {
    const after = JSON.parse('{"__proto__":null,"constructor":1}');
    expect(arrived({}, after)).toEqual(after);
    expect(difference(after, structuredClone(after))).toBeUndefined();
    expect(arrived(after, JSON.parse('{"__proto__":1,"constructor":1}'))).toEqual(
      JSON.parse('{"__proto__":1,"constructor":1}'),
    );
    expect(Object.keys(arrived(after, { constructor: 1 }))).toEqual(['constructor']);
    expect(Object.keys(arrived({ toString: 1 }, JSON.parse('{"toString":2,"constructor":1}')))).toHaveLength(2);
  });
  it('tells a missing member from one that is undefined', () => {
    expect(equalExactly({ a: undefined }, { b: undefined })).toBe(false);
    expect(Object.keys(arrived({ a: undefined }, { b: undefined }))).toEqual(['b']);
  });
});
