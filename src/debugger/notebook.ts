import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Pin } from '../protocol/link/pin.ts';
import type { BranchInfo } from '../protocol/messages.ts';

/** A pinned moment in the page: where it is now, and where it would be looked for in another run. */
export interface KeptPin extends Pin {
  readonly id: number;
  readonly branch: number;
  /** Which telling of the branch its number is of; absent where the pin was read, and has still to be found. */
  readonly edition?: number;
}

export interface Notes {
  readonly pins: readonly KeptPin[];
}
export type Notebook = StoreApi<Notes>;

export function createNotebook(): Notebook {
  return createStore<Notes>(() => ({ pins: [] }));
}

/** The pins that came with a run, in the place of all others. */
export function openPins(notebook: Notebook | undefined, pins: readonly Pin[] = []): void {
  notebook?.setState({ pins: pins.map((pin, id) => ({ ...pin, id, branch: 0 })) });
}

/** The number of the step that is pinned; the start lies before all of them. */
export const seqOf = ({ at }: Pick<Pin, 'at'>): number => (at === 'start' ? -1 : at.seq);

/** The pins of a branch, also those in the past that it shares with the branches that it grew from; as a file has them. */
export function pinsOf(
  notebook: Notebook | undefined,
  { branch, branches }: { readonly branch: number; readonly branches: readonly BranchInfo[] },
): readonly Pin[] {
  if (notebook === undefined) return [];
  const until = new Map<number, number>([[branch, Number.POSITIVE_INFINITY]]);
  let at = branches.find(({ id }) => id === branch);
  let last = Number.POSITIVE_INFINITY;
  while (at?.parent !== undefined) {
    last = Math.min(last, at.forkedAt ?? last);
    until.set(at.parent, last);
    const { parent } = at;
    at = branches.find(({ id }) => id === parent);
  }
  return notebook
    .getState()
    .pins.filter((pin) => seqOf(pin) <= (until.get(pin.branch) ?? Number.NEGATIVE_INFINITY))
    .map(({ at: place, told, note, time }) => ({
      at: place,
      ...(told === undefined ? {} : { told }),
      ...(note === undefined || note === '' ? {} : { note }),
      ...(time === undefined ? {} : { time }),
    }));
}
