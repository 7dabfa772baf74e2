import { forbidden, type Status } from '../../../../api/errors/status.ts';
import { qualifiedResource } from '../../../../api/scheme/scheme.ts';
import { DEFAULT_STORAGE_CLASS, newestDefault } from '../../../../api/storage/default-class.ts';
import { hasClass } from '../../../../api/storage/persistent-volumes.ts';
import type { PersistentVolumeClaim } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { extend } from '../../../../base/extend.ts';
import { type AdmissionPlugin, on, refusedBecause } from '../attributes.ts';
import { type PodSpecView, podSpec, type TolerationView, withPodSpec } from './pod-fields.ts';

interface Taint {
  readonly key: string;
  readonly effect: string;
}

/** A new Node takes no Pods before it says that it is ready. */
// Models plugin/pkg/admission/nodetaint/admission.go (v1.36)
export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  handles: on(['nodes'], ['CREATE']),
  admit(_attributes, object) {
    const spec = (object.spec ?? {}) as { readonly taints?: readonly Taint[] };
    const taints = spec.taints ?? [];
    const key = 'node.kubernetes.io/not-ready';
    if (taints.some((taint) => taint.key === key && taint.effect === 'NoSchedule')) return object;
    return { ...object, spec: { ...spec, taints: [...taints, { key, effect: 'NoSchedule' }] } };
  },
  describe: () => 'tainted not-ready:NoSchedule',
};

const SYSTEM_CLASSES: ReadonlySet<string> = new Set(['system-cluster-critical', 'system-node-critical']);

interface PriorityClassView extends KObject {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

/** Turns the name of a priority class into a number. */
// Models plugin/pkg/admission/priority/admission.go (v1.36)
export const priority: AdmissionPlugin = {
  name: 'Priority',
  handles: on(['pods'], ['CREATE', 'UPDATE']),
  admit(attributes, object, services) {
    const spec = podSpec(object);
    if (attributes.operation === 'UPDATE') return keepPriority(object, attributes.old);
    let value = 0;
    let policy = 'PreemptLowerPriority';
    let className = spec.priorityClassName ?? '';
    const classes = services.list('priorityclasses.scheduling.k8s.io', '') as readonly PriorityClassView[];
    let found: PriorityClassView | undefined;
    if (className === '') found = lowestDefault(classes);
    else {
      found = classes.find((each) => each.metadata.name === className);
      if (found === undefined) {
        return refusedBecause(attributes, `no PriorityClass with name ${className} was found`);
      }
    }
    if (found !== undefined) {
      value = found.value;
      policy = found.preemptionPolicy ?? policy;
      className = found.metadata.name ?? '';
    }
    const refused = conflicting(spec, value, policy);
    if (refused !== undefined) return refusedBecause(attributes, refused);
    if (spec.priority === value && spec.preemptionPolicy === policy) return object;
    const own = { priority: value, preemptionPolicy: policy };
    return withPodSpec(object, extend(spec, className === '' ? own : { ...own, priorityClassName: className }));
  },
  describe: (_before, after) => `priority ${podSpec(after).priority ?? 0}`,
};

function keepPriority(object: KObject, old: KObject | undefined): KObject {
  if (old === undefined) return object;
  const spec = podSpec(object);
  const before = podSpec(old);
  if (spec.priority !== undefined || before.priority === undefined) return object;
  const policy = before.preemptionPolicy;
  return withPodSpec(object, {
    ...spec,
    priority: before.priority,
    ...(policy === undefined || spec.preemptionPolicy !== undefined ? undefined : { preemptionPolicy: policy }),
  });
}

function lowestDefault(classes: readonly PriorityClassView[]): PriorityClassView | undefined {
  let found: PriorityClassView | undefined;
  for (const each of classes) {
    if (each.globalDefault === true && (found === undefined || each.value < found.value)) found = each;
  }
  return found;
}

function conflicting(spec: PodSpecView, value: number, policy: string): string | undefined {
  if (spec.priority !== undefined && spec.priority !== value) {
    return `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
  }
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
    return `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`;
  }
  return undefined;
}

/** System classes keep their values, and only one class may be the default. */
export const priorityOfClasses: AdmissionPlugin = {
  name: 'Priority',
  handles: on(['priorityclasses.scheduling.k8s.io'], ['CREATE', 'UPDATE']),
  validate(attributes, services): Status | undefined {
    const object = attributes.object as PriorityClassView | undefined;
    if (object?.globalDefault !== true) return undefined;
    const name = object.metadata.name ?? '';
    const classes = services.list('priorityclasses.scheduling.k8s.io', '') as readonly PriorityClassView[];
    const other = classes.find((each) => each.globalDefault === true && each.metadata.name !== name);
    if (other === undefined || SYSTEM_CLASSES.has(name)) return undefined;
    return forbidden(
      attributes.resource,
      name,
      `PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`,
    );
  },
};

const NOT_READY: TolerationView = {
  key: 'node.kubernetes.io/not-ready',
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
};
const UNREACHABLE: TolerationView = { ...NOT_READY, key: 'node.kubernetes.io/unreachable' };

const TOLERATED_FOR_A_WHILE: readonly TolerationView[] = [NOT_READY, UNREACHABLE];

/** Pods stay five minutes on a node that has gone silent. */
// Models plugin/pkg/admission/defaulttolerationseconds/admission.go (v1.36)
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  handles: on(['pods'], ['CREATE', 'UPDATE']),
  admit(_attributes, object) {
    const spec = podSpec(object);
    const tolerations = spec.tolerations ?? [];
    if (tolerations.length === 0) return withPodSpec(object, extend(spec, { tolerations: TOLERATED_FOR_A_WHILE }));
    const added = TOLERATED_FOR_A_WHILE.filter((wanted) => !tolerations.some((each) => tolerates(each, wanted)));
    return added.length === 0 ? object : withPodSpec(object, extend(spec, { tolerations: [...tolerations, ...added] }));
  },
  describe: () => 'tolerates not-ready and unreachable for 300 s',
};

function tolerates(toleration: TolerationView, taint: TolerationView): boolean {
  const key = toleration.key ?? '';
  const effect = toleration.effect ?? '';
  return (key === taint.key || key === '') && (effect === '' || effect === taint.effect);
}

const PROTECTION: { readonly [resource: string]: string } = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
  'volumeattributesclasses.storage.k8s.io': 'kubernetes.io/vac-protection',
};

/** What is in use is not taken away: claims, volumes and classes of their attributes get a finalizer. */
// Models plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go (v1.36)
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  handles: on(Object.keys(PROTECTION), ['CREATE']),
  admit(attributes, object) {
    const finalizer = PROTECTION[qualifiedResource(attributes.resource)] ?? '';
    const finalizers = object.metadata.finalizers ?? [];
    if (finalizers.includes(finalizer)) return object;
    return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
  },
  describe: () => 'finalizer added',
};

/** A claim that names no class gets the newest default class. */
// Models plugin/pkg/admission/storage/storageclass/setdefault/admission.go (v1.36)
export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  handles: on(['persistentvolumeclaims'], ['CREATE']),
  admit(_attributes, object, services) {
    if (hasClass(object as PersistentVolumeClaim)) return object;
    const found = newestDefault(services.list('storageclasses.storage.k8s.io', ''), DEFAULT_STORAGE_CLASS);
    const storageClassName = found?.metadata.name;
    return found === undefined ? object : { ...object, spec: { ...(object.spec as object), storageClassName } };
  },
  describe: (_before, after) => `class ${(after.spec as { storageClassName?: string }).storageClassName ?? ''}`,
};

/** An Ingress that names no class gets the default one. */
// Models plugin/pkg/admission/network/defaultingressclass/admission.go (v1.36)
export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  handles: on(['ingresses.networking.k8s.io'], ['CREATE']),
  admit(_attributes, object, services) {
    const spec = object.spec as { readonly ingressClassName?: string };
    if (spec.ingressClassName !== undefined) return object;
    if (object.metadata.annotations?.['kubernetes.io/ingress.class'] !== undefined) return object;
    const annotation = 'ingressclass.kubernetes.io/is-default-class';
    const found = newestDefault(services.list('ingressclasses.networking.k8s.io', ''), annotation);
    const ingressClassName = found?.metadata.name;
    return found === undefined ? object : { ...object, spec: { ...spec, ingressClassName } };
  },
};

/** The Pod learns the zone and region of its node when it is bound. */
// Models plugin/pkg/admission/podtopologylabels/admission.go (v1.36)
export const podTopologyLabels: AdmissionPlugin = {
  name: 'PodTopologyLabels',
  handles: on(['pods/binding'], ['CREATE']),
  admit(_attributes, object, services) {
    const target = object.target as { readonly name?: string } | undefined;
    const labels = services.get('nodes', '', target?.name ?? '')?.metadata.labels;
    if (labels === undefined) return object;
    const copied: Record<string, string> = {};
    for (const key of ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']) {
      const value = labels[key];
      if (value !== undefined) copied[key] = value;
    }
    if (Object.keys(copied).length === 0) return object;
    return { ...object, metadata: { ...object.metadata, labels: { ...copied, ...object.metadata.labels } } };
  },
};
