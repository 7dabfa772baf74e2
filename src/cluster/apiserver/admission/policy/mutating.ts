import { toJson } from '../../../../api/cel/index.ts';
import type { Status } from '../../../../api/errors/status.ts';
import { mergeConfiguration } from '../../../../api/fields/apply.ts';
import { shapeOf } from '../../../../api/fields/shape.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../../api/patch/json-patch.ts';
import { apiVersionOf } from '../../../../api/scheme/scheme.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { type AdmissionAttributes, type AdmissionServices, refusedBecause } from '../attributes.ts';
import { type Hook, hooksFor, type PolicyView, unmet } from './bindings.ts';
import { completed } from './completed.ts';

interface Mutation {
  readonly patchType: string;
  readonly applyConfiguration?: { readonly expression: string };
  readonly jsonPatch?: { readonly expression: string };
}

export interface MutatingPolicy extends PolicyView {
  readonly spec: PolicyView['spec'] & {
    readonly mutations?: readonly Mutation[];
    readonly reinvocationPolicy?: string;
  };
}

/** Policies that change what is written, one after another: an expression gives the fields to set, or a JSON patch. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go (v1.36)
export function changedByPolicies(
  attributes: AdmissionAttributes,
  object: KObject,
  services: AdmissionServices,
): KObject | Status {
  let result = object;
  for (const hook of hooksFor<MutatingPolicy>('mutating', attributes, object, services)) {
    if (attributes.again === true && hook.policy.spec.reinvocationPolicy !== 'IfNeeded') continue;
    const changed = mutate(hook, attributes, object, result);
    if ('refused' in changed) return changed.refused;
    result = changed.object;
  }
  return result;
}

type Changed = { readonly object: KObject } | { readonly refused: Status };

/** `seen`: what its conditions were judged by; `object`: what those before have made of it. */
function mutate(
  { policy, binding, context, problem }: Hook<MutatingPolicy>,
  attributes: AdmissionAttributes,
  seen: KObject,
  object: KObject,
): Changed {
  const { mutations = [], matchConditions = [], failurePolicy = 'Fail' } = policy.spec;
  const refuse = (why: string): Changed | undefined => {
    if (failurePolicy === 'Ignore') return undefined;
    const who = `policy '${policy.metadata.name}' with binding '${binding.metadata.name}'`;
    return { refused: refusedBecause(attributes, `${who} denied request: ${why}`) };
  };
  if (problem !== undefined) return refuse(problem) ?? { object };
  if (object !== seen && unmet(matchConditions, context.about(object)) === 'no') return { object };
  let result = object;
  for (const mutation of mutations) {
    // Each sees what the one before has made of the object.
    const own = result === seen ? context : context.about(result);
    const expression = (mutation.applyConfiguration ?? mutation.jsonPatch)?.expression ?? '';
    const outcome = own.evaluate(expression);
    const made = 'error' in outcome ? outcome : applied(mutation, attributes, result, toJson(outcome.value));
    if ('object' in made) result = made.object;
    else {
      const refused = refuse(`expression '${expression.trim()}' resulted in error: ${made.error}`);
      if (refused !== undefined) return refused;
    }
  }
  return { object: result };
}

function applied(
  mutation: Mutation,
  attributes: AdmissionAttributes,
  object: KObject,
  patch: unknown,
): { readonly object: KObject } | { readonly error: string } {
  const made = patched(mutation, attributes, object, patch);
  return 'error' in made ? made : completed(attributes, made.object, object);
}

function patched(
  { patchType }: Mutation,
  { resource }: AdmissionAttributes,
  object: KObject,
  patch: unknown,
): { readonly object: KObject } | { readonly error: string } {
  if (patchType === 'JSONPatch') return applyJsonPatch(object, patch as readonly JsonPatchOperation[]);
  const shape = resource.definition?.shape ?? shapeOf(apiVersionOf(resource), resource.kind);
  return mergeConfiguration(shape, object, patch as { readonly [field: string]: unknown });
}
