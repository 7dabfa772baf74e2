import { resourceNamer } from './facts.ts';
import { at, isObject, type Json, type JsonObject, listAt, textAt } from './json.ts';
import type { AuditEntry, Recording, WatchEntry } from './recording.ts';

/**
 * What there was before a recording that follows none of those at hand, as far as it tells: each object that it meets and
 * does not make, without what the first write did to it. Controllers make again what is theirs.
 */
export function reconstructed(recording: Recording): readonly JsonObject[] {
  const met = firstMet(recording).map(({ entry, by }) => withoutWrite(entry, by));
  const all = met.map((object) => withFormerRevision(object, met));
  const deployments = new Set(all.filter(({ kind }) => kind === 'Deployment').map(uidOf));
  const found = all.filter((object) => !isMadeByRollout(object, deployments));
  const uids = new Set(found.map(uidOf));
  return [...namespacesOf(recording, found), ...found.map((object) => withOwnersAmong(object, uids))];
}

function uidOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'uid');
}

/** A Deployment makes the ReplicaSet that has Pods; those of its past stay. */
function isMadeByRollout(object: JsonObject, deployments: ReadonlySet<string>): boolean {
  const [owner] = listAt(object, 'metadata', 'ownerReferences');
  return deployments.has(textAt(owner, 'uid')) && at(object, 'spec', 'replicas') !== 0;
}

const REVISION = 'deployment.kubernetes.io/revision';
const HISTORY = 'deployment.kubernetes.io/revision-history';

/** A ReplicaSet of a later revision than its Deployment was given that later: it remembers the one that it had. */
function withFormerRevision(object: JsonObject, all: readonly JsonObject[]): JsonObject {
  const [owner] = listAt(object, 'metadata', 'ownerReferences');
  const deployment = all.find(
    (other) => textAt(other, 'kind') === 'Deployment' && uidOf(other) === textAt(owner, 'uid'),
  );
  const revision = (of: JsonObject) => Number(textAt(of, 'metadata', 'annotations', REVISION) || 0);
  if (deployment === undefined || revision(deployment) === 0 || revision(object) <= revision(deployment)) return object;
  const history = textAt(object, 'metadata', 'annotations', HISTORY).split(',');
  const former = history.pop() ?? '';
  if (former === '') return object;
  const metadata = object.metadata as JsonObject;
  const { [HISTORY]: _, ...annotations } = (metadata.annotations ?? {}) as JsonObject;
  const rest = history.length === 0 ? {} : { [HISTORY]: history.join(',') };
  return { ...object, metadata: { ...metadata, annotations: { ...annotations, ...rest, [REVISION]: former } } };
}

interface Met {
  readonly entry: WatchEntry;
  /** The write after which it was seen. */
  readonly by: AuditEntry | undefined;
}

const RESOURCES_OF_CONTROLLERS =
  /^(events|endpoints|leases|nodes|bindings|controllerrevisions|ipaddresses|csinodes)\b|^endpointslices/;
const GIVEN =
  /^(namespaces \/(default|kube-.*)|serviceaccounts .*\/default|configmaps .*\/kube-root-ca\.crt|services default\/kubernetes)$/;

function firstMet(recording: Recording): readonly Met[] {
  const writes = new Map<string, AuditEntry>();
  for (const entry of recording.audit)
    if (entry.code < 300) writes.set(textAt(entry.response, 'metadata', 'resourceVersion'), entry);
  const seen = new Set<string>();
  const found: Met[] = [];
  for (const entry of recording.watch) {
    const uid = textAt(entry.object, 'metadata', 'uid');
    if (seen.has(uid)) continue;
    seen.add(uid);
    const isOther = RESOURCES_OF_CONTROLLERS.test(entry.resource) || (entry.ns ?? '').startsWith('kube-');
    const name = `${entry.resource} ${entry.ns ?? ''}/${entry.name}`;
    if (entry.type === 'ADDED' || isOther || GIVEN.test(name) || isMadeAgain(entry.object)) continue;
    found.push({ entry, by: writes.get(entry.rv) });
  }
  return found;
}

const MAKERS = new Set(['ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'ReplicationController']);

function isMadeAgain(object: JsonObject): boolean {
  const [owner] = listAt(object, 'metadata', 'ownerReferences');
  return textAt(object, 'kind') === 'Pod' && MAKERS.has(textAt(owner, 'kind'));
}

/** Their controllers count again, from what a new one has. */
const COUNTED: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['Deployment', {}],
  ['ReplicaSet', { replicas: 0 }],
  ['ReplicationController', { replicas: 0 }],
  ['StatefulSet', { replicas: 0, availableReplicas: 0 }],
  ['DaemonSet', { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 }],
  ['Job', {}],
  ['Pod', { phase: 'Pending' }],
]);

function withoutWrite({ object }: WatchEntry, by: AuditEntry | undefined): JsonObject {
  const { status, ...rest } = object;
  const counted = COUNTED.get(textAt(object, 'kind'));
  const quality = textAt(status, 'qosClass');
  const fresh = counted === undefined || quality === '' ? counted : { ...counted, qosClass: quality };
  const metadata = metadataBefore(object, by);
  const spec = isObject(object.spec) ? { spec: specBefore(object, object.spec) } : {};
  return { ...rest, metadata, ...spec, ...(status === undefined ? {} : { status: fresh ?? status }) };
}

/** Has the spec been changed since its controller looked at it? */
function isChanged(object: JsonObject): boolean {
  const observed = at(object, 'status', 'observedGeneration');
  return typeof observed === 'number' && observed !== at(object, 'metadata', 'generation');
}

function specBefore(object: JsonObject, spec: JsonObject): JsonObject {
  if (!isChanged(object) || spec.replicas === undefined) return spec;
  return { ...spec, replicas: at(object, 'status', 'replicas') ?? 0 };
}

const ENDING = new Set(['resourceVersion', 'deletionTimestamp', 'deletionGracePeriodSeconds']);

function metadataBefore(object: JsonObject, by: AuditEntry | undefined): JsonObject {
  const metadata = (object.metadata ?? {}) as JsonObject;
  const {
    generation,
    managedFields: _,
    ...kept
  } = Object.fromEntries(Object.entries(metadata).filter(([key]) => !ENDING.has(key))) as {
    readonly [key: string]: Json;
  };
  const before = isChanged(object)
    ? at(object, 'status', 'observedGeneration')
    : metadata.deletionTimestamp === undefined || typeof generation !== 'number'
      ? generation
      : generation - 1;
  return {
    ...kept,
    ...without('labels', metadata, by),
    ...without('annotations', metadata, by),
    ...(before === undefined ? {} : { generation: before }),
    managedFields: listAt(metadata, 'managedFields').filter((entry) => !isOfThatWrite(entry, by)),
  };
}

/** Labels and annotations that a patch names were not there before. */
function without(part: 'labels' | 'annotations', metadata: JsonObject, by: AuditEntry | undefined): JsonObject {
  const named = by?.verb === 'patch' ? at(by.request, 'metadata', part) : undefined;
  const all = metadata[part];
  if (!isObject(named) || !isObject(all)) return {};
  return { [part]: Object.fromEntries(Object.entries(all).filter(([key]) => named[key] === undefined)) };
}

/** A person's write is a manager of its own; a component had written before. */
function isOfThatWrite(entry: Json, by: AuditEntry | undefined): boolean {
  const manager =
    new URLSearchParams(by?.uri.split('?')[1] ?? '').get('fieldManager') ?? (by?.ua ?? '').split('/', 1)[0] ?? '';
  return (
    manager.startsWith('kubectl') && manager !== 'kubectl-client-side-apply' && textAt(entry, 'manager') === manager
  );
}

/** An owner that nobody shows would be missed by the garbage collector. */
function withOwnersAmong(object: JsonObject, uids: ReadonlySet<string>): JsonObject {
  const owners = listAt(object, 'metadata', 'ownerReferences');
  const kept = owners.filter((owner) => uids.has(textAt(owner, 'uid')));
  if (kept.length === owners.length) return object;
  const { ownerReferences: _, ...metadata } = object.metadata as JsonObject;
  return { ...object, metadata: kept.length === 0 ? metadata : { ...metadata, ownerReferences: kept } };
}

/** Namespaces that are used and were not made. */
function namespacesOf(recording: Recording, found: readonly JsonObject[]): readonly JsonObject[] {
  const resourceOf = resourceNamer(recording);
  const there = new Set(found.filter((object) => resourceOf(object) === 'namespaces').map((object) => nameOf(object)));
  const made = new Set(recording.watch.filter(({ resource }) => resource === 'namespaces').map(({ name }) => name));
  const used = new Set(recording.watch.flatMap(({ ns = '' }) => (/^(|default|kube-.*)$/.test(ns) ? [] : [ns])));
  return [...used].filter((name) => !there.has(name) && !made.has(name)).map(namespace);
}

function nameOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'name');
}

function namespace(name: string, place: number): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      uid: `00000000-0000-4000-8000-${String(place + 1).padStart(12, '0')}`,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { 'kubernetes.io/metadata.name': name },
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

/** Every cluster has these; a recording does not show them. */
export function isGiven(object: JsonObject): boolean {
  const namespace = textAt(object, 'metadata', 'namespace');
  if (namespace === '' || namespace.startsWith('kube-')) return true;
  const kind = `${textAt(object, 'kind').toLowerCase()}s`;
  return GIVEN.test(`${kind} ${namespace}/${nameOf(object)}`);
}

/** Pods that are printed and that nobody touched, by the ReplicaSet whose name they bear. */
export function printedPods(recording: Recording): readonly JsonObject[] {
  const sets = new Map(
    recording.watch.filter(({ resource }) => resource === 'replicasets.apps').map((entry) => [entry.name, entry]),
  );
  const known = new Set(recording.watch.filter(({ resource }) => resource === 'pods').map(({ name }) => name));
  const words = recording.commands.flatMap(({ stdout, argv }) => [...`${stdout} ${argv.join(' ')}`.matchAll(POD_NAME)]);
  const found = new Map<string, JsonObject>();
  for (const [name, set = ''] of words) {
    const owner = sets.get(set);
    if (owner === undefined || known.has(name)) continue;
    const ownerReferences = [{ kind: 'ReplicaSet', name: set, uid: textAt(owner.object, 'metadata', 'uid') }];
    const metadata = { name, generateName: `${set}-`, namespace: owner.ns ?? '', ownerReferences };
    found.set(name, { apiVersion: 'v1', kind: 'Pod', metadata });
  }
  return [...found.values()];
}

const POD_NAME = /\b([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;
