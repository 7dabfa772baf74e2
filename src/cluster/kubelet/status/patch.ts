// Models staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import { equalJson, isEmptyFields } from '../../../api/json.ts';
import type { PodCondition, PodStatus } from '../../../api/types/core.ts';
import { compareStrings } from '../../../base/order.ts';
import { KUBELET_CONDITIONS } from './conditions.ts';

type Fields = { readonly [field: string]: unknown };

/** The server's conditions that belong to others stay, before the kubelet's own. */
export function mergedConditions(
  server: readonly PodCondition[],
  own: readonly PodCondition[],
): readonly PodCondition[] {
  const isOwn = (type: string): boolean => KUBELET_CONDITIONS.has(type) || own.some((each) => each.type === type);
  const others = server.filter((condition) => !isOwn(condition.type));
  return others.length === 0 ? own : [...others, ...own];
}

/**
 * The strategic merge patch from the server's status to the kubelet's, as a kubelet sends it; undefined when they agree.
 * Conditions are merged by type, addresses by ip; every other list is replaced.
 * Models pkg/kubelet/util/pod/... PatchPodStatus and k8s.io/apimachinery/pkg/util/strategicpatch (v1.36)
 */
export function podStatusPatch(
  uid: string,
  before: PodStatus,
  after: PodStatus,
): { readonly metadata: object; readonly status: Fields } | undefined {
  const status: { [field: string]: unknown } = {};
  const conditions = mergedConditions(before.conditions ?? [], after.conditions ?? []);
  const changed = changedConditions(before.conditions ?? [], conditions);
  if (changed.length > 0) {
    status['$setElementOrder/conditions'] = conditions.map(({ type }) => ({ type }));
    status.conditions = changed;
  }
  const old = before as unknown as Fields;
  const fresh = after as unknown as Fields;
  for (const field of changedFields(old, fresh)) {
    const was = old[field];
    const is = fresh[field];
    if (is === undefined) {
      if (!KEPT.has(field)) status[field] = null;
    } else if (MERGED_BY_IP.has(field) && was !== undefined) addAddresses(status, field, was, is);
    else if (field === 'resources' && was !== undefined) {
      const change = mapPatch(was as Fields, is as Fields);
      if (change !== undefined) status[field] = change;
    } else status[field] = is;
  }
  return isEmptyFields(status) ? undefined : { metadata: { uid }, status };
}

/** Whether `podStatusPatch` would have anything to say, without saying it. */
export function differs(before: PodStatus, after: PodStatus): boolean {
  if (before === after) return false;
  const own = after.conditions ?? [];
  const known = before.conditions ?? [];
  for (const condition of own) {
    const was = known.find(({ type }) => type === condition.type);
    if (was === condition) continue;
    if (was === undefined || conditionChange(was, condition) !== undefined) return true;
  }
  for (const { type } of known) {
    if (KUBELET_CONDITIONS.has(type) && !own.some((condition) => condition.type === type)) return true;
  }
  const fresh = after as unknown as Fields;
  return changedFields(before as unknown as Fields, fresh).some(
    (field) => fresh[field] !== undefined || !KEPT.has(field),
  );
}

/** Sorted as Go writes a map; `$setElementOrder/conditions` and `conditions` come first in a patch, which no reader minds. */
function changedFields(before: Fields, after: Fields): readonly string[] {
  const changed: string[] = [];
  for (const field in after) {
    const is = after[field];
    if (is === before[field] || !FIELDS.has(field)) continue;
    if (!equalJson(before[field], is)) changed.push(field);
  }
  for (const field in before) {
    if (before[field] !== undefined && !(field in after) && FIELDS.has(field)) changed.push(field);
  }
  return changed.length < 2 ? changed : changed.sort(compareStrings);
}

/** What a kubelet states beside conditions. */
const FIELDS: ReadonlySet<string> = new Set([
  'allocatedResources',
  'containerStatuses',
  'ephemeralContainerStatuses',
  'hostIP',
  'hostIPs',
  'initContainerStatuses',
  'message',
  'observedGeneration',
  'phase',
  'podIP',
  'podIPs',
  'qosClass',
  'reason',
  'resources',
  'startTime',
]);

/** Set by the server and never taken back by a kubelet. */
const KEPT: ReadonlySet<string> = new Set(['qosClass', 'startTime', 'observedGeneration']);
const MERGED_BY_IP: ReadonlySet<string> = new Set(['hostIPs', 'podIPs']);

function addAddresses(status: { [field: string]: unknown }, field: string, was: unknown, is: unknown): void {
  const before = was as readonly { readonly ip?: string }[];
  const after = is as readonly { readonly ip?: string }[];
  status[`$setElementOrder/${field}`] = after.map(({ ip }) => ({ ip }));
  const gone = before
    .filter(({ ip }) => !after.some((other) => other.ip === ip))
    .map(({ ip }) => ({ $patch: 'delete', ip }));
  status[field] = [...after.filter(({ ip }) => !before.some((other) => other.ip === ip)), ...gone];
}

function mapPatch(was: Fields, is: Fields): Fields | undefined {
  const patch: { [field: string]: unknown } = {};
  for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (!equalJson(was[field], is[field])) patch[field] = is[field] ?? null;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function changedConditions(before: readonly PodCondition[], after: readonly PodCondition[]): readonly object[] {
  const changes: object[] = [];
  for (const condition of after) {
    const known = before.find(({ type }) => type === condition.type);
    if (known === condition) continue;
    if (known === undefined) {
      changes.push(wholeCondition(condition));
      continue;
    }
    const change = conditionChange(known, condition);
    if (change !== undefined) changes.push(change);
  }
  for (const { type } of before) {
    if (!after.some((condition) => condition.type === type)) changes.push({ $patch: 'delete', type });
  }
  return changes;
}

/** Alphabetical, as Go writes it. */
function wholeCondition(condition: PodCondition): object {
  const { lastTransitionTime, message, observedGeneration, reason, status, type } = condition;
  const whole: { [field: string]: unknown } = { lastProbeTime: null, lastTransitionTime };
  if (message !== undefined) whole.message = message;
  whole.observedGeneration = observedGeneration;
  if (reason !== undefined) whole.reason = reason;
  whole.status = status;
  whole.type = type;
  return whole;
}

const CONDITION_FIELDS = ['lastTransitionTime', 'message', 'observedGeneration', 'reason', 'status'] as const;

function conditionChange(before: PodCondition, after: PodCondition): object | undefined {
  let change: { [field: string]: unknown } | undefined;
  for (const field of CONDITION_FIELDS) {
    if (before[field] === after[field]) continue;
    change ??= {};
    change[field] = after[field] ?? null;
  }
  if (change === undefined) return undefined;
  change.type = after.type;
  return change;
}
