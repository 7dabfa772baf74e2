import { findResource, qualifiedResource, resourceByGVK } from '../../../../api/scheme/scheme.ts';
import { matchesLabels } from '../../../../api/selectors/selectors.ts';
import type { KObject, LabelSelector } from '../../../../api/types/meta.ts';
import { splitGroupVersion } from '../../../../api/values/group-version.ts';
import { compareStrings } from '../../../../base/order.ts';
import type { AdmissionAttributes, AdmissionServices } from '../attributes.ts';
import { type NamedExpression, OUT_OF_BUDGET, PolicyContext } from './expressions.ts';
import { asSeenIn, type MatchResources, matchedVersion } from './matching.ts';

interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelector;
  readonly parameterNotFoundAction?: string;
}

export interface BindingView extends KObject {
  readonly spec: {
    readonly policyName: string;
    readonly paramRef?: ParamRef;
    readonly matchResources?: MatchResources;
    readonly validationActions?: readonly string[];
  };
}

export interface PolicyView extends KObject {
  readonly spec: {
    readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
    readonly matchConstraints?: MatchResources;
    readonly matchConditions?: readonly NamedExpression[];
    readonly variables?: readonly NamedExpression[];
    readonly failurePolicy?: string;
  };
}

/** A policy that is to judge a request, under one of its bindings and one of its parameters. */
export interface Hook<P extends PolicyView> {
  readonly policy: P;
  readonly binding: BindingView;
  readonly context: PolicyContext;
  /** It cannot be evaluated. */
  readonly problem: string | undefined;
}

/** All that are about this request, in order of their names. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go (v1.36)
export function hooksFor<P extends PolicyView>(
  kind: 'validating' | 'mutating',
  attributes: AdmissionAttributes,
  object: KObject | undefined,
  services: AdmissionServices,
): readonly Hook<P>[] {
  const group = 'admissionregistration.k8s.io';
  const bindings = services.list(`${kind}admissionpolicybindings.${group}`, '') as readonly BindingView[];
  const hooks: Hook<P>[] = [];
  const ordered = [...bindings].sort((a, b) => compareStrings(a.metadata.name ?? '', b.metadata.name ?? ''));
  for (const binding of ordered) {
    const name = `${kind}admissionpolicies.${group}`;
    const policy = services.get(name, '', binding.spec.policyName) as P | undefined;
    if (policy === undefined) continue;
    const version = matchedVersion(policy.spec.matchConstraints, attributes, services);
    if (version === undefined) continue;
    if (matchedVersion(binding.spec.matchResources, attributes, services) === undefined) continue;
    // What is changed is changed as it is stored.
    const seen = kind === 'validating' ? asSeenIn(version, attributes) : { ...attributes, object };
    const { params, problem } = paramsOf(policy, binding, attributes, services);
    for (const param of params) {
      const context = new PolicyContext(seen, seen.object, services, param, policy.spec.variables ?? []);
      const conditions = context.whetherMeant(() => unmet(policy.spec.matchConditions ?? [], context));
      if (conditions === 'no') continue;
      hooks.push({
        policy,
        binding,
        context,
        problem: problem ?? (conditions === 'yes' ? undefined : conditions.error),
      });
    }
  }
  return hooks;
}

/** One that says no outweighs errors of others. */
export function unmet(
  conditions: readonly NamedExpression[],
  context: PolicyContext,
): 'yes' | 'no' | { readonly error: string } {
  const errors: string[] = [];
  for (const { expression } of conditions) {
    const outcome = context.evaluate(expression);
    if ('error' in outcome) errors.push(whyNot(expression, outcome.error));
    else if (outcome.value === false) return 'no';
  }
  const [error = 'yes'] = errors;
  if (errors.length === 0) return 'yes';
  return { error: errors.length === 1 ? error : `[${[...new Set(errors)].join(', ')}]` };
}

function whyNot(expression: string, error: string): string {
  const isOwn = error === OUT_OF_BUDGET || error.startsWith('compilation error: ');
  return isOwn ? error : `expression '${expression}' resulted in error: ${error}`;
}

const NO_PARAMS: readonly undefined[] = [undefined];

function paramsOf(
  policy: PolicyView,
  binding: BindingView,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): { readonly params: readonly (KObject | undefined)[]; readonly problem?: string } {
  const { paramKind } = policy.spec;
  const ref = binding.spec.paramRef;
  if (paramKind === undefined || ref === undefined) return { params: NO_PARAMS };
  const [group, version] = splitGroupVersion(paramKind.apiVersion);
  const info = resourceByGVK(group, version, paramKind.kind) ?? findResource(`${paramKind.kind.toLowerCase()}s`, group);
  if (info === undefined) {
    const problem = `failed to find resource referenced by paramKind: '${paramKind.apiVersion}, Kind=${paramKind.kind}'`;
    return { params: NO_PARAMS, problem };
  }
  const namespace = info.namespaced ? (ref.namespace ?? attributes.namespace) : '';
  const resource = qualifiedResource(info);
  const found =
    ref.name === undefined
      ? services.list(resource, namespace).filter((each) => matchesLabels(ref.selector, each.metadata.labels ?? {}))
      : [services.get(resource, namespace, ref.name)].filter((each) => each !== undefined);
  if (found.length > 0) return { params: found };
  if (ref.parameterNotFoundAction === 'Allow') return { params: [] };
  return { params: NO_PARAMS, problem: `no params found for policy binding with \`Deny\` parameterNotFoundAction` };
}
