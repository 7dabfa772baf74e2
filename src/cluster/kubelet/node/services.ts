// Models pkg/kubelet/kubelet.go Dependencies (v1.36)

import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Engine, Random, Signal } from '../../../engine/index.ts';
import type { RestClient } from '../../clientgo/client.ts';
import type { EventRecorder } from '../../clientgo/event-recorder.ts';
import type { SharedInformerFactory } from '../../clientgo/informer-factory.ts';
import type { ContainerRuntime } from '../../ports/cri.ts';
import type { Environment } from '../../ports/environment.ts';
import type { Folder } from '../../ports/folder.ts';
import type { Dial } from '../../ports/http.ts';
import type { Latencies, Spread } from '../../ports/latency.ts';
import { draw } from '../../ports/latency.ts';
import type { VolumeDisks } from './node-disk.ts';
import type { NodeSpec } from './spec.ts';

/** Whether the kubelet's process is there. */
export interface Liveness {
  isKilled: boolean;
  /** Told when it is started again. */
  readonly started: Signal;
}

/** What every part of one kubelet shares. */
export interface NodeServices {
  readonly env: Environment;
  readonly engine: Engine;
  /** When the node began. */
  readonly startedAt: number;
  readonly node: NodeSpec;
  readonly liveness: Liveness;
  readonly actor: string;
  /** The root of what nobody asked for. */
  readonly base: Context;
  readonly client: RestClient;
  readonly factory: SharedInformerFactory;
  /** Undefined on a hollow node, which tells nobody anything. */
  readonly recorder: EventRecorder | undefined;
  readonly runtime: ContainerRuntime;
  readonly random: Random;
  readonly latencies: Latencies;
  /** The Services of a namespace, as its informer would have them. */
  readonly servicesIn?: ((namespace: string) => readonly KObject[]) | undefined;
  /** The way to addresses of other Pods and nodes; undefined: there is none. */
  readonly dial?: Dial | undefined;
  /** Attached volumes that Pods of the node have, as its status names them; undefined until there is one. */
  volumesInUse?: Set<string>;
  /** Those of volumes that are not of one node: its cluster's. */
  readonly volumeDisks: VolumeDisks;
  /** The disk of the node, as far as Pods see it; undefined until one has asked for it. */
  disk?: Folder;
  /** Told of that disk. */
  onDisk?: (disk: Folder) => void;
  /** The uids of mirrors, by those of the pods out of files that they show; undefined until there is one. */
  mirrors?: Map<string, string | undefined>;
}

export function delay(services: NodeServices, spread: Spread): number {
  return draw(services.random, spread);
}
