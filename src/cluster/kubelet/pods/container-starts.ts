// Models pkg/kubelet/kubelet.go crashLoopBackOff and pkg/kubelet/reason_cache.go (v1.36)

import type { KObject } from '../../../api/types/meta.ts';
import { SparseMap } from '../../../base/sparse-map.ts';
import type { Backoff } from '../../clientgo/backoff.ts';
import type { Waiting } from './waiting.ts';

/** What a container has from ConfigMaps, Secrets and files. */
export interface Referred {
  /** Of `envFrom`: all keys of an object. */
  readonly all: ReadonlyMap<string, string>;
  /** Of `env`, by the variable's name. */
  readonly single: ReadonlyMap<string, string>;
}

export const NOTHING_REFERRED: Referred = { all: new Map(), single: new Map() };

/** What is kept of one pod from one start of a container to the next. Written by containers/ and, of variables, by process/. */
export class ContainerStarts {
  /** Why a container does not run, by its name: of those that the last sync could not start. */
  waiting: SparseMap<Waiting> = SparseMap.EMPTY;
  /** Of its containers, by name and image; undefined until one is started again, and after the kubelet itself was. */
  backoff: Backoff | undefined;
  /** How often those of its containers were started that are not on the node any more. Each only grows. */
  attempts: SparseMap<number> = SparseMap.EMPTY;
  /** The Services that were there when a container started last; undefined before the first start. */
  services: readonly KObject[] | undefined;
  /** Variables that containers have from ConfigMaps and Secrets, as they were when they started. */
  referred: SparseMap<Referred> = SparseMap.EMPTY;
}
