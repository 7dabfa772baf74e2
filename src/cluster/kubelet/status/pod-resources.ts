// Models staging/src/k8s.io/component-helpers/resource/helpers.go (v1.36)

import { addQuantity, compareQuantity } from '../../../api/quantity.ts';
import type { Container, PodSpec } from '../../../api/types/core.ts';

type Quantities = { readonly [resource: string]: string | number | undefined };

const NOTHING: Quantities = {};

function total(spec: PodSpec, of: (container: Container) => Quantities | undefined): Quantities | undefined {
  let sum: { [resource: string]: string | number | undefined } | undefined;
  const add = (amounts: Quantities | undefined) => {
    for (const name in amounts) {
      sum ??= {};
      sum[name] = sum[name] === undefined ? amounts[name] : addQuantity(sum[name], amounts[name]);
    }
  };
  for (const container of spec.containers) add(of(container));
  for (const container of spec.initContainers ?? []) {
    const amounts = of(container);
    if (container.restartPolicy === 'Always') add(amounts);
    else for (const name in amounts) sum = raised(sum, name, amounts[name]);
  }
  return sum;
}

function raised(
  sum: Quantities | undefined,
  name: string,
  amount: string | number | undefined,
): Quantities | undefined {
  const known = sum?.[name];
  if (amount === undefined || (known !== undefined && compareQuantity(known, amount) >= 0)) return sum;
  return { ...sum, [name]: amount };
}

/** The pod's own `status.resources`; empty when no container asks for anything. */
export function podResources(spec: PodSpec): object {
  const limits = spec.resources?.limits ?? total(spec, (container) => container.resources?.limits);
  const requests = podAllocated(spec);
  if (limits === undefined && requests === undefined) return NOTHING;
  return { ...(limits === undefined ? {} : { limits }), ...(requests === undefined ? {} : { requests }) };
}

export function podAllocated(spec: PodSpec): Quantities | undefined {
  return spec.resources?.requests ?? total(spec, (container) => container.resources?.requests);
}
