/** A field of a status that a write changed. */
export interface StatusChange {
  /** `phase`, `readyReplicas`, or a condition's type. */
  readonly name: string;
  readonly isCondition: boolean;
  readonly from: string;
  readonly to: string;
  /** Why a condition is so. */
  readonly reason: string;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

type Status = { readonly [field: string]: unknown };

/** Of no interest to whoever looks at the object. */
const SILENT: ReadonlySet<string> = new Set([
  'observedGeneration',
  'startTime',
  'hostIPs',
  'podIPs',
  'qosClass',
  'containerStatuses',
  'collisionCount',
  'terminatingReplicas',
  'fullyLabeledReplicas',
]);

/** What people look at in a status: its plain fields, and which conditions became what. */
export function statusChanges(before: unknown, after: unknown): readonly StatusChange[] {
  const [old, now] = [statusOf(before), statusOf(after)];
  const fields = [...new Set([...Object.keys(now), ...Object.keys(old)])].filter(
    (name) => !SILENT.has(name) && name !== 'conditions' && (isPlain(old[name]) || isPlain(now[name])),
  );
  return [
    ...fields
      .filter((name) => plain(old[name]) !== plain(now[name]))
      .map((name) => ({ name, isCondition: false, from: plain(old[name]), to: plain(now[name]), reason: '' })),
    ...conditionChanges(conditionsOf(old), conditionsOf(now)),
  ];
}

function conditionChanges(old: readonly Condition[], now: readonly Condition[]): readonly StatusChange[] {
  return now.flatMap(({ type, status, reason = '' }) => {
    const known = old.find((each) => each.type === type);
    if (known?.status === status && (known.reason ?? '') === reason) return [];
    return [{ name: type, isCondition: true, from: known?.status ?? '', to: status, reason }];
  });
}

function statusOf(object: unknown): Status {
  return ((object ?? {}) as { readonly status?: Status }).status ?? {};
}

function conditionsOf(status: Status): readonly Condition[] {
  return Array.isArray(status.conditions) ? (status.conditions as Condition[]) : [];
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function plain(value: unknown): string {
  return isPlain(value) ? String(value) : '';
}
