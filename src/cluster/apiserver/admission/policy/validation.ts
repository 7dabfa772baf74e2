import { type PolicyNames, policyDeclarations, typeOrProblem } from '../../../../api/cel/policy-declarations.ts';
import { type CelType, typeText } from '../../../../api/cel/types.ts';
import { duplicate, type FieldError, invalidValue, notSupported, required } from '../../../../api/field-error.ts';
import type { Fields } from '../../../../api/json.ts';
import { qualifiedNameProblems } from '../../../../api/label-syntax.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { validateMatchResources } from '../../../../api/validation/admission.ts';
import type { PolicyView } from './bindings.ts';
import type { NamedExpression } from './expressions.ts';
import type { MutatingPolicy } from './mutating.ts';
import type { ValidatingPolicy } from './validating.ts';

const REASONS: readonly string[] = ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized'];
const BOOLEAN: readonly string[] = ['bool'];
const TEXT: readonly string[] = ['string'];
const ANNOTATION: readonly string[] = ['string', 'null_type'];
const MOST_CONDITIONS = 64;

/** Expressions that are none, or of the wrong type, are refused when the policy is written. */
// Models pkg/apis/admissionregistration/validation/validation.go (v1.36)
export function policyErrors(resource: string, object: KObject): readonly FieldError[] {
  if (resource.endsWith('webhookconfigurations')) return webhookErrors(object);
  const mutating = resource === 'mutatingadmissionpolicies';
  if (!mutating && resource !== 'validatingadmissionpolicies') return [];
  const check = new PolicyCheck((object as PolicyView).spec?.paramKind !== undefined, mutating);
  check.common(object as PolicyView);
  if (mutating) check.mutations(object as MutatingPolicy);
  else check.validations(object as ValidatingPolicy);
  return check.errors;
}

interface WebhooksView {
  readonly webhooks?: readonly { readonly matchConditions?: readonly NamedExpression[] }[];
}

/** Conditions of webhooks know no parameters and no variables. */
function webhookErrors(object: KObject): readonly FieldError[] {
  const check = new PolicyCheck(false, false);
  const { webhooks = [] } = object as KObject & WebhooksView;
  for (const [at, { matchConditions = [] }] of webhooks.entries()) {
    check.conditions(matchConditions, `webhooks[${at}].matchConditions`);
  }
  return check.errors;
}

class PolicyCheck {
  readonly errors: FieldError[] = [];
  private readonly variables = new Map<string, CelType>();

  constructor(
    private readonly params: boolean,
    private readonly mutating: boolean,
  ) {}

  common({ spec }: PolicyView): void {
    const { paramKind, matchConstraints, matchConditions = [], variables = [] } = spec ?? {};
    if (paramKind !== undefined) this.paramKind(paramKind);
    if (matchConstraints === undefined) this.errors.push(required('spec.matchConstraints'));
    else if ((matchConstraints.resourceRules ?? []).length === 0) {
      this.errors.push(required('spec.matchConstraints.resourceRules'));
    } else validateMatchResources(this.errors, matchConstraints as Fields, 'spec.matchConstraints');
    this.conditions(matchConditions, 'spec.matchConditions');
    variables.forEach((variable, at) => {
      this.variable(variable, `spec.variables[${at}]`);
    });
  }

  private paramKind({ apiVersion, kind }: NonNullable<PolicyView['spec']['paramKind']>): void {
    if (apiVersion === undefined || apiVersion === '') this.errors.push(required('spec.paramKind.apiVersion'));
    else if (apiVersion.split('/').length > 2) {
      const why = `unexpected GroupVersion string: ${apiVersion}`;
      this.errors.push(invalidValue('spec.paramKind.apiVersion', apiVersion, why));
    }
    if (kind === undefined || kind === '') this.errors.push(required('spec.paramKind.kind'));
  }

  conditions(conditions: readonly NamedExpression[], path: string): void {
    const seen = new Set<string>();
    conditions.slice(0, MOST_CONDITIONS).forEach(({ name = '', expression }, at) => {
      this.expression(`${path}[${at}].expression`, expression, BOOLEAN, { authorizer: true }, '');
      if (name === '') this.errors.push(required(`${path}[${at}].name`));
      else if (seen.has(name)) this.errors.push(duplicate(`${path}[${at}].name`, name));
      else
        for (const why of qualifiedNameProblems(name)) this.errors.push(invalidValue(`${path}[${at}].name`, name, why));
      seen.add(name);
    });
    if (conditions.length > MOST_CONDITIONS) {
      const message = `Too many: ${conditions.length}: must have at most ${MOST_CONDITIONS} items`;
      this.errors.push({ type: 'TooMany', field: path, message });
    }
  }

  /** Each may speak of those before it. */
  private variable({ name = '', expression }: NamedExpression, path: string): void {
    if (name === '') this.errors.push(required(`${path}.name`, 'name is not specified'));
    else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name)) {
      this.errors.push(invalidValue(`${path}.name`, name, 'name is not a valid CEL identifier'));
    } else if (this.variables.has(name)) this.errors.push(duplicate(`${path}.name`, name));
    const type = this.expression(
      `${path}.expression`,
      expression,
      undefined,
      { authorizer: true },
      'expression is not specified',
    );
    if (name !== '' && type !== undefined) this.variables.set(name, type);
  }

  validations({ spec }: ValidatingPolicy): void {
    const { validations = [], auditAnnotations = [] } = spec ?? {};
    if (validations.length + auditAnnotations.length === 0) {
      const why = 'validations or auditAnnotations must contain at least one item';
      this.errors.push(required('spec.validations', why), required('spec.auditAnnotations', why));
    }
    validations.forEach((validation, at) => {
      this.validation(validation, `spec.validations[${at}]`);
    });
    const keys = new Set<string>();
    auditAnnotations.forEach(({ key = '', valueExpression }, at) => {
      const path = `spec.auditAnnotations[${at}]`;
      for (const why of qualifiedNameProblems(key)) this.errors.push(invalidValue(`${path}.key`, key, why));
      this.expression(
        `${path}.valueExpression`,
        valueExpression,
        ANNOTATION,
        { authorizer: true },
        'valueExpression is not specified',
      );
      if (keys.has(key)) this.errors.push(duplicate(`${path}.key`, key));
      keys.add(key);
    });
  }

  private validation(
    { expression, message, messageExpression, reason }: NonNullable<ValidatingPolicy['spec']['validations']>[number],
    path: string,
  ): void {
    this.expression(`${path}.expression`, expression, BOOLEAN, { authorizer: true }, 'expression is not specified');
    if (messageExpression !== undefined && messageExpression !== '') {
      if (messageExpression.trim() === '') {
        this.errors.push(
          invalidValue(`${path}.messageExpression`, messageExpression, 'must be non-empty if specified'),
        );
      } else this.expression(`${path}.messageExpression`, messageExpression, TEXT, { authorizer: false }, '');
    }
    const trimmed = message?.trim() ?? '';
    if (message !== undefined && message !== '' && trimmed === '') {
      this.errors.push(invalidValue(`${path}.message`, message, 'message must be non-empty if specified'));
    } else if (trimmed.includes('\n')) {
      this.errors.push(invalidValue(`${path}.message`, message, 'message must not contain line breaks'));
    } else if (expression?.trim().includes('\n') === true && trimmed === '') {
      this.errors.push(required(`${path}.message`, 'message must be specified if expression contains line breaks'));
    }
    if (reason !== undefined && !REASONS.includes(reason))
      this.errors.push(notSupported(`${path}.reason`, reason, REASONS));
  }

  mutations({ spec }: MutatingPolicy): void {
    const { mutations = [] } = spec ?? {};
    if (mutations.length === 0)
      this.errors.push(required('spec.mutations', 'mutations must contain at least one item'));
    mutations.forEach((mutation, at) => {
      const path = `spec.mutations[${at}]`;
      const { patchType, applyConfiguration, jsonPatch } = mutation;
      if (patchType === 'ApplyConfiguration') {
        if (jsonPatch !== undefined)
          this.errors.push(
            forbidden(`${path}.jsonPatch`, 'must not be specified when patchType is ApplyConfiguration'),
          );
        const missing = applyConfiguration === undefined;
        if (missing)
          this.errors.push(
            required(`${path}.applyConfiguration`, 'must be specified when patchType is ApplyConfiguration'),
          );
        else this.mutation(`${path}.applyConfiguration.expression`, applyConfiguration.expression, ['Object']);
      } else if (patchType === 'JSONPatch') {
        if (applyConfiguration !== undefined)
          this.errors.push(
            forbidden(`${path}.applyConfiguration`, 'must not be specified when patchType is JSONPatch'),
          );
        if (jsonPatch === undefined)
          this.errors.push(required(`${path}.jsonPatch`, 'must be specified when patchType is JSONPatch'));
        else this.mutation(`${path}.jsonPatch.expression`, jsonPatch.expression, ['list(JSONPatch)']);
      } else if ((patchType ?? '') === '') this.errors.push(required(`${path}.patchType`));
      else this.errors.push(notSupported(`${path}.patchType`, patchType, ['ApplyConfiguration', 'JSONPatch']));
    });
  }

  private mutation(path: string, expression: string | undefined, wanted: readonly string[]): void {
    this.expression(path, expression, wanted, { authorizer: true }, 'expression is not specified');
  }

  private expression(
    path: string,
    expression: string | undefined,
    wanted: readonly string[] | undefined,
    names: { readonly authorizer: boolean },
    missing: string,
  ): CelType | undefined {
    if (expression === undefined || expression.trim() === '') {
      this.errors.push(required(path, missing));
      return undefined;
    }
    const all: PolicyNames = { ...names, params: this.params, variables: this.variables, mutating: this.mutating };
    const found = typeOrProblem(expression, policyDeclarations(all), wanted, typeText);
    if ('type' in found) return found.type;
    this.errors.push(invalidValue(path, expression, found.error));
    return undefined;
  }
}

function forbidden(field: string, why: string): FieldError {
  return { type: 'Forbidden', field, message: `Forbidden: ${why}` };
}
