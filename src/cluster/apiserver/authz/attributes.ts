import type { UserInfo } from '../authn/user.ts';
import type { RequestInfo } from '../request/request-info.ts';

/** What is to be allowed or not. */
export interface Attributes {
  readonly user: UserInfo;
  readonly info: RequestInfo;
  readonly fieldSelector: string | undefined;
}

export type Decision = 'allow' | 'deny' | 'no-opinion';

export interface Verdict {
  readonly decision: Decision;
  readonly reason: string;
  readonly authorizer: string;
  /** It would be the same whatever the object is called, for as long as no RBAC object changes. */
  readonly forAnyName?: boolean;
}

/** A verdict of all authorizers together. */
export interface UnionVerdict extends Verdict {
  /** What each answered, in order: `name=answer`, separated by semicolons. `-`: no opinion and no reason. */
  readonly tried: string;
}

export interface Authorizer {
  authorize(attributes: Attributes): Verdict;
}
