import { fnv1a } from '../../base/bytes/hash.ts';

/** Fields as texts, as an address holds them. */
export type Fields = { readonly [name: string]: string | undefined };

/** A text of 7 letters and digits that is another one for nearly every other text, and for every one that differs in one character. */
export function checksum(text: string): string {
  return fnv1a(text).toString(36).padStart(7, '0');
}

/** What is no whole number as a program writes it is none: `007` and `1e3` were not written by one. */
export function whole(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^(?:0|-1|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}

export function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

export function isCount(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
