const FACTOR = 0x85ebca77 | 0;

/** A running 64-bit digest of what happened: cheap enough to be kept at every step, in every recording mode. */
export class Digest {
  private a = 0x9e3779b9 | 0;
  private b = 0x85ebca6b | 0;

  /** The time that was added last, and its two halves: many steps happen at one time. */
  private whole = 0;
  private low = 0;
  private high = 0;

  /** All that is told of a step; but for the time they are integers of 32 bits. */
  add(time: number, kind: number, actor: number, cause: number): void {
    if (time !== this.whole) {
      this.whole = time;
      this.low = time | 0;
      this.high = Math.floor(time / 0x1_0000_0000) | 0;
    }
    const { low } = this;
    let a = stirred(this.a, low, this.high);
    let b = Math.imul(this.b + low, FACTOR) ^ a;
    a = stirred(a, kind, 0);
    b = Math.imul(b + kind, FACTOR) ^ a;
    a = stirred(a, actor, 0);
    b = Math.imul(b + actor, FACTOR) ^ a;
    // There may be none: then it is negative.
    a = stirred(a, cause, cause >> 31);
    this.b = Math.imul(b + cause, FACTOR) ^ a;
    this.a = a;
  }

  toString(): string {
    return hex(this.a) + hex(this.b);
  }
}

function stirred(a: number, low: number, high: number): number {
  const mixed = Math.imul(a ^ low, 0x01000193) + high;
  return mixed ^ (mixed >>> 15);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
