import { expect, it } from 'vitest';
import { drawnWrites } from './drawn-writes.ts';

it.each([1, 2])(
  'AS100: seed %i: a dry run answers as the write does, what is stored was answered, and stays when put back',
  (seed) => {
    expect(drawnWrites(seed, 250)).toEqual([]);
  },
);
