import type { Memory } from '../../debugger/viewer-store.ts';
import { printRun, type RunFile, readRun } from '../../protocol/run-file.ts';

const keyOf = (key: string) => `kubestep.run.v1.${key}`;

/** Printing more than this would hold the page up, and a browser gives it room for little more. */
const MOST_KEPT = 1_500_000;

/** True when it was kept. */
export function keepRun(memory: Memory | undefined, key: string, file: RunFile): boolean {
  if (lettersOf(file) > MOST_KEPT) return false;
  try {
    memory?.setItem(keyOf(key), printRun(file));
    return memory !== undefined;
  } catch {
    return false;
  }
}

function lettersOf({ run }: RunFile): number {
  let letters = 0;
  for (const { input } of run.inputs)
    if (input.type === 'kubectl') for (const text of Object.values(input.files)) letters += text.length;
  return letters;
}

/** What was looked at last; undefined where there is nothing or nothing that can be read. */
export function recallRun(memory: Memory | undefined, key: string): RunFile | undefined {
  try {
    const text = memory?.getItem(keyOf(key));
    const file = text === undefined || text === null ? undefined : readRun(text);
    return typeof file === 'string' ? undefined : file;
  } catch {
    return undefined;
  }
}

export function forgetRun(memory: Memory | undefined, key: string): void {
  try {
    memory?.setItem(keyOf(key), '');
  } catch {
    // Where nothing can be written, nothing was kept.
  }
}
