// Models staging/src/k8s.io/component-helpers/resource/helpers.go determineContainerReqs, determineContainerLimits (v1.36)

import { compareQuantity } from './quantity.ts';
import type { Container, ContainerStatus, Pod, PodSpec } from './types/core.ts';

type Quantities = { readonly [resource: string]: string | number | undefined };

/**
 * The spec with what containers have, and not only with what was asked for since: a Pod that shrinks keeps its room until its
 * node has taken it away, and one that wants what its node never has does not block it. The same spec where both agree.
 */
export function withActualResources({ spec, status }: Pod): PodSpec {
  const { containerStatuses, initContainerStatuses } = status ?? {};
  if (containerStatuses === undefined && initContainerStatuses === undefined) return spec;
  const refused = (status.conditions ?? []).find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible';
  const containers = actual(spec.containers, containerStatuses, refused, false);
  const { initContainers } = spec;
  const sidecars = initContainers && actual(initContainers, initContainerStatuses, refused, true);
  if (containers === spec.containers && sidecars === initContainers) return spec;
  return { ...spec, containers, ...(sidecars && { initContainers: sidecars }) };
}

function actual(
  containers: readonly Container[],
  statuses: readonly ContainerStatus[] = [],
  refused: boolean,
  sidecarsAlone: boolean,
): readonly Container[] {
  let changed: Container[] | undefined;
  for (const [at, container] of containers.entries()) {
    if (sidecarsAlone && container.restartPolicy !== 'Always') continue;
    const found = statuses[at]?.name === container.name ? statuses[at] : statuses.find(isCalled(container.name));
    const next = found === undefined ? container : actualOf(container, found, refused);
    if (next === container) continue;
    changed ??= [...containers];
    changed[at] = next;
  }
  return changed ?? containers;
}

function isCalled(name: string): (status: ContainerStatus) => boolean {
  return (status) => status.name === name;
}

function actualOf(container: Container, status: ContainerStatus, refused: boolean): Container {
  if (status.resources === undefined) return container;
  const asked = container.resources ?? {};
  const requests = largest(asked.requests, refused, status.resources.requests, status.allocatedResources);
  const limits = largest(asked.limits, refused, status.resources.limits);
  if (requests === asked.requests && limits === asked.limits) return container;
  return { ...container, resources: { ...asked, requests, limits } } as Container;
}

/** Of each resource the most; what was asked for in vain does not count. */
function largest(
  asked: Quantities | undefined,
  refused: boolean,
  ...has: readonly (Quantities | undefined)[]
): Quantities | undefined {
  let most = refused ? has.find((amounts) => amounts !== undefined) : asked;
  for (const amounts of has) {
    for (const name in amounts) {
      const known = most?.[name];
      const amount = amounts[name];
      if (amount === known || amount === undefined) continue;
      if (known === undefined || compareQuantity(amount, known) > 0) most = { ...most, [name]: amount };
    }
  }
  return most;
}
