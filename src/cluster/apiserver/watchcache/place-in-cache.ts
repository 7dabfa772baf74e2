import { type ResourceInfo, storageKey } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';

/** Where a cache has an object: by what the object says it is called, whatever it was stored under. */
// Models staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go, NamespaceKeyFunc (v1.36)
export function placeInCache(info: ResourceInfo, { metadata }: KObject): { key: string } | { error: string } {
  const { namespace = '', name = '' } = metadata;
  if (info.namespaced && namespace === '') return { error: 'Namespace parameter required.' };
  if (name === '') return { error: 'Name parameter required.' };
  const problems = segmentProblems(name);
  if (problems.length > 0) return { error: `Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}` };
  return { key: storageKey(info, info.namespaced ? namespace : undefined, name) };
}

// Models staging/src/k8s.io/apimachinery/pkg/api/validation/path/name.go, IsValidPathSegmentName (v1.36)
function segmentProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((letter) => name.includes(letter)).map((letter) => `may not contain '${letter}'`);
}
