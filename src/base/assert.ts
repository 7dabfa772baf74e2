/** A broken invariant of the simulation itself. Cluster errors are `Status` values and never thrown. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

export function unreachable(value: never): never {
  throw new InvariantError(`unreachable: ${String(value)}`);
}

/** Narrows away `undefined` where the surrounding code guarantees presence. */
export function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new InvariantError(`missing ${what}`);
  return value;
}
