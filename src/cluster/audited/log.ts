// Models staging/src/k8s.io/apiserver/pkg/apis/audit/v1/types.go (v1.36)

import type { LoggedRequest } from '../../brought/audit/log.ts';

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
