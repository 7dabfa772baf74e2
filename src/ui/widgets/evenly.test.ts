import { expect, it } from 'vitest';
import { evenly } from './evenly.ts';

it('places are spread evenly from end to end, and one alone is in the middle', () => {
  const row = evenly(3, [10, 50]);
  expect([row.gap, row.at(0), row.at(1), row.at(2)]).toEqual([20, 10, 30, 50]);
  expect(evenly(1, [10, 50])).toMatchObject({ gap: 40 });
  expect(evenly(1, [10, 50]).at(0)).toBe(30);
});
