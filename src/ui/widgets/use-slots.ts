import { useRef } from 'react';

/** The element of each of a list, in the list's order. */
export type Slots = ReadonlyMap<number, number>;

/**
 * Keys for a list of which some stay and some go: what stays keeps its element, what is new takes over the element of
 * one that went. Neither is drawn anew, and none of what stays is moved for it.
 */
export function useSlots(ids: readonly number[]): readonly number[] {
  const last = useRef<Slots>(new Map());
  const slots = slotsFor(ids, last.current);
  last.current = slots;
  return [...slots.values()];
}

export function slotsFor(ids: readonly number[], last: Slots): Slots {
  const wanted = new Set(ids);
  const before = [...last];
  const placeOf = new Map(before.map(([id], place) => [id, place]));
  const free = before.flatMap(([id, slot], place) => (wanted.has(id) ? [] : [{ slot, place }]));
  let fresh = Math.max(-1, ...last.values());
  const slots = new Map<number, number>();
  for (const [at, id] of ids.entries()) {
    const kept = last.get(id);
    // An element from behind what stays would make all of that move.
    const until = Math.min(...ids.slice(at).map((other) => placeOf.get(other) ?? Number.POSITIVE_INFINITY));
    const taken = kept === undefined ? free.findLastIndex(({ place }) => place < until) : -1;
    slots.set(id, kept ?? free.splice(taken, taken < 0 ? 0 : 1)[0]?.slot ?? ++fresh);
  }
  return slots;
}

/** So many elements that nothing stands in are kept for what comes. */
const MOST_SPARE = 8;

/**
 * What is in a list no more and keeps its element, unseen, in front of the rest: a list that grows and shrinks from step to
 * step makes none anew. As many go as come.
 */
export function spareOf(ids: readonly number[], before: readonly number[]): readonly number[] {
  const wanted = new Set(ids);
  const gone = before.filter((id) => !wanted.has(id));
  return gone.slice(0, Math.max(0, Math.min(before.length - ids.length, MOST_SPARE)));
}
