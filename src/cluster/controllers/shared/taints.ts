import type { Node, Taint } from '../../../api/types/core.ts';

export const NOT_READY = 'node.kubernetes.io/not-ready';
export const UNREACHABLE = 'node.kubernetes.io/unreachable';
export const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/** Which taint a condition of a node means. Models pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.36) */
const CONDITION_TAINTS: { readonly [type: string]: { readonly [status: string]: string } } = {
  Ready: { False: NOT_READY, Unknown: UNREACHABLE },
  MemoryPressure: { True: 'node.kubernetes.io/memory-pressure' },
  DiskPressure: { True: 'node.kubernetes.io/disk-pressure' },
  NetworkUnavailable: { True: 'node.kubernetes.io/network-unavailable' },
  PIDPressure: { True: 'node.kubernetes.io/pid-pressure' },
};

const OWN_KEYS: ReadonlySet<string> = new Set([
  UNSCHEDULABLE,
  ...Object.values(CONDITION_TAINTS).flatMap((byStatus) => Object.values(byStatus)),
]);

export interface TaintChange {
  readonly add: readonly Taint[];
  readonly remove: readonly Taint[];
}

/** What must change so that nobody is scheduled to a node that is not well. */
export function noScheduleChange(node: Node): TaintChange {
  const wanted: string[] = [];
  for (const { type, status } of node.status?.conditions ?? []) {
    const key = CONDITION_TAINTS[type]?.[status];
    if (key !== undefined) wanted.push(key);
  }
  if (node.spec.unschedulable === true) wanted.push(UNSCHEDULABLE);
  const present = (node.spec.taints ?? []).filter(({ key, effect }) => effect === 'NoSchedule' && OWN_KEYS.has(key));
  return {
    add: wanted
      .filter((key) => !present.some((taint) => taint.key === key))
      .map((key) => ({ key, effect: 'NoSchedule' })),
    remove: present.filter(({ key }) => !wanted.includes(key)),
  };
}

/** The same for pods that run there already: only readiness counts, and "not ready" and "unreachable" exclude one another. */
export function evictionTaints(node: Node, ready: string): TaintChange {
  const wanted = ready === 'False' ? NOT_READY : UNREACHABLE;
  const opposite = ready === 'False' ? UNREACHABLE : NOT_READY;
  const has = (key: string) =>
    node.spec.taints?.some((taint) => taint.key === key && taint.effect === 'NoExecute') === true;
  return {
    add: has(wanted) ? [] : [{ key: wanted, effect: 'NoExecute' }],
    remove: has(opposite) ? [{ key: opposite, effect: 'NoExecute' }] : [],
  };
}

export function sameTaint(a: Taint, b: Taint): boolean {
  return a.key === b.key && a.effect === b.effect;
}
