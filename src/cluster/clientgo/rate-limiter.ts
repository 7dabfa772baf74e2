import { MILLISECOND, SECOND } from '../../base/time/units.ts';
import { TokenBucket } from './token-bucket.ts';

/** The first wait of a key that has failed, and the longest. */
export interface BackOff {
  readonly first: number;
  readonly longest: number;
  /** Its keys share no bucket. */
  readonly isAlone?: boolean;
}

const USUAL: BackOff = { first: 5 * MILLISECOND, longest: 1000 * SECOND };

/**
 * How long a failed key must wait: the longer of its own exponential delay and, as a rule, a bucket for all keys.
 * Models staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go DefaultTypedControllerRateLimiter,
 * TypedItemExponentialFailureRateLimiter (v1.36)
 */
export class ControllerRateLimiter {
  private readonly failures = new Map<string, number>();
  private readonly bucket: TokenBucket;

  constructor(
    now: number,
    private readonly backOff: BackOff = USUAL,
  ) {
    this.bucket = new TokenBucket(10, 100, now);
  }

  when(key: string, now: number): number {
    const failed = this.failures.get(key) ?? 0;
    this.failures.set(key, failed + 1);
    const delay = this.exponential(failed);
    return this.backOff.isAlone === true ? delay : Math.max(delay, this.bucket.reserve(now));
  }

  failuresOf(key: string): number {
    return this.failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.failures.delete(key);
  }

  private exponential(failed: number): number {
    const { first, longest } = this.backOff;
    return failed >= 18 ? longest : Math.min(first * 2 ** failed, longest);
  }
}
