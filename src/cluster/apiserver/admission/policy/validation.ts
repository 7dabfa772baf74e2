import { isProblem } from '../../../../api/cel/index.ts';
import { type FieldError, invalidValue, required } from '../../../../api/field-error.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { PolicyView } from './bindings.ts';
import { type NamedExpression, program } from './expressions.ts';
import type { MutatingPolicy } from './mutating.ts';
import type { ValidatingPolicy } from './validating.ts';

/** Expressions that are none are refused when the policy is written. */
// Models pkg/apis/admissionregistration/validation/validation.go (v1.36). Not modelled: their types are not checked.
export function policyErrors(resource: string, object: KObject): readonly FieldError[] {
  if (resource === 'validatingadmissionpolicies') return ofValidating(object as ValidatingPolicy);
  return resource === 'mutatingadmissionpolicies' ? ofMutating(object as MutatingPolicy) : [];
}

function ofValidating(policy: ValidatingPolicy): readonly FieldError[] {
  const { validations = [], auditAnnotations = [] } = policy.spec ?? {};
  const missing =
    validations.length + auditAnnotations.length === 0
      ? ['validations', 'auditAnnotations'].map((field) =>
          required(`spec.${field}`, 'validations or auditAnnotations must contain at least one item'),
        )
      : [];
  return [
    ...common(policy),
    ...missing,
    ...validations.flatMap(({ expression, messageExpression }, at) => [
      ...ofExpression(`spec.validations[${at}].expression`, expression),
      ...(messageExpression === undefined
        ? []
        : ofExpression(`spec.validations[${at}].messageExpression`, messageExpression)),
    ]),
    ...auditAnnotations.flatMap(({ valueExpression }, at) =>
      ofExpression(`spec.auditAnnotations[${at}].valueExpression`, valueExpression),
    ),
  ];
}

function ofMutating(policy: MutatingPolicy): readonly FieldError[] {
  const mutations = policy.spec?.mutations ?? [];
  return [
    ...common(policy),
    ...mutations.flatMap((mutation, at) => {
      const field = mutation.patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration';
      return ofExpression(`spec.mutations[${at}].${field}.expression`, mutation[field]?.expression);
    }),
  ];
}

function common(policy: PolicyView): readonly FieldError[] {
  const { matchConstraints, matchConditions = [], variables = [] } = policy.spec ?? {};
  const named = (field: string, list: readonly NamedExpression[]): readonly FieldError[] =>
    list.flatMap(({ expression }, at) => ofExpression(`spec.${field}[${at}].expression`, expression));
  return [
    ...(matchConstraints === undefined ? [required('spec.matchConstraints')] : []),
    ...named('matchConditions', matchConditions),
    ...named('variables', variables),
  ];
}

function ofExpression(field: string, expression: string | undefined): readonly FieldError[] {
  if (expression === undefined || expression.trim() === '') return [required(field, 'expression is not specified')];
  const code = program(expression);
  return isProblem(code) ? [invalidValue(field, expression, `compilation failed: ${code.problem}`)] : [];
}
