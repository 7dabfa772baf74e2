import { expect, it } from 'vitest';
import { LINE, roomOf, writesIn } from './close-up-room.ts';

it('the list of writes has whole rows under its heading, and always the newest', () => {
  const rowsAt = (height: number) => writesIn(roomOf({ width: 500, height }));
  expect(rowsAt(0)).toBeGreaterThanOrEqual(1);
  for (const height of [100, 111, 180, 320]) {
    const { rows } = roomOf({ width: 500, height });
    expect((rowsAt(height) + 1) * 20, `${height}`).toBeLessThanOrEqual(rows * LINE);
  }
  expect(rowsAt(320)).toBeGreaterThan(rowsAt(180));
});
