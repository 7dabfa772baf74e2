import type { Memory } from '../../debugger/viewer-store.ts';
import { printRun, type RunFile, readRun } from '../../protocol/run-file.ts';

const keyOf = (key: string) => `kubestep.run.v1.${key}`;

/** True when it was kept. */
export function keepRun(memory: Memory | undefined, key: string, file: RunFile): boolean {
  try {
    memory?.setItem(keyOf(key), printRun(file));
    return memory !== undefined;
  } catch {
    return false;
  }
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
