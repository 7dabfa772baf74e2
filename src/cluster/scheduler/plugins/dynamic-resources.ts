// Models pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (v1.36)

import { type Devices, type Plugin, Rejection, Skip } from '../framework/framework.ts';
import type { PodInfo } from '../objects/pod-info.ts';

const NO_CLAIMS = new Skip('no resource claims');

interface State {
  readonly devices: Devices;
  readonly cycle: object;
}

export function wantsDevices({ pod }: PodInfo): boolean {
  return (pod.spec.resourceClaims?.length ?? 0) > 0;
}

/** Most Pods have no claims; the rest is worked out by the view of devices, which is there from the first claim on. */
export const dynamicResources: Plugin<State> = {
  name: 'DynamicResources',
  preFilter(pod, { devices }) {
    if (devices === undefined || !wantsDevices(pod)) return NO_CLAIMS;
    const cycle = devices.begin(pod);
    if (typeof cycle === 'string') return new Rejection(cycle);
    return cycle === undefined ? NO_CLAIMS : { cycle, devices };
  },
  filter: ({ cycle, devices }, _pod, node) => devices.problem(cycle, node),
};
