import {
  duplicate,
  errorText,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../api/errors/field-error.ts';
import { aggregate, badRequest, type Status } from '../../../api/errors/status.ts';
import { equalJson, withoutField } from '../../../api/go/json.ts';
import { quote } from '../../../api/go/quote.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { dnsLabelProblems } from '../../../api/values/label-syntax.ts';
import { plainError } from '../scope/list-options.ts';
import { qosClass, withGeneration } from '../strategies/strategy.ts';

interface Container {
  readonly name: string;
  readonly resources?: unknown;
}

interface EphemeralContainer extends Container {
  readonly image?: string;
  readonly targetContainerName?: string;
}

interface Spec {
  readonly resources?: unknown;
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
  const spec = withoutField(specOf(old), 'ephemeralContainers');
  return withSpec(old, given, ephemeralContainers === undefined ? spec : { ...spec, ephemeralContainers });
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
        message: `Not found: ${quote(target)}`,
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
    const named = `existing ephemeral containers ${quote(old.name)} may not be`;
    if (same === undefined) errors.push(forbiddenField(path, `${named} removed\n`));
    else if (!equalJson(same, old)) errors.push(forbiddenField(path, `${named} changed\n`));
  }
  return errors;
}

type Quantities = { readonly [name: string]: string };

interface Resources {
  readonly requests?: Quantities;
  readonly limits?: Quantities;
}

interface Resized extends Container {
  readonly resizePolicy?: unknown;
  readonly restartPolicy?: string;
}

/** Of the object only what it asks for as a whole, what its containers ask for, and how they are resized. */
// Models pkg/registry/core/pod/strategy.go, podResizeStrategy and dropNonResizeUpdates (v1.36)
export function withResources(given: KObject, old: KObject): KObject {
  const [asked, spec] = [specOf(given), specOf(old)];
  const initContainers = spec.initContainers ?? asked.initContainers;
  return withSpec(old, given, {
    ...(asked.resources === undefined ? withoutField(spec, 'resources') : { ...spec, resources: asked.resources }),
    containers: resized(spec.containers, asked.containers),
    ...(initContainers === undefined
      ? undefined
      : { initContainers: resized(spec.initContainers, asked.initContainers) }),
  });
}

/** In the order in which they were sent: whether that is theirs is looked at later. */
function resized(own: readonly Resized[] = [], asked: readonly Resized[] = []): readonly Resized[] {
  return asked.map((wanted) => {
    const old = own.find(({ name }) => name === wanted.name);
    if (old === undefined) return wanted;
    const { resources = old.resources === undefined ? undefined : {}, resizePolicy } = wanted;
    if (equalJson(resources, old.resources) && equalJson(resizePolicy, old.resizePolicy)) return old;
    return {
      ...old,
      ...(resources === undefined ? undefined : { resources }),
      ...(resizePolicy === undefined ? undefined : { resizePolicy }),
    };
  });
}

// Models pkg/apis/core/validation/validation.go, ValidatePodResize (v1.36)
export function resizeErrors(before: KObject, after: KObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  const quality = qosClass(after);
  if (qosClass(before) !== quality)
    errors.push(invalidValue('spec', quality, 'Pod QOS Class may not change as a result of resizing'));
  const [old, now] = [specOf(before), specOf(after)];
  const lists = ['containers', 'initContainers'] as const;
  const moved = lists.flatMap((list) => orderErrors(list, old[list] ?? [], now[list] ?? []));
  if (moved.length > 0) return [...errors, ...moved];
  errors.push(...removalErrors('spec.resources', old, now));
  if (!equalJson(withResourcesOf(now, old).resources ?? {}, old.resources ?? {}))
    errors.push(forbiddenField('spec', 'only cpu and memory resources are mutable'));
  // What is removed is told of init containers first.
  for (const list of [...lists].reverse()) {
    for (const [i, container] of (old[list] ?? []).entries())
      errors.push(...removalErrors(`spec.${list}[${i}].resources`, container, now[list]?.[i]));
  }
  for (const list of lists) {
    for (const [i, container] of (old[list] ?? []).entries()) {
      const why = immutableBecause(list, container, now[list]?.[i] as Resized);
      if (why !== undefined) errors.push(forbiddenField('spec', why));
    }
  }
  return errors;
}

function orderErrors(list: string, old: readonly Container[], now: readonly Container[]): readonly FieldError[] {
  const path = `spec.${list}`;
  if (old.length !== now.length) return [forbiddenField(path, `${list} may not be added or removed on resize`)];
  return old.flatMap(({ name }, i) =>
    now[i]?.name === name
      ? []
      : [forbiddenField(`${path}[${i}].name`, `${list} may not be renamed or reordered on resize`)],
  );
}

interface Asking {
  readonly resources?: unknown;
}

const resourcesOf = (asking: Asking | undefined): Resources => (asking?.resources ?? {}) as Resources;

function removalErrors(path: string, old: Asking, now: Asking | undefined): readonly FieldError[] {
  return (['requests', 'limits'] as const).flatMap((list) => {
    const kept = resourcesOf(now)[list] ?? {};
    const isRemoved = Object.keys(resourcesOf(old)[list] ?? {}).some((name) => kept[name] === undefined);
    return isRemoved ? [forbiddenField(`${path}.${list}`, `resource ${list} cannot be removed`)] : [];
  });
}

/** Undefined when nothing but processor and memory of a container that may be resized has changed. */
function immutableBecause(list: string, old: Resized, now: Resized): string | undefined {
  const isInit = list === 'initContainers';
  if (isInit && old.restartPolicy !== 'Always')
    return equalJson(now, old) ? undefined : 'resources for non-sidecar init containers are immutable';
  if (equalJson(withResourcesOf(now, old), old)) return undefined;
  return `only cpu and memory resources${isInit ? ' for sidecar containers' : ''} are mutable`;
}

/** As it would be with the processor and memory that it had; claims are forgotten on the way, so that who has some is not resized. */
function withResourcesOf<T extends Asking>(now: T, old: Asking): T {
  if (now.resources === undefined) return now;
  const [wanted, had] = [resourcesOf(now), resourcesOf(old)];
  const resources: { [list: string]: Quantities } = {};
  for (const list of ['limits', 'requests'] as const) {
    const before = had[list];
    if (before === undefined) continue;
    const { cpu: _cpu, memory: _memory, ...others } = wanted[list] ?? {};
    const { cpu, memory } = before;
    resources[list] = { ...others, ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) };
  }
  return { ...now, resources };
}
