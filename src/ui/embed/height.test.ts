import { expect, it } from 'vitest';
import { heightWanted, mapHeight } from './height.ts';

it.each([
  [420, 215, 635],
  [640, 0, undefined],
  [640, 600, 800],
  [800, 100, undefined],
  [900, 100, undefined],
])('a frame of %i pixels that hides %i asks for %s', (own, hidden, wanted) => {
  expect(heightWanted(own, hidden)).toBe(wanted);
});

it('a map is asked to be as high as its width lets it be large, and no higher', () => {
  expect([mapHeight(540), mapHeight(640), mapHeight(770), mapHeight(1_200)]).toEqual([425, 497, 590, 590]);
});
