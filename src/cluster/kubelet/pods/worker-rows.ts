import { slashed } from '../../../base/slashed.ts';
import type { Engine, Table } from '../../../engine/index.ts';
import type { PodState } from './pod-state.ts';
import { POD_WORKER_TABLES, type PodWorkerRow } from './rows.ts';
import type { ShownWorker } from './shown-worker.ts';

/** The table of a node's pod workers. Models pkg/kubelet/pod_workers.go (v1.36) */
export class WorkerRows {
  private readonly table: Table<PodWorkerRow>;

  constructor(
    engine: Engine,
    node: string,
    /** The states of all Pods that the kubelet knows. */
    private readonly workers: () => Iterable<PodState>,
  ) {
    this.table = engine.viewTable(POD_WORKER_TABLES.of(node), () => this.view());
  }

  /** Must follow a step. */
  show(worker: PodState): void {
    const {
      sync: { phase: state, count: syncs },
      seen: { sandbox, ip, containers },
    } = worker;
    worker.shown = { state, syncs, sandboxId: sandbox?.id, ip, containers };
    if (this.table.isKept) this.table.set(worker.uid, rowOf(worker, worker.shown));
  }

  /** Must follow a step. */
  remove(worker: PodState): void {
    worker.shown = undefined;
    this.table.delete(worker.uid);
  }

  private *view(): Iterable<readonly [string, PodWorkerRow]> {
    for (const worker of this.workers())
      if (worker.shown !== undefined) yield [worker.uid, rowOf(worker, worker.shown)];
  }
}

function rowOf({ uid, pod }: PodState, { state, syncs, sandboxId, ip, containers }: ShownWorker): PodWorkerRow {
  const { name = '', namespace = '' } = pod.metadata;
  return {
    pod: slashed(namespace, name),
    uid,
    state,
    syncs,
    sandboxId,
    ip,
    containers: containers.map(({ config, state: at }) => ({ name: config.name, state: at, restarts: config.attempt })),
  };
}
