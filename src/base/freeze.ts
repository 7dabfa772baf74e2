/** Freezes a plain value and everything below it. Subtrees that are already frozen are taken as done, so shared structure costs nothing. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}
