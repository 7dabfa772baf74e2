import { denied, type Status } from '../../../api/status.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { Authorizer } from '../authz/attributes.ts';
import type { RequestInfo } from '../request/request-info.ts';
import { AUTHENTICATED, type UserInfo } from './user.ts';

const ACCOUNT = 'system:serviceaccount:';

/** Whom the request is to act as, when its headers ask for somebody else; a Status when that is not allowed. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/filters/impersonation (v1.36). Deviation: of the constrained modes only the refusal's text.
export function impersonated(
  request: ApiRequest,
  info: RequestInfo,
  user: UserInfo,
  authorizer: Authorizer,
): UserInfo | Status | undefined {
  const name = request.headers['impersonate-user'];
  if (name === undefined || name === '') return undefined;
  const groups = (request.headers['impersonate-group'] ?? '').split(',').filter((group) => group !== '');
  const wanted: readonly (readonly [resource: string, name: string])[] = [
    ['users', name],
    ...groups.map((group) => ['groups', group] as const),
  ];
  for (const [resource, target] of wanted) {
    const asked = impersonation(resource, target);
    if (authorizer.authorize({ user, info: asked, fieldSelector: undefined }).decision === 'allow') continue;
    return denied({
      user: user.name,
      verb: `impersonate-on:user-info:${info.verb}`,
      resource: { group: info.group, resource: info.resource },
      subresource: info.subresource,
      namespace: info.namespace,
      name: info.name,
    });
  }
  return { name, uid: '', groups: [...groupsOf(name, groups), AUTHENTICATED], extra: {} };
}

function impersonation(resource: string, name: string): RequestInfo {
  return {
    isResource: true,
    verb: 'impersonate',
    path: '',
    group: '',
    version: 'v1',
    namespace: '',
    resource,
    subresource: '',
    name,
    rest: [],
  };
}

function groupsOf(name: string, groups: readonly string[]): readonly string[] {
  if (groups.length > 0 || !name.startsWith(ACCOUNT)) return groups;
  const namespace = name.slice(ACCOUNT.length).split(':')[0] ?? '';
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}
