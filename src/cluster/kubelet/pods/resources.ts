// Models staging/src/k8s.io/component-helpers/resource/helpers.go (v1.36)

import { type Amounts, addAmounts, maxAmounts } from '../../../api/quota/amounts.ts';
import type { Container, PodSpec } from '../../../api/types/core.ts';

type Of = (container: Container) => Amounts | undefined;

const NOTHING: Amounts = {};
const requestsOf: Of = ({ resources }) => resources?.requests as Amounts | undefined;
const limitsOf: Of = ({ resources }) => resources?.limits as Amounts | undefined;

/** The sum of containers that run together, or the most that an init container asks for beside the sidecars before it. */
function total(spec: PodSpec, of: Of): Amounts | undefined {
  let sum: Amounts | undefined;
  for (const container of spec.containers) sum = plus(sum, of(container));
  if (spec.initContainers === undefined) return sum;
  let sidecars: Amounts | undefined;
  let starting: Amounts | undefined;
  for (const container of spec.initContainers) {
    const beside = plus(sidecars, of(container));
    if (container.restartPolicy === 'Always') sidecars = beside;
    if (beside !== undefined) starting = starting === undefined ? beside : maxAmounts(starting, beside);
  }
  sum = plus(sum, sidecars);
  return sum === undefined || starting === undefined ? (sum ?? starting) : maxAmounts(sum, starting);
}

function plus(sum: Amounts | undefined, more: Amounts | undefined): Amounts | undefined {
  return sum === undefined || more === undefined ? (more ?? sum) : addAmounts(sum, more);
}

/** A value of the pod itself replaces the sum of its containers. */
function over(own: object | undefined, sum: Amounts | undefined): Amounts | undefined {
  return own === undefined ? sum : { ...sum, ...(own as Amounts) };
}

/** The pod's own `status.resources`; empty when no container asks for anything. */
export function podResources(spec: PodSpec): { readonly limits?: Amounts; readonly requests?: Amounts } {
  const limits = over(spec.resources?.limits, total(spec, limitsOf));
  const requests = podAllocated(spec);
  if (limits === undefined && requests === undefined) return NOTHING;
  return { ...(limits === undefined ? {} : { limits }), ...(requests === undefined ? {} : { requests }) };
}

export function podAllocated(spec: PodSpec): Amounts | undefined {
  return over(spec.resources?.requests, total(spec, requestsOf));
}

/** The requests of a pod, with the overhead of its RuntimeClass. */
export function podAsks(spec: PodSpec): Amounts | undefined {
  return plus(podAllocated(spec), spec.overhead as Amounts | undefined);
}
