// Models the machines behind a cluster's Node objects (v1.36)

import type { Node, Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { StartState } from '../../brought/start-state.ts';
import { canonicalName } from '../images/catalog.ts';
import { nodeSpecOf } from '../kubelet/node/registered-node.ts';
import type { NodeSpec } from '../kubelet/node/spec.ts';
import type { RuntimeImage } from '../ports/cri.ts';
import { podRangeOn } from './ranges.ts';
import { grouped, objectsOf } from './state.ts';

const MIB = 1024 * 1024;

export interface BroughtNodes {
  readonly specs: readonly NodeSpec[];
  /** The objects that were brought; a node that only its Pods name registers anew. */
  readonly objects: readonly KObject[];
  /** Nobody has heard of their kubelets. */
  readonly lost: readonly string[];
}

/** Every node that is brought or that a Pod is on; one of its own for a cluster that tells of none. */
export function nodesIn(start: StartState): BroughtNodes {
  const nodes = objectsOf<Node>(start, 'Node', 'v1');
  const pods = grouped(
    objectsOf<Pod>(start, 'Pod', 'v1').filter(({ spec }) => (spec.nodeName ?? '') !== ''),
    ({ spec }) => spec.nodeName ?? '',
  );
  const known = new Map(nodes.map((node) => [node.metadata.name ?? '', node]));
  const names = [...new Set([...known.keys(), ...pods.keys()])];
  const taken = new Set<string>();
  const specs = (names.length === 0 ? ['node-1'] : names).map((name, at) =>
    machineOf(name, at, known.get(name), pods.get(name) ?? [], taken),
  );
  return { specs, objects: nodes, lost: nodes.filter(isLost).map(({ metadata }) => metadata.name ?? '') };
}

/** A node that no server has kept, as its kubelet registers it, but for what it says of itself. */
export function registeredAs(said: KObject, registered: KObject): KObject {
  const { metadata } = registered;
  return {
    ...registered,
    metadata: {
      ...metadata,
      ...said.metadata,
      labels: { ...metadata.labels, ...said.metadata.labels },
      annotations: { ...metadata.annotations, ...said.metadata.annotations },
    },
    spec: { ...(registered.spec as object), ...(said.spec as object | undefined) },
    status: { ...(registered.status as object), ...(said.status as object | undefined) },
  };
}

function isLost({ status }: Node): boolean {
  return status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'Unknown') === true;
}

function machineOf(
  name: string,
  at: number,
  node: Node | undefined,
  pods: readonly Pod[],
  taken: Set<string>,
): NodeSpec {
  const spec = nodeSpecOf(node, name, at, 'real', imagesOn(node, pods));
  const hostIP = pods.find(({ status }) => status.hostIP !== undefined)?.status.hostIP;
  const internalIP = node === undefined ? (hostIP ?? spec.internalIP) : spec.internalIP;
  const told = [node?.spec.podCIDR, podRangeOn(pods)].find((each) => each !== undefined && !each.includes(':'));
  const podCIDR = told === undefined || taken.has(told) ? freeRange(taken) : told;
  taken.add(podCIDR);
  return { ...spec, internalIP, podCIDR };
}

function freeRange(taken: ReadonlySet<string>): string {
  for (let at = 1; ; at += 1) {
    const range = `10.${244 + (at >> 8)}.${at & 255}.0/24`;
    if (!taken.has(range)) return range;
  }
}

/** What the node says is there, and what its containers were made of. */
function imagesOn(node: Node | undefined, pods: readonly Pod[]): readonly RuntimeImage[] {
  const images = new Map<string, RuntimeImage>();
  for (const { names = [], sizeBytes = 0 } of node?.status.images ?? [])
    for (const name of names)
      if (!name.includes('@'))
        images.set(canonicalName(name), { id: `sha256:${name}`, tags: [canonicalName(name)], sizeBytes });
  for (const { status, spec } of pods) {
    const statuses = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
    for (const { name, imageID } of statuses) {
      if ((imageID ?? '') === '') continue;
      const asked = [...(spec.initContainers ?? []), ...spec.containers].find((each) => each.name === name)?.image;
      const tag = canonicalName(asked ?? '');
      images.set(tag, { id: imageID, tags: [tag], sizeBytes: images.get(tag)?.sizeBytes ?? 50 * MIB });
    }
  }
  return [...images.values()];
}
