const EMPTY = {};

/**
 * A copy with further fields: `{ ...object, ...fields }` for fields that `object` does not have yet.
 * V8 gives every object that is cloned by a leading spread and then grows a hidden class of its own, which makes all code
 * that meets such objects slow; beginning with nothing avoids it. A spread that only replaces fields is fine as it is.
 */
export function extend<T extends object, E extends object>(object: T, fields: E): T & E {
  return { ...EMPTY, ...object, ...fields };
}

/** A copy that will grow. */
export function growingCopy<T extends object>(object: T): T {
  return { ...EMPTY, ...object };
}
