// Models staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go ContinueOnErrorVisitor (v1.36): what cannot be read keeps nothing else from being visited

import type { Manifest, ReadManifests } from '../manifests/manifests.ts';
import { type Failure, isFailure } from '../session/errors.ts';
import type { Target } from './target.ts';

/** What the documents of files name, each with what could not be read around it. */
export function targetsOf<T extends Target>(
  { inOrder }: ReadManifests,
  targetOf: (manifest: Manifest) => T | undefined,
): readonly T[] {
  const targets: T[] = [];
  let before: Failure[] = [];
  for (const one of inOrder) {
    const target = isFailure(one) ? undefined : targetOf(one);
    if (isFailure(one)) before.push(one);
    if (target === undefined) continue;
    targets.push(before.length === 0 ? target : { ...target, before });
    before = [];
  }
  const last = targets.pop();
  if (last !== undefined) targets.push(before.length === 0 ? last : { ...last, after: before });
  return targets;
}

/** The failures of a target among those of what stands around it. */
export const around = ({ before = [], after = [] }: Target, failures: readonly Failure[]): readonly Failure[] => [
  ...before,
  ...failures,
  ...after,
];

/** Whether all that was named could be read. */
export const areWhole = (targets: readonly Target[]): boolean =>
  targets.every(({ before, after }) => before === undefined && after === undefined);
