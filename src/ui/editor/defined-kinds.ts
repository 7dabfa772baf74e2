import { MOST_CHECKED } from './limits.ts';

/** Kinds that definitions in these texts make: read roughly, for this only keeps a warning back. */
export function definedKinds(texts: readonly string[]): ReadonlySet<string> {
  const kinds = texts
    .filter((text) => text.length <= MOST_CHECKED && text.includes('CustomResourceDefinition'))
    .flatMap((text) => [...text.matchAll(/^\s+kind: *["']?(\w+)/gm)].map(([, kind = '']) => kind));
  return new Set(kinds);
}
