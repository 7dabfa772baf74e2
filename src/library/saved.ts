import type { RunDescription } from '../protocol/run-description.ts';
import { printRun, readRun } from '../protocol/run-file.ts';

/** How far a run had got when it was kept. A file of the page says nothing of it: its run has come to rest. */
export interface Until {
  readonly occurrences: number;
  readonly time: number;
}

interface Kept {
  readonly run: RunDescription;
  readonly position: number;
  readonly until: Until;
}

/** A file that the page opens, too; it goes by the position, and leaves alone what it does not know. */
export function printKept({ run, position, until }: Kept): string {
  const file = JSON.parse(printRun({ run, position })) as object;
  return `${JSON.stringify({ ...file, until }, undefined, 2)}\n`;
}

/** Refuses in words what is no saved run. */
export function readKept(
  text: string,
): Omit<Kept, 'until' | 'position'> & { readonly position: number | undefined; readonly until: Until | undefined } {
  const read = readRun(text);
  if (typeof read === 'string') throw new Error(`this is no saved run: ${read}`);
  const { until } = JSON.parse(text) as { readonly until?: Partial<Until> };
  const { occurrences, time } = until ?? {};
  const isKnown = Number.isSafeInteger(occurrences) && Number.isSafeInteger(time);
  return { run: read.run, position: read.position, until: isKnown ? (until as Until) : undefined };
}
