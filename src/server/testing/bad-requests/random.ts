/** A small source of chance that a seed repeats. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, but not, the limit. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  once(outOf: number): boolean {
    return this.below(outOf) === 0;
  }

  word(length = 6): string {
    let text = '';
    for (let at = 0; at < length; at += 1) text += String.fromCharCode(97 + this.below(26));
    return text;
  }

  /** Any letters, also those that no name may have. */
  noise(length = 1 + this.below(12)): string {
    let text = '';
    for (let at = 0; at < length; at += 1) text += this.of(NOISE);
    return text;
  }
}

const NOISE: readonly string[] = [...'abcXYZ019-_./ ,;=!()[]{}"\'\\@#$^&*+|<>?~`\t', 'é', '语', '😀', '\u0000'];
