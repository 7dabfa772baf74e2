import { isFields } from '../../../api/json.ts';
import type { ResourceInfo } from '../../../api/scheme.ts';
import { methodNotAllowedOnPath } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { AuditNotes } from '../audit/audit-entry.ts';
import { ANONYMOUS, type UserInfo } from '../authn/user.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { Services } from '../services.ts';
import { type Answer, failed } from './scope.ts';

export interface ReviewScope {
  readonly request: ApiRequest;
  readonly info: RequestInfo;
  readonly user: UserInfo;
  readonly resource: ResourceInfo;
  readonly subject: string;
  readonly audit: AuditNotes;
}

interface ResourceAttributes {
  readonly namespace?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
}

interface ReviewSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly namespace?: string;
  readonly token?: string;
}

/** Kinds that are questions: they are answered and not kept. */
// Models pkg/registry/authorization and pkg/registry/authentication (v1.36)
export function* handleReview(services: Services, ctx: Context, scope: ReviewScope): Process<Answer> {
  const { resource, info, request } = scope;
  if (info.verb !== 'create' || !isFields(request.body)) return failed(ctx, methodNotAllowedOnPath());
  const body = request.body as unknown as KObject;
  scope.audit.requestObject = body;
  const status = reviewStatus(services, scope, (body.spec ?? {}) as ReviewSpec);
  if (status === undefined) return failed(ctx, methodNotAllowedOnPath());
  const metadata = body.metadata ?? {};
  return { ctx, code: 201, body: { ...body, kind: resource.kind, metadata, spec: body.spec ?? {}, status } };
}

function reviewStatus(services: Services, scope: ReviewScope, spec: ReviewSpec): object | undefined {
  switch (scope.resource.resource) {
    case 'selfsubjectaccessreviews':
      return access(services, scope.user, spec);
    case 'subjectaccessreviews':
    case 'localsubjectaccessreviews':
      return access(
        services,
        { ...ANONYMOUS, name: spec.user ?? '', groups: spec.groups ?? [], uid: spec.uid ?? '' },
        spec,
      );
    case 'selfsubjectreviews':
      return { userInfo: { username: scope.user.name, groups: scope.user.groups, extra: scope.user.extra } };
    case 'selfsubjectrulesreviews':
      return rules(services, scope.user, spec.namespace ?? '');
    case 'tokenreviews':
      return token(services, spec.token ?? '');
    default:
      return undefined;
  }
}

function access(services: Services, user: UserInfo, spec: ReviewSpec): object {
  const verdict = services.authorizer?.authorize({ user, info: requested(spec), fieldSelector: undefined });
  const allowed = verdict?.decision === 'allow';
  const reason = verdict?.reason ?? '';
  return {
    allowed,
    ...(verdict?.decision === 'deny' ? { denied: true } : undefined),
    ...(reason === '' ? undefined : { reason }),
  };
}

function requested(spec: ReviewSpec): RequestInfo {
  const { resourceAttributes: of, nonResourceAttributes: path } = spec;
  return {
    isResource: of !== undefined,
    verb: of?.verb ?? path?.verb ?? '',
    path: path?.path ?? '',
    group: of?.group ?? '',
    version: of?.version ?? '',
    namespace: of?.namespace ?? '',
    resource: of?.resource ?? '',
    subresource: of?.subresource ?? '',
    name: of?.name ?? '',
    rest: [],
  };
}

function rules(services: Services, user: UserInfo, namespace: string): object {
  const found = services.rbac?.rulesOf(user, namespace) ?? [];
  return {
    resourceRules: found
      .filter((rule) => rule.resources !== undefined)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs,
        apiGroups,
        resources,
        ...(resourceNames === undefined ? undefined : { resourceNames }),
      })),
    nonResourceRules: found
      .filter((rule) => rule.nonResourceURLs !== undefined)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
  };
}

function token(services: Services, text: string): object {
  const issued = services.tokens.find(text);
  if (issued === undefined) return { user: {}, error: '[invalid bearer token]' };
  const { user, claims } = issued;
  return {
    authenticated: true,
    user: { username: user.name, uid: user.uid, groups: user.groups, extra: user.extra },
    audiences: claims.audiences,
  };
}
