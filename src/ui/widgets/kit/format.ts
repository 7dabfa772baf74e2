import type { Micros } from '../../../base/time/units.ts';

/** Virtual microseconds as a person reads them: `171.6 ms`, `4.2 s`. */
export function duration(micros: Micros): string {
  const size = Math.abs(micros);
  if (size < 1_000) return `${Math.round(micros)} µs`;
  if (size < 10_000) return `${Number((micros / 1_000).toFixed(1))} ms`;
  if (size < 1_000_000) return `${Math.round(micros / 1_000)} ms`;
  if (size < 60_000_000) return `${(micros / 1_000_000).toFixed(1)} s`;
  const seconds = Math.round(micros / 1_000_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What is typed, in a sentence. */
export const TYPED = /`([^`]+)`/g;

/** A sentence where nothing can be strong: in a title, or spoken. */
export function plain(text: string): string {
  return text.replaceAll('**', '').replace(TYPED, '$1');
}

/** An instant of the run, precise enough to tell steps apart. */
export function instant(micros: Micros): string {
  // What lies a moment before the beginning is no negative nothing.
  return micros < 1_000_000
    ? `${((Math.round(micros / 100) || 0) / 10).toFixed(1)} ms`
    : `${(micros / 1_000_000).toFixed(micros < 100_000_000 ? 4 : 3)} s`;
}

/** Cuts a long name in its middle: generated names differ only in their last part. */
export function shorten(name: string, most = 24): string {
  if (name.length <= most) return name;
  const dash = name.lastIndexOf('-');
  const tail = dash > 0 && name.length - dash <= most - 6 ? name.slice(dash) : name.slice(-6);
  return `${name.slice(0, Math.max(3, most - tail.length - 1))}…${tail}`;
}

/** The unique end of a generated name: `hh6md`. */
export function suffix(key: string): string {
  const name = key.slice(key.lastIndexOf('/') + 1);
  const dash = name.lastIndexOf('-');
  return dash > 0 && name.length - dash === 6 ? name.slice(dash + 1) : name;
}

/** `pods/default/x` as `x`, with its kind apart. */
export function partsOf(subject: string): { readonly resource: string; readonly name: string } {
  const slash = subject.indexOf('/');
  return slash < 0
    ? { resource: '', name: subject }
    : { resource: subject.slice(0, slash), name: subject.slice(slash + 1) };
}
