const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const YEAR = 365 * DAY;

/** The age column. Models apimachinery/pkg/util/duration/duration.go HumanDuration (v1.36) */
export function humanDuration(micros: number): string {
  const seconds = Math.trunc(micros / 1_000_000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  const minutes = Math.floor(seconds / MINUTE);
  if (minutes < 10) return pair(minutes, 'm', seconds % MINUTE, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(seconds / HOUR);
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  if (hours < 192) return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
  if (seconds < 2 * YEAR) return `${Math.floor(hours / 24)}d`;
  const years = Math.floor(seconds / YEAR);
  if (seconds < 8 * YEAR) return pair(years, 'y', Math.floor(hours / 24) % 365, 'd');
  return `${years}y`;
}

function pair(first: number, firstUnit: string, second: number, secondUnit: string): string {
  return second === 0 ? `${first}${firstUnit}` : `${first}${firstUnit}${second}${secondUnit}`;
}

/** How Go prints a duration: `1m30s`, `10s`, `1.5s`, `250ms`, `0s`. Models the Go standard library, time.Duration.String */
export function goDuration(micros: number): string {
  if (micros === 0) return '0s';
  const sign = micros < 0 ? '-' : '';
  const total = Math.abs(micros);
  if (total < 1000) return `${sign}${total}µs`;
  if (total < 1_000_000) return `${sign}${decimal(total, 1000)}ms`;
  const whole = Math.floor(total / 60_000_000);
  const seconds = decimal(total - whole * 60_000_000, 1_000_000);
  if (whole === 0) return `${sign}${seconds}s`;
  const hours = Math.floor(whole / 60);
  return hours === 0 ? `${sign}${whole}m${seconds}s` : `${sign}${hours}h${whole % 60}m${seconds}s`;
}

/** An integer quotient written out exactly, without zeros at the end. */
function decimal(value: number, unit: number): string {
  const whole = Math.floor(value / unit);
  const rest = value - whole * unit;
  if (rest === 0) return String(whole);
  const digits = String(rest).padStart(String(unit).length - 1, '0');
  return `${whole}.${digits.replace(/0+$/, '')}`;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ns', 0.001],
  ['us', 1],
  ['µs', 1],
  ['ms', 1000],
  ['s', 1_000_000],
  ['m', 60_000_000],
  ['h', 3_600_000_000],
]);
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)/y;

/** Microseconds of a text such as `1h30m`; undefined when Go would refuse it. */
export function parseGoDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const negative = text.startsWith('-');
  let at = negative || text.startsWith('+') ? 1 : 0;
  if (at === text.length) return undefined;
  let total = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (match === null) return undefined;
    total += Number(match[1]) * (UNITS.get(match[2] ?? '') ?? 0);
    at = PART.lastIndex;
  }
  return negative ? -Math.round(total) : Math.round(total);
}
