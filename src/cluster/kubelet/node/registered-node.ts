// Models pkg/kubelet/kubelet_node_status.go (v1.36), after registration and the first looks of the node controllers

import type { Node } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { randomUid } from '../../../api/values/names.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Random } from '../../../engine/index.ts';
import type { RuntimeImage } from '../../ports/cri.ts';
import { nodeTtl, secondsFor } from '../../ports/node-ttl.ts';
import { type NodeSpec, nodeObject, nodeSpec } from './spec.ts';

/** A Node that registered a while ago, among so many, and has been Ready since, with the addresses that node-ipam gave it. */
export function registeredNode(spec: NodeSpec, now: number, random: Random, nodes: number): KObject {
  const object = nodeObject(spec, now - MINUTE) as KObject & { readonly spec: object };
  return {
    ...object,
    metadata: {
      ...object.metadata,
      annotations: { ...nodeTtl(secondsFor(nodes)), ...object.metadata.annotations },
      uid: randomUid(random),
      creationTimestamp: rfc3339(now - 2 * MINUTE),
    },
    spec: { ...object.spec, podCIDR: spec.podCIDR, podCIDRs: both(spec.podCIDR, spec.second?.podCIDR) },
  };
}

function both(first: string, second: string | undefined): readonly string[] {
  return second === undefined ? [first] : [first, second];
}

/** The machine behind a Node object, as far as the object tells. */
export function nodeSpecOf(
  object: KObject | undefined,
  name: string,
  at: number,
  kind: NodeSpec['kind'],
  images: readonly RuntimeImage[],
): NodeSpec {
  const node = object as unknown as Node | undefined;
  const address = node?.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address;
  const podCIDR = node?.spec?.podCIDR ?? `10.244.${at + 1}.0/24`;
  const spec = nodeSpec(name, address ?? `10.123.0.${21 + at}`, podCIDR, images);
  const status = node?.status;
  return {
    ...spec,
    kind,
    ...(status?.capacity === undefined ? {} : { capacity: status.capacity as NodeSpec['capacity'] }),
    ...(status?.allocatable === undefined ? {} : { allocatable: status.allocatable as NodeSpec['allocatable'] }),
    ...(status?.nodeInfo === undefined ? {} : { nodeInfo: status.nodeInfo as unknown as NodeSpec['nodeInfo'] }),
  };
}
