// Lookups by a key that somebody else has chosen. Every plain object seems to have `constructor`, `toString` and some more,
// and writing `__proto__` changes what an object is instead of adding a key to it.

/** What an object itself has under a key, whichever names its prototype has. */
export function own<V>(object: { readonly [key: string]: V }, key: string): V | undefined;
export function own(object: object, key: string): unknown;
export function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as { readonly [key: string]: unknown })[key] : undefined;
}

/** Sets a key of an object, be it `__proto__`. */
export function setOwn(object: object, key: string, value: unknown): undefined {
  if (key !== '__proto__') (object as Record<string, unknown>)[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
