// Models pkg/api/v1/pod/util.go VisitContainers (v1.36)

import type { Container, PodSpec } from '../../../api/types/core.ts';

export function allContainers({
  containers,
  initContainers = [],
  ephemeralContainers = [],
}: PodSpec): readonly Container[] {
  return [...initContainers, ...containers, ...ephemeralContainers];
}
