import { useRef } from 'react';

/** An element of a list: what it shows, or what it showed last while nothing needs it. */
export interface Slot<T> {
  readonly item: T;
  readonly shown: boolean;
}

interface Numbered {
  readonly seq: number;
}

/**
 * Elements for a list that is another one with every step. None is ever moved: each keeps its place, and shows what stays
 * there, says something new, or is hidden until it is needed again. A place is empty where no element was needed so far.
 */
export function useSlots<T extends Numbered>(items: readonly T[]): readonly (Slot<T> | undefined)[] {
  const last = useRef<readonly (Slot<T> | undefined)[]>([]);
  last.current = slotsFor(items, last.current);
  return last.current;
}

/** So many elements are kept, also where a step needs fewer. */
const KEPT = 10;
/** In longer lists nobody looks for what may stay. */
const LONGEST = 40;

/** What there is to do, as measured against one another: an unseen element has neither style nor layout. */
const TO_SHOW = 6;
const TO_SAY = 7;
const TO_HIDE = 1;

/** Items in their order among the elements in theirs, with the least to do. */
export function slotsFor<T extends Numbered>(
  items: readonly T[],
  before: readonly (Slot<T> | undefined)[],
): readonly (Slot<T> | undefined)[] {
  if (items.length > LONGEST) return items.map((item) => ({ item, shown: true }));
  const elements = Math.max(items.length, KEPT);
  const costs = costsOf(items, before, elements);
  let next = 0;
  return Array.from({ length: elements }, (_, place) => {
    const slot = before[place];
    const item = items[next];
    const hidden = (costs[place + 1]?.[next] ?? 0) + (slot?.shown ? TO_HIDE : 0);
    if (item === undefined || hidden === costs[place]?.[next]) return slot && { ...slot, shown: false };
    next += 1;
    return { item, shown: true };
  });
}

/** By element and item: what is to be done with these and all that follow them. */
function costsOf<T extends Numbered>(
  items: readonly T[],
  before: readonly (Slot<T> | undefined)[],
  elements: number,
): readonly (readonly number[])[] {
  const none = Number.POSITIVE_INFINITY;
  const costs = [items.map(() => none).concat(0)];
  for (let place = elements - 1; place >= 0; place -= 1) {
    const after = costs[0] ?? [];
    const slot = before[place];
    costs.unshift(
      after.map((rest, at) => {
        const item = items[at];
        const shown = item === undefined ? none : (after[at + 1] ?? none) + costOf(item, slot);
        return Math.min(shown, rest + (slot?.shown ? TO_HIDE : 0));
      }),
    );
  }
  return costs;
}

function costOf<T extends Numbered>(item: T, slot: Slot<T> | undefined): number {
  const said = slot?.item.seq === item.seq ? 0 : TO_SAY;
  return slot?.shown ? said : TO_SHOW + said;
}
