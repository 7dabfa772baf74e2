// Models pkg/scheduler/framework/types.go FitError (v1.36)

import { compareStrings } from '../../../base/order.ts';
import type { Evaluation } from './evaluate.ts';

/** `1 Insufficient cpu, 2 node(s) had untolerated taint(s)`: sorted as strings, count first. */
export function histogram(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort(compareStrings)
    .join(', ');
}

const NO_REASONS: readonly string[] = [];

export function countReasons(counts: Map<string, number>, reasons: readonly string[]): void {
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** Models pkg/scheduler/framework/types.go FitError.Error (v1.36) */
export function fitErrorMessage(evaluation: Evaluation, postFilter: string): string {
  const { total, rejection, refused } = evaluation;
  if (total === 0) return 'no nodes available to schedule pods';
  const head = `0/${total} nodes are available: `;
  if (rejection !== undefined) return withPostFilter(`${head}${rejection.rejection.message}.`, postFilter);
  const counts = new Map<string, number>();
  for (const item of refused) countReasons(counts, item?.refusal.reasons ?? NO_REASONS);
  return withPostFilter(`${head}${histogram(counts)}.`, postFilter);
}

function withPostFilter(message: string, postFilter: string): string {
  return postFilter === '' ? message : `${message} ${postFilter}`;
}

const MAX_NOTE = 1024;

/** Events hold 1024 bytes. */
export function eventNote(message: string): string {
  return message.length <= MAX_NOTE ? message : `${message.slice(0, MAX_NOTE - 4)} ...`;
}
