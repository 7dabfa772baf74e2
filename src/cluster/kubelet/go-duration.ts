// Models Go's time.Duration.String (v1.36)

const MILLISECOND = 1000;
const SECOND = 1_000_000;

/** As Go prints a duration, rounded to milliseconds: `523ms`, `1.2s`, `1m20s`, `5m0s`. */
export function goDuration(micros: number): string {
  const rounded = Math.round(micros / MILLISECOND) * MILLISECOND;
  if (rounded === 0) return '0s';
  if (rounded < SECOND) return `${rounded / MILLISECOND}ms`;
  const seconds = rounded / SECOND;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  if (hours > 0) return `${hours}h${minutes}m${rest}s`;
  return minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`;
}
