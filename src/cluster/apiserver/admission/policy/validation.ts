import { type PolicyNames, policyDeclarations, typeOrProblem } from '../../../../api/cel/policy-declarations.ts';
import { type CelType, typeText } from '../../../../api/cel/types.ts';
import {
  duplicate,
  type FieldError,
  invalidValue,
  notSupported,
  required,
  tooMany,
} from '../../../../api/errors/field-error.ts';
import type { Fields } from '../../../../api/go/json.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { validateMatchResources, validateMutable } from '../../../../api/validation/admission/admission.ts';
import { itemsAt, named, problemsOf, supported } from '../../../../api/validation/common/check.ts';
import {
  dns1035LabelProblems,
  dnsSubdomainProblems,
  qualifiedNameProblems,
} from '../../../../api/values/label-syntax.ts';
import type { PolicyView } from './bindings.ts';
import type { NamedExpression } from './expressions.ts';
import type { MutatingPolicy } from './mutating.ts';
import type { ValidatingPolicy } from './validating.ts';

const REASONS: readonly string[] = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const BOOLEAN: readonly string[] = ['bool'];
const TEXT: readonly string[] = ['string'];
const ANNOTATION: readonly string[] = ['string', 'null_type'];
const MOST_CONDITIONS = 64;
const MOST_ANNOTATIONS = 20;
const LONGEST_ANNOTATION = 5 * 1024;
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
/** Of each way to change something: where it stands, where the other one does, and what its expression comes to. */
const FORMS = new Map([
  ['ApplyConfiguration', ['applyConfiguration', 'jsonPatch', 'Object']],
  ['JSONPatch', ['jsonPatch', 'applyConfiguration', 'list(JSONPatch)']],
] as const) as ReadonlyMap<string, readonly [own: PatchField, other: PatchField, type: string]>;

type PatchField = 'applyConfiguration' | 'jsonPatch';
type ParamKind = NonNullable<PolicyView['spec']['paramKind']>;

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
    const { failurePolicy, paramKind, matchConstraints, matchConditions = [], variables = [] } = spec ?? {};
    supported(this.errors, 'spec.failurePolicy', failurePolicy, ['Fail', 'Ignore']);
    if (paramKind !== undefined) paramKindErrors(this.errors, paramKind);
    if (matchConstraints === undefined) this.errors.push(required('spec.matchConstraints'));
    else this.constraints(matchConstraints as Fields, 'spec.matchConstraints');
    this.conditions(matchConditions, 'spec.matchConditions');
    variables.forEach((variable, at) => {
      this.variable(variable, `spec.variables[${at}]`);
    });
  }

  private constraints(match: Fields, path: string): void {
    validateMatchResources(this.errors, match, path);
    if (itemsAt(match, 'resourceRules').length === 0) this.errors.push(required(`${path}.resourceRules`));
    if (this.mutating) validateMutable(this.errors, match, path);
  }

  conditions(conditions: readonly NamedExpression[], path: string): void {
    const seen = new Set<string>();
    if (conditions.length > MOST_CONDITIONS) this.errors.push(tooMany(path, conditions.length, MOST_CONDITIONS));
    for (const [i, { name = '', expression }] of conditions.entries()) {
      const at = `${path}[${i}].name`;
      this.expression(`${path}[${i}].expression`, expression?.trim(), BOOLEAN, { authorizer: true }, '');
      named(this.errors, at, name, qualifiedNameProblems);
      if (name !== '' && seen.has(name)) this.errors.push(duplicate(at, name));
      seen.add(name);
    }
  }

  /** Each may speak of those before it. */
  private variable({ name = '', expression }: NamedExpression, path: string): void {
    if (name.trim() === '') this.errors.push(required(`${path}.name`, 'name is not specified'));
    else if (!IDENTIFIER.test(name) || RESERVED.has(name)) {
      this.errors.push(invalidValue(`${path}.name`, name, 'name is not a valid CEL identifier'));
    }
    const type = this.expression(
      `${path}.expression`,
      expression,
      undefined,
      { authorizer: true },
      'expression is not specified',
    );
    if (name !== '' && type !== undefined) this.variables.set(name, type);
  }

  validations({ metadata, spec }: ValidatingPolicy): void {
    const { validations = [], auditAnnotations = [] } = spec ?? {};
    if (validations.length + auditAnnotations.length === 0) {
      const why = 'validations or auditAnnotations must contain at least one item';
      this.errors.push(required('spec.validations', why), required('spec.auditAnnotations', why));
    }
    validations.forEach((validation, at) => {
      this.validation(validation, `spec.validations[${at}]`);
    });
    if (auditAnnotations.length > MOST_ANNOTATIONS) {
      const why = `must not have more than ${MOST_ANNOTATIONS} auditAnnotations`;
      const shown = auditAnnotations.map(({ key = '', valueExpression = '' }) => ({
        Key: key,
        ValueExpression: valueExpression,
      }));
      this.errors.push(invalidValue('spec.auditAnnotations', shown, why));
    }
    const keys = new Set<string>();
    for (const [i, { key = '', valueExpression }] of auditAnnotations.entries()) {
      const path = `spec.auditAnnotations[${i}]`;
      // In the audit log it stands behind the name of the policy.
      problemsOf(this.errors, `${path}.key`, `${metadata.name}/${key}`, qualifiedNameProblems);
      this.annotation(`${path}.valueExpression`, valueExpression);
      if (keys.has(key)) this.errors.push(duplicate(`${path}.key`, key));
      keys.add(key);
    }
  }

  private annotation(path: string, expression: string | undefined): void {
    if ((expression?.trim() ?? '').length > LONGEST_ANNOTATION) {
      this.errors.push(required(path, `must not exceed ${LONGEST_ANNOTATION} bytes in length`));
      return;
    }
    this.expression(path, expression, ANNOTATION, { authorizer: true }, 'valueExpression is not specified');
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
    } else if (/[\n\r]/.test(trimmed)) {
      this.errors.push(invalidValue(`${path}.message`, message, 'message must not contain line breaks'));
    }
    if (reason !== undefined && !REASONS.includes(reason))
      this.errors.push(notSupported(`${path}.reason`, reason, REASONS));
  }

  mutations({ spec }: MutatingPolicy): void {
    const { mutations = [] } = spec ?? {};
    if (mutations.length === 0)
      this.errors.push(required('spec.mutations', 'mutations must contain at least one item'));
    for (const [i, mutation] of mutations.entries()) this.mutation(mutation, `spec.mutations[${i}]`);
    const again = spec?.reinvocationPolicy ?? '';
    if (again === '') this.errors.push(required('spec.reinvocationPolicy'));
    else supported(this.errors, 'spec.reinvocationPolicy', again, ['IfNeeded', 'Never']);
  }

  private mutation(mutation: NonNullable<MutatingPolicy['spec']['mutations']>[number], path: string): void {
    const { patchType = '' } = mutation;
    const form = FORMS.get(patchType);
    if (patchType === '') this.errors.push(required(`${path}.patchType`));
    else if (form === undefined) this.errors.push(notSupported(`${path}.patchType`, patchType, [...FORMS.keys()]));
    if (form === undefined) return;
    const [own, other, type] = form;
    const patch = mutation[own];
    if (patch === undefined) {
      this.errors.push(required(`${path}.${own}`, `must be specified when patchType is ${patchType}`));
    } else this.expression(`${path}.${own}.expression`, patch.expression?.trim(), [type], { authorizer: true }, '');
    if (mutation[other] === undefined) return;
    const why = `must not be specified when patchType is ${patchType}`;
    this.errors.push(invalidValue(`${path}.${other}`, `{${other}}`, why));
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

function paramKindErrors(errors: FieldError[], { apiVersion = '', kind = '' }: ParamKind): void {
  const at = 'spec.paramKind.apiVersion';
  const parts = apiVersion === '/' ? [''] : apiVersion.split('/');
  const [group, version = ''] = parts.length === 1 ? ['', parts[0]] : (parts as [string, string]);
  if (apiVersion === '') errors.push(required(at));
  else if (parts.length > 2) errors.push(invalidValue(at, apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
  else {
    if (group !== '') problemsOf(errors, at, group, dnsSubdomainProblems);
    if (version === '') errors.push(invalidValue(at, apiVersion, 'version must be specified'));
    else problemsOf(errors, at, version, dns1035LabelProblems);
  }
  if (kind === '') errors.push(required('spec.paramKind.kind'));
  else {
    for (const why of dns1035LabelProblems(kind.toLowerCase())) {
      errors.push(invalidValue('spec.paramKind.kind', kind, `may have mixed case, but should otherwise match: ${why}`));
    }
  }
}
