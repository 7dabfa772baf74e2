// Models pkg/kubelet/pod_workers.go podSyncStatus (v1.36)

import type { Pod } from '../../../api/types/core.ts';
import type { PersistentVolume } from '../../../api/types/core-volumes.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { present } from '../../../base/assert.ts';
import { SparseMap } from '../../../base/sparse-map.ts';
import { type Context, type Deferred, mergeOrigins, type Origin, type Timer } from '../../../engine/index.ts';
import type { Backoff } from '../../clientgo/backoff.ts';
import type { FactSource, ProcessFacts, RuntimeContainer, RuntimeSandbox } from '../../ports/cri.ts';
import { podSubject } from '../../ports/subject.ts';
import type { Held } from './held-volume.ts';
import { mayRestartAll } from './restart-policy.ts';
import type { ShownVolumes } from './shown-volumes.ts';
import type { ShownWorker } from './shown-worker.ts';
import type { StatusEntry, StatusHolder } from './status-entry.ts';
import type { Due } from './volume-due.ts';
import type { Waiting } from './waiting.ts';

/** What a container has from ConfigMaps, Secrets and files. */
export interface Referred {
  /** Of `envFrom`: all keys of an object. */
  readonly all: ReadonlyMap<string, string>;
  /** Of `env`, by the variable's name. */
  readonly single: ReadonlyMap<string, string>;
}

export const NOTHING_REFERRED: Referred = { all: new Map(), single: new Map() };

/** Why the kubelet itself ends a pod. */
export interface Ending {
  readonly reason: string;
  readonly message: string;
  /** Seconds, where the pod's own period does not count. */
  readonly grace?: number;
  /** Its worker is told to end it, whatever the last sync has found: how it has ended is known when nothing runs any more. */
  readonly isKill?: boolean;
  /** It is the target of a disruption, for this reason. */
  readonly disruption?: string;
}

/** What becomes of the wish for other resources. */
export interface Resize {
  /** Why the newest wish was not granted. */
  readonly pending?: { readonly reason: string; readonly message: string; readonly generation: number } | undefined;
  /** What was granted is not written yet, and perhaps why. */
  readonly inProgress?: { readonly generation: number; readonly error?: string } | undefined;
}

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

/** Who syncs pods: told whenever there is something to be done for one. */
export interface Worker {
  begin(state: PodState): void;
  factsOf(state: PodState, container: string): ProcessFacts;
}

const NOTHING: readonly never[] = [];

/** Everything a kubelet keeps about one pod. */
export class PodState implements StatusHolder, FactSource {
  // First what each look at the pod asks for: it lies side by side in memory.
  entry: StatusEntry | undefined;
  /** The object is gone from the API. */
  removed = false;
  /** How steps name the pod. */
  readonly subject: string;
  state: 'syncing' | 'waiting' | 'terminating' | 'terminated' | 'rejected' = 'waiting';
  private pending: Origin | undefined;
  /** Who does what is to be done, and whether that goes on. */
  worker: Worker | undefined;
  isAtWork = false;
  /** Every container has ended for good; the worker only waits to clean up. */
  ending = false;
  /** Why the kubelet itself ends the pod, for people. */
  evicted: Ending | undefined;
  /** Sandboxes and containers that were started or stopped since the last look at them: each is news then. */
  news = 0;
  /** Containers of all sandboxes as the last relist saw them, oldest first. */
  containers: readonly RuntimeContainer[] = NOTHING;
  sandbox: RuntimeSandbox | undefined;
  /** The address as the last relist saw it; on the node's network that of the node, from the start. */
  ip: string | undefined;
  /** Something more is to be looked at once there has been another look at the containers. */
  again = false;
  /** When that look comes, should nothing be done until then. */
  echoAt: number | undefined;
  /** It ran before the run began, and its worker has not looked at it yet. */
  isFound = false;
  syncs = 0;
  syncEnded = 0;
  mounted = false;
  /** What its row says. */
  shown: ShownWorker | undefined;
  secondIP?: string | undefined;
  waiting: SparseMap<Waiting> = SparseMap.EMPTY;
  /** Of its containers, by name and image; undefined until one is started again. */
  restarts: Backoff | undefined;
  /** The Services that were there when a container started last. */
  services: readonly KObject[] | undefined;
  /** Variables that containers have from ConfigMaps and Secrets, as they were when they started. */
  referred: SparseMap<Referred> = SparseMap.EMPTY;
  /** When the pod is looked at again after a sync that failed. */
  retry: Timer | undefined;
  /** Of the sync that goes on, or of the last one. */
  failedToStart = false;
  /** How long the soonest back-off of that sync lasts. */
  backsOffFor: number | undefined;
  /** After so many seconds it is looked at, for it may not be active any longer. */
  deadline: number | undefined;
  /** Since when the probes of the pod tick. */
  probedSince: number | undefined;
  probes: SparseMap<Verdicts> = SparseMap.EMPTY;
  /** How often they have gone which way, by `CONTAINER/TYPE/RESULT`. */
  probeCounts: SparseMap<number> = SparseMap.EMPTY;
  /** Containers that a probe condemned, with the reason for people. */
  condemned: SparseMap<string> = SparseMap.EMPTY;
  /** When it began to wait for its volumes. */
  mountsSince: number | undefined;
  /** Volumes that are there, and when the others are tried again. */
  setUp: readonly string[] = NOTHING;
  /** What its volumes hold, by name; undefined where there is no more than what every Pod has. */
  volumes: Map<string, Held> | undefined;
  /** What the rows of its volumes say. */
  shownVolumes: ShownVolumes | undefined;
  /** The volumes of its claims, by the name of the Pod's volume. */
  bound: Map<string, PersistentVolume> | undefined;
  /** Something that a volume holds has changed; the next sync writes it. */
  isStale = false;
  syncedAt = 0;
  mountDue: SparseMap<Due> = SparseMap.EMPTY;
  sandboxAttempt = 0;
  /** The version of the pod whose resources are set aside on this node. */
  committed: Pod | undefined;
  /** What counts instead while its containers have some of what they had before. */
  counted: Pod | undefined;
  /** What its containers run with, while that is not what is allocated to them. */
  actual: Pod['spec'] | undefined;
  resize: Resize | undefined;
  readonly mayRestartAll: boolean;
  /** How often those of its containers were started that are not on the node any more. */
  attempts: SparseMap<number> = SparseMap.EMPTY;
  /** How events name the pod: with the revision at which the kubelet first saw it. */
  readonly eventObject: KObject;
  /** For who waits until its containers have stopped for good. */
  stopped: Deferred<void> | undefined;

  constructor(
    public pod: Pod,
    readonly startTime: number,
  ) {
    const { name, namespace, uid, resourceVersion } = pod.metadata;
    this.mayRestartAll = mayRestartAll(pod.spec);
    this.subject = podSubject(namespace, name);
    this.eventObject = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name, namespace, uid, resourceVersion } as KObject['metadata'],
    };
  }

  get uid(): string {
    return this.pod.metadata.uid ?? '';
  }

  get said(): StatusEntry | undefined {
    return this.entry?.forgotten === true ? undefined : this.entry;
  }

  get deleting(): boolean {
    return this.removed || this.pod.metadata.deletionTimestamp !== undefined;
  }

  /** What was asked before the worker came round is done in one go. */
  wake(origin: Origin): void {
    this.pending = this.pending === undefined ? origin : mergeOrigins(this.pending, origin);
    this.worker?.begin(this);
  }

  /** A look at the containers shows that one has ended. */
  noticed(ctx: Context): void {
    this.again ||= this.echoAt === ctx.now || this.hasWork;
    this.echoAt = undefined;
    this.wake(ctx);
  }

  factsOf(container: string): ProcessFacts {
    return present(this.worker, 'worker').factsOf(this, container);
  }

  get hasWork(): boolean {
    return this.pending !== undefined;
  }

  /** Of what is there to be done. */
  takeWork(): Origin | undefined {
    const { pending } = this;
    this.pending = undefined;
    return pending;
  }

  /** The newest attempt of those that are known, or of others. */
  current(container: string, among = this.containers): RuntimeContainer | undefined {
    for (let i = among.length - 1; i >= 0; i -= 1) {
      const item = among[i] as RuntimeContainer;
      if (item.config.name === container) return item;
    }
    return undefined;
  }

  dropProbes(container: string): void {
    this.probes.get(container)?.stop();
    this.probes.delete(container);
    this.condemned.delete(container);
  }

  /** Its status has been said anew. */
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
