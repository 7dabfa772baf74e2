import { fnv1a } from '../base/bytes/hash.ts';

/**
 * A seeded stream of 32-bit integers (sfc32). Every component draws from a stream of its own name,
 * so that one component's extra draw never shifts another's.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number, name: string) {
    this.a = fnv1a(name) | 0;
    this.b = seed | 0;
    this.c = fnv1a(name, seed >>> 0) | 0;
    for (let i = 0; i < 12; i += 1) this.nextU32();
  }

  nextU32(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + t) | 0;
    return t >>> 0;
  }

  /** Uniform in [0, bound). */
  below(bound: number): number {
    return Math.floor((this.nextU32() / 0x1_0000_0000) * bound);
  }

  /** Uniform integer in [low, high]. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True `numerator` times in `denominator`. */
  chance(numerator: number, denominator: number): boolean {
    return numerator > 0 && this.below(denominator) < numerator;
  }
}
