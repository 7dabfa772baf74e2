import { type Comparison, compareFields } from './compare-fields.ts';
import { shapeOf } from './shape.ts';

/** An object as another version of its kind has it; undefined where nobody serves that. */
export type InVersion = (object: object, apiVersion: string) => object | undefined;

/** What a write changed, in a version. */
export type Seen = (version: string | undefined) => Comparison;

/**
 * What a write changed, as those see it who wrote in some version of the kind.
 * Models structured-merge-diff/v6/merge/update.go, update (v1.36): every owner's fields are compared in the version in which they are named.
 */
export function seenFrom(
  own: Comparison,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  inVersion: InVersion | undefined,
  before: object | undefined,
  after: object,
): Seen {
  if (inVersion === undefined || before === undefined) return () => own;
  const known = new Map<string, Comparison>();
  return (version = apiVersion) => {
    if (version === apiVersion) return own;
    let seen = known.get(version);
    if (seen === undefined) {
      const [old, now] = [inVersion(before, version), inVersion(after, version)];
      seen = old === undefined || now === undefined ? own : compareFields(shapeOf(version, kind), old, now);
      known.set(version, seen);
    }
    return seen;
  };
}
