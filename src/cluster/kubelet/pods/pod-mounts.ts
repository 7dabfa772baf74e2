// Models pkg/kubelet/volumemanager/cache, of one pod (v1.36)

import type { PersistentVolume } from '../../../api/types/core-volumes.ts';
import { SparseMap } from '../../../base/sparse-map.ts';
import type { Held } from './held-volume.ts';
import type { ShownVolumes } from './shown-volumes.ts';
import type { Due } from './volume-due.ts';

const NOTHING: readonly never[] = [];

/** How far the volumes of one pod are. Written by volumes/, but where a field says otherwise. */
export class PodMounts {
  /** All volumes are there, so that containers may start. Set by the worker, once; it stays so until the pod is gone. */
  areReady = false;
  /** When the pod began to wait for its volumes; undefined before that, and where it has none. It never changes then. */
  since: number | undefined;
  /** Volumes that are there, by name. It only grows. */
  setUp: readonly string[] = NOTHING;
  /** When those are tried again that are not. */
  due: SparseMap<Due> = SparseMap.EMPTY;
  /** What its volumes hold, by name; undefined where there is no more than what every Pod has. */
  held: Map<string, Held> | undefined;
  /** The volumes of its claims, by the name of the Pod's volume; undefined where it has no claims. */
  bound: Map<string, PersistentVolume> | undefined;
  /** What the rows of its volumes say; undefined before it waits for them and after they are unmounted. */
  shown: ShownVolumes | undefined;
  /** Something that a volume holds has changed; the next sync writes it, or a refresh that comes before. */
  isStale = false;
  /** When that was looked after last: as a sync begins (the worker), or by a refresh. */
  writtenAt = 0;
}
