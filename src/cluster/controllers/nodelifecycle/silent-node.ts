import type { Node, NodeCondition } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';

const WATCHED = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/** The node's conditions when nobody speaks for it. */
// Models pkg/controller/nodelifecycle/node_lifecycle_controller.go tryUpdateNodeHealth (v1.36)
export function unknownConditions(node: Node, now: number): readonly NodeCondition[] {
  const timestamp = rfc3339(now);
  const conditions = [...(node.status?.conditions ?? [])];
  for (const type of WATCHED) {
    const at = conditions.findIndex((condition) => condition.type === type);
    const current = conditions[at];
    if (current === undefined) {
      const message = 'Kubelet never posted node status.';
      const { creationTimestamp } = node.metadata;
      const times = { lastHeartbeatTime: creationTimestamp, lastTransitionTime: timestamp };
      conditions.push({ type, status: 'Unknown', ...times, reason: 'NodeStatusNeverUpdated', message });
    } else if (current.status !== 'Unknown') {
      const message = 'Kubelet stopped posting node status.';
      const told = { status: 'Unknown', reason: 'NodeStatusUnknown', message, lastTransitionTime: timestamp };
      conditions[at] = { ...current, ...told };
    }
  }
  return conditions;
}
