import { describe, expect, it } from 'vitest';
import { type Slot, slotsFor } from './use-slots.ts';

type Slots = readonly (Slot<{ readonly seq: number }> | undefined)[];

const steps = (...seqs: readonly number[]) => seqs.map((seq) => ({ seq }));

/** Lists after one another; of each element what it shows, in brackets what it hides. */
function shownAfter(...lists: readonly (readonly number[])[]): string {
  const slots = lists.reduce<Slots>((before, seqs) => slotsFor(steps(...seqs), before), []);
  return slots
    .flatMap((slot) => (slot === undefined ? [] : slot.shown ? `${slot.item.seq}` : `(${slot.item.seq})`))
    .join(' ');
}

describe('elements of a list', () => {
  it('what stays keeps its element, what is new takes over that of one that went in its place', () => {
    expect(shownAfter([9, 8, 7])).toBe('9 8 7');
    expect(shownAfter([9, 8, 7], [9, 6, 7])).toBe('9 6 7');
    expect(shownAfter([19, 16, 1], [44, 19, 16, 1])).toBe('44 19 16 1');
  });

  it('what goes from a list that shrinks is hidden where it is', () => {
    expect(shownAfter([9, 8, 7], [9, 7])).toBe('9 (8) 7');
    expect(shownAfter([33, 31, 25, 19, 16, 1], [19, 16, 1])).toBe('(33) (31) (25) 19 16 1');
  });

  it('what comes back is shown where it was hidden', () => {
    expect(shownAfter([33, 31, 19, 1], [19, 1], [33, 31, 19, 1])).toBe('33 31 19 1');
  });

  it('what comes takes a hidden element before one that would be new', () => {
    expect(shownAfter([33, 31, 19, 1], [19, 1], [44, 19, 1])).toBe('(33) 44 19 1');
  });

  it('all are shown, each once and in order, whatever the lists were', () => {
    const lists = Array.from({ length: 60 }, (_, turn) =>
      Array.from({ length: (turn * 7) % 13 }, (_, at) => 100 - at * ((turn % 3) + 1) - (turn % 5)),
    );
    let slots: Slots = [];
    for (const list of lists) {
      slots = slotsFor(steps(...list), slots);
      expect(slots.flatMap((slot) => (slot?.shown ? slot.item.seq : []))).toEqual(list);
    }
  });

  it('no more are kept than a step may want', () => {
    const many = Array.from({ length: 200 }, (_, seq) => seq);
    expect(shownAfter(many).split(' ')).toHaveLength(200);
    expect(shownAfter(many, [])).toBe('(0) (1) (2) (3) (4) (5) (6) (7) (8) (9)');
  });
});
