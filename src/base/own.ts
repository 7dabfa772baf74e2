// Lookups by a key that somebody else has chosen. Every plain object seems to have `constructor`, `toString` and some more,
// and writing `__proto__` changes what an object is instead of adding a key to it.

// From here on `__proto__` is a key as any other, to read and to write: `Object.getPrototypeOf` is there for who means it.
Reflect.deleteProperty(Object.prototype, '__proto__');

/** What JSON has under a key; what only its prototype has is a function, and JSON has none. */
export function ownValue<V>(object: { readonly [key: string]: V }, key: string): V | undefined;
export function ownValue(object: object, key: string): unknown;
export function ownValue(object: object, key: string): unknown {
  const value = (object as { readonly [key: string]: unknown })[key];
  return typeof value === 'function' ? undefined : value;
}
