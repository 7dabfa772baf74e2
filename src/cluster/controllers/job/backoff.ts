import { MINUTE, SECOND } from '../../../base/time/units.ts';

const FIRST = 10 * SECOND;
const MOST = 10 * MINUTE;

export interface BackoffRecord {
  /** Failures since the last success. */
  readonly failures: number;
  readonly lastFailure: number;
}

/** The record with what has newly ended. Models pkg/controller/job/backoff_utils.go newBackoffRecord (v1.36) */
export function nextBackoff(
  before: BackoffRecord | undefined,
  succeeded: readonly number[],
  failed: readonly number[],
): BackoffRecord {
  const lastSuccess = succeeded.length === 0 ? undefined : Math.max(...succeeded);
  const since = lastSuccess === undefined ? failed : failed.filter((time) => time > lastSuccess);
  const kept = lastSuccess === undefined ? (before ?? NONE) : NONE;
  return { failures: kept.failures + since.length, lastFailure: Math.max(kept.lastFailure, ...since) };
}

const NONE: BackoffRecord = { failures: 0, lastFailure: 0 };

/** How long no new pod is made, in microseconds. */
export function backoffLeft({ failures, lastFailure }: BackoffRecord, now: number): number {
  if (failures === 0) return 0;
  const pause = failures > 6 ? MOST : FIRST * 2 ** (failures - 1);
  return Math.max(0, lastFailure + pause - now);
}
