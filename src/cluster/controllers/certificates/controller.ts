import { isFailure } from '../../../api/errors/status.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import type { CertificateSigner } from '../../ports/certificate-signer.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { BACK_OFF, type Condition, isTrue, REQUESTS, type RequestStatus, type SigningRequest } from './requests.ts';
import { isBuiltInSigner, refusalOf } from './signers.ts';

const NAME = 'certificate-controller';
const YEAR_SECONDS = 365 * 24 * 3600;
const SHORTEST_SECONDS = 600;

/**
 * Signs the requests that somebody approved, for the built-in signers.
 * Models pkg/controller/certificates/certificate_controller.go and signer/signer.go (v1.36). Deviation: one loop for all signers.
 */
export class CertificateSigningController extends QueueController {
  private readonly requests = this.follow(this.runtime.informers.informer(REQUESTS));

  constructor(
    runtime: ControllerRuntime,
    private readonly signer: CertificateSigner,
  ) {
    super(runtime, NAME, { queue: 'certificate', backOff: BACK_OFF });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const object = this.requests.indexer.get(ctx, name);
    if (object === undefined) return true;
    const { spec, status = {} } = object as SigningRequest;
    if (!isBuiltInSigner(spec.signerName) || !isWaiting(status)) return true;
    const made = this.certificate(spec);
    const subject = subjectOf(REQUESTS, '', name);
    const signed = ctx.step(controllersSteps.certificateSigned, subject, {
      signer: spec.signerName,
      problem: made.problem ?? '',
    });
    const next =
      made.problem === undefined
        ? { ...status, certificate: made.certificate }
        : { ...status, conditions: [...(status.conditions ?? []), this.failedCondition(made.problem)] };
    const answer = yield* this.client.update(signed, REQUESTS, { ...object, status: next }, { subresource: 'status' });
    return !isFailure(answer);
  }

  private certificate(spec: SigningRequest['spec']): { readonly certificate?: string; readonly problem?: string } {
    const { request } = spec;
    const usages = spec.usages ?? [];
    const subject = this.signer.read(request);
    if (typeof subject === 'string') return { problem: subject };
    const problem = refusalOf(spec.signerName, { usages, subject });
    if (problem !== undefined) return { problem };
    const wanted = spec.expirationSeconds ?? YEAR_SECONDS;
    const seconds = Math.min(YEAR_SECONDS, Math.max(SHORTEST_SECONDS, wanted));
    return { certificate: this.signer.sign({ request, usages, seconds }) };
  }

  private failedCondition(message: string): Condition {
    const now = rfc3339(this.runtime.env.engine.background(NAME).wall);
    return {
      type: 'Failed',
      status: 'True',
      reason: 'SignerValidationFailure',
      message,
      lastUpdateTime: now,
      lastTransitionTime: now,
    };
  }
}

/** Approved, not denied, and neither signed nor refused by the signer. */
function isWaiting(status: RequestStatus): boolean {
  const over = isTrue(status, 'Denied') || isTrue(status, 'Failed') || (status.certificate ?? '') !== '';
  return isTrue(status, 'Approved') && !over;
}
