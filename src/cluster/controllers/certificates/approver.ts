import { readCertificateRequest } from '../../../api/certificate-request.ts';
import { resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/upkeep.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { isTrue, REQUESTS, type SigningRequest } from './requests.ts';
import { refusalOf } from './signers.ts';

const NAME = 'csrapproving';
const KUBELETS = 'kubernetes.io/kube-apiserver-client-kubelet';
const REVIEWS = resourceOf('subjectaccessreviews', 'authorization.k8s.io');
const FIRST_PAUSE = 200_000;
const LONGEST_PAUSE = 1_000_000_000;

/** What the asker must be allowed to create, and what the approval says then. */
const SELF = {
  subresource: 'selfnodeclient',
  message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
};
const NODE = {
  subresource: 'nodeclient',
  message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
};

/**
 * Approves what kubelets ask for to sign in with, when they may.
 * Models pkg/controller/certificates/approver/sarapprove.go (v1.36)
 */
export class CertificateApprovingController extends QueueController {
  private readonly requests = this.follow(this.runtime.informers.informer(REQUESTS));
  /** How often nobody was allowed to: the pauses grow. */
  private readonly refusals = new Map<string, number>();

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: NAME, account: 'certificate-controller' });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const request = this.requests.indexer.get(ctx, name) as SigningRequest | undefined;
    if (request === undefined) this.refusals.delete(name);
    if (request === undefined || isDecided(request)) return true;
    const kinds = kindsOf(request);
    for (const kind of kinds) {
      const args = { permission: kind.subresource };
      const asking = ctx.step(upkeepSteps.approvalAsked, subjectOfObject(REQUESTS, request), args);
      const answer = yield* this.client.create(asking, REVIEWS, undefined, reviewFor(request, kind.subresource));
      if (isFailure(answer)) return false;
      const { status } = answer as KObject & { readonly status?: { readonly allowed?: boolean } };
      if (status?.allowed === true) return yield* this.approve(asking, request, kind.message);
    }
    if (kinds.length > 0) this.tryLater(ctx, name);
    return true;
  }

  private *approve(ctx: Context, request: SigningRequest, message: string): Process<boolean> {
    const now = rfc3339(ctx.now);
    const times = { lastUpdateTime: now, lastTransitionTime: now };
    const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message, ...times };
    const conditions = [...(request.status?.conditions ?? []), condition];
    const next = { ...request, status: { ...request.status, conditions } };
    const approving = ctx.step(upkeepSteps.approved, subjectOfObject(REQUESTS, request), { message });
    const answer = yield* this.client.update(approving, REQUESTS, next, { subresource: 'approval' });
    return !isFailure(answer);
  }

  private tryLater(ctx: Context, name: string): void {
    const times = this.refusals.get(name) ?? 0;
    this.refusals.set(name, times + 1);
    this.queue.addAfter(ctx, name, Math.min(FIRST_PAUSE * 2 ** times, LONGEST_PAUSE), true);
  }
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
