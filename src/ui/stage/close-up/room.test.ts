import { describe, expect, it } from 'vitest';
import { LINE, PHONE, roomOf, wholeRows, writesIn } from './room.ts';

it('the list of writes has whole rows under its heading, and always the newest', () => {
  const rowsAt = (height: number) => writesIn(roomOf({ width: 500, height }));
  expect(rowsAt(0)).toBeGreaterThanOrEqual(1);
  for (const height of [100, 111, 180, 320]) {
    const { rows } = roomOf({ width: 500, height });
    expect((rowsAt(height) + 1) * 20, `${height}`).toBeLessThanOrEqual(rows * LINE);
  }
  expect(rowsAt(320)).toBeGreaterThan(rowsAt(180));
});

describe('a table of which not all rows have room', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const room = roomOf({ width: 500, height: 160 });

  it('shows whole rows, those of the step among them, and counts the others', () => {
    expect(wholeRows(rows, room, 1, (row) => row === 'i')).toEqual({ shown: ['a', 'i'], hidden: 8 });
    expect(wholeRows(rows, room, 0, (row) => row === 'i')).toEqual({ shown: ['a', 'b', 'i'], hidden: 7 });
  });

  it('shows all where they fit, and on a phone, which scrolls', () => {
    expect(wholeRows(rows.slice(0, 4), room, 0, () => false)).toEqual({ shown: rows.slice(0, 4), hidden: 0 });
    expect(wholeRows(rows, PHONE, 2, () => false).hidden).toBe(0);
  });
});
