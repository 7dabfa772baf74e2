/**
 * A fixed amount of the kind of work that the engine does: small objects, map writes, integer mixing.
 * Its rate is printed beside every figure, so that figures of different machines and busy hours can be compared.
 */
export function calibrate(): number {
  return Math.max(...Array.from({ length: ROUNDS }, once));
}

/** In a process that has just begun, or that has run much else, the first rounds are the compiler's. */
const ROUNDS = 6;

function once(): number {
  const started = performance.now();
  const rows = new Map<string, { readonly n: number }>();
  const keys = Array.from({ length: 512 }, (_, i) => `key-${i}`);
  let mixed = 1;
  const rounds = 400_000;
  for (let i = 0; i < rounds; i += 1) {
    mixed = Math.imul(mixed ^ i, 0x01000193) >>> 0;
    const key = keys[mixed & 511] as string;
    rows.set(key, { n: (rows.get(key)?.n ?? 0) + (mixed & 7) });
  }
  const seconds = (performance.now() - started) / 1000;
  if (rows.size === 0) throw new Error('unreachable');
  return Math.round(rounds / seconds);
}

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the project promises on a quiet 2-core machine. */
  readonly target: string;
  readonly met: boolean;
  /** Calibration rounds a second, measured just before. */
  readonly calibration: number;
  readonly detail?: Readonly<Record<string, number | string>>;
}

export function round(value: number, digits = 2): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}

export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
