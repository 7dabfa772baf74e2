// Models pkg/scheduler/framework/plugins/volumebinding/binder.go (v1.36)

import { classOf, smallestVolume } from '../../api/persistent-volumes.ts';
import { resourceOf } from '../../api/scheme.ts';
import { isFailure } from '../../api/status.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { CSINode, StorageClass } from '../../api/types/storage.ts';
import type { Context, Process } from '../../engine/index.ts';
import type { RestClient, SharedInformer, SharedInformerFactory } from '../clientgo/index.ts';
import { type Labels, nodeTest } from './match.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';

const CLAIMS = resourceOf('persistentvolumeclaims');
const VOLUMES = resourceOf('persistentvolumes');
const CSI_NODES = resourceOf('csinodes', 'storage.k8s.io');
const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
const POLL = 1_000_000;
const MOST_POLLS = 600;

/** What a node offers to a claim that waits for its Pod. */
export type Offer = PersistentVolume | 'provision' | undefined;

/**
 * Volumes and classes, for claims that are bound when their Pod is placed. Followed from the first claim on.
 * Models pkg/scheduler/framework/plugins/volumebinding (v1.36); capacities of drivers and topologies are not.
 */
export class StorageView {
  private readonly volumes: SharedInformer;
  private readonly classes: SharedInformer;
  private readonly nodes: SharedInformer;
  /** Volumes that were promised to a claim in a decision that is not written yet. */
  private readonly promised = new Map<string, string>();

  constructor(
    factory: SharedInformerFactory,
    private readonly claims: SharedInformer,
    private readonly base: Context,
    actor: string,
    changed: (ctx: Context) => void,
  ) {
    this.volumes = factory.informer(VOLUMES);
    this.classes = factory.informer(resourceOf('storageclasses', 'storage.k8s.io'));
    this.nodes = factory.informer(CSI_NODES);
    for (const informer of [this.volumes, this.classes, this.nodes])
      informer.addHandler(actor, { onAdd: changed, onUpdate: changed });
    factory.start(base);
  }

  private claim(key: string): PersistentVolumeClaim | undefined {
    return this.claims.indexer.get(this.base, key) as PersistentVolumeClaim | undefined;
  }

  private classOf(claim: PersistentVolumeClaim): StorageClass | undefined {
    return this.classes.indexer.get(this.base, classOf(claim)) as StorageClass | undefined;
  }

  waitsForConsumer(claim: PersistentVolumeClaim): boolean {
    return this.classOf(claim)?.volumeBindingMode === 'WaitForFirstConsumer';
  }

  /** The volume of a bound claim can be reached from a node; undefined: it does not exist. */
  reaches(volumeName: string, node: NodeInfo): boolean | undefined {
    const volume = this.volumes.indexer.get(this.base, volumeName) as PersistentVolume | undefined;
    return volume && isOn(volume, node);
  }

  labelsOf(volumeName: string): Labels | undefined {
    return this.volumes.indexer.get(this.base, volumeName)?.metadata.labels;
  }

  /** What a node's driver says it can take. */
  limit(node: string, driver: string): number | undefined {
    const found = this.nodes.indexer.get(this.base, node) as CSINode | undefined;
    return found?.spec.drivers?.find(({ name }) => name === driver)?.allocatable?.count;
  }

  /** A claim that has no volume yet will have one of its class's driver. */
  attached(claim: PersistentVolumeClaim): { readonly driver: string; readonly handle: string } | undefined {
    const { volumeName = '' } = claim.spec;
    if (volumeName !== '') {
      const volume = this.volumes.indexer.get(this.base, volumeName) as PersistentVolume | undefined;
      return volume?.spec.csi === undefined
        ? undefined
        : { driver: volume.spec.csi.driver, handle: volume.spec.csi.volumeHandle };
    }
    const driver = this.classOf(claim)?.provisioner;
    return driver === undefined ? undefined : { driver, handle: `${claim.metadata.namespace}/${claim.metadata.name}` };
  }

  offer(key: string, node: NodeInfo): Offer {
    const claim = this.claim(key);
    if (claim === undefined) return undefined;
    const all = this.volumes.indexer.list(this.base) as readonly PersistentVolume[];
    const free = (volume: PersistentVolume): boolean => {
      const other = this.promised.get(volume.metadata.name ?? '');
      return (other === undefined || other === key) && isOn(volume, node);
    };
    const found = smallestVolume(claim, all, free);
    if (found !== undefined) return found;
    const provisioner = this.classOf(claim)?.provisioner ?? '';
    return provisioner === '' || provisioner.startsWith('kubernetes.io/') ? undefined : 'provision';
  }

  /** Claims of a Pod that are not bound yet. */
  private open(pod: PodInfo): readonly string[] {
    return pod.claims
      .map((name) => `${pod.namespace}/${name}`)
      .filter((key) => (this.claim(key)?.spec.volumeName ?? '') === '');
  }

  hasOpen(pod: PodInfo): boolean {
    return this.open(pod).length > 0;
  }

  /** The Pod goes nowhere: its volumes are free again. */
  release(pod: PodInfo): void {
    const own = new Set(pod.claims.map((name) => `${pod.namespace}/${name}`));
    for (const [volume, key] of this.promised) if (own.has(key)) this.promised.delete(volume);
  }

  /** From the decision on others do not count on these volumes. */
  reserve(pod: PodInfo, node: NodeInfo): void {
    for (const key of this.open(pod)) {
      const offer = this.offer(key, node);
      if (typeof offer === 'object') this.promised.set(offer.metadata.name ?? '', key);
    }
  }

  /** Writes the choice, and waits until the controller has bound what was chosen; answers why not. `gone`: nobody needs it any more. */
  *bind(
    ctx: Context,
    client: RestClient,
    pod: PodInfo,
    node: NodeInfo,
    gone: () => boolean,
  ): Process<string | undefined> {
    for (const key of this.open(pod)) {
      const claim = this.claim(key);
      const offer = this.offer(key, node);
      if (claim === undefined || offer === undefined)
        return `claim ${key} cannot be bound on node ${node.name} any more`;
      const written = offer === 'provision' ? choosing(claim, node.name) : given(offer, claim);
      const answer = yield* client.update(ctx, offer === 'provision' ? CLAIMS : VOLUMES, written);
      if (typeof offer === 'object') this.promised.delete(offer.metadata.name ?? '');
      if (isFailure(answer)) return answer.message;
    }
    for (let polls = 0; polls < MOST_POLLS; polls += 1) {
      yield ctx.sleep(POLL);
      if (gone()) return `binding volumes: pod does not exist any more: pod "${pod.pod.metadata.name}" not found`;
      if (this.open(pod).length === 0) return undefined;
    }
    return 'binding volumes: context deadline exceeded';
  }
}

function isOn({ spec }: PersistentVolume, node: NodeInfo): boolean {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms;
  return terms === undefined || nodeTest(undefined, terms)?.matches(node.name, node.labels) !== false;
}

function choosing(claim: PersistentVolumeClaim, node: string): KObject {
  const annotations = { ...claim.metadata.annotations, [SELECTED_NODE]: node };
  return { ...claim, metadata: { ...claim.metadata, annotations } } as KObject;
}

function given(volume: PersistentVolume, { metadata }: PersistentVolumeClaim): KObject {
  const { namespace, name, uid, resourceVersion } = metadata;
  const claimRef = { kind: 'PersistentVolumeClaim', namespace, name, uid, apiVersion: 'v1', resourceVersion };
  const annotations = { ...volume.metadata.annotations, [BOUND_BY_CONTROLLER]: 'yes' };
  return { ...volume, metadata: { ...volume.metadata, annotations }, spec: { ...volume.spec, claimRef } } as KObject;
}
