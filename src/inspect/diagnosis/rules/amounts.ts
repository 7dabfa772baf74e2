import type { Node, Pod } from '../../../api/types/core.ts';
import { milliQuantity, milliValue, value } from '../../../api/values/quantity.ts';
import type { World } from '../world.ts';

const MEBI = 1_048_576;
const GIBI = 1_073_741_824;

/** Thousandths of a core, whole units of all else. */
export function amountOf(quantity: string | number | undefined, resource: string): number {
  return Number(resource === 'cpu' ? milliValue(quantity) : value(quantity));
}

export function shown(amount: number, resource: string): string {
  if (resource === 'cpu') return milliQuantity(amount);
  if (resource !== 'memory' && resource !== 'ephemeral-storage') return String(amount);
  // Kibibytes are more than anybody reads.
  return amount % GIBI === 0 ? `${amount / GIBI}Gi` : `${Math.round(amount / MEBI)}Mi`;
}

export function requestOf({ spec }: Pod, resource: string): number {
  const of = (containers: NonNullable<Pod['spec']>['containers'] = []) =>
    containers.map(({ resources }) => amountOf(resources?.requests?.[resource], resource));
  const sum = of(spec?.containers).reduce((total, each) => total + each, 0);
  return Math.max(sum, ...of(spec?.initContainers)) + amountOf(spec?.overhead?.[resource], resource);
}

function usedOn(world: World, { metadata }: Node, resource: string): number {
  return world
    .podsOn(metadata.name ?? '')
    .filter(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded')
    .reduce((total, pod) => total + requestOf(pod, resource), 0);
}

/** What a node may give, less what the Pods on it ask for. */
export function freeOn(world: World, node: Node, resource: string): number {
  return amountOf(node.status?.allocatable?.[resource], resource) - usedOn(world, node, resource);
}
