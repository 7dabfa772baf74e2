import type { Journal } from './journal.ts';

/** How a run broke off: what is not as it must be, and the steps that led there, newest first. */
export interface Breakage {
  readonly what: string;
  readonly causes: readonly string[];
}

const MOST_CAUSES = 12;

/** In words, for what a run has thrown at whoever drives it. What was told until then stays true. */
export function breakageOf(error: unknown, journal: Journal | undefined): Breakage {
  const [what = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return { what, causes: journal === undefined ? [] : causesAtHead(journal) };
}

/** What led to the newest step. */
export function causesAtHead(journal: Journal): readonly string[] {
  const causes: string[] = [];
  let seq: number | undefined = journal.end - 1;
  while (seq !== undefined && journal.has(seq) && causes.length < MOST_CAUSES) {
    const { kind, subject, actor, causes: earlier }: ReturnType<Journal['step']> = journal.step(seq);
    causes.push(`step ${seq} ${kind.name} ${subject} by ${actor}`);
    seq = earlier[0];
  }
  return causes;
}
