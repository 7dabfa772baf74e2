// Models staging/src/k8s.io/apiserver/pkg/apis/audit/v1/types.go (v1.36)

import type { KObject } from '../../api/types/meta.ts';

/** What was asked of a real API server, in the order of arrival (the same shape as in brought/audit/log.ts). */
export interface AuditLog {
  /** RFC 3339: just before the first request. */
  readonly time: string;
  readonly requests: readonly LoggedRequest[];
}

/** Times are microseconds. */
export interface LoggedRequest {
  readonly id: string;
  readonly receivedAt: number;
  readonly answeredAt: number | undefined;
  readonly verb: string;
  readonly uri: string;
  readonly user: string;
  readonly groups: readonly string[];
  readonly userAgent: string;
  readonly credential: 'certificate' | 'token' | undefined;
  readonly target: LoggedTarget | undefined;
  readonly code: number | undefined;
  readonly message: string | undefined;
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

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

export function isWrite({ verb }: LoggedRequest): boolean {
  return WRITES.has(verb);
}

/** It has changed something. */
export function isDone(request: LoggedRequest): boolean {
  const { code = 0 } = request;
  return isWrite(request) && code >= 200 && code < 300 && !/[?&]dryRun=/.test(request.uri);
}

/** `deployments.apps/default/web`: how steps name what a request is about. */
export function subjectOf({ target, uri }: LoggedRequest): string {
  if (target === undefined) return uri.split('?', 1)[0] ?? uri;
  const { group, resource, namespace, name } = target;
  const word = group === '' ? resource : `${resource}.${group}`;
  return [word, namespace, name].filter((part) => part !== '').join('/');
}
