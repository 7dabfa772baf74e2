import { at, type JsonObject, listAt, textAt } from './json.ts';
import type { Recording } from './recording.ts';

export interface Pod {
  readonly name: string;
  readonly node: string;
  /** Of all Pods that had the name, one after another. */
  readonly nodes: readonly string[];
  readonly ips: readonly string[];
  /** Its own spec chose the node, so the node's name is behaviour and not chance. */
  readonly pinned: boolean;
}

/** An object whose name a component made up. */
export interface Generated {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** What the name begins with. */
  readonly prefix: string;
  readonly ownerName: string;
}

/** What one recording says about names and addresses that another run would choose differently. */
export interface Facts {
  readonly byUid: ReadonlyMap<string, { readonly resource: string; readonly name: string }>;
  readonly pods: ReadonlyMap<string, Pod>;
  readonly generated: ReadonlyMap<string, Generated>;
  /** Node name → its address ('' when never seen). */
  readonly nodes: ReadonlyMap<string, string>;
  /** Address → the pods that had it. */
  readonly podIPs: ReadonlyMap<string, readonly string[]>;
  /** Address → the Service it was allocated for. */
  readonly clusterIPs: ReadonlyMap<string, string>;
  readonly nodePorts: ReadonlySet<string>;
  /** Namespace and name of a Deployment's ReplicaSet → the size that each of its generations has. */
  readonly sizes: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Generated name of an object that was never stored → what the name begins with. */
  readonly refused: ReadonlyMap<string, string>;
}

export interface Seen {
  readonly resource: string;
  readonly object: JsonObject;
}

function groupOf(object: JsonObject): string {
  const version = textAt(object, 'apiVersion');
  return version.includes('/') ? (version.split('/')[0] ?? '') : '';
}

/** `plural.group` of an object without asking discovery: learnt from the recording, else English. */
export function resourceNamer(recording: Recording): (object: JsonObject) => string {
  const known = new Map<string, string>();
  const key = (object: JsonObject) => `${textAt(object, 'kind')}.${groupOf(object)}`;
  for (const entry of recording.watch) known.set(key(entry.object), entry.resource);
  return (object) => {
    const found = known.get(key(object));
    if (found !== undefined) return found;
    const kind = textAt(object, 'kind').toLowerCase();
    const plural = /(s|x|ch)$/.test(kind) && kind !== 'endpoints' ? `${kind}es` : kind.replace(/([^aeiou])y$/, '$1ie');
    const group = groupOf(object);
    const name = kind === 'endpoints' || plural !== kind ? plural.replace(/ie$/, 'ies') : `${kind}s`;
    return group ? `${name}.${group}` : name;
  };
}

/** Every state of every object in the recording, oldest first. */
function seenObjects(recording: Recording): readonly Seen[] {
  const resourceOf = resourceNamer(recording);
  const seen: Seen[] = recording.initial.map((object) => ({ resource: resourceOf(object), object }));
  for (const entry of recording.audit) {
    const response = entry.response as JsonObject | undefined;
    if (entry.code < 300 && textAt(response, 'metadata', 'uid') !== '' && (entry.subresource ?? '') !== 'token') {
      if (textAt(response, 'kind') !== 'Scale') seen.push({ resource: entry.resource, object: response ?? {} });
    }
  }
  for (const entry of recording.watch) seen.push({ resource: entry.resource, object: entry.object });
  for (const object of recording.final) seen.push({ resource: resourceOf(object), object });
  return seen;
}

function isPinned(object: JsonObject): boolean {
  const spec = object.spec as JsonObject | undefined;
  if (spec?.nodeSelector !== undefined) return true;
  return (spec?.affinity as JsonObject | undefined)?.nodeAffinity !== undefined;
}

const ATTACHMENT = /^csi-[0-9a-f]{64}$/;

function generatedOf({ resource, object }: Seen): Generated | undefined {
  const name = textAt(object, 'metadata', 'name');
  const namespace = textAt(object, 'metadata', 'namespace');
  const owners = listAt(object, 'metadata', 'ownerReferences');
  const ownerName = textAt(owners[0], 'name');
  // A long one is cut: five letters must fit behind it.
  const prefix = textAt(object, 'metadata', 'generateName').slice(0, 58);
  if (prefix !== '' && name.startsWith(prefix)) return { resource, namespace, name, prefix, ownerName };
  // An attachment is named after a hash of its volume, which is named after a uid.
  if (resource === 'volumeattachments.storage.k8s.io' && ATTACHMENT.test(name)) {
    return { resource, namespace, name, prefix: 'csi-', ownerName };
  }
  // A CronJob names its Jobs after the minute they were due.
  if (textAt(owners[0], 'kind') === 'CronJob' && /-\d{6,}$/.test(name)) {
    return { resource, namespace, name, prefix: `${ownerName}-`, ownerName };
  }
  return undefined;
}

function portsAskedFor(recording: Recording): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const entry of recording.audit) {
    if (entry.resource !== 'services' || entry.verb === 'update') continue;
    for (const port of listAt(entry.request, 'spec', 'ports')) asked.add(String((port as JsonObject).nodePort));
    asked.add(String(at(entry.request, 'spec', 'healthCheckNodePort')));
  }
  return asked;
}

function addressesAskedFor(recording: Recording): ReadonlySet<string> {
  const services = recording.audit.filter((entry) => entry.resource === 'services');
  const asked = new Set(services.map((entry) => textAt(entry.request, 'spec', 'clusterIP')));
  // Somebody may ask for an address that was allocated for another Service before.
  for (const entry of services) {
    if (textAt(entry.request, 'spec', 'clusterIP') !== '' || entry.verb !== 'create') continue;
    asked.delete(textAt(entry.response, 'spec', 'clusterIP'));
  }
  return asked;
}

function nodesOf(recording: Recording, seen: readonly Seen[]): ReadonlyMap<string, string> {
  const nodes = new Map<string, string>();
  for (const entry of [...recording.audit, ...recording.reads]) {
    const name = /^system:node:(.+)$/.exec(entry.user)?.[1];
    if (name !== undefined && !nodes.has(name)) nodes.set(name, '');
  }
  for (const { resource, object } of seen) {
    if (resource === 'nodes') {
      const address = listAt(object, 'status', 'addresses').find((item) => textAt(item, 'type') === 'InternalIP');
      nodes.set(textAt(object, 'metadata', 'name'), textAt(address, 'address'));
    }
    const host = textAt(object, 'spec', 'nodeName');
    if (resource === 'pods' && host !== '') {
      nodes.set(host, nodes.get(host) || textAt(object, 'status', 'hostIP'));
    }
  }
  return nodes;
}

function refusedNames(recording: Recording): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  for (const entry of recording.audit) {
    const prefix = textAt(entry.request, 'metadata', 'generateName');
    if (entry.code < 300 || prefix === '') continue;
    const name = textAt(entry.failure, 'details', 'name');
    if (name.startsWith(prefix) && name !== prefix) refused.set(name, prefix);
  }
  return refused;
}

/** How many steps a rollout takes is chance, and with it how many generations a ReplicaSet has. */
function sizesOf(seen: readonly Seen[]): Facts['sizes'] {
  const found = new Map<string, Map<number, number>>();
  for (const { resource, object } of seen) {
    if (resource !== 'replicasets.apps' || textAt(listAt(object, 'metadata', 'ownerReferences')[0], 'kind') === '')
      continue;
    const key = `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}`;
    const sizes = found.get(key) ?? new Map<number, number>();
    const [generation, size] = [at(object, 'metadata', 'generation'), at(object, 'spec', 'replicas')];
    if (typeof generation === 'number' && typeof size === 'number') sizes.set(generation, size);
    // A generation from before the recording is known by what its controller had made of it.
    const [observed, made] = [at(object, 'status', 'observedGeneration'), at(object, 'status', 'replicas')];
    if (typeof observed === 'number' && typeof made === 'number' && !sizes.has(observed)) sizes.set(observed, made);
    found.set(key, sizes);
  }
  return found;
}

function withText(list: readonly string[] = [], text: string): readonly string[] {
  return text === '' || list.includes(text) ? list : [...list, text];
}

export function gatherFacts(recording: Recording): Facts {
  const seen = seenObjects(recording);
  const byUid = new Map<string, { resource: string; name: string }>();
  const pods = new Map<string, Pod>();
  const generated = new Map<string, Generated>();
  const clusterIPs = new Map<string, string>();
  const nodePorts = new Set<string>();
  const askedPorts = portsAskedFor(recording);
  const askedAddresses = addressesAskedFor(recording);
  for (const item of seen) {
    const { resource, object } = item;
    const name = textAt(object, 'metadata', 'name');
    byUid.set(textAt(object, 'metadata', 'uid'), { resource, name });
    const made = generatedOf(item);
    if (made !== undefined) generated.set(name, made);
    if (resource === 'pods') {
      const before = pods.get(name);
      const node = textAt(object, 'spec', 'nodeName') || (before?.node ?? '');
      const nodes = withText(before?.nodes, node);
      const ips = withText(before?.ips, textAt(object, 'status', 'podIP'));
      pods.set(name, { name, node, nodes, ips, pinned: isPinned(object) });
    }
    if (resource === 'ipaddresses.networking.k8s.io' && !askedAddresses.has(name) && !clusterIPs.has(name)) {
      clusterIPs.set(name, textAt(object, 'spec', 'parentRef', 'name'));
    }
    if (resource === 'services') {
      const ip = textAt(object, 'spec', 'clusterIP');
      if (/^\d/.test(ip) && !askedAddresses.has(ip) && !ip.endsWith('.0.1')) clusterIPs.set(ip, name);
      const numbers = listAt(object, 'spec', 'ports').map((port) => (port as JsonObject).nodePort);
      for (const number of [...numbers, at(object, 'spec', 'healthCheckNodePort')]) {
        if (typeof number === 'number' && !askedPorts.has(String(number))) nodePorts.add(String(number));
      }
    }
  }
  const podIPs = new Map<string, string[]>();
  for (const pod of pods.values()) {
    for (const ip of pod.ips) podIPs.set(ip, [...(podIPs.get(ip) ?? []), pod.name]);
  }
  return {
    byUid,
    pods,
    generated,
    nodes: nodesOf(recording, seen),
    podIPs,
    clusterIPs,
    nodePorts,
    sizes: sizesOf(seen),
    refused: refusedNames(recording),
  };
}
