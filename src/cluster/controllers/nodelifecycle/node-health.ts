import type { Node, NodeCondition } from '../../../api/types/core.ts';
import { parseTime } from '../../../api/values/time.ts';
import { MINUTE, SECOND } from '../../../base/time/units.ts';

const GRACE_PERIOD = 50 * SECOND;
const STARTUP_GRACE_PERIOD = MINUTE;

/** What was last heard of a node, by this controller's own clock. */
interface Health {
  /** Of its Ready condition; undefined: it has none. */
  heartbeat: string | undefined;
  /** When its lease was renewed; undefined: not looked at since the last heartbeat. */
  lease: string | undefined;
  heard: number;
}

/** When each node was heard of last. Models pkg/controller/nodelifecycle/node_lifecycle_controller.go tryUpdateNodeHealth (v1.36) */
export class NodeHealth {
  private readonly known = new Map<string, Health>();

  clear(): void {
    this.known.clear();
  }

  forget(name: string): void {
    this.known.delete(name);
  }

  /** Nobody is blamed for a silence before this. */
  excuse(now: number): void {
    for (const health of this.known.values()) health.heard = now;
  }

  /** When the node was heard of last, if that is too long ago. `renewed`: when its lease was, if it has one. */
  silentSince(node: Node, renewed: string | undefined, now: number): number | undefined {
    const { name = '', creationTimestamp } = node.metadata;
    const ready = conditionOf(node, 'Ready');
    const heartbeat = ready && (ready.lastHeartbeatTime ?? '');
    let known = this.known.get(name);
    const lease = known?.lease;
    if (known === undefined) {
      known = { heartbeat, lease, heard: ready === undefined ? (parseTime(creationTimestamp) ?? now) : now };
      this.known.set(name, known);
    } else if (known.heartbeat !== heartbeat) {
      known.heartbeat = heartbeat;
      known.lease = undefined;
      known.heard = now;
    }
    // One that has gone, or is older than it was, tells nothing.
    if (renewed !== undefined && (lease === undefined || lease < renewed)) {
      known.lease = renewed;
      known.heard = now;
    }
    const grace = ready === undefined ? STARTUP_GRACE_PERIOD : GRACE_PERIOD;
    // Upstream: later than that. But there each look takes a moment, so that the tenth of them is.
    return known.heard + grace <= now && ready?.status !== 'Unknown' ? known.heard : undefined;
  }
}

export function conditionOf(node: Node, type: string): NodeCondition | undefined {
  return node.status?.conditions?.find((condition) => condition.type === type);
}
