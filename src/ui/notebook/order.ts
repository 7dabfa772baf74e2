import type { KeptPin } from '../../debugger/notebook.ts';

/** One place up or down; at the ends it stays. */
export function moved(pins: readonly KeptPin[], id: number, by: 1 | -1): readonly KeptPin[] {
  const from = pins.findIndex((pin) => pin.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= pins.length) return pins;
  const others = pins.filter((pin) => pin.id !== id);
  return [...others.slice(0, to), pins[from] as KeptPin, ...others.slice(to)];
}
