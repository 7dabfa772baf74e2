import { type FieldError, invalidValue } from '../../../api/errors/field-error.ts';
import { badRequest, conflict, invalid, isStatus, notFound, type Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { randomUid } from '../../../api/values/names.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { extend } from '../../../base/extend.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { AdmittedObject } from '../admission/chain.ts';
import { Lookups } from '../admission/lookups.ts';
import type { BoundObject, TokenClaims, TokenStatus } from '../authn/tokens.ts';
import type { Services } from '../parts/services.ts';
import { type Answer, failed, type Scope } from '../scope/scope.ts';
import { decodeBody } from './decode.ts';
import { attributesOf, trackFields, withNamespace } from './write.ts';

const TOKEN_REQUEST = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' };
const KIND = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
const DEFAULT_SECONDS = 3600;
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;
/** What kubelets ask for; it is honoured for a year, so that clients which never read the file again go on. */
const EXTENDED = 3607;
const YEAR = 365 * 24 * 3600;

interface TokenSpec {
  readonly audiences?: readonly string[] | null;
  readonly expirationSeconds?: number;
  readonly boundObjectRef?: { readonly kind?: string; readonly name?: string; readonly uid?: string } | null;
}

/** Makes a token for a ServiceAccount. Nothing is stored: the token itself is the record. */
// Models pkg/registry/core/serviceaccount/storage/token.go (v1.36)
export function* handleToken(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const decoded = decodeBody(scope, TOKEN_REQUEST, scope.request.body);
  if (isStatus(decoded))
    return failed(ctx.step(steps.decodeFailed, scope.subject, { error: decoded.message ?? '' }), decoded);
  const given = withDuration(decoded.object);
  scope.audit.requestObject = given;
  const read = ctx.step(steps.decoded, scope.subject, {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    defaulted: decoded.defaulted,
  });
  const placed = withNamespace(scope, given);
  if (isStatus(placed)) return failed(read, placed);
  const tracked = trackFields(scope, ctx.wall, undefined, placed, KIND);
  const attributes = attributesOf(scope, 'CREATE', tracked, undefined, false);
  const lookups = new Lookups(services, scope);
  const admitted = yield* services.admission.mutate(read, scope.subject, attributes, lookups);
  if (isStatus(admitted)) return failed(read, admitted);
  const tooShort = durationErrors(admitted.object.spec as TokenSpec);
  if (tooShort.length > 0) return failed(admitted.ctx, invalid(TOKEN_REQUEST, '', tooShort));
  const { namespace, name } = scope.info;
  const account = yield* scope.store.get(admitted.ctx, namespace, name);
  return isStatus(account) ? failed(admitted.ctx, account) : issue(services, scope, admitted, account);
}

function issue(services: Services, scope: Scope, { ctx, object: request }: AdmittedObject, account: KObject): Answer {
  const { namespace, name } = scope.info;
  const spec = request.spec as TokenSpec;
  const bound = boundTo(services, namespace, name, spec);
  if (isStatus(bound)) return failed(ctx, bound);
  const seconds = spec.expirationSeconds ?? DEFAULT_SECONDS;
  const id = randomUid(services.random);
  const audiences = spec.audiences ?? [];
  const extended = seconds === EXTENDED && bound?.kind === 'Pod' && audiences.length === 0;
  const own = ctx.step(steps.tokenIssued, scope.subject, {
    serviceAccount: `${namespace}/${name}`,
    boundTo: bound === undefined ? '' : `${bound.kind} ${bound.name}`,
    seconds,
    honoured: extended ? YEAR : seconds,
  });
  const expiresAt = ctx.wall + seconds * SECOND;
  const named = audiences.length > 0 ? audiences : [services.access.tokens.issuer];
  const node = bound?.kind === 'Pod' ? nodeOf(services, namespace, bound.name) : undefined;
  const claims = {
    namespace,
    serviceAccount: name,
    uid: account.metadata.uid ?? '',
    id,
    notBefore: ctx.wall,
    expiresAt: extended ? ctx.wall + YEAR * SECOND : expiresAt,
    warnAfter: extended ? seconds : undefined,
    audiences,
    bound,
    node,
  };
  const status = statusFor(services, scope, claims, ctx.wall, rfc3339(expiresAt));
  scope.audit.annotate('authentication.kubernetes.io/issued-credential-id', `JTI=${id}`);
  return { ctx: own, code: 201, body: answer(request, account, spec, named, status, ctx.wall) };
}

/** What goes out as text, or into a log, is written out at once. */
function statusFor(
  { access: { tokens }, config }: Services,
  { request }: Scope,
  claims: TokenClaims,
  now: number,
  expirationTimestamp: string,
): TokenStatus {
  const isRead = request.target === undefined || config.onAudit !== undefined;
  if (!isRead) return tokens.issueLater(claims, now, expirationTimestamp);
  return { token: tokens.issue(claims, now), expirationTimestamp };
}

// Models pkg/apis/authentication/v1/defaults.go (v1.36)
function withDuration(request: KObject): KObject {
  const spec = (request.spec ?? {}) as { readonly expirationSeconds?: number | null };
  if (spec.expirationSeconds !== undefined && spec.expirationSeconds !== null) return request;
  return { ...request, spec: { ...spec, expirationSeconds: DEFAULT_SECONDS } };
}

// Models pkg/apis/authentication/validation/validation.go (v1.36)
function durationErrors({ expirationSeconds = DEFAULT_SECONDS }: TokenSpec): readonly FieldError[] {
  const field = 'spec.expirationSeconds';
  if (expirationSeconds < MIN_SECONDS) {
    return [invalidValue(field, expirationSeconds, 'may not specify a duration less than 10 minutes')];
  }
  return expirationSeconds > MAX_SECONDS
    ? [invalidValue(field, expirationSeconds, 'may not specify a duration larger than 2^32 seconds')]
    : [];
}

function nodeOf(services: Services, namespace: string, pod: string): { name: string; uid: string } | undefined {
  const object = services.stores.byName('pods')?.cacher.get(namespace, pod);
  const name = (object?.spec as { readonly nodeName?: string } | undefined)?.nodeName;
  const uid = services.stores.byName('nodes')?.cacher.get('', name ?? '')?.metadata.uid;
  return name === undefined || uid === undefined ? undefined : { name, uid };
}

function answer(
  request: KObject,
  account: KObject,
  spec: TokenSpec,
  audiences: readonly string[],
  status: TokenStatus,
  now: number,
): KObject {
  const { name, namespace, uid } = account.metadata;
  return {
    ...request,
    metadata: extend(request.metadata, {
      name,
      namespace,
      uid,
      creationTimestamp: rfc3339(now),
    }) as KObject['metadata'],
    spec: {
      ...spec,
      audiences,
      expirationSeconds: spec.expirationSeconds ?? DEFAULT_SECONDS,
    },
    status,
  };
}

function boundTo(
  services: Services,
  namespace: string,
  account: string,
  spec: TokenSpec,
): BoundObject | undefined | Status {
  const ref = spec.boundObjectRef;
  if (ref === undefined || ref === null) return undefined;
  const { kind = '', name = '', uid = '' } = ref;
  const resource = kind === 'Pod' ? 'pods' : kind === 'Secret' ? 'secrets' : kind === 'Node' ? 'nodes' : undefined;
  if (resource === undefined)
    return badRequest(`cannot bind token for serviceaccount "${account}" to object type ${kind}`);
  const object = services.stores.byName(resource)?.cacher.get(resource === 'nodes' ? '' : namespace, name);
  if (object === undefined) return notFound({ group: '', resource }, name);
  if (resource === 'pods') {
    const used = (object.spec as { readonly serviceAccountName?: string }).serviceAccountName;
    if (used !== account) {
      return badRequest(
        `cannot bind token for serviceaccount "${account}" to pod running with different serviceaccount name.`,
      );
    }
  }
  if (uid !== '' && uid !== object.metadata.uid) {
    return conflict(
      { group: '', resource: kind },
      name,
      `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  }
  return { kind, name, uid: object.metadata.uid ?? '' };
}
