import type { KObject } from '../../../api/types/meta.ts';
import type { UserInfo } from '../authn/user.ts';
import { withTop } from './strategy.ts';

interface Condition {
  readonly type: string;
  readonly status?: string;
  readonly lastUpdateTime?: string | null;
  readonly lastTransitionTime?: string | null;
}

interface RequestStatus {
  readonly conditions?: readonly Condition[];
  readonly [field: string]: unknown;
}

const statusOf = (object: KObject): RequestStatus => (object.status ?? {}) as RequestStatus;
const isJudgement = ({ type }: Condition): boolean => type === 'Approved' || type === 'Denied';

/** Who approved or denied stays as it was; the certificate and other conditions are the signer's. */
export function withJudgement(object: KObject, old: KObject): KObject {
  const kept = (statusOf(old).conditions ?? []).filter(isJudgement);
  const others = (statusOf(object).conditions ?? []).filter((each) => !isJudgement(each));
  return withConditions(object, statusOf(object), [...kept, ...others]);
}

/** Only the conditions of the approval are taken. */
export function withApproval(object: KObject, old: KObject): KObject {
  const next = withTop(object, 'spec', old.spec);
  return withConditions(next, statusOf(old), statusOf(object).conditions ?? []);
}

/** Whoever judges need not say when. */
// Models pkg/registry/certificates/certificates/strategy.go, populateConditionTimestamps (v1.36)
export function withConditionTimes(object: KObject, old: KObject, time: string): KObject {
  const status = statusOf(object);
  const { conditions = [] } = status;
  if (conditions.every(({ lastUpdateTime, lastTransitionTime }) => lastUpdateTime && lastTransitionTime)) return object;
  const dated = conditions.map((each) => {
    const before = statusOf(old).conditions?.find(({ type, status }) => type === each.type && status === each.status);
    const lastTransitionTime = each.lastTransitionTime ?? before?.lastTransitionTime ?? time;
    return { ...each, lastUpdateTime: each.lastUpdateTime ?? time, lastTransitionTime };
  });
  return withConditions(object, status, dated);
}

function withConditions(object: KObject, status: RequestStatus, conditions: readonly Condition[]): KObject {
  if (conditions.length === 0 && status.conditions === undefined) return withTop(object, 'status', status);
  return withTop(object, 'status', { ...status, conditions });
}

/** Who asks is not what somebody says about himself. */
export function withRequestor(object: KObject, user: UserInfo): KObject {
  const {
    username: _name,
    uid: _uid,
    groups: _groups,
    extra: _extra,
    ...spec
  } = (object.spec ?? {}) as Record<string, unknown>;
  const own = {
    username: user.name,
    ...(user.uid === '' ? undefined : { uid: user.uid }),
    groups: user.groups,
    ...(Object.keys(user.extra).length === 0 ? undefined : { extra: user.extra }),
  };
  return { ...object, spec: { ...spec, ...own } };
}
