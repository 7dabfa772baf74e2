// Models pkg/kubelet/prober/results/results_manager.go and prober_manager.go (v1.36)

import { SparseMap } from '../../../base/sparse-map.ts';
import type { Context } from '../../../engine/index.ts';

/** What the probes of a container say of it. */
interface Verdicts {
  readonly ready: boolean;
  readonly started: boolean;
  /** A sync has said how its container is. */
  looked(ctx: Context): void;
  /** Its container is told to end. */
  ending(): void;
  stop(): void;
}

/** What probes have found of the containers of one pod. Written by probes/, begun and ended by containers/. */
export class PodProbing {
  /** Since when the probes of the pod tick: the first sync of its containers. It never changes then. */
  since: number | undefined;
  /** Of each container that runs and has probes. */
  probes: SparseMap<Verdicts> = SparseMap.EMPTY;
  /** How often they have gone which way, by `CONTAINER/TYPE/RESULT`. Each only grows. */
  counts: SparseMap<number> = SparseMap.EMPTY;
  /** Running containers that must be ended, with the reason for people: by a probe, or (allocation/) by a size that asks for a restart. */
  condemned: SparseMap<string> = SparseMap.EMPTY;

  condemn(container: string, why: string): void {
    this.condemned = this.condemned.with(container, why);
  }

  count(row: string): void {
    this.counts = this.counts.with(row, (this.counts.get(row) ?? 0) + 1);
  }

  /** The container is gone, and with it what was found of it. */
  drop(container: string): void {
    this.probes.get(container)?.stop();
    this.probes.delete(container);
    this.condemned.delete(container);
  }

  /** The status of the pod has been said anew. */
  looked(ctx: Context): void {
    for (const each of this.probes.values()) each.looked(ctx);
  }

  isReady(container: string): boolean {
    return this.probes.get(container)?.ready ?? true;
  }

  hasStarted(container: string): boolean {
    return this.probes.get(container)?.started ?? true;
  }
}
