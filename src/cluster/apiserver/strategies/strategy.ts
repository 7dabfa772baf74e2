import { equalJson } from '../../../api/go/json.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import { openCopy, withMetadata } from '../../../api/types/copies.ts';
import type { PodSpec } from '../../../api/types/core.ts';
import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { extend, without } from '../../../base/extend.ts';
import type { Writable } from '../../../base/writable.ts';
import { withFirstTemplate, withNextTemplate } from './daemon-set-strategy.ts';
import type { DeletionRules } from './deletion.ts';
import { withoutDisabledDriverFields } from './disabled/drivers.ts';
import { podFieldsDropper } from './disabled/pods.ts';
import { withoutDisabledDeviceFields } from './disabled/slices.ts';
import { withoutFreedDevices } from './freed-devices.ts';
import { withJobSelector } from './job-strategy.ts';
import { withLabelKeys } from './pod-label-keys.ts';
import { withoutDisabledFields } from './stateful-set-strategy.ts';

export interface StrategyInput {
  /** Virtual microseconds. */
  readonly now: number;
  /** RFC 3339, seconds. */
  readonly time: string;
}

/** What the registry does to objects of one resource before they are stored. */
export interface Strategy extends DeletionRules {
  /** A PUT without a resourceVersion is accepted. */
  readonly unconditionalUpdate: boolean;
  /** A PUT of an object that does not exist creates it. */
  readonly createOnUpdate: boolean;
  /** A deletion at once answers with the object, not with a Status. */
  readonly answersWithObject: boolean;
  /** Something outside of the object is given back when it is gone. */
  readonly holdsAllocations?: true;
  /** Why an object of this name is never deleted by itself. */
  permanent?(name: string): string | undefined;
  /** Nobody else has the object, nor its metadata: they may be completed where they are. */
  prepareForCreate(object: Writable<KObject>, input: StrategyInput): KObject;
  prepareForUpdate(object: KObject, old: KObject): KObject;
  prepareForStatusUpdate(object: KObject, old: KObject): KObject;
}

const noop = (object: KObject): KObject => object;

export const plainStrategy: Strategy = {
  unconditionalUpdate: true,
  createOnUpdate: false,
  orphanByDefault: false,
  answersWithObject: false,
  prepareForCreate: noop,
  prepareForUpdate: noop,
  prepareForStatusUpdate: noop,
};

/** The object with one top-level field as given, or without it. */
export function withTop(object: KObject, key: string, value: unknown): KObject {
  if (object[key] === value) return object;
  if (value === undefined) return without(object, key) as KObject;
  const copy = openCopy(object);
  copy[key] = value;
  return copy as KObject;
}

function withMeta(object: KObject, meta: ObjectMeta): KObject {
  return meta === object.metadata ? object : withMetadata(object, meta);
}

/** As it is created, with the status that it says it has. */
export function madeAs(strategy: Strategy, object: KObject, now: number): KObject {
  const { status, metadata } = object;
  const made = strategy.prepareForCreate(withMetadata(object, { ...metadata }), { now, time: rfc3339(now) });
  const says = typeof status === 'object' && status !== null && Object.keys(status).length > 0;
  return says ? withTop(made, 'status', status) : made;
}

export function withGeneration(object: KObject, generation: number): KObject {
  if (object.metadata.generation === generation) return object;
  return withMetadata(object, extend(object.metadata, { generation }));
}

/** Status belongs to the subresource; a change of the spec makes a new generation. */
function specAndStatus(options: {
  readonly initialStatus: unknown;
  readonly countsAnnotations?: boolean;
  readonly keepLabels?: boolean;
}): Strategy {
  return {
    ...plainStrategy,
    prepareForCreate: (object) => withGeneration(withTop(object, 'status', options.initialStatus), 1),
    prepareForUpdate: (object, old) => {
      const next = withTop(object, 'status', old.status);
      const changed =
        !equalJson(next.spec, old.spec) ||
        (options.countsAnnotations === true && !equalJson(next.metadata.annotations, old.metadata.annotations));
      const generation = old.metadata.generation ?? 0;
      return changed ? withGeneration(next, generation + 1) : next;
    },
    prepareForStatusUpdate: (object, old) => {
      const next = withTop(object, 'spec', old.spec);
      return options.keepLabels === true && next.metadata.labels !== old.metadata.labels
        ? withMeta(next, { ...next.metadata, labels: old.metadata.labels })
        : next;
    },
  };
}

/** Status belongs to the subresource; no generation is kept. */
function statusOnly(initialStatus: unknown): Strategy {
  return {
    ...plainStrategy,
    prepareForCreate: (object) => withTop(object, 'status', initialStatus),
    prepareForUpdate: (object, old) => withTop(object, 'status', old.status),
    prepareForStatusUpdate: (object, old) => withTop(object, 'spec', old.spec),
  };
}

/** The status has a door of its own, and by that door nothing of the metadata changes. */
export function guarded(strategy: Strategy): Strategy {
  return {
    ...strategy,
    prepareForStatusUpdate: (object, old) =>
      withMeta(withTop(object, 'spec', old.spec), withMetadataOf(object.metadata, old.metadata)),
  };
}

// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go ResetObjectMetaForStatus (v1.36)
function withMetadataOf(
  metadata: ObjectMeta,
  { labels, annotations, finalizers, ownerReferences }: ObjectMeta,
): ObjectMeta {
  const { labels: _l, annotations: _a, finalizers: _f, ownerReferences: _o, ...kept } = metadata;
  const own = { labels, annotations, finalizers, ownerReferences };
  return Object.assign(kept, Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)));
}

const EMPTY = {};

function gated(time: string): object {
  return {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: time,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
}

// Models pkg/registry/core/pod/strategy.go (v1.36)
const podStrategy: Strategy = {
  ...plainStrategy,
  answersWithObject: true,
  prepareForCreate(object, { time }) {
    const { schedulingGates: gates = [], affinity, topologySpreadConstraints } = object.spec as PodSpec;
    const conditions = gates.length === 0 ? undefined : { conditions: [gated(time)] };
    const asked: Writable<KObject> =
      affinity === undefined && topologySpreadConstraints === undefined ? object : withLabelKeys(object);
    asked.status = { phase: 'Pending', ...conditions, qosClass: qosClass(object) };
    (asked.metadata as Writable<ObjectMeta>).generation = 1;
    return asked;
  },
  prepareForUpdate(object, old) {
    const next = withTop(object, 'status', old.status);
    return equalJson(next.spec, old.spec) ? next : withGeneration(next, (old.metadata.generation ?? 0) + 1);
  },
  prepareForStatusUpdate(object, old) {
    const status = object.status as { readonly qosClass?: string } | undefined;
    const qos = (old.status as { readonly qosClass?: string } | undefined)?.qosClass;
    const next = withTop(object, 'spec', old.spec);
    const kept = status !== undefined && status.qosClass === undefined && qos !== undefined;
    const owners = old.metadata.ownerReferences;
    const withStatus = kept ? { ...next, status: { ...status, qosClass: qos } } : next;
    return withStatus.metadata.ownerReferences === owners
      ? withStatus
      : withMeta(withStatus, { ...withStatus.metadata, ownerReferences: owners });
  },
  gracePeriod(object, options) {
    const spec = object.spec as { readonly terminationGracePeriodSeconds?: number; readonly nodeName?: string };
    const phase = (object.status as { readonly phase?: string } | undefined)?.phase;
    let seconds = options.gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 0;
    if ((spec.nodeName ?? '') === '' || phase === 'Failed' || phase === 'Succeeded') seconds = 0;
    return seconds < 0 ? 1 : seconds;
  },
};

// Models pkg/registry/core/namespace/strategy.go (v1.36)
const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Defaulting does so too, but does not know the name that the server makes. */
// Models pkg/registry/core/namespace/strategy.go Canonicalize (v1.36)
function labelledWithName(metadata: ObjectMeta): ObjectMeta {
  const { name = '', labels } = metadata;
  return labels?.[NAME_LABEL] === name ? metadata : { ...metadata, labels: { ...labels, [NAME_LABEL]: name } };
}

const namespaceStrategy: Strategy = {
  ...plainStrategy,
  prepareForCreate(object) {
    const spec = object.spec as { readonly finalizers?: readonly string[] } | undefined;
    const finalizers = spec?.finalizers ?? [];
    const kept = finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'];
    const metadata = labelledWithName(object.metadata);
    return { ...object, metadata, spec: { ...spec, finalizers: kept }, status: { phase: 'Active' } };
  },
  prepareForUpdate: (object, old) =>
    withTop(
      {
        ...object,
        spec: { ...(object.spec as object), finalizers: (old.spec as { finalizers?: unknown }).finalizers },
      },
      'status',
      old.status,
    ),
  prepareForStatusUpdate: (object, old) => withTop(object, 'spec', old.spec),
};

const STRATEGIES: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  ['pods', podStrategy],
  ['namespaces', namespaceStrategy],
  ['nodes', { ...statusOnly(undefined), prepareForCreate: (object) => object }],
  ['services', { ...whole(statusOnly({ loadBalancer: EMPTY })), holdsAllocations: true }],
  ['serviceaccounts', whole(plainStrategy)],
  ['podtemplates', whole(generationOnly('template'))],
  ['storageclasses.storage.k8s.io', whole(plainStrategy)],
  ['csidrivers.storage.k8s.io', dropping(whole(plainStrategy), withoutDisabledDriverFields)],
  ['csinodes.storage.k8s.io', whole(plainStrategy)],
  ['volumeattachments.storage.k8s.io', whole(guarded(statusOnly({ attached: false })))],
  ['persistentvolumes', whole(statusOnly({ phase: 'Pending' }))],
  ['persistentvolumeclaims', whole(statusOnly({ phase: 'Pending' }))],
  ['resourcequotas', whole(statusOnly(EMPTY))],
  ['replicationcontrollers', { ...specAndStatus({ initialStatus: { replicas: 0 } }), orphanByDefault: true }],
  ['deployments.apps', specAndStatus({ initialStatus: EMPTY, countsAnnotations: true, keepLabels: true })],
  ['replicasets.apps', specAndStatus({ initialStatus: { replicas: 0 } })],
  ['statefulsets.apps', statefulSetStrategy()],
  ['daemonsets.apps', daemonSetStrategy()],
  ['jobs.batch', jobStrategy()],
  ['cronjobs.batch', specAndStatus({ initialStatus: EMPTY })],
  [
    'poddisruptionbudgets.policy',
    specAndStatus({ initialStatus: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 } }),
  ],
  ['ingresses.networking.k8s.io', specAndStatus({ initialStatus: { loadBalancer: EMPTY } })],
  ['horizontalpodautoscalers.autoscaling', statusOnly({ currentMetrics: null, desiredReplicas: 0 })],
  ['events', { ...plainStrategy, createOnUpdate: true }],
  ['endpoints', { ...plainStrategy, createOnUpdate: true }],
  ['leases.coordination.k8s.io', { ...plainStrategy, createOnUpdate: true, unconditionalUpdate: false }],
  ['limitranges', { ...plainStrategy, createOnUpdate: true }],
  ['roles.rbac.authorization.k8s.io', { ...plainStrategy, createOnUpdate: true }],
  ['rolebindings.rbac.authorization.k8s.io', { ...plainStrategy, createOnUpdate: true }],
  ['clusterroles.rbac.authorization.k8s.io', { ...plainStrategy, createOnUpdate: true }],
  ['clusterrolebindings.rbac.authorization.k8s.io', { ...plainStrategy, createOnUpdate: true }],
  ['runtimeclasses.node.k8s.io', { ...plainStrategy, createOnUpdate: true }],
  ['networkpolicies.networking.k8s.io', generationOnly()],
  ['endpointslices.discovery.k8s.io', endpointSliceStrategy()],
  ['flowschemas.flowcontrol.apiserver.k8s.io', guarded(specAndStatus({ initialStatus: EMPTY }))],
  ['prioritylevelconfigurations.flowcontrol.apiserver.k8s.io', guarded(specAndStatus({ initialStatus: EMPTY }))],
  ['validatingadmissionpolicies.admissionregistration.k8s.io', guarded(specAndStatus({ initialStatus: EMPTY }))],
  ['validatingadmissionpolicybindings.admissionregistration.k8s.io', generationOnly()],
  ['validatingwebhookconfigurations.admissionregistration.k8s.io', generationOnly('webhooks')],
  ['mutatingwebhookconfigurations.admissionregistration.k8s.io', generationOnly('webhooks')],
  ['mutatingadmissionpolicies.admissionregistration.k8s.io', generationOnly()],
  ['mutatingadmissionpolicybindings.admissionregistration.k8s.io', generationOnly()],
  ['ingressclasses.networking.k8s.io', generationOnly()],
  ['resourceclaims.resource.k8s.io', whole(claimStrategy())],
  ['resourceclaimtemplates.resource.k8s.io', whole(plainStrategy)],
  ['servicecidrs.networking.k8s.io', guarded(plainStrategy)],
  ['deviceclasses.resource.k8s.io', whole(generationOnly())],
  ['resourceslices.resource.k8s.io', dropping(whole(generationOnly()), withoutDisabledDeviceFields)],
  ['volumeattributesclasses.storage.k8s.io', whole(plainStrategy)],
  ['priorityclasses.scheduling.k8s.io', priorityClassStrategy()],
]);

// Models pkg/registry/scheduling/priorityclass/storage/storage.go Delete (v1.36)
function priorityClassStrategy(): Strategy {
  const permanent = (name: string): string | undefined =>
    name === 'system-node-critical' || name === 'system-cluster-critical'
      ? 'this is a system priority class and cannot be deleted'
      : undefined;
  return { ...generationOnly(), createOnUpdate: true, permanent };
}

function claimStrategy(): Strategy {
  const base = guarded(statusOnly(EMPTY));
  return {
    ...base,
    prepareForStatusUpdate: (object, old) => withoutFreedDevices(base.prepareForStatusUpdate(object, old), old),
  };
}

function daemonSetStrategy(): Strategy {
  const base = specAndStatus({
    initialStatus: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  });
  return {
    ...base,
    prepareForCreate: (object, input) => withFirstTemplate(base.prepareForCreate(object, input)),
    prepareForUpdate: (object, old) => withNextTemplate(base.prepareForUpdate(object, old), old),
  };
}

function statefulSetStrategy(): Strategy {
  const base = specAndStatus({ initialStatus: { replicas: 0, availableReplicas: 0 } });
  return {
    ...base,
    prepareForCreate: (object, input) => withoutDisabledFields(base.prepareForCreate(object, input)),
    prepareForUpdate: (object, old) => base.prepareForUpdate(withoutDisabledFields(object, old), old),
  };
}

function jobStrategy(): Strategy {
  const base = specAndStatus({ initialStatus: EMPTY });
  return {
    ...base,
    orphanByDefault: true,
    prepareForCreate: (object, input) => withJobSelector(base.prepareForCreate(object, input)),
  };
}

function whole(strategy: Strategy): Strategy {
  return { ...strategy, answersWithObject: true };
}

/** No status, but a generation that counts changes of the spec, or of what stands for it. */
function generationOnly(field: 'spec' | 'template' | 'webhooks' = 'spec'): Strategy {
  return {
    ...plainStrategy,
    prepareForCreate: (object) => withGeneration(object, 1),
    prepareForUpdate: (object, old) =>
      equalJson(object[field], old[field]) ? object : withGeneration(object, (old.metadata.generation ?? 0) + 1),
  };
}

// Models pkg/registry/discovery/endpointslice/strategy.go (v1.36): anything but labels and other metadata counts.
function endpointSliceStrategy(): Strategy {
  return {
    ...plainStrategy,
    prepareForCreate: (object) => withGeneration(object, 1),
    prepareForUpdate: (object, old) => {
      const same =
        equalJson(object.endpoints, old.endpoints) &&
        equalJson(object.ports, old.ports) &&
        equalJson(object.metadata.labels, old.metadata.labels);
      return same ? object : withGeneration(object, (old.metadata.generation ?? 0) + 1);
    },
  };
}

export function strategyOf(info: ResourceInfo): Strategy {
  const name = info.group === '' ? info.resource : `${info.resource}.${info.group}`;
  const found = withoutDisabledPodFields(name, STRATEGIES.get(name) ?? plainStrategy);
  return WATCHFUL.test(name) ? { ...found, unconditionalUpdate: false } : found;
}

function withoutDisabledPodFields(name: string, strategy: Strategy): Strategy {
  const drop = podFieldsDropper(name);
  return drop === undefined ? strategy : dropping(strategy, drop);
}

/** `drop` takes off what belongs to features that are off, unless the old object has it. */
function dropping(strategy: Strategy, drop: (object: KObject, old?: KObject) => KObject): Strategy {
  return {
    ...strategy,
    prepareForCreate: (object, input) => strategy.prepareForCreate(drop(object), input),
    prepareForUpdate: (object, old) => strategy.prepareForUpdate(drop(object, old), old),
  };
}

/** Kinds of which an update must name the revision. Models AllowUnconditionalUpdate of their strategies (v1.36) */
const WATCHFUL =
  /^(?:poddisruptionbudgets|runtimeclasses|apiservices|volumeattachments|csi(?:drivers|nodes|storagecapacities)\.|(?:valid|mut)ating(?:webhook|admission))/;

interface Resources {
  readonly requests?: { readonly [resource: string]: unknown };
  readonly limits?: { readonly [resource: string]: unknown };
}

/** Guaranteed: every container limits cpu and memory and requests as much. BestEffort: none names either. Otherwise Burstable. */
// Models pkg/apis/core/v1/helper/qos/qos.go (v1.36)
export function qosClass(pod: KObject): string {
  const spec = pod.spec as {
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
  };
  let guaranteed = true;
  let named = false;
  for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    const { requests, limits } = container.resources ?? {};
    for (const resource of ['cpu', 'memory']) {
      const request = nonZero(requests?.[resource]);
      const limit = nonZero(limits?.[resource]);
      if (request !== undefined || limit !== undefined) named = true;
      if (limit === undefined || (request !== undefined && request !== limit)) guaranteed = false;
    }
  }
  if (!named) return 'BestEffort';
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

interface Container {
  readonly resources?: Resources;
}

function nonZero(value: unknown): string | undefined {
  return value === undefined || value === '0' || value === 0 ? undefined : String(value);
}
