import { describe, expect, it } from 'vitest';
import { slotsFor } from './use-slots.ts';

describe('slots of a list', () => {
  it('what stays keeps its own, what is new takes over that of one that went', () => {
    const first = slotsFor([9, 8, 7], new Map());
    expect([...first]).toEqual([
      [9, 0],
      [8, 1],
      [7, 2],
    ]);
    const next = slotsFor([10, 9, 8], first);
    expect([next.get(10), next.get(9), next.get(8)]).toEqual([2, 0, 1]);
    expect(new Set(slotsFor([1, 2, 3, 4], next).values())).toEqual(new Set([0, 1, 2, 3]));
  });
});
