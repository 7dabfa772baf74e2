import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { typeWarnings } from './type-check.ts';

const NAME = 'validatingadmissionpolicy-status-controller';
const MANAGER = 'validatingadmissionpolicy-status';

/**
 * Says of each policy that its expressions have been looked at, and what in them the matched kinds do not have.
 * Models pkg/controller/validatingadmissionpolicystatus/controller.go (v1.36)
 */
export class AdmissionPolicyStatusController extends QueueController {
  private readonly info = resourceOf('validatingadmissionpolicies', 'admissionregistration.k8s.io');
  private readonly definitions = this.runtime.informers.informer(
    resourceOf('customresourcedefinitions', 'apiextensions.k8s.io'),
  );
  private readonly policies = this.follow(this.runtime.informers.informer(this.info));

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: MANAGER });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const policy = this.policies.indexer.get(ctx, name);
    const { generation = 1 } = policy?.metadata ?? {};
    if (policy === undefined || generation <= (policy.status?.observedGeneration ?? 0)) return true;
    const definitions = this.definitions.indexer.list(ctx);
    const expressionWarnings = typeWarnings(policy, definitions);
    const typeChecking = expressionWarnings.length === 0 ? {} : { expressionWarnings };
    const checked = ctx.step(controllersSteps.policyChecked, subjectOf(this.info, undefined, name), { generation });
    const answer = yield* this.client.patch(checked, this.info, undefined, name, {
      type: 'apply',
      subresource: 'status',
      query: { fieldManager: MANAGER, force: 'true' },
      body: {
        kind: 'ValidatingAdmissionPolicy',
        apiVersion: 'admissionregistration.k8s.io/v1',
        metadata: { name },
        status: { observedGeneration: generation, typeChecking },
      },
    });
    return !isFailure(answer) || answer.reason === 'NotFound';
  }
}
