// Models pkg/controller/certificates/approver/sarapprove.go handle (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { CertificateSigningRequest } from '../../../api/types/certificates.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { readCertificateRequest } from '../../../api/values/certificate-request.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { isTrue, REQUESTS, type SigningRequest } from './requests.ts';
import { refusalOf } from './signers.ts';

const KUBELETS = 'kubernetes.io/kube-apiserver-client-kubelet';
const REVIEWS = resourceOf('subjectaccessreviews', 'authorization.k8s.io');

/** What the asker must be allowed to create, and what the approval says then. */
const SELF = {
  subresource: 'selfnodeclient',
  message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
};
const NODE = {
  subresource: 'nodeclient',
  message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
};

/** What approving needs of the controller. */
interface Parts {
  readonly requests: SharedInformer<CertificateSigningRequest>;
  readonly client: RestClient;
}

export function* approveOrWait(ctx: Context, parts: Parts, name: string): Process<'done' | 'refused' | 'failed'> {
  const request = parts.requests.indexer.get(ctx, name) as SigningRequest | undefined;
  if (request === undefined || isDecided(request)) return 'done';
  const kinds = kindsOf(request);
  for (const kind of kinds) {
    const args = { permission: kind.subresource };
    const asking = ctx.step(upkeepSteps.approvalAsked, subjectOfObject(REQUESTS, request), args);
    const answer = yield* parts.client.create(asking, REVIEWS, undefined, reviewFor(request, kind.subresource));
    if (isFailure(answer)) return 'failed';
    const { status } = answer as KObject & { readonly status?: { readonly allowed?: boolean } };
    if (status?.allowed === true) return yield* approve(asking, parts, request, kind.message);
  }
  return kinds.length > 0 ? 'refused' : 'done';
}

function* approve(
  ctx: Context,
  { client }: Parts,
  request: SigningRequest,
  message: string,
): Process<'done' | 'failed'> {
  const now = rfc3339(ctx.wall);
  const times = { lastUpdateTime: now, lastTransitionTime: now };
  const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message, ...times };
  const conditions = [...(request.status?.conditions ?? []), condition];
  const next = { ...request, status: { ...request.status, conditions } };
  const approving = ctx.step(upkeepSteps.approved, subjectOfObject(REQUESTS, request), { message });
  const answer = yield* client.update(approving, REQUESTS, next, { subresource: 'approval' });
  return isFailure(answer) ? 'failed' : 'done';
}

function isDecided({ status = {} }: SigningRequest): boolean {
  return (status.certificate ?? '') !== '' || isTrue(status, 'Approved') || isTrue(status, 'Denied');
}

/** Who asks in its own name is looked at as such first. */
function kindsOf({ spec }: SigningRequest): readonly (typeof SELF)[] {
  if (spec.signerName !== KUBELETS) return [];
  const read = readCertificateRequest(spec.request);
  if (typeof read === 'string') return [];
  const commonName = (read.subject.get('2.5.4.3') ?? []).at(-1) ?? '';
  const organizations = read.subject.get('2.5.4.10') ?? [];
  const { hasAlternativeNames } = read;
  const subject = { commonName, organizations, hasAlternativeNames };
  if (refusalOf(KUBELETS, { usages: spec.usages ?? [], subject }) !== undefined) return [];
  return spec.username === commonName ? [SELF, NODE] : [NODE];
}

function reviewFor({ spec }: SigningRequest, subresource: string): object {
  const { username, uid, groups, extra } = spec;
  const resource = 'certificatesigningrequests';
  const resourceAttributes = { group: 'certificates.k8s.io', resource, verb: 'create', subresource, version: '*' };
  return {
    kind: 'SubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec: { resourceAttributes, user: username, groups, ...(extra && { extra }), ...(uid && { uid }) },
    status: { allowed: false },
  };
}
