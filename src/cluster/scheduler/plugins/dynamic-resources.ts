// Models pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (v1.36)

import type { DeviceCycle, DeviceView } from '../devices/device-view.ts';
import { type Plugin, Rejection, Skip } from '../framework.ts';
import type { PodInfo } from '../pod-info.ts';

const NO_CLAIMS = new Skip('no resource claims');

/** The devices of a Pod's claims, or why it has none; undefined: it asks for none after all. */
interface Cycle extends DeviceCycle {
  readonly view: DeviceView;
}

export function wantsDevices({ pod }: PodInfo): boolean {
  return (pod.spec.resourceClaims?.length ?? 0) > 0;
}

/** Most Pods have no claims; the rest is worked out by the view of devices, which is there from the first claim on. */
export const dynamicResources: Plugin<Cycle> = {
  name: 'DynamicResources',
  preFilter(pod, { devices }) {
    if (devices === undefined || !wantsDevices(pod)) return NO_CLAIMS;
    const cycle = devices.begin(pod);
    if (typeof cycle === 'string') return new Rejection(cycle);
    return cycle === undefined ? NO_CLAIMS : { ...cycle, view: devices };
  },
  filter: (cycle, _pod, node) => cycle.view.problem(cycle, node),
};
