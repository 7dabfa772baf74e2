// Models staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import { equalJson, isEmptyFields } from '../../../api/go/json.ts';
import type { PodCondition, PodStatus } from '../../../api/types/core.ts';
import { pureOfText, pureOfValues } from '../../../base/pure.ts';
import { conditionIn, KUBELET_CONDITIONS } from './conditions.ts';

type Fields = { readonly [field: string]: unknown };

/** The server's conditions that belong to others stay, before the kubelet's own. */
function mergedConditions(server: readonly PodCondition[], own: readonly PodCondition[]): readonly PodCondition[] {
  let others: PodCondition[] | undefined;
  for (const condition of server) {
    if (KUBELET_CONDITIONS.has(condition.type) || conditionIn(own, condition.type) !== undefined) continue;
    others ??= [];
    others.push(condition);
  }
  return others === undefined ? own : [...others, ...own];
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
  const status: Change = {};
  const { order, changed } = conditionsPatch(before.conditions ?? NO_CONDITIONS, after.conditions ?? NO_CONDITIONS);
  if (changed.length > 0) {
    status['$setElementOrder/conditions'] = order;
    status.conditions = changed;
  }
  // Sorted as Go writes a map; what is about conditions comes first, which no reader minds.
  change(status, 'allocatedResources', before.allocatedResources, after.allocatedResources);
  change(status, 'containerStatuses', before.containerStatuses, after.containerStatuses);
  change(status, 'ephemeralContainerStatuses', before.ephemeralContainerStatuses, after.ephemeralContainerStatuses);
  change(status, 'hostIP', before.hostIP, after.hostIP);
  changeAddresses(status, 'hostIPs', before.hostIPs, after.hostIPs);
  change(status, 'initContainerStatuses', before.initContainerStatuses, after.initContainerStatuses);
  change(status, 'message', before.message, after.message);
  fill(status, 'observedGeneration', before.observedGeneration, after.observedGeneration);
  change(status, 'phase', before.phase, after.phase);
  change(status, 'podIP', before.podIP, after.podIP);
  changeAddresses(status, 'podIPs', before.podIPs, after.podIPs);
  fill(status, 'qosClass', before.qosClass, after.qosClass);
  change(status, 'reason', before.reason, after.reason);
  changeResources(status, before.resources, after.resources);
  fill(status, 'startTime', before.startTime, after.startTime);
  return isEmptyFields(status) ? undefined : { metadata: { uid }, status };
}

interface ConditionsPatch {
  readonly order: readonly object[];
  readonly changed: readonly object[];
}

const NO_CONDITIONS: readonly PodCondition[] = [];

const conditionsPatch = pureOfValues(
  16,
  (server: readonly PodCondition[], own: readonly PodCondition[]): ConditionsPatch => {
    const conditions = mergedConditions(server, own);
    const order = conditions.map(({ type }) => named(type));
    return { order, changed: changedConditions(server, conditions) };
  },
);

const named = pureOfText(64, (type: string) => ({ type }));

/** Whether `podStatusPatch` would have anything to say, without saying it. */
export function differs(before: PodStatus, after: PodStatus): boolean {
  if (before === after) return false;
  const own = after.conditions ?? NO_CONDITIONS;
  const known = before.conditions ?? NO_CONDITIONS;
  for (const condition of own) {
    const was = conditionIn(known, condition.type);
    if (was === condition) continue;
    if (was === undefined || conditionChange(was, condition) !== undefined) return true;
  }
  for (const { type } of known) {
    if (conditionIn(own, type) === undefined && KUBELET_CONDITIONS.has(type)) return true;
  }
  return (
    isOther(before.phase, after.phase) ||
    isOther(before.podIP, after.podIP) ||
    isOther(before.containerStatuses, after.containerStatuses) ||
    isOther(before.initContainerStatuses, after.initContainerStatuses) ||
    isOther(before.ephemeralContainerStatuses, after.ephemeralContainerStatuses) ||
    isOther(before.podIPs, after.podIPs) ||
    isOther(before.hostIP, after.hostIP) ||
    isOther(before.hostIPs, after.hostIPs) ||
    isOther(before.message, after.message) ||
    isOther(before.reason, after.reason) ||
    isOther(before.resources, after.resources) ||
    isOther(before.allocatedResources, after.allocatedResources) ||
    isFuller(before.observedGeneration, after.observedGeneration) ||
    isFuller(before.qosClass, after.qosClass) ||
    isFuller(before.startTime, after.startTime)
  );
}

type Change = { [field: string]: unknown };

function isOther(was: unknown, is: unknown): boolean {
  return was !== is && !equalJson(was, is);
}

/** Of what is set by the server and never taken back by a kubelet. */
function isFuller(was: unknown, is: unknown): boolean {
  return is !== undefined && isOther(was, is);
}

function change(status: Change, field: string, was: unknown, is: unknown): void {
  if (isOther(was, is)) status[field] = is === undefined ? null : is;
}

function fill(status: Change, field: string, was: unknown, is: unknown): void {
  if (isFuller(was, is)) status[field] = is;
}

function changeResources(status: Change, was: PodStatus['resources'], is: PodStatus['resources']): void {
  if (!isOther(was, is)) return;
  if (was === undefined || is === undefined) return change(status, 'resources', was, is);
  const patch = mapPatch(was as Fields, is as Fields);
  if (patch !== undefined) status.resources = patch;
}

type Addresses = readonly { readonly ip?: string }[] | undefined;

function changeAddresses(status: Change, field: string, was: Addresses, is: Addresses): void {
  if (!isOther(was, is)) return;
  if (was === undefined || is === undefined) return change(status, field, was, is);
  addAddresses(status, field, was, is);
}

function addAddresses(
  status: Change,
  field: string,
  before: NonNullable<Addresses>,
  after: NonNullable<Addresses>,
): void {
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
    const known = conditionIn(before, condition.type);
    if (known === condition) continue;
    if (known === undefined) {
      changes.push(wholeCondition(condition));
      continue;
    }
    const change = conditionChange(known, condition);
    if (change !== undefined) changes.push(change);
  }
  for (const { type } of before) {
    if (conditionIn(after, type) === undefined) changes.push({ $patch: 'delete', type });
  }
  return changes;
}

/** Alphabetical, as Go writes it. */
function wholeCondition(condition: PodCondition): object {
  const { lastTransitionTime, message, observedGeneration, reason, status, type } = condition;
  const whole: { [field: string]: unknown } = { lastProbeTime: condition.lastProbeTime ?? null, lastTransitionTime };
  if (message !== undefined) whole.message = message;
  if (observedGeneration !== undefined) whole.observedGeneration = observedGeneration;
  if (reason !== undefined) whole.reason = reason;
  whole.status = status;
  whole.type = type;
  return whole;
}

const CONDITION_FIELDS = ['lastTransitionTime', 'message', 'observedGeneration', 'reason', 'status'] as const;

function conditionChange(before: PodCondition, after: PodCondition): object | undefined {
  let change: { [field: string]: unknown } | undefined;
  // Few conditions have one.
  const probed = after.lastProbeTime ?? null;
  if ((before.lastProbeTime ?? null) !== probed) change = { lastProbeTime: probed };
  for (const field of CONDITION_FIELDS) {
    if (before[field] === after[field]) continue;
    change ??= {};
    change[field] = after[field] ?? null;
  }
  if (change === undefined) return undefined;
  change.type = after.type;
  return change;
}
