import { describe, expect, it } from 'vitest';
import { shadeOf, squareSide } from './squares.tsx';

describe('many nodes', () => {
  it('are squares that all fit', () => {
    for (const count of [41, 500, 5_000]) {
      const side = squareSide(count, 670, 120);
      if (count < 5_000) expect(side).toBeGreaterThan(5);
      expect(Math.floor(670 / side) * Math.floor(120 / side)).toBeGreaterThanOrEqual(count);
    }
  });
  it('have six shades, the lightest for none', () => {
    expect([0, 1, 50, 110].map((pods) => shadeOf(pods, 110))).toEqual([0, 1, 3, 5]);
    expect(shadeOf(0, 0)).toBe(0);
  });
});
