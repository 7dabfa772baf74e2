// Models what pkg/kubelet keeps of one pod, in its pod manager, pod workers and caches (v1.36)

import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Origin } from '../../../engine/index.ts';
import type { FactSource, ProcessFacts } from '../../ports/cri.ts';
import { podSubject } from '../../ports/subject.ts';
import { ContainerStarts } from './container-starts.ts';
import { PodAllocation } from './pod-allocation.ts';
import { PodEnd } from './pod-end.ts';
import { PodMounts } from './pod-mounts.ts';
import { PodProbing } from './pod-probing.ts';
import { PodSync } from './pod-sync.ts';
import { mayRestartAll } from './restart-policy.ts';
import { SeenContainers } from './seen-containers.ts';
import type { ShownWorker } from './shown-worker.ts';
import type { StatusEntry, StatusHolder } from './status-entry.ts';

/** Who syncs pods: told whenever there is something to be done for one. */
export interface Worker {
  begin(state: PodState): void;
  factsOf(state: PodState, container: string): ProcessFacts;
}

/**
 * Everything a kubelet keeps about one pod: its object, and a part for each component that works on it. Who writes a part
 * stands at its class; everybody reads.
 */
export class PodState implements StatusHolder, FactSource {
  /** How far its worker is (workers/). */
  readonly sync = new PodSync();
  /** What the runtime has of it, as the last look has shown (workers/, containers/). */
  readonly seen = new SeenContainers();
  /** What its status is (status/status-manager.ts); undefined: nothing was said yet. */
  entry: StatusEntry | undefined;
  /** The object is gone from the API. Written by the kubelet; never false again. */
  removed = false;
  /** What its row says (pods/worker-rows.ts); undefined: it has none. */
  shown: ShownWorker | undefined;
  /** Its volumes (volumes/). */
  readonly mounts = new PodMounts();
  /** What is kept between starts of its containers (containers/). */
  readonly starts = new ContainerStarts();
  /** What probes have found (probes/). */
  readonly probing = new PodProbing();
  /** What is set aside for it (allocation/). */
  readonly allocation = new PodAllocation();
  /** That the kubelet itself ends it (eviction/, admission/). */
  readonly end = new PodEnd();
  /** How steps name the pod. */
  readonly subject: string;
  readonly mayRestartAll: boolean;
  /** How events name the pod: with the revision at which the kubelet first saw it. */
  readonly eventObject: KObject;

  constructor(
    /** The newest that the kubelet was told of. Written by the kubelet alone; the uid never changes. */
    public pod: Pod,
    readonly startTime: number,
    private readonly worker: Worker,
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

  /** There is something to be done for it, because of this. */
  wake(origin: Origin): void {
    this.sync.add(origin);
    this.worker.begin(this);
  }

  /** A look at the containers shows that one has ended. */
  noticed(ctx: Context): void {
    this.sync.noticed(ctx.now);
    this.wake(ctx);
  }

  factsOf(container: string): ProcessFacts {
    return this.worker.factsOf(this, container);
  }
}
