import type { Memory } from '../../../debugger/viewer-store.ts';

/** Under which name the run that was open is kept. */
export const keptUnder = (key: string) => `kubestep.run.v1.${key}`;

/** Whether there is anything to read: a first visit need not wait for what reads it. */
export function isKept(memory: Memory | undefined, key: string): boolean {
  try {
    return (memory?.getItem(keptUnder(key)) ?? '') !== '';
  } catch {
    return false;
  }
}
