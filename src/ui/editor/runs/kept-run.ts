import type { Memory } from '../../../debugger/viewer-store.ts';
import { printRun, type RunFile, readRun } from '../../../protocol/run-file.ts';
import { keptUnder } from './kept-under.ts';

/** Printing more than this would hold the page up, and a browser gives it room for little more. */
const MOST_KEPT = 1_500_000;

/** True when it was kept. */
export function keepRun(memory: Memory | undefined, key: string, file: RunFile): boolean {
  if (lettersOf(file) > MOST_KEPT) return false;
  try {
    memory?.setItem(keptUnder(key), printRun(file));
    return memory !== undefined;
  } catch {
    return false;
  }
}

const MOST_OBJECTS = 300;

function lettersOf({ run }: RunFile): number {
  // Somebody else's cluster is in the files that it came from.
  if (run.cluster.log !== undefined || (run.cluster.start?.objects.length ?? 0) > MOST_OBJECTS) return MOST_KEPT + 1;
  let letters = 0;
  for (const { input } of run.inputs)
    if ('files' in input) for (const text of Object.values(input.files)) letters += text.length;
  return letters;
}

/** What was looked at last; undefined where there is nothing or nothing that can be read. */
export function recallRun(memory: Memory | undefined, key: string): RunFile | undefined {
  try {
    const text = memory?.getItem(keptUnder(key));
    const file = text === undefined || text === null ? undefined : readRun(text);
    return typeof file === 'string' ? undefined : file;
  } catch {
    return undefined;
  }
}

/** Several runs in one place; true when all were kept. */
export function keepRuns(memory: Memory | undefined, key: string, list: readonly RunFile[]): boolean {
  if (list.reduce((sum, file) => sum + lettersOf(file), 0) > MOST_KEPT) return false;
  try {
    memory?.setItem(keptUnder(key), list.length === 0 ? '' : JSON.stringify(list.map(printRun)));
    return true;
  } catch {
    return false;
  }
}

/** Those of them that can be read. */
export function recallRuns(memory: Memory | undefined, key: string): readonly RunFile[] {
  try {
    const list = JSON.parse(memory?.getItem(keptUnder(key)) || '[]') as unknown;
    if (!Array.isArray(list)) return [];
    return list.map((text) => readRun(String(text))).filter((read) => typeof read === 'object');
  } catch {
    return [];
  }
}

export function forgetRun(memory: Memory | undefined, key: string): void {
  try {
    memory?.setItem(keptUnder(key), '');
  } catch {
    // Where nothing can be written, nothing was kept.
  }
}
