import { badRequest, denied, type Status } from '../../../api/errors/status.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { AUTHENTICATED, type UserInfo } from '../authn/user.ts';
import type { Authorizer } from '../authz/attributes.ts';
import { plainInfo, type RequestInfo } from '../request/request-info.ts';

export interface Impersonated {
  readonly user: UserInfo;
  /** `impersonate:user-info` and its like, or the older `impersonate`. */
  readonly mode: string;
}

interface Wanted {
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name: string;
}

const ACCOUNT = 'system:serviceaccount:';
const NODE = 'system:node:';
const EXTRA = 'impersonate-extra-';
const GROUP = 'authentication.k8s.io';
const UNAUTHENTICATED = 'system:unauthenticated';

/** Whom the request is to act as; a Status when that is not allowed. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/filters/impersonation (v1.36)
export function impersonated(
  request: ApiRequest,
  info: RequestInfo,
  user: UserInfo,
  authorizer: Authorizer,
): Impersonated | Status {
  const { headers } = request;
  const name = headers['impersonate-user'] ?? '';
  const groups = (headers['impersonate-group'] ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
  const uid = headers['impersonate-uid'] ?? '';
  const extra = extraOf(headers);
  if (name === '') return badRequest(`requested ${describe(groups, uid, extra)} without impersonating a user`);
  const wanted = identity(name, groups, uid, extra);
  const mode = modeFor(name, user);
  const allowed = (asked: RequestInfo): boolean =>
    authorizer.authorize({ user, info: asked, fieldSelector: undefined }).decision === 'allow';
  const onTarget = { ...plainInfo(info), verb: `impersonate-on:${mode}:${info.verb}` };
  const constrained = allowed(onTarget) && wanted.every((each) => allowed(asking(`impersonate:${mode}`, GROUP, each)));
  const legacy = constrained || wanted.every((each) => allowed(asking('impersonate', legacyGroup(each), each)));
  if (!legacy) {
    return denied({
      user: user.name,
      verb: onTarget.verb,
      resource: { group: info.group, resource: info.resource },
      subresource: info.subresource,
      namespace: info.namespace,
      name: info.name,
    });
  }
  const acting = { name, uid, groups: allGroups(name, groups), extra };
  return { user: acting, mode: constrained ? `impersonate:${mode}` : 'impersonate' };
}

function modeFor(name: string, user: UserInfo): string {
  if (name.startsWith(ACCOUNT)) return 'serviceaccount';
  if (!name.startsWith(NODE)) return 'user-info';
  const own = user.extra['authentication.kubernetes.io/node-name']?.[0];
  return own === name.slice(NODE.length) ? 'associated-node' : 'arbitrary-node';
}

function identity(name: string, groups: readonly string[], uid: string, extra: UserInfo['extra']): readonly Wanted[] {
  const [namespace = '', account = ''] = name.startsWith(ACCOUNT) ? name.slice(ACCOUNT.length).split(':') : [];
  return [
    account === '' ? { resource: 'users', name } : { resource: 'serviceaccounts', namespace, name: account },
    ...groups.map((group) => ({ resource: 'groups', name: group })),
    ...(uid === '' ? [] : [{ resource: 'uids', name: uid }]),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => ({ resource: 'userextras', subresource: key, name: value })),
    ),
  ];
}

/** The older verb asks about users, groups and accounts of the core group. */
function legacyGroup({ resource }: Wanted): string {
  return resource === 'uids' || resource === 'userextras' ? GROUP : '';
}

function asking(
  verb: string,
  group: string,
  { resource, subresource = '', namespace = '', name }: Wanted,
): RequestInfo {
  return { isResource: true, verb, path: '', group, version: 'v1', namespace, resource, subresource, name, rest: [] };
}

function extraOf(headers: ApiRequest['headers']): UserInfo['extra'] {
  const extra: Record<string, readonly string[]> = {};
  for (const name of Object.keys(headers)) {
    if (name.startsWith(EXTRA)) extra[name.slice(EXTRA.length).replaceAll('%2f', '/')] = [headers[name] ?? ''];
  }
  return extra;
}

function allGroups(name: string, groups: readonly string[]): readonly string[] {
  let all = groups;
  if (groups.length === 0 && name.startsWith(ACCOUNT)) {
    const namespace = name.slice(ACCOUNT.length).split(':')[0] ?? '';
    all = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  }
  const known = all.includes(AUTHENTICATED) || all.includes(UNAUTHENTICATED);
  return known ? all : [...all, name === 'system:anonymous' ? UNAUTHENTICATED : AUTHENTICATED];
}

/** The references as the server prints them: kind, namespace, name and four empty fields. */
function describe(groups: readonly string[], uid: string, extra: UserInfo['extra']): string {
  const references = [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...Object.entries(extra).flatMap(([key, values]) => values.map((value) => `{UserExtra  ${value}    ${key}}`)),
    ...(uid === '' ? [] : [`{UID  ${uid}    }`]),
  ];
  return `[${references.join(' ')}]`;
}
