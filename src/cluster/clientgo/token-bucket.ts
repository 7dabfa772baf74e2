const ONE = 1_000_000;

/**
 * A token bucket in whole millionths of a token, so that it never rounds differently on two hosts.
 * Models golang.org/x/time/rate as used by staging/src/k8s.io/client-go/util/flowcontrol/throttle.go (v1.36)
 */
export class TokenBucket {
  private tokens: number;
  private last: number;

  /** `perSecond` may be below one: the refill of events is one in 300 s. */
  constructor(
    private readonly perSecond: number,
    readonly burst: number,
    now: number,
  ) {
    this.tokens = burst * ONE;
    this.last = now;
  }

  /** Takes a token, on credit if need be; the answer is how long to wait for it, in microseconds. */
  reserve(now: number): number {
    this.refill(now);
    this.tokens -= ONE;
    return this.tokens >= 0 ? 0 : Math.ceil(-this.tokens / this.perSecond);
  }

  /** Takes a token if there is one. */
  tryTake(now: number): boolean {
    this.refill(now);
    if (this.tokens < ONE) return false;
    this.tokens -= ONE;
    return true;
  }

  private refill(now: number): void {
    this.tokens = Math.min(this.burst * ONE, this.tokens + (now - this.last) * this.perSecond);
    this.last = now;
  }
}
