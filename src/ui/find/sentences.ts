import type { QueryResult } from '../../protocol/queries.ts';
import type { StepView } from '../../protocol/views.ts';
import { plain } from '../widgets/kit/format.ts';
import type { Host } from '../widgets/kit/host.ts';

/** So many sentences are put together in one go: between two of them the page may be drawn. */
const SLICE = 400;
/** Of longer stories the rest is found by what its steps say of themselves. */
const MOST = 4000;

export interface Sentence {
  readonly step: StepView;
  /** In small letters. */
  readonly text: string;
}

/** What the page tells, sentence by sentence: put together when something is looked for, and not before. */
export async function sentencesOf({ query, sentence }: Pick<Host, 'query' | 'sentence'>): Promise<readonly Sentence[]> {
  const told: Sentence[] = [];
  for (let fromIndex = 1; fromIndex <= MOST; fromIndex += SLICE) {
    const answer = (await query({ type: 'steps', fromIndex, count: SLICE })) as Extract<QueryResult, { type: 'steps' }>;
    for (const step of answer.steps) told.push({ step, text: plain(sentence(step)).toLowerCase() });
    if (answer.steps.length < SLICE || told.length >= answer.total) break;
  }
  return told;
}

/** What readers call things, and what steps call them. */
const CALLED: readonly (readonly [asked: RegExp, told: string])[] = [
  [/^冲突$/, 'conflict'],
  [/^(?:内存不足|内存溢出|out of memory)$/i, 'oom'],
  [/^(?:拒绝|禁止)$/, 'forbidden'],
  [/^驱逐$/, 'evict'],
  [/^污点$/, 'taint'],
  [/^重启$/, 'restart'],
  [/^抢占$/, 'preempt'],
  [/^(?:崩溃|crash)$/i, 'backoff'],
];

/** The words that steps have for what was typed. */
export function asTold(text: string): string {
  return CALLED.find(([asked]) => asked.test(text.trim()))?.[1] ?? text;
}

/** Those that have all the words; of one with Chinese letters any part. */
export function withWords(sentences: readonly Sentence[], text: string): readonly StepView[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return sentences.filter((each) => words.every((word) => each.text.includes(word))).map(({ step }) => step);
}

/** Both lists, each step once, the nearest to the cursor first. */
export function nearestFirst(told: readonly StepView[], others: readonly StepView[], now: number): readonly StepView[] {
  const bySeq = new Map([...others, ...told].map((step) => [step.seq, step]));
  const away = ({ seq }: StepView): number => Math.abs(seq - now);
  return [...bySeq.values()].sort((a, b) => away(a) - away(b) || a.seq - b.seq);
}
