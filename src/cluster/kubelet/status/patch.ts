// Models staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import { equalJson, isEmptyFields } from '../../../api/json.ts';
import type { PodCondition, PodStatus } from '../../../api/types/core.ts';
import { Lately } from '../../../base/lately.ts';
import { remembered } from '../../../base/remembered.ts';
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
  const status: { [field: string]: unknown } = {};
  const { order, changed } = conditionsPatch(before.conditions ?? NO_CONDITIONS, after.conditions ?? NO_CONDITIONS);
  if (changed.length > 0) {
    status['$setElementOrder/conditions'] = order;
    status.conditions = changed;
  }
  const old = before as unknown as Fields;
  const fresh = after as unknown as Fields;
  for (const field of FIELDS) {
    const was = old[field];
    const is = fresh[field];
    if (was === is || equalJson(was, is)) continue;
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

interface ConditionsPatch {
  readonly order: readonly object[];
  readonly changed: readonly object[];
}

const NO_CONDITIONS: readonly PodCondition[] = [];
const patches = new Lately<ConditionsPatch>(16);

function conditionsPatch(server: readonly PodCondition[], own: readonly PodCondition[]): ConditionsPatch {
  const known = patches.get(server, own);
  if (known !== undefined) return known;
  const conditions = mergedConditions(server, own);
  const order = conditions.map(({ type }) => named(type));
  return patches.note({ order, changed: changedConditions(server, conditions) }, server, own);
}

const named = remembered(64, (type) => ({ type }));

/** Whether `podStatusPatch` would have anything to say, without saying it. */
export function differs(before: PodStatus, after: PodStatus): boolean {
  if (before === after) return false;
  const own = after.conditions ?? [];
  const known = before.conditions ?? [];
  for (const condition of own) {
    const was = conditionIn(known, condition.type);
    if (was === condition) continue;
    if (was === undefined || conditionChange(was, condition) !== undefined) return true;
  }
  for (const { type } of known) {
    if (conditionIn(own, type) === undefined && KUBELET_CONDITIONS.has(type)) return true;
  }
  const old = before as unknown as Fields;
  const fresh = after as unknown as Fields;
  for (const field of FIELDS) {
    if (!equalJson(old[field], fresh[field]) && (fresh[field] !== undefined || !KEPT.has(field))) return true;
  }
  return false;
}

/** What a kubelet states beside conditions, sorted as Go writes a map; `$setElementOrder/conditions` and `conditions` come first in a patch, which no reader minds. */
const FIELDS = [
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
] as const;

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
