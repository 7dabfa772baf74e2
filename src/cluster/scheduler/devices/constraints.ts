// Models staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/constraint.go (v1.36)

import type { DeviceAttribute, DeviceConstraint, DeviceTaint, DeviceToleration } from '../../../api/types/resource.ts';
import type { PooledDevice } from './pools.ts';

/** A device that is about to be, or has just been, chosen for a request. */
export interface Chosen {
  readonly device: PooledDevice;
  /** `request`, or `request/alternative`. */
  readonly request: string;
}

/** All constraints of a claim hold with one more device. */
export function fitsConstraints(
  constraints: readonly DeviceConstraint[],
  chosen: readonly Chosen[],
  next: Chosen,
): boolean {
  return constraints.every((constraint) => {
    if (!concerns(constraint, next)) return true;
    const others = chosen.filter((other) => concerns(constraint, other));
    const name = constraint.matchAttribute ?? constraint.distinctAttribute ?? '';
    const value = attributeOf(next.device, name);
    if (value === undefined) return false;
    const same = (other: Chosen): boolean => attributeOf(other.device, name) === value;
    return constraint.matchAttribute === undefined ? !others.some(same) : others.every(same);
  });
}

function concerns({ requests = [] }: DeviceConstraint, { request }: Chosen): boolean {
  return requests.length === 0 || requests.includes(request) || requests.includes(request.split('/')[0] as string);
}

/** Values of different kinds are never the same. */
function attributeOf({ driver, device }: PooledDevice, name: string): string | undefined {
  const slash = name.indexOf('/');
  const own = name.slice(0, slash) === driver ? device.attributes?.[name.slice(slash + 1)] : undefined;
  const found: DeviceAttribute | undefined = device.attributes?.[name] ?? own;
  if (found === undefined) return undefined;
  const [kind = '', value] = Object.entries(found)[0] ?? [];
  return `${kind}:${String(value)}`;
}

/** Models staging/src/k8s.io/dynamic-resource-allocation/resourceclaim/devicetoleration.go (v1.36) */
export function toleratesTaints(
  taints: readonly DeviceTaint[] | undefined,
  tolerations: readonly DeviceToleration[] | undefined,
): boolean {
  if (taints === undefined) return true;
  return taints.every(
    (taint) => taint.effect === 'None' || tolerations?.some((toleration) => tolerates(toleration, taint)) === true,
  );
}

function tolerates({ key = '', operator = 'Equal', value = '', effect = '' }: DeviceToleration, taint: DeviceTaint) {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  return operator === 'Exists' || value === (taint.value ?? '');
}
