import {
  badRequest,
  invalid,
  isStatus,
  methodNotAllowedOnPath,
  notFound,
  type Status,
} from '../../../api/errors/status.ts';
import { updateManagedFields } from '../../../api/fields/managed-fields.ts';
import { isFields } from '../../../api/go/json.ts';
import { apiVersionOf, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import { parseSelector } from '../../../api/selectors/selectors.ts';
import type { FieldSelectorRequirement, ResourceAttributes } from '../../../api/types/authorization.ts';
import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { accessReviewErrors } from '../../../api/validation/access/access-review.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { AuditNotes } from '../audit/audit-entry.ts';
import type { UserInfo } from '../authn/user.ts';
import type { Services } from '../parts/services.ts';
import { refuseAccept } from '../request/negotiation.ts';
import { plainInfo, type RequestInfo } from '../request/request-info.ts';
import { type Answer, failed, managerOf } from '../scope/scope.ts';
import { presentationOf } from '../table/presentation.ts';
import { handleBinding } from './binding.ts';
import { decodeBody } from './decode.ts';

export interface ReviewScope {
  readonly request: ApiRequest;
  readonly info: RequestInfo;
  readonly user: UserInfo;
  readonly resource: ResourceInfo;
  readonly subject: string;
  readonly audit: AuditNotes;
  readonly warnings: string[];
}

interface ReviewSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly namespace?: string;
  readonly token?: string;
  readonly audiences?: readonly string[];
  readonly extra?: UserInfo['extra'];
}

/** The older way to bind a Pod: the Binding itself says which. */
// Models pkg/registry/core/pod/storage/storage.go, LegacyBindingREST (v1.36)
function* bindNamed(services: Services, ctx: Context, scope: ReviewScope): Process<Answer> {
  const store = services.stores.byName('pods');
  if (store === undefined) return failed(ctx, methodNotAllowedOnPath());
  const { body } = scope.request;
  const named = isFields(body) && isFields(body.metadata) ? body.metadata.name : undefined;
  const name = typeof named === 'string' ? named : '';
  const { request, user, subject, audit, warnings } = scope;
  const info = { ...plainInfo(scope.info), resource: 'pods', subresource: 'binding', name };
  const resource = store.info;
  return yield handleBinding(services, ctx, { request, info, user, resource, store, subject, audit, warnings });
}

/** Kinds that are questions: they are answered and not kept. */
// Models pkg/registry/authorization and pkg/registry/authentication (v1.36)
export function* handleReview(services: Services, ctx: Context, scope: ReviewScope): Process<Answer> {
  const { resource, info, request } = scope;
  if (resource.resource === 'componentstatuses') return componentStatuses(services, ctx, scope);
  if (resource.resource === 'bindings' && info.verb === 'create') return yield* bindNamed(services, ctx, scope);
  const form = FORMS[resource.resource];
  if (info.verb !== 'create' || info.name !== '' || form === undefined) return failed(ctx, methodNotAllowedOnPath());
  if (resource.namespaced && info.namespace === '') return failed(ctx, methodNotAllowedOnPath());
  const unacceptable = refuseAccept(request, info.verb, false, false);
  if (unacceptable !== undefined) return failed(ctx, unacceptable);
  const decoded = decodeBody(scope, resource, request.body);
  if (isStatus(decoded)) return failed(ctx, decoded);
  const given = decoded.object;
  const body: KObject = {
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata: given.metadata ?? {},
    ...(given.spec === undefined ? undefined : { spec: given.spec }),
    status: given.status ?? form.empty,
  };
  scope.audit.requestObject = body;
  const spec = (given.spec ?? {}) as ReviewSpec;
  const namespaced = resource.namespaced ? { namespace: info.namespace } : undefined;
  const tracked = form.fields ? trackedSpec(scope, body, ctx.wall) : undefined;
  const dated = form.dated ? { creationTimestamp: rfc3339(ctx.wall) } : undefined;
  const metadata = { ...body.metadata, ...namespaced, ...dated, ...tracked };
  const refused = refusedReview(scope, spec, metadata);
  if (refused !== undefined) return failed(ctx, refused);
  const status = reviewStatus(services, scope, spec);
  const { spec: _, ...rest } = body;
  const answered = form.spec === 'none' ? undefined : { spec: form.spec === 'empty' ? {} : (given.spec ?? {}) };
  return { ctx, code: 201, body: { ...rest, metadata, ...answered, status } };
}

/** A question that asks nothing, or too much. */
// Models pkg/apis/authorization/validation/validation.go and the REST storage of each review (v1.36)
function refusedReview({ resource, info }: ReviewScope, spec: ReviewSpec, metadata: ObjectMeta): Status | undefined {
  if (resource.resource === 'tokenreviews') {
    return (spec.token ?? '') === '' ? badRequest('token is required for TokenReview in authentication') : undefined;
  }
  if (resource.resource === 'selfsubjectrulesreviews') {
    return (spec.namespace ?? '') === '' ? badRequest('no namespace on request') : undefined;
  }
  if (FORMS[resource.resource] !== ACCESS) return undefined;
  const errors = accessReviewErrors({
    ofOthers: resource.resource !== 'selfsubjectaccessreviews',
    namespace: resource.namespaced ? info.namespace : undefined,
    metadata: { ...metadata },
    spec: { ...spec },
  });
  return errors.length === 0 ? undefined : invalid(resource, '', errors);
}

const COMPONENTS: readonly (readonly [name: string, message: string])[] = [
  ['controller-manager', 'ok'],
  ['scheduler', 'ok'],
  ['etcd-0', 'ok'],
];

/** An old kind that is made up anew whenever somebody looks. */
// Models pkg/registry/core/componentstatus/rest.go (v1.36)
function componentStatuses(services: Services, ctx: Context, scope: ReviewScope): Answer {
  scope.warnings.push('v1 ComponentStatus is deprecated in v1.19+');
  const all = COMPONENTS.map(([name, message]) => ({
    kind: 'ComponentStatus',
    apiVersion: 'v1',
    metadata: { name },
    conditions: [{ type: 'Healthy', status: 'True', message }],
  }));
  const presentation = presentationOf(scope.request, scope.resource, services.clock);
  if (scope.info.verb === 'list') return { ctx, code: 200, body: presentation.list(all, {}) };
  const found = all.find((each) => each.metadata.name === scope.info.name);
  if (scope.info.verb !== 'get') return failed(ctx, methodNotAllowedOnPath());
  if (found === undefined) return failed(ctx, notFound(scope.resource, scope.info.name));
  return { ctx, code: 200, body: presentation.one(found) };
}

/** How a kind of question is answered: which fields are noted as set, whether it is dated, what is left of its spec. */
interface ReviewForm {
  readonly fields: boolean;
  readonly dated: boolean;
  readonly spec: 'kept' | 'empty' | 'none';
  readonly empty: object;
}

const ACCESS: ReviewForm = { fields: true, dated: false, spec: 'kept', empty: { allowed: false } };
const FORMS: { readonly [resource: string]: ReviewForm | undefined } = {
  selfsubjectaccessreviews: ACCESS,
  subjectaccessreviews: ACCESS,
  localsubjectaccessreviews: ACCESS,
  selfsubjectrulesreviews: {
    fields: false,
    dated: false,
    spec: 'empty',
    empty: { resourceRules: null, nonResourceRules: null, incomplete: false },
  },
  selfsubjectreviews: { fields: false, dated: true, spec: 'none', empty: { userInfo: {} } },
  tokenreviews: { fields: true, dated: false, spec: 'kept', empty: { user: {} } },
};

function trackedSpec(scope: ReviewScope, body: KObject, now: number): Pick<KObject['metadata'], 'managedFields'> {
  const { group, version, kind } = scope.resource;
  const managedFields = updateManagedFields({
    kind: { apiVersion: `${group}/${version}`, kind },
    before: undefined,
    after: { ...body, status: undefined },
    manager: managerOf(scope),
    time: rfc3339(now),
    subresource: '',
  });
  return { managedFields };
}

function reviewStatus(services: Services, scope: ReviewScope, spec: ReviewSpec): object | undefined {
  switch (scope.resource.resource) {
    case 'selfsubjectaccessreviews':
      return access(services, scope.user, spec);
    case 'subjectaccessreviews':
    case 'localsubjectaccessreviews':
      return access(
        services,
        { name: spec.user ?? '', groups: spec.groups ?? [], uid: spec.uid ?? '', extra: spec.extra ?? {} },
        spec,
      );
    case 'selfsubjectreviews':
      return { userInfo: userInfo(scope.user) };
    case 'selfsubjectrulesreviews':
      return rules(services, scope.user, spec.namespace ?? '');
    case 'tokenreviews':
      return token(services, spec.token ?? '', spec.audiences ?? []);
    default:
      return undefined;
  }
}

function access(services: Services, user: UserInfo, spec: ReviewSpec): object {
  const { authorizer } = services.access;
  const { decision, reason } = authorizer.authorize({ user, info: requested(spec), fieldSelector: undefined });
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' ? { denied: true } : undefined),
    ...(reason === '' ? undefined : { reason }),
    ...unread(spec.resourceAttributes),
  };
}

/** Selectors that nobody here can read do not narrow the question. */
// Models pkg/registry/authorization/util/helpers.go, BuildEvaluationError (v1.36)
function unread(asked: ResourceAttributes | undefined): object | undefined {
  const errors = (['fieldSelector', 'labelSelector'] as const).flatMap((kind) => {
    const { rawSelector = '', requirements = [] } = asked?.[kind] ?? {};
    const [isRead, isText] =
      kind === 'fieldSelector' ? [isFieldRequirement, isFieldText] : [isLabelRequirement, isLabelText];
    const readable = requirements.filter(isRead).length;
    if (readable === requirements.length && isText(rawSelector)) return [];
    return [`spec.resourceAttributes.${kind} ${readable > 0 ? 'partially ignored' : 'ignored'} due to parse error`];
  });
  if (errors.length === 0) return undefined;
  return { evaluationError: errors.length === 1 ? errors[0] : `[${errors.join(', ')}]` };
}

/** As it was sent: nothing has checked that it has an operator. */
type Requirement = Partial<FieldSelectorRequirement>;

function isFieldRequirement({ operator, values = [] }: Requirement): boolean {
  return (operator === 'In' || operator === 'NotIn') && values.length === 1;
}

function isFieldText(text: string): boolean {
  return text.split(',').every((term) => term === '' || term.includes('='));
}

function isLabelText(text: string): boolean {
  return !('error' in parseSelector(text));
}

function isLabelRequirement({ operator = '' }: Requirement): boolean {
  return ['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator);
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
  const found = services.access.rbac.rulesOf(user, namespace);
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

function token({ access: { authenticator } }: Services, text: string, asked: readonly string[]): object {
  const found = authenticator.review(text, asked);
  if (!('user' in found)) return { user: {}, error: found.reason };
  return {
    authenticated: true,
    user: userInfo(found.user),
    audiences: authenticator.audiences(text, found, asked),
  };
}

function userInfo({ name, uid, groups, extra }: UserInfo): object {
  return {
    username: name,
    ...(uid === '' ? undefined : { uid }),
    groups,
    ...(Object.keys(extra).length === 0 ? undefined : { extra }),
  };
}
