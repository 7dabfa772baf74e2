import { randomUid } from '../../../api/names.ts';
import { badRequest, conflict, isStatus, notFound, type Status } from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { extend } from '../../../base/extend.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { BoundObject } from '../authn/tokens.ts';
import type { Services } from '../services.ts';
import { decodeBody } from './decode.ts';
import { type Answer, failed, type Scope } from './scope.ts';
import { attributesOf, trackFields, withNamespace } from './write.ts';

const TOKEN_REQUEST = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' };
const KIND = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
const AUDIENCE = 'https://kubernetes.default.svc.cluster.local';
const DEFAULT_SECONDS = 3600;
const MIN_SECONDS = 600;
const SECOND = 1_000_000;

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
  scope.audit.requestObject = decoded.object;
  const read = ctx.step(steps.decoded, scope.subject, {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    defaulted: decoded.defaulted,
  });
  const placed = withNamespace(scope, decoded.object);
  if (isStatus(placed)) return failed(read, placed);
  const { namespace, name } = scope.info;
  const tracked = trackFields(scope, ctx.now, undefined, placed, KIND);
  const lookups = services.admissionServices(scope);
  const attributes = attributesOf(scope, 'CREATE', tracked, undefined, false);
  const admitted = yield* services.admission.mutate(read, scope.subject, attributes, lookups);
  if (isStatus(admitted)) return failed(read, admitted);
  const account = yield* scope.store.get(admitted.ctx, namespace, name);
  if (isStatus(account)) return failed(admitted.ctx, account);
  const spec = admitted.object.spec as TokenSpec;
  const bound = boundTo(services, namespace, name, spec);
  if (isStatus(bound)) return failed(admitted.ctx, bound);
  const seconds = spec.expirationSeconds ?? DEFAULT_SECONDS;
  if (seconds < MIN_SECONDS) return failed(admitted.ctx, badRequest('may not specify a duration less than 10 minutes'));
  const id = randomUid(services.random);
  const own = admitted.ctx.step(steps.tokenIssued, scope.subject, {
    serviceAccount: `${namespace}/${name}`,
    boundTo: bound === undefined ? '' : `${bound.kind} ${bound.name}`,
    seconds,
  });
  const expiresAt = ctx.now + seconds * SECOND;
  const audiences = spec.audiences ?? [];
  const token = services.tokens.issue({
    namespace,
    serviceAccount: name,
    uid: account.metadata.uid ?? '',
    id,
    expiresAt,
    audiences: audiences.length > 0 ? audiences : [AUDIENCE],
    bound,
  });
  scope.audit.annotations['authentication.kubernetes.io/issued-credential-id'] = `JTI=${id}`;
  return { ctx: own, code: 201, body: answer(admitted.object, account, spec, audiences, token, ctx.now, expiresAt) };
}

function answer(
  request: KObject,
  account: KObject,
  spec: TokenSpec,
  audiences: readonly string[],
  token: string,
  now: number,
  expiresAt: number,
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
      audiences: audiences.length > 0 ? audiences : [AUDIENCE],
      expirationSeconds: spec.expirationSeconds ?? DEFAULT_SECONDS,
    },
    status: { token, expirationTimestamp: rfc3339(expiresAt) },
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
