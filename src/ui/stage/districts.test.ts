import { describe, expect, it } from 'vitest';
import type { PodTile } from '../../protocol/views.ts';
import { foremost } from './districts.tsx';
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

describe('more Pods than a node has room for', () => {
  const pod = (name: string, glyph: PodTile['glyph'], now = false): PodTile => ({
    subject: `pods/default/${name}`,
    name,
    glyph,
    word: '',
    ready: '',
    ip: undefined,
    now,
  });
  it('leave out those that run, never one in trouble, and keep their order', () => {
    const pods = [pod('a', 'running'), pod('b', 'running'), pod('c', 'backoff'), pod('d', 'running', true)];
    expect(foremost(pods, 3).map(({ name }) => name)).toEqual(['a', 'c', 'd']);
    expect(foremost(pods, 2).map(({ name }) => name)).toEqual(['c', 'd']);
  });
});
