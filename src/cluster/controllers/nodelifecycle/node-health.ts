import type { Node, NodeCondition } from '../../../api/types/core.ts';

const GRACE_PERIOD = 50_000_000;
const STARTUP_GRACE_PERIOD = 60_000_000;

/** What was last heard of a node, by this controller's own clock. */
interface Health {
  heartbeat: string;
  lease: string;
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

  /** When the node was heard of last, if that is too long ago. */
  silentSince(node: Node, renewed: string, now: number): number | undefined {
    const { name = '' } = node.metadata;
    const ready = conditionOf(node, 'Ready');
    const heartbeat = ready?.lastHeartbeatTime ?? '';
    let known = this.known.get(name);
    if (known === undefined) {
      known = { heartbeat, lease: renewed, heard: now };
      this.known.set(name, known);
    }
    if (known.heartbeat !== heartbeat || known.lease !== renewed) {
      known.heartbeat = heartbeat;
      known.lease = renewed;
      known.heard = now;
    }
    const grace = ready === undefined ? STARTUP_GRACE_PERIOD : GRACE_PERIOD;
    return known.heard + grace < now && ready?.status !== 'Unknown' ? known.heard : undefined;
  }
}

export function conditionOf(node: Node, type: string): NodeCondition | undefined {
  return node.status?.conditions?.find((condition) => condition.type === type);
}
