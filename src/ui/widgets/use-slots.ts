import { useRef } from 'react';

/**
 * Keys for a list of which some stay and some go: what stays keeps its element, what is new takes over the element of
 * one that went. Neither is drawn anew.
 */
export function useSlots(ids: readonly number[]): readonly number[] {
  const last = useRef<ReadonlyMap<number, number>>(new Map());
  const slots = slotsFor(ids, last.current);
  last.current = slots;
  return ids.map((id) => slots.get(id) as number);
}

export function slotsFor(ids: readonly number[], last: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const wanted = new Set(ids);
  const kept = [...last].filter(([id]) => wanted.has(id));
  const slots = new Map(kept);
  const taken = new Set(slots.values());
  let free = 0;
  for (const id of wanted) {
    if (slots.has(id)) continue;
    while (taken.has(free)) free += 1;
    slots.set(id, free);
    taken.add(free);
  }
  return slots;
}
