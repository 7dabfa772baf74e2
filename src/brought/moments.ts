import { parseTime } from '../api/values/time.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** Moments to come, which say nothing of when the objects were read. */
const TO_COME: ReadonlySet<string> = new Set(['deletionTimestamp', 'notAfter', 'expirationTimestamp', 'renewalTime']);

/** The latest moment that an object tells of, in microseconds; undefined where it tells none. */
export function latestIn(value: unknown, key = ''): number | undefined {
  if (typeof value === 'string') return TO_COME.has(key) || !TIME.test(value) ? undefined : parseTime(value);
  if (typeof value !== 'object' || value === null) return undefined;
  let latest: number | undefined;
  for (const [name, inner] of Object.entries(value)) {
    // What people write into objects is no news of the cluster.
    if (key === 'metadata' && (name === 'annotations' || name === 'labels')) continue;
    if (key === '' && (name === 'data' || (name === 'spec' && !isLease(value)))) continue;
    const found = latestIn(inner, name);
    if (found !== undefined && (latest === undefined || found > latest)) latest = found;
  }
  return latest;
}

/** Its spec says when somebody last was there. */
function isLease(value: object): boolean {
  return (value as { readonly kind?: unknown }).kind === 'Lease';
}
