import type { ContainerStatus, Pod } from '../types/core.ts';

/**
 * By how much the container of the one has restarted more often than any of the other; sidecars count where the others are even.
 * Models pkg/controller/controller_utils.go and staging/src/k8s.io/kubectl/pkg/util/podutils/podutils.go maxContainerRestarts (v1.36)
 */
export function moreRestarts(a: Pod, b: Pod): number {
  const difference = most(a.status?.containerStatuses) - most(b.status?.containerStatuses);
  return difference !== 0 ? difference : most(sidecarsOf(a)) - most(sidecarsOf(b));
}

function sidecarsOf({ spec, status }: Pod): readonly ContainerStatus[] | undefined {
  return status?.initContainerStatuses?.filter(({ name }) =>
    spec.initContainers?.some((container) => container.name === name && container.restartPolicy === 'Always'),
  );
}

function most(statuses: readonly ContainerStatus[] = []): number {
  return statuses.reduce((highest, { restartCount }) => Math.max(highest, restartCount), 0);
}
