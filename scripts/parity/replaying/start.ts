import type { JsonObject } from '../recordings/json.ts';
import { listAt, textAt } from '../recordings/json.ts';
import { reconstructed } from '../recordings/reconstruct.ts';
import type { Command, Recording } from '../recordings/recording.ts';
import type { ClusterStart, NodeStart } from './simulator-port.ts';

const NODES = 3;
const REAL = 'worker-';
const HOLLOW = 'node-';
const DEFAULT_IMAGES = [
  'docker.io/library/nginx:1.27',
  'docker.io/library/nginx:1.28',
  'docker.io/library/busybox:1.36',
  'registry.k8s.io/pause:3.10',
];

/** Names of the nodes that a recording shows at work. */
function nodeNames(recording: Recording): ReadonlySet<string> {
  const names = new Set<string>();
  for (const entry of [...recording.audit, ...recording.reads]) {
    const name = /^system:node:(.+)$/.exec(entry.user)?.[1];
    if (name !== undefined) names.add(name);
  }
  for (const object of [...recording.final, ...recording.watch.map((entry) => entry.object)]) {
    if (textAt(object, 'kind') === 'Node') names.add(textAt(object, 'metadata', 'name'));
    // Somebody may name a node that is not there; of a Pod on a node its kubelet tells the address.
    if (textAt(object, 'status', 'hostIP') !== '') names.add(textAt(object, 'spec', 'nodeName'));
  }
  return names;
}

function isHollow(recording: Recording): boolean {
  const kubelets = [...recording.audit, ...recording.reads].filter((entry) => entry.user.startsWith('system:node:'));
  return kubelets.some((entry) => entry.ua.startsWith('hollow-kubelet'));
}

/** Nodes as a recording shows them before anybody but their kubelet touched them. */
function untouchedNodes(recording: Recording): readonly JsonObject[] {
  const touched = new Map<string, number>();
  for (const entry of recording.audit) {
    if (entry.resource !== 'nodes' || entry.user.startsWith('system:node:')) continue;
    if (!touched.has(entry.name)) touched.set(entry.name, entry.t0);
  }
  return recording.watch
    .filter((entry) => entry.resource === 'nodes' && entry.t < (touched.get(entry.name) ?? Number.POSITIVE_INFINITY))
    .map((entry) => entry.object);
}

/** A node that was only seen after somebody labelled, tainted or cordoned it: without what a person may have set, and without volumes. */
function asRegistered(object: JsonObject): JsonObject {
  const { volumesAttached: _attached, volumesInUse: _inUse, ...status } = (object.status ?? {}) as JsonObject;
  const { taints: _taints, unschedulable: _unschedulable, ...spec } = (object.spec ?? {}) as JsonObject;
  const metadata = (object.metadata ?? {}) as JsonObject;
  const labels = Object.entries((metadata.labels ?? {}) as JsonObject).filter(([key]) =>
    key.includes('kubernetes.io/'),
  );
  return { ...object, metadata: { ...metadata, labels: Object.fromEntries(labels) }, spec, status };
}

function allNodes(recording: Recording): readonly JsonObject[] {
  const seen = [...recording.initial, ...recording.watch.map((entry) => entry.object), ...recording.final];
  return seen.filter((object) => textAt(object, 'kind') === 'Node').map(asRegistered);
}

/** A name that the recorder would have given to one of so many nodes, as far as those that are known tell. */
export function isFilledUp(node: string, known: Iterable<string>): boolean {
  const prefix = [REAL, HOLLOW].find((each) => node.startsWith(each));
  const numberOf = (name: string) =>
    prefix !== undefined && name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
  return prefix !== undefined && numberOf(node) <= Math.max(NODES, ...[...known].map(numberOf));
}

/** As many as a scheduler counted, at least as many as are shown or as their numbers say; else as many as the recorder had. */
function nodeCount(recording: Recording, prefix: string, names: ReadonlySet<string>): number {
  const numbers = [...names].map((name) => (name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0));
  const shown = Math.max(names.size, ...numbers.filter(Number.isInteger));
  const counted = recording.watch
    .map(({ object }) => /^0\/(\d+) nodes are available/.exec(textAt(object, 'note') || textAt(object, 'message'))?.[1])
    .find((found) => found !== undefined);
  return Math.max(shown, counted === undefined ? NODES : Number(counted));
}

/** The nodes of the cluster: all that are shown, filled up by the names that the recorder gave its nodes. */
function nodesOf(recording: Recording, family: readonly Recording[]): readonly NodeStart[] {
  const kind = isHollow(recording) ? 'hollow' : 'real';
  const names = new Set(nodeNames(recording));
  const prefix = kind === 'hollow' ? HOLLOW : REAL;
  const count = nodeCount(recording, prefix, names);
  for (let n = 1; names.size < count; n += 1) names.add(`${prefix}${n}`);
  const objects = new Map<string, JsonObject>();
  const relatives = [recording, ...family.filter((item) => isHollow(item) === (kind === 'hollow'))];
  for (const object of [...relatives.flatMap(untouchedNodes), ...relatives.flatMap(allNodes)]) {
    const name = textAt(object, 'metadata', 'name');
    if (!objects.has(name)) objects.set(name, object);
  }
  const [sibling] = objects.values();
  return [...names].sort().map((name, at) => {
    const object = objects.get(name) ?? (sibling === undefined ? undefined : likeSibling(sibling, name, at, relatives));
    return object === undefined ? { name, kind } : { name, kind, object };
  });
}

/** What a recording says of a node through the Pods on it. */
function addressesOf(
  name: string,
  recordings: readonly Recording[],
): { readonly own?: string; readonly pods?: string } {
  for (const object of recordings.flatMap((recording) => recording.watch.map((entry) => entry.object))) {
    if (textAt(object, 'kind') !== 'Pod' || textAt(object, 'spec', 'nodeName') !== name) continue;
    const [own, pod] = [textAt(object, 'status', 'hostIP'), textAt(object, 'status', 'podIP')];
    if (own !== '' && pod !== '' && pod !== own) return { own, pods: pod.replace(/\d+$/, '0/24') };
  }
  return {};
}

/** A node that no recording shows, made like one that is shown: the recorder's nodes are machines of one kind. */
function likeSibling(sibling: JsonObject, name: string, at: number, recordings: readonly Recording[]): JsonObject {
  const was = textAt(sibling, 'metadata', 'name');
  const known = addressesOf(name, recordings);
  const { own = `10.123.1.${at + 1}`, pods = `10.244.${200 + at}.0/24` } = known;
  const uid = textAt(sibling, 'metadata', 'uid').replace(/^.{8}/, `${at + 1}`.repeat(8).slice(0, 8));
  const metadata = (sibling.metadata ?? {}) as JsonObject;
  const status = (sibling.status ?? {}) as JsonObject;
  const labels = Object.entries((metadata.labels ?? {}) as JsonObject);
  return {
    ...sibling,
    metadata: {
      ...metadata,
      name,
      uid,
      labels: Object.fromEntries(labels.map(([key, value]) => [key, value === was ? name : value])),
    },
    spec: { ...((sibling.spec ?? {}) as JsonObject), podCIDR: pods, podCIDRs: [pods] },
    status: {
      ...status,
      addresses: [
        { type: 'InternalIP', address: own },
        { type: 'Hostname', address: name },
      ],
    },
  };
}

function imagesOf(nodes: readonly NodeStart[]): readonly string[] {
  const images = new Set<string>();
  for (const { object } of nodes) {
    for (const image of listAt(object, 'status', 'images')) {
      for (const name of listAt(image, 'names')) images.add(String(name));
    }
  }
  return images.size > 0 ? [...images].sort() : DEFAULT_IMAGES;
}

/** kubectl asks for the discovery documents only when it does not have them. */
function kubectlCache(recording: Recording): 'warm' | 'cold' {
  const first = recording.commands[0];
  const until = (first?.t ?? 0) + (first?.dt ?? 0);
  const asked = recording.reads.some((read) => {
    return read.t0 <= until && read.ua.startsWith('kubectl') && /^\/apis?(\?|$)/.test(read.uri);
  });
  return asked ? 'cold' : 'warm';
}

const ADMIN = 'admin';
const EVERYBODY = 'system:authenticated';

/** Whom a kubeconfig stands for is seen by what its commands wrote; one that wrote nothing is called like its file. */
function usersOf(recording: Recording): ClusterStart['users'] {
  const { commands, audit } = recording;
  const kubeconfigs = [...new Set(commands.map(({ user }) => user))].sort();
  return kubeconfigs.map((kubeconfig) => {
    const typed = commands.filter(({ user }) => user === kubeconfig);
    const written = audit.find(
      ({ ua, t0 }) => ua.startsWith('kubectl') && typed.some(({ t, dt }) => t <= t0 && t0 <= t + dt),
    );
    if (written === undefined)
      return kubeconfig === ADMIN
        ? { kubeconfig, name: 'kubernetes-admin', groups: ['system:masters'] }
        : { kubeconfig, name: readerOf(recording, typed) ?? kubeconfig, groups: [] };
    return { kubeconfig, name: written.user, groups: written.groups.filter((group) => group !== EVERYBODY) };
  });
}

/** Who asked while a command ran. */
function readerOf({ reads }: Recording, typed: readonly Command[]): string | undefined {
  const during = (t0: number) => typed.some(({ t, dt }) => t <= t0 && t0 <= t + dt);
  return reads.find(({ ua, t0 }) => ua.startsWith('kubectl') && during(t0))?.user;
}

export function clusterStartOf(recording: Recording, family: readonly Recording[], seed: number): ClusterStart {
  const nodes = nodesOf(recording, family);
  return {
    nodes,
    images: imagesOf(nodes),
    seed,
    startTime: recording.meta.start,
    kubectlCache: kubectlCache(recording),
    users: usersOf(recording),
    objects: recording.follows === undefined ? reconstructed(recording) : [],
  };
}

/** Objects that every cluster has from its start. */
const BUILT_IN =
  /^(namespaces \/(default|kube-[a-z-]+)|serviceaccounts [a-z-]+\/default|configmaps [a-z-]+\/kube-root-ca\.crt|(services|endpoints|endpointslices\.discovery\.k8s\.io) default\/kubernetes|nodes .*|csinodes\.storage\.k8s\.io .*|events .*)$/;

/** What is there from the start, and what its controllers make of it. */
function ownersAmong(recording: Recording, made: readonly JsonObject[]): ReadonlySet<string> {
  const owners = new Set(made.map((object) => textAt(object, 'metadata', 'uid')));
  for (const { resource, object } of recording.watch) {
    if (resource === 'replicasets.apps' && isOwnedBy(object, owners)) owners.add(textAt(object, 'metadata', 'uid'));
  }
  return owners;
}

function isOwnedBy(object: JsonObject, owners: ReadonlySet<string>): boolean {
  return listAt(object, 'metadata', 'ownerReferences').some((owner) => owners.has(textAt(owner, 'uid')));
}

/** Objects that a recording meets but that nothing told the tool how to make; `made` were there from the start. */
export function unexplainedObjects(recording: Recording, made: readonly JsonObject[]): readonly string[] {
  const known = new Set([...recording.initial, ...made].map((object) => textAt(object, 'metadata', 'uid')));
  const owners = ownersAmong(recording, made);
  const found = new Set<string>();
  for (const entry of recording.watch) {
    const uid = textAt(entry.object, 'metadata', 'uid');
    const namespace = entry.ns ?? '';
    if (isOwnedBy(entry.object, owners)) known.add(uid);
    const inUse = namespace === '' || !namespace.startsWith('kube-');
    const name = `${entry.resource} ${namespace}/${entry.name}`;
    if (entry.type !== 'ADDED' && inUse && !known.has(uid) && !BUILT_IN.test(name)) found.add(name);
    known.add(uid);
  }
  return [...found];
}
