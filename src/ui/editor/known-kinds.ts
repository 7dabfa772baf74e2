import { allResources } from '../../api/scheme/scheme.ts';

let known: ReadonlySet<string> | undefined;

/** `apps/v1 Deployment` of every built-in resource. */
export function builtInResources(): ReadonlySet<string> {
  known ??= new Set(
    allResources().map(({ group, version, kind }) => `${group === '' ? version : `${group}/${version}`} ${kind}`),
  );
  return known;
}
