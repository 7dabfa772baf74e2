import type { Frame } from '../../protocol/messages.ts';
import type { Input } from '../../protocol/run-description.ts';
import type { Scenario } from '../../scenarios/index.ts';

export interface Progress {
  /** For each part that has been done, the step after which it was. */
  readonly begins: readonly number[];
  /** The part that the cursor stands in; -1 before the first. */
  readonly at: number;
}

/** How far a run has come in a scenario: what was done beside it does not count. */
export function progressOf(scenario: Scenario, frame: Pick<Frame, 'run' | 'seq'> | undefined): Progress {
  const begins: number[] = [];
  for (const { input, afterStep } of frame?.run.inputs ?? []) {
    const next = scenario.parts[begins.length];
    if (next !== undefined && sameInput(next.input, input)) begins.push(afterStep);
  }
  const seq = frame?.seq ?? -1;
  return { begins, at: begins.findLastIndex((step) => step < seq) };
}

function sameInput(a: Input, b: Input): boolean {
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}

/** Members in one order, whoever wrote them. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
