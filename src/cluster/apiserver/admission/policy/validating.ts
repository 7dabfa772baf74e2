import { toJson } from '../../../../api/cel/index.ts';
import type { Status, StatusReason } from '../../../../api/errors/status.ts';
import { type AdmissionAttributes, type AdmissionServices, refusedBecause } from '../attributes.ts';
import { type Hook, hooksFor, type PolicyView } from './bindings.ts';
import { OUT_OF_BUDGET, type Outcome } from './expressions.ts';

interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface ValidatingPolicy extends PolicyView {
  readonly spec: PolicyView['spec'] & {
    readonly validations?: readonly Validation[];
    readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
  };
}

interface Denial {
  readonly message: string;
  readonly reason: string;
  readonly index: number;
}

const CODES: { readonly [reason: string]: number | undefined } = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
};

/** Policies that are written as objects of the API: expressions which must be true of what is written. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go (v1.36)
export function keepsPolicies(attributes: AdmissionAttributes, services: AdmissionServices): Status | string {
  const hooks = hooksFor<ValidatingPolicy>('validating', attributes, attributes.object, services);
  const audited: object[] = [];
  let refused: Status | undefined;
  for (const hook of hooks) {
    const denials = judge(hook);
    for (const denial of denials) refused ??= act(hook, denial, attributes, services, audited);
    annotate(hook, services);
  }
  if (audited.length > 0) {
    services.annotate('validation.policy.admission.k8s.io/validation_failure', JSON.stringify(audited));
  }
  if (refused !== undefined) return refused;
  const names = [...new Set(hooks.map(({ policy }) => policy.metadata.name ?? ''))];
  return names.length === 0 ? 'no policy is about this' : `kept: ${names.join(', ')}`;
}

function judge({ policy, context, problem }: Hook<ValidatingPolicy>): readonly Denial[] {
  const { validations = [], failurePolicy = 'Fail' } = policy.spec;
  const failed = (message: string, index: number): readonly Denial[] =>
    failurePolicy === 'Ignore' ? [] : [{ message, reason: '', index }];
  if (problem !== undefined) return failed(problem, 0);
  const denials: Denial[] = [];
  for (const [index, { expression, message = '', messageExpression, reason = '' }] of validations.entries()) {
    const outcome = context.evaluate(expression);
    if (isTooExpensive(outcome)) return failed(OUT_OF_BUDGET, 0);
    const text = expression.trim();
    if ('error' in outcome) {
      denials.push(...failed(`expression '${text}' resulted in error: ${outcome.error}`, index));
    } else if (outcome.value !== true) {
      const worded = messageExpression === undefined ? undefined : context.evaluate(messageExpression);
      if (worded !== undefined && isTooExpensive(worded)) return failed(OUT_OF_BUDGET, 0);
      const own =
        worded !== undefined && 'value' in worded && typeof worded.value === 'string' ? worded.value.trim() : '';
      const plain = message.trim() === '' ? `failed expression: ${text}` : message.trim();
      denials.push({ message: own === '' ? plain : own, reason, index });
    }
  }
  return denials;
}

const isTooExpensive = (outcome: Outcome): boolean => 'error' in outcome && outcome.error === OUT_OF_BUDGET;

function act(
  { policy, binding }: Hook<ValidatingPolicy>,
  denial: Denial,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
  audited: object[],
): Status | undefined {
  const { validationActions = ['Deny'] } = binding.spec;
  const who = `ValidatingAdmissionPolicy '${policy.metadata.name}' with binding '${binding.metadata.name}'`;
  if (validationActions.includes('Warn')) services.warn(`Validation failed for ${who}: ${denial.message}`);
  if (validationActions.includes('Audit')) {
    audited.push({
      message: denial.message,
      policy: policy.metadata.name,
      binding: binding.metadata.name,
      expressionIndex: denial.index,
      validationActions,
    });
  }
  if (!validationActions.includes('Deny')) return undefined;
  const message = `${who} denied request: ${denial.message}`;
  const reason = denial.reason === '' ? 'Invalid' : denial.reason;
  const status = refusedBecause(attributes, message);
  return {
    ...status,
    reason: reason as StatusReason,
    code: CODES[reason] ?? 422,
    details: { ...status.details, causes: [{ message }] },
  };
}

function annotate({ policy, context }: Hook<ValidatingPolicy>, services: AdmissionServices): void {
  for (const { key, valueExpression } of policy.spec.auditAnnotations ?? []) {
    const outcome = context.evaluate(valueExpression);
    if ('value' in outcome && typeof outcome.value === 'string') {
      services.annotate(`${policy.metadata.name}/${key}`, String(toJson(outcome.value)));
    }
  }
}
