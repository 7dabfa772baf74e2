import {
  duplicate,
  errorText,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../api/field-error.ts';
import { equalJson, withoutField } from '../../../api/json.ts';
import { dnsLabelProblems } from '../../../api/label-syntax.ts';
import { aggregate, badRequest, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { plainError } from '../handlers/list-options.ts';
import { qosClass, withGeneration } from './strategy.ts';

interface Container {
  readonly name: string;
  readonly resources?: unknown;
}

interface EphemeralContainer extends Container {
  readonly image?: string;
  readonly targetContainerName?: string;
}

interface Spec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
}

const specOf = (pod: KObject): Spec => (pod.spec ?? {}) as Spec;

function withSpec(old: KObject, given: KObject, spec: Spec): KObject {
  const next = { ...old, metadata: { ...old.metadata, managedFields: given.metadata.managedFields }, spec };
  return equalJson(spec, old.spec)
    ? (next as KObject)
    : withGeneration(next as KObject, (old.metadata.generation ?? 0) + 1);
}

/** Of the object only the containers to debug with. */
// Models pkg/registry/core/pod/strategy.go, podEphemeralContainersStrategy (v1.36)
export function withEphemeral(given: KObject, old: KObject): KObject {
  const { ephemeralContainers } = specOf(given);
  return withSpec(old, given, {
    ...specOf(old),
    ...(ephemeralContainers === undefined ? undefined : { ephemeralContainers }),
  });
}

/** A new Pod has none of them, and how they change is looked at elsewhere. */
export function withoutEphemeral(pod: KObject): KObject {
  return { ...pod, spec: withoutField(specOf(pod), 'ephemeralContainers') };
}

/** A Binding is for the Pod of its path, and to a node; of what is wrong with it nobody makes a Status. */
// Models pkg/registry/core/pod/storage/storage.go, BindingREST.Create (v1.36)
export function refusedBinding({ metadata, target }: KObject, name: string): Status | undefined {
  if (metadata.name !== name) return badRequest('name in URL does not match name in Binding object');
  const { kind = '', name: node = '' } = (target ?? {}) as { readonly kind?: string; readonly name?: string };
  const errors: FieldError[] = [];
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  if (node === '') errors.push(required('target.name'));
  return errors.length === 0 ? undefined : plainError(aggregate(errors.map(errorText)));
}

/** Fields of a container that one to debug with does not have, in their order. */
const NOT_EPHEMERAL =
  'ports resources resizePolicy restartPolicy livenessProbe readinessProbe startupProbe lifecycle'.split(' ');

// Models pkg/apis/core/validation/validation.go, ValidatePodEphemeralContainersUpdate and validateEphemeralContainers (v1.36)
export function ephemeralErrors(before: KObject, after: KObject): readonly FieldError[] {
  const path = 'spec.ephemeralContainers';
  const spec = specOf(after);
  const now = spec.ephemeralContainers ?? [];
  const errors: FieldError[] = [];
  const names = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name));
  const targets = new Set(names);
  now.forEach((container, i) => {
    const at = `${path}[${i}]`;
    const { name = '', image = '', targetContainerName: target } = container as EphemeralContainer;
    if (name === '') errors.push(required(`${at}.name`));
    else for (const why of dnsLabelProblems(name)) errors.push(invalidValue(`${at}.name`, name, why));
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    names.add(name);
    if (image === '') errors.push(required(`${at}.image`));
    if (target !== undefined && !targets.has(target)) {
      errors.push({
        type: 'NotFound',
        field: `${at}.targetContainerName`,
        message: `Not found: ${JSON.stringify(target)}`,
      });
    }
    for (const field of NOT_EPHEMERAL) {
      const value = (container as unknown as { readonly [field: string]: unknown })[field];
      if (value === undefined || equalJson(value, {}) || equalJson(value, [])) continue;
      errors.push(forbiddenField(`${at}.${field}`, 'cannot be set for an Ephemeral Container'));
    }
  });
  for (const old of specOf(before).ephemeralContainers ?? []) {
    const same = now.find(({ name }) => name === old.name);
    const named = `existing ephemeral containers ${JSON.stringify(old.name)} may not be`;
    if (same === undefined) errors.push(forbiddenField(path, `${named} removed\n`));
    else if (!equalJson(same, old)) errors.push(forbiddenField(path, `${named} changed\n`));
  }
  return errors;
}

/** Of the object only what its containers ask for. */
// Models pkg/registry/core/pod/strategy.go, podResizeStrategy (v1.36)
export function withResources(given: KObject, old: KObject): KObject {
  const [asked, spec] = [specOf(given), specOf(old)];
  const resized = (own: readonly Container[] | undefined, wanted: readonly Container[] | undefined) =>
    own?.map((container) => {
      const resources = wanted?.find(({ name }) => name === container.name)?.resources;
      return resources === undefined ? container : { ...container, resources };
    });
  const containers = resized(spec.containers, asked.containers) ?? [];
  const initContainers = resized(spec.initContainers, asked.initContainers);
  return withSpec(old, given, {
    ...spec,
    containers,
    ...(initContainers === undefined ? undefined : { initContainers }),
  });
}

export function resizeErrors(before: KObject, after: KObject): readonly FieldError[] {
  const [old, now] = [qosClass(before), qosClass(after)];
  if (old === now) return [];
  return [invalidValue('spec', now, 'Pod QOS Class may not change as a result of resizing')];
}
