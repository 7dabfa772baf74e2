import type { KObject } from '../../api/types/meta.ts';

/** A cluster's own account of what was asked of its API server, in the order in which requests arrived. */
export interface AuditLog {
  /** RFC 3339: just before the first of them. */
  readonly time: string;
  readonly requests: readonly LoggedRequest[];
}

/** One request, as the lines about it tell. Times are microseconds. */
export interface LoggedRequest {
  readonly id: string;
  readonly receivedAt: number;
  /** When it was answered; undefined where no line tells, as of a watch that goes on. */
  readonly answeredAt: number | undefined;
  readonly verb: string;
  readonly uri: string;
  readonly user: string;
  readonly groups: readonly string[];
  readonly userAgent: string;
  /** How its sender has proved who it is, where a credential is named. */
  readonly credential: 'certificate' | 'token' | undefined;
  readonly target: LoggedTarget | undefined;
  readonly code: number | undefined;
  /** Why it failed, in the server's words. */
  readonly message: string | undefined;
  /** `allow` or `forbid`, and the rule that said so. */
  readonly decision: string | undefined;
  readonly decidedBy: string;
  readonly sent: KObject | undefined;
  readonly answer: KObject | undefined;
}

export interface LoggedTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}
