import { expect, test } from 'vitest';
import { shapesAt } from './widths.ts';

test.each([
  [1440, 900, ''],
  [1366, 768, 'low'],
  [1280, 720, 'to-1280 low'],
  [1366, 650, 'low lower'],
  [1024, 650, 'to-1280 beside low'],
  [1024, 768, 'to-1280 beside low'],
  [1024, 600, 'to-1280 narrow flat'],
  [844, 390, 'to-1280 narrow flat'],
  // A projector of 1280 by 720 with a page that is made larger for it.
  [1280 / 1.25, 720 / 1.25, 'to-1280 narrow flat'],
  [390, 844, 'to-519 to-619 to-640 to-760 to-1280 narrow'],
])('a page of %d by %d has a shape: %s', (width, height, expected) => {
  const names = [...shapesAt(width, height)].filter(([, is]) => is).map(([name]) => name);
  expect(names.join(' ')).toBe(expected);
});

test.each([
  [1280, 720, 1.25, 'to-1280 narrow flat'],
  [1366, 768, 1.25, 'to-1280 narrow flat'],
  [1440, 900, 1.25, 'to-1280 narrow'],
  [1920, 1080, 1.25, ''],
  [1920, 1080, 1.5, 'to-1280 narrow'],
])('a window of %d by %d whose page is enlarged gives the map more room: %d, %s', (width, height, scale, expected) => {
  const names = [...shapesAt(width / scale, height / scale, scale)].filter(([, is]) => is).map(([name]) => name);
  expect(names.join(' ')).toBe(expected);
});
