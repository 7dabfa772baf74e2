/** A value without what JSON leaves out and protobuf writes: empty texts, zeros, empty lists and objects; null is a list that is not there. */
export function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => withoutZeros(item) ?? {});
  if (typeof value !== 'object' || value === null)
    return value === null || value === '' || value === 0 || value === false ? undefined : value;
  const entries = Object.entries(value).map(([key, each]) => [key, withoutZeros(each)] as const);
  const kept = entries.filter(([, each]) => each !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
