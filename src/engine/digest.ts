/** A running 64-bit digest of what happened: cheap enough to be kept at every step, in every recording mode. */
export class Digest {
  private a = 0x9e3779b9 | 0;
  private b = 0x85ebca6b | 0;

  /** The two halves of the number that was added last: many steps happen at one time. */
  private whole = 0;
  private low = 0;
  private high = 0;

  add(value: number): void {
    if (value !== this.whole) {
      this.whole = value;
      this.low = value | 0;
      this.high = Math.floor(value / 0x1_0000_0000) | 0;
    }
    this.mix(this.low, this.high);
  }

  /** As `add`, for integers of 32 bits. */
  addInteger(value: number): void {
    this.mix(value, value >> 31);
  }

  private mix(low: number, high: number): void {
    this.a = Math.imul(this.a ^ low, 0x01000193) + high;
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b + low, 0x85ebca77 | 0) ^ this.a;
  }

  toString(): string {
    return hex(this.a) + hex(this.b);
  }
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
