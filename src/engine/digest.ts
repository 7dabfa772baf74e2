/** A running 64-bit digest of what happened: cheap enough to be kept at every step, in every recording mode. */
export class Digest {
  private a = 0x9e3779b9 | 0;
  private b = 0x85ebca6b | 0;

  add(value: number): void {
    this.mix(value | 0, Math.floor(value / 0x1_0000_0000) | 0);
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
