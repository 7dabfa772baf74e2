// Models staging/src/k8s.io/component-helpers/resource/helpers.go determineContainerReqs, determineContainerLimits (v1.36)

import type { Container, ContainerStatus, Pod, PodCondition, PodSpec, PodStatus } from '../types/core.ts';
import { compareQuantity } from '../values/quantity.ts';

type Quantities = { readonly [resource: string]: string | number | undefined };

/**
 * The spec with what containers have, and not only with what was asked for since: a Pod that shrinks keeps its room until its
 * node has taken it away, and one that wants what its node never has does not block it. The same spec where both agree.
 */
export function withActualResources({ spec, status }: Pod): PodSpec {
  const { containerStatuses, initContainerStatuses } = status ?? {};
  if (containerStatuses === undefined && initContainerStatuses === undefined) return spec;
  const refused = isRefused(status);
  const containers = actual(spec.containers, containerStatuses, refused, false);
  const { initContainers } = spec;
  const sidecars = initContainers && actual(initContainers, initContainerStatuses, refused, true);
  if (containers === spec.containers && sidecars === initContainers) return spec;
  return { ...spec, containers, ...(sidecars && { initContainers: sidecars }) };
}

function isRefused({ conditions = NO_CONDITIONS }: PodStatus): boolean {
  for (let at = 0; at < conditions.length; at += 1)
    if (conditions[at]?.type === 'PodResizePending') return conditions[at]?.reason === 'Infeasible';
  return false;
}

const NO_CONDITIONS: readonly PodCondition[] = [];
const NO_STATUSES: readonly ContainerStatus[] = [];

function actual(
  containers: readonly Container[],
  statuses: readonly ContainerStatus[] = NO_STATUSES,
  refused: boolean,
  sidecarsAlone: boolean,
): readonly Container[] {
  let changed: Container[] | undefined;
  for (let at = 0; at < containers.length; at += 1) {
    const container = containers[at] as Container;
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
  const { resources, allocatedResources } = status;
  // Most containers ask for nothing and have nothing of their own.
  if (
    !refused &&
    resources.requests === undefined &&
    resources.limits === undefined &&
    allocatedResources === undefined
  )
    return container;
  const asked = container.resources ?? {};
  const requests = largest(asked.requests, refused, resources.requests, allocatedResources);
  const limits = largest(asked.limits, refused, resources.limits);
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
