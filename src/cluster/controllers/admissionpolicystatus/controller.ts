import { resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';

const NAME = 'validatingadmissionpolicy-status-controller';
const MANAGER = 'validatingadmissionpolicy-status';

interface Policy extends KObject {
  readonly status?: { readonly observedGeneration?: number };
}

/**
 * Says of each policy that its expressions have been looked at.
 * Models pkg/controller/validatingadmissionpolicystatus/controller.go (v1.36). Expressions have no types here, so it never warns.
 */
export class AdmissionPolicyStatusController extends QueueController {
  private readonly info = resourceOf('validatingadmissionpolicies', 'admissionregistration.k8s.io');
  private readonly policies = this.follow(this.runtime.informers.informer(this.info));

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: MANAGER });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const policy = this.policies.indexer.get(ctx, name) as Policy | undefined;
    const { generation = 1 } = policy?.metadata ?? {};
    if (policy === undefined || generation <= (policy.status?.observedGeneration ?? 0)) return true;
    const checked = ctx.step(controllersSteps.policyChecked, subjectOf(this.info, undefined, name), { generation });
    const answer = yield* this.client.patch(checked, this.info, undefined, name, {
      type: 'apply',
      subresource: 'status',
      query: { fieldManager: MANAGER, force: 'true' },
      body: {
        kind: 'ValidatingAdmissionPolicy',
        apiVersion: 'admissionregistration.k8s.io/v1',
        metadata: { name },
        status: { observedGeneration: generation, typeChecking: {} },
      },
    });
    return !isFailure(answer) || answer.reason === 'NotFound';
  }
}
