// Models pkg/controller/devicetainteviction/device_taint_eviction.go evictionTime (v1.36)

import type { AllocatedDevice, DeviceTaint, DeviceToleration } from '../../../api/types/resource.ts';
import { parseTime } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';

const EFFECT = 'NoExecute';

/** When a device's taints end who uses it: the earliest of those that are not tolerated for ever. A taint without a time is new. */
export function evictionTime(
  { tolerations = [] }: AllocatedDevice,
  taints: readonly DeviceTaint[] = [],
  now: number,
): number | undefined {
  let earliest: number | undefined;
  for (const taint of taints) {
    if (taint.effect !== EFFECT) continue;
    const matching = tolerations.filter((toleration) => tolerates(toleration, taint));
    if (matching.some(({ tolerationSeconds }) => tolerationSeconds === undefined)) continue;
    const seconds = matching.map(({ tolerationSeconds = 0 }) => Math.max(0, tolerationSeconds));
    const time = (parseTime(taint.timeAdded) ?? now) + (seconds.length === 0 ? 0 : Math.min(...seconds)) * SECOND;
    if (earliest === undefined || time < earliest) earliest = time;
  }
  return earliest;
}

/** Here the toleration must name its effect. */
function tolerates(
  { key = '', operator = 'Equal', value = '', effect }: DeviceToleration,
  taint: DeviceTaint,
): boolean {
  if (effect !== EFFECT || (key !== '' && key !== taint.key)) return false;
  return operator === 'Exists' || value === (taint.value ?? '');
}
