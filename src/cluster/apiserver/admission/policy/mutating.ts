import { toJson } from '../../../../api/cel/index.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../../api/patch/merge-patch.ts';
import { applyStrategicMerge } from '../../../../api/patch/strategic-merge-patch.ts';
import { apiVersionOf } from '../../../../api/scheme.ts';
import { forbidden, type Status } from '../../../../api/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { AdmissionAttributes, AdmissionServices } from '../attributes.ts';
import { type Hook, hooksFor, type PolicyView } from './bindings.ts';

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

/** Policies that change what is written: an expression gives the fields to set, or a JSON patch. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go (v1.36). Deviation: configurations are merged as a strategic merge patch.
export function changedByPolicies(
  attributes: AdmissionAttributes,
  object: KObject,
  services: AdmissionServices,
): KObject | Status {
  let result = object;
  for (const hook of hooksFor<MutatingPolicy>('mutating', attributes, object, services)) {
    if (attributes.again === true && hook.policy.spec.reinvocationPolicy !== 'IfNeeded') continue;
    const changed = mutate(hook, attributes, result, services);
    if ('refused' in changed) return changed.refused;
    result = changed.object;
  }
  return result;
}

type Changed = { readonly object: KObject } | { readonly refused: Status };

function mutate(
  first: Hook<MutatingPolicy>,
  attributes: AdmissionAttributes,
  object: KObject,
  services: AdmissionServices,
): Changed {
  const { policy } = first;
  const { mutations = [], failurePolicy = 'Fail' } = policy.spec;
  const refuse = (why: string): Changed | undefined => {
    if (failurePolicy === 'Ignore') return undefined;
    const who = `policy '${policy.metadata.name}' with binding '${first.binding.metadata.name}'`;
    return { refused: forbidden(attributes.resource, attributes.name, `${who} denied request: ${why}`) };
  };
  if (first.problem !== undefined) return refuse(first.problem) ?? { object };
  let result = object;
  for (const mutation of mutations) {
    // Each sees what the one before has made of the object.
    const hook =
      result === object
        ? first
        : hooksFor<MutatingPolicy>('mutating', attributes, result, services).find(
            ({ binding }) => binding.metadata.name === first.binding.metadata.name,
          );
    const expression = (mutation.applyConfiguration ?? mutation.jsonPatch)?.expression ?? '';
    const outcome = (hook ?? first).context.evaluate(expression);
    const patched = 'error' in outcome ? outcome : applied(mutation, attributes, result, toJson(outcome.value));
    if ('object' in patched) result = patched.object;
    else {
      const refused = refuse(`expression '${expression.trim()}' resulted in error: ${patched.error}`);
      if (refused !== undefined) return refused;
    }
  }
  return { object: result };
}

function applied(
  { patchType }: Mutation,
  { resource }: AdmissionAttributes,
  object: KObject,
  patch: unknown,
): { readonly object: KObject } | { readonly error: string } {
  if (patchType === 'JSONPatch') return applyJsonPatch(object, patch as readonly JsonPatchOperation[]);
  if (resource.custom === true) return { object: applyMergePatch(object, patch) };
  const kind = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  return applyStrategicMerge(kind, object, patch as { readonly [field: string]: unknown });
}
