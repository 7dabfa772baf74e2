import { expect, it } from 'vitest';
import { heightWanted } from './height.ts';

it.each([
  [420, 215, 635],
  [640, 0, undefined],
  [640, 600, 800],
  [800, 100, undefined],
  [900, 100, undefined],
])('a frame of %i pixels that hides %i asks for %s', (own, hidden, wanted) => {
  expect(heightWanted(own, hidden)).toBe(wanted);
});
