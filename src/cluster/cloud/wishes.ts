// Models staging/src/k8s.io/cloud-provider/controllers/service/controller.go wantsLoadBalancer (v1.36)

import type { Service } from '../../api/types/core.ts';

export const FINALIZER = 'service.kubernetes.io/load-balancer-cleanup';

/** Somebody else makes balancers of a class. */
export function wantsBalancer({ spec }: Service): boolean {
  return spec.type === 'LoadBalancer' && spec.loadBalancerClass === undefined;
}

export function hasFinalizer({ metadata }: Service): boolean {
  return metadata.finalizers?.includes(FINALIZER) === true;
}

export function concerns(service: Service): boolean {
  return wantsBalancer(service) || hasFinalizer(service);
}

export const NO_NODES = 'There are no available nodes for LoadBalancer';

/** The addresses that its status tells. */
export function addressesOf({ status }: Service): readonly string[] {
  return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
}
