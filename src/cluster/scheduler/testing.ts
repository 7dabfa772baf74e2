import type { Node, Pod } from '../../api/types/core.ts';
import { Random } from '../../engine/index.ts';
import { SchedulerCache } from './cache/cache.ts';
import { Nominator } from './cache/nominator.ts';
import type { ClusterView } from './framework/framework.ts';
import { labelTest } from './objects/match.ts';

/** A machine of one processor and 3840 MiB for 110 Pods; `allocatable` says otherwise. */
export function node(
  name: string,
  spec: object = {},
  labels: Record<string, string> = {},
  allocatable: Record<string, string> = { cpu: '1', memory: '3840Mi', pods: '110' },
): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec,
    status: {
      allocatable,
      capacity: allocatable,
      images: [{ names: ['docker.io/library/nginx:1.27'], sizeBytes: 2_141_003 }],
    },
  } as Node;
}

let uid = 0;

/** A Pod of the app nginx in the default namespace; `metadata` adds to what names it. */
export function pod(name: string, spec: object = {}, requests?: object, metadata: object = {}): Pod {
  uid += 1;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: `u${uid}`, labels: { app: 'nginx' }, ...metadata },
    spec: {
      containers: [{ name: 'nginx', image: 'nginx:1.27', resources: requests === undefined ? {} : { requests } }],
      ...spec,
    },
    status: {},
  } as Pod;
}

/** What plugins may ask about these nodes; `owner`: Pods belong to a controller of the app nginx. */
export function cluster(nodes: readonly Node[], owner = true): ClusterView {
  const cache = new SchedulerCache();
  for (const item of nodes) cache.setNode(item);
  return {
    cache,
    nominator: new Nominator(),
    ownerSelector: () => (owner ? labelTest({ matchLabels: { app: 'nginx' } }) : undefined),
    claim: () => undefined,
  };
}

export const random = () => new Random(1, 'test');
