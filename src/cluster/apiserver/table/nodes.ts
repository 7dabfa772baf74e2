import type { KObject } from '../../../api/types/meta.ts';
import { age, NONE, specOf, statusOf, table, UNKNOWN } from './cells.ts';

interface NodeStatus {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  readonly nodeInfo?: {
    readonly kubeletVersion?: string;
    readonly osImage?: string;
    readonly kernelVersion?: string;
    readonly architecture?: string;
    readonly containerRuntimeVersion?: string;
  };
}

const COLUMNS = 'Name Status Roles Age Version Internal-IP! External-IP! OS-Image! Kernel-Version! Container-Runtime!';
const ROLE_PREFIX = 'node-role.kubernetes.io/';

// Models pkg/printers/internalversion/printers.go printNode (v1.36)
export const nodes = table(COLUMNS, (node, now) => {
  const status = statusOf<NodeStatus>(node);
  const info = status.nodeInfo;
  const kernel = info?.kernelVersion ?? '';
  return [
    node.metadata.name,
    statusText(node, status),
    roles(node),
    age(node, now),
    info?.kubeletVersion ?? '',
    address(status, 'InternalIP'),
    address(status, 'ExternalIP'),
    (info?.osImage ?? '') === '' ? UNKNOWN : info?.osImage,
    kernel === '' ? UNKNOWN : (info?.architecture ?? '') === '' ? kernel : `${kernel} (${info?.architecture})`,
    (info?.containerRuntimeVersion ?? '') === '' ? UNKNOWN : info?.containerRuntimeVersion,
  ];
});

function statusText(node: KObject, status: NodeStatus): string {
  const ready = status.conditions?.find((each) => each.type === 'Ready');
  const text = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return specOf<{ readonly unschedulable?: boolean }>(node).unschedulable === true
    ? `${text},SchedulingDisabled`
    : text;
}

function roles(node: KObject): string {
  const found: string[] = [];
  for (const [key, value] of Object.entries(node.metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX) && key.length > ROLE_PREFIX.length) found.push(key.slice(ROLE_PREFIX.length));
    else if (key === 'kubernetes.io/role' && value !== '') found.push(value);
  }
  return found.length === 0 ? NONE : found.sort().join(',');
}

function address(status: NodeStatus, type: string): string {
  return status.addresses?.find((each) => each.type === type)?.address ?? NONE;
}
