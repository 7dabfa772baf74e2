import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goSorted } from './go-sort.ts';

/** FNV-1a of 32 bits, each number taken whole. */
function hashOf(numbers: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const number of numbers) hash = Math.imul(hash ^ number, 0x01000193);
  return hash >>> 0;
}

/** Where the items of these keys stood before Go's order of them. */
function placesOf(keys: readonly number[]): readonly number[] {
  const items = keys.map((key, at) => ({ key, at }));
  return goSorted(items, (a, b) => a.key < b.key).map(({ at }) => at);
}

const KEYS: Record<string, (at: number, length: number) => number> = {
  mixed: (at) => (at * at * 31 + at) % 7,
  increasing: (at) => Math.floor(at / 3),
  decreasing: (at, length) => Math.floor((length - at) / 3),
  'of two values': (at) => at % 2,
  'almost in order': (at, length) => (at % 17 === 5 ? length - at : at),
  'up and down': (at, length) => (at < length / 2 ? at : length - at),
};

describe('the order of Go', () => {
  it('is an order, and that of insertion for few', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 400 }), (numbers) => {
        const items = numbers.map((key, at) => ({ key, at }));
        const sorted = goSorted(items, (a, b) => a.key < b.key);
        const stable = [...items].sort((a, b) => a.key - b.key);
        expect(sorted.map(({ key }) => key)).toEqual(stable.map(({ key }) => key));
        expect(new Set(sorted)).toEqual(new Set(items));
        if (items.length <= 12) expect(sorted).toEqual(stable);
      }),
      { numRuns: 60 },
    );
  });

  // What sort.Slice made of the same keys, compiled with Go.
  it.each([
    ['mixed', 13, 5427493],
    ['mixed', 40, 4059467785],
    ['mixed', 60, 486973171],
    ['mixed', 200, 437119613],
    ['increasing', 60, 1009434569],
    ['increasing', 200, 587660125],
    ['decreasing', 13, 2575456889],
    ['decreasing', 40, 401744719],
    ['decreasing', 60, 1345967053],
    ['decreasing', 200, 2702009619],
    ['of two values', 13, 2654332821],
    ['of two values', 40, 2133562625],
    ['of two values', 60, 4122424555],
    ['of two values', 200, 2723068417],
    ['almost in order', 40, 2676977457],
    ['almost in order', 60, 3590972645],
    ['almost in order', 200, 3023997433],
    ['up and down', 40, 450875277],
    ['up and down', 60, 3314561219],
    ['up and down', 200, 4146863229],
  ])('puts what is equal where Go puts it: %s, %d items', (keys, length, hash) => {
    const keyOf = KEYS[keys];
    expect(hashOf(placesOf(Array.from({ length }, (_, at) => keyOf?.(at, length) ?? 0)))).toBe(hash);
  });

  // McIlroy, A Killer Adversary for Quicksort (1999): values are chosen while they are compared, so that each pivot is a bad one.
  it.each([
    [100, 941, 27114115],
    [1000, 7202, 4054563967],
  ])('compares as often as Go where every pivot is a bad one: %d items', (length, comparisons, hash) => {
    const values: (number | undefined)[] = Array.from({ length });
    let chosen = 0;
    let candidate = 0;
    let compared = 0;
    const sorted = goSorted([...values.keys()], (a, b) => {
      compared += 1;
      if (values[a] === undefined && values[b] === undefined) {
        values[a === candidate ? a : b] = chosen;
        chosen += 1;
      }
      if (values[a] === undefined) candidate = a;
      else if (values[b] === undefined) candidate = b;
      return (values[a] ?? length) < (values[b] ?? length);
    });
    expect(compared).toBe(comparisons);
    expect(hashOf(sorted)).toBe(hash);
  });
});
