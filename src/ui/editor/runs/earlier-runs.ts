import { equalJson } from '../../../base/equality.ts';
import type { Memory } from '../../../debugger/viewer-store.ts';
import type { RunFile } from '../../../protocol/run-file.ts';
import { keepRuns, recallRuns } from './kept-run.ts';

const KEY = 'earlier';
/** As many as a menu has room for. */
const MOST_RUNS = 10;

/** Runs that gave way to another, the newest first: nothing that was done is lost by opening something else. */
export function earlierRuns(memory: Memory | undefined): readonly RunFile[] {
  return recallRuns(memory, KEY);
}

/** Puts runs before those that are there already. */
export function putAside(memory: Memory | undefined, runs: readonly RunFile[]): void {
  const added = runs.filter(({ run }) => run.inputs.length > 0);
  if (memory === undefined || added.length === 0) return;
  const list: RunFile[] = [];
  for (const file of [...added, ...earlierRuns(memory)])
    if (!list.some((other) => isSamePlace(other, file))) list.push(file);
  // Where there is no room for all, the oldest go.
  while (list.length > MOST_RUNS) dropOldest(list);
  while (list.length > 0 && !keepRuns(memory, KEY, list)) dropOldest(list);
}

/** What a scenario brought about can be had again sooner than what somebody did. */
function dropOldest(list: RunFile[]): void {
  const scenario = list.findLastIndex(({ run }) => run.scenario !== undefined);
  list.splice(scenario > 0 ? scenario : list.length - 1, 1);
}

/** A scenario has one place: its parts can be gone through again. */
function isSamePlace(a: RunFile, b: RunFile): boolean {
  const { scenario } = a.run;
  return scenario === undefined ? isSameRun(a, b) : scenario === b.run.scenario;
}

export function isSameRun({ run: a }: RunFile, { run: b }: RunFile): boolean {
  return a.seed === b.seed && equalJson([a.cluster, a.inputs], [b.cluster, b.inputs]);
}
