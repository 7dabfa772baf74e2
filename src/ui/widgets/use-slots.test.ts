import { describe, expect, it } from 'vitest';
import { slotsFor, spareOf } from './use-slots.ts';

const slots = (ids: readonly number[], before: readonly number[]) => [...slotsFor(ids, slotsFor(before, new Map()))];

describe('slots of a list', () => {
  it('what stays keeps its own, what is new takes over that of one that went in its place', () => {
    expect(slots([9, 8, 7], [])).toEqual([
      [9, 0],
      [8, 1],
      [7, 2],
    ]);
    expect(slots([9, 6, 7], [9, 8, 7])).toEqual([
      [9, 0],
      [6, 1],
      [7, 2],
    ]);
    expect(slots([8, 7, 6], [9, 8, 7])).toEqual([
      [8, 1],
      [7, 2],
      [6, 0],
    ]);
  });

  it('what stays is not moved: what comes before it has an element of its own', () => {
    expect(slots([10, 9, 8], [9, 8, 7])).toEqual([
      [10, 3],
      [9, 0],
      [8, 1],
    ]);
  });

  it('no two have the same', () => {
    const all = slots([1, 2, 3, 4], [4, 9, 2]);
    expect(new Set(all.map(([, slot]) => slot)).size).toBe(4);
  });
});

describe('elements that are kept for what comes', () => {
  it('what goes from a list that shrinks stays unseen, in front', () => {
    expect(spareOf([9], [4, 5, 6])).toEqual([4, 5]);
    expect(spareOf([6, 5], [4, 5, 6])).toEqual([4]);
  });

  it('what comes takes the place of one that is kept, and nothing that stays is moved', () => {
    const before = [1, 2, 8, 7];
    const ids = [9, 8, 7];
    const all = [...spareOf(ids, before), ...ids];
    expect(all).toEqual([1, 9, 8, 7]);
    expect(slots(all, before)).toEqual([
      [1, 0],
      [9, 1],
      [8, 2],
      [7, 3],
    ]);
  });

  it('no more are kept than a step may want', () => {
    const many = Array.from({ length: 200 }, (_, id) => id);
    expect(spareOf([], many)).toHaveLength(8);
    expect(spareOf(many, [])).toEqual([]);
  });
});
