// Models pkg/scheduler/framework/plugins/volumebinding/binder.go (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { matchesLabels } from '../../../api/selectors/selectors.ts';
import { classOf, smallestVolume } from '../../../api/storage/persistent-volumes.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { CSIDriver, CSINode, CSIStorageCapacity, StorageClass } from '../../../api/types/storage.ts';
import { value } from '../../../api/values/quantity.ts';
import { ownValue } from '../../../base/own.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { objectKey, type RestClient, type SharedInformer, type SharedInformerFactory } from '../../clientgo/index.ts';
import type { Refusal } from '../framework/framework.ts';
import { type Labels, nodeTest } from '../objects/match.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';

const CLAIMS = resourceOf('persistentvolumeclaims');
const VOLUMES = resourceOf('persistentvolumes');
const CSI_NODES = resourceOf('csinodes', 'storage.k8s.io');
const DRIVERS = resourceOf('csidrivers', 'storage.k8s.io');
const CAPACITIES = resourceOf('csistoragecapacities', 'storage.k8s.io');
const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
const POLL = SECOND;
const MOST_POLLS = 600;

const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
const NO_PROVISIONER = 'kubernetes.io/no-provisioner';
const OUT_OF_REACH = "node(s) didn't match PersistentVolume's node affinity";
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
const NO_ROOM = 'node(s) did not have enough free storage';
const LOST = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/** What a node offers to the claims of a Pod that wait for it. */
type Offers = readonly { readonly claim: PersistentVolumeClaim; readonly offer: PersistentVolume | 'provision' }[];

/** A name alone is a wish: the controller has not bound it yet, or will not. */
export function isBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return (spec.volumeName ?? '') !== '' && metadata.annotations?.[BIND_COMPLETED] !== undefined;
}

/**
 * Volumes and classes, for claims that are bound when their Pod is placed. Followed from the first claim on.
 * Models pkg/scheduler/framework/plugins/volumebinding (v1.36). A driver that wants its room looked at and has never told of any
 * has enough of it: the drivers here have no end.
 */
export class StorageView {
  private readonly volumes: SharedInformer<PersistentVolume>;
  private readonly classes: SharedInformer<StorageClass>;
  private readonly nodes: SharedInformer<CSINode>;
  private readonly drivers: SharedInformer<CSIDriver>;
  private readonly capacities: SharedInformer<CSIStorageCapacity>;
  /** What Pods were promised that are placed and not bound yet, by uid. */
  private readonly promised = new Map<string, Offers>();

  constructor(
    factory: SharedInformerFactory,
    private readonly claims: SharedInformer<PersistentVolumeClaim>,
    private readonly base: Context,
    actor: string,
    changed: (ctx: Context) => void,
  ) {
    this.volumes = factory.informer(VOLUMES);
    this.classes = factory.informer(resourceOf('storageclasses', 'storage.k8s.io'));
    this.nodes = factory.informer(CSI_NODES);
    this.drivers = factory.informer(DRIVERS);
    this.capacities = factory.informer(CAPACITIES);
    for (const informer of [this.volumes, this.classes, this.nodes, this.drivers, this.capacities])
      informer.addHandler(actor, { onAdd: changed, onUpdate: changed });
    factory.start(base);
  }

  private claim(key: string): PersistentVolumeClaim | undefined {
    return this.claims.indexer.get(this.base, key);
  }

  private classOf(claim: PersistentVolumeClaim): StorageClass | undefined {
    return this.classes.indexer.get(this.base, classOf(claim));
  }

  waitsForConsumer(claim: PersistentVolumeClaim): boolean {
    return this.classOf(claim)?.volumeBindingMode === 'WaitForFirstConsumer';
  }

  /** Why the volumes of a Pod, or those that it could have, are not for a node. Models FindPodVolumes (v1.36) */
  problem(pod: PodInfo, node: NodeInfo): Refusal | undefined {
    const bound = this.claimsOf(pod).filter(isBound);
    const volumes = bound.map(({ spec }) => this.volume(spec.volumeName ?? ''));
    const reasons: string[] = [];
    // What comes after a volume that does not exist is not looked at.
    const lost = volumes.indexOf(undefined);
    const known = (lost < 0 ? volumes : volumes.slice(0, lost)) as readonly PersistentVolume[];
    const isInReach = known.every((volume) => isOn(volume, node));
    if (!isInReach) reasons.push(OUT_OF_REACH);
    const offers = this.offers(pod, node);
    if (offers === 'nothing') reasons.push(NO_VOLUME);
    if (isInReach && lost >= 0) reasons.push(LOST);
    if (offers === 'no room') reasons.push(NO_ROOM);
    return reasons.length === 0 ? undefined : { reasons, unresolvable: true };
  }

  labelsOf(volumeName: string): Labels | undefined {
    return this.volume(volumeName)?.metadata.labels;
  }

  /** What a node's driver says it can take. */
  limit(node: string, driver: string): number | undefined {
    const found = this.nodes.indexer.get(this.base, node);
    return found?.spec.drivers?.find(({ name }) => name === driver)?.allocatable?.count;
  }

  /** A claim that has no volume yet will have one of its class's driver. */
  attached(claim: PersistentVolumeClaim): { readonly driver: string; readonly handle: string } | undefined {
    const { volumeName = '' } = claim.spec;
    if (volumeName !== '') {
      const volume = this.volume(volumeName);
      return volume?.spec.csi === undefined
        ? undefined
        : { driver: volume.spec.csi.driver, handle: volume.spec.csi.volumeHandle };
    }
    const driver = this.classOf(claim)?.provisioner;
    return driver === undefined ? undefined : { driver, handle: `${claim.metadata.namespace}/${claim.metadata.name}` };
  }

  /** To one claim after the other, the smallest first; or why one would go empty. */
  private offers(pod: PodInfo, node: NodeInfo): Offers | 'nothing' | 'no room' {
    const open = this.open(pod);
    if (open.length === 0) return [];
    const own = [...open].sort((a, b) => sizeOf(a) - sizeOf(b));
    const all = this.volumes.indexer.list(this.base);
    const taken = new Set<string>();
    for (const promise of this.promised.values())
      for (const { offer } of promise) if (offer !== 'provision') taken.add(offer.metadata.name ?? '');
    const matched: Offers[number][] = [];
    const made: Offers[number][] = [];
    for (const claim of own) {
      const selected = claim.metadata.annotations?.[SELECTED_NODE];
      if (selected !== undefined && selected !== node.name) return 'nothing';
      const free = (volume: PersistentVolume): boolean => !taken.has(volume.metadata.name ?? '') && isOn(volume, node);
      const found = selected === undefined ? smallestVolume(claim, all, free) : undefined;
      if (found !== undefined) {
        taken.add(found.metadata.name ?? '');
        matched.push({ claim, offer: found });
      } else if (this.isMadeFor(claim, node)) made.push({ claim, offer: 'provision' });
      else return 'nothing';
    }
    return made.every(({ claim }) => this.hasRoom(claim, node)) ? [...matched, ...made] : 'no room';
  }

  /** Models hasEnoughCapacity (v1.36) */
  private hasRoom(claim: PersistentVolumeClaim, { node }: NodeInfo): boolean {
    const { provisioner = '', metadata } = this.classOf(claim) ?? {};
    const driver = this.drivers.indexer.get(this.base, provisioner);
    if (driver?.spec.storageCapacity !== true) return true;
    const all = this.capacities.indexer.list(this.base);
    const told = all.filter(({ storageClassName }) => storageClassName === metadata?.name);
    if (told.length === 0) return true;
    return told.some(({ nodeTopology, capacity, maximumVolumeSize = capacity }) => {
      if (nodeTopology === undefined || maximumVolumeSize === undefined) return false;
      return value(maximumVolumeSize) >= sizeOf(claim) && matchesLabels(nodeTopology, node?.metadata.labels);
    });
  }

  /** Somebody makes volumes of the class, in the place where the node is. Models checkVolumeProvisions (v1.36) */
  private isMadeFor(claim: PersistentVolumeClaim, { labels }: NodeInfo): boolean {
    const { provisioner = '', allowedTopologies = [] } = this.classOf(claim) ?? {};
    if (provisioner === '' || provisioner === NO_PROVISIONER) return false;
    if (allowedTopologies.length === 0) return true;
    return allowedTopologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(ownValue(labels, key) ?? '')),
    );
  }

  private volume(name: string): PersistentVolume | undefined {
    return this.volumes.indexer.get(this.base, name);
  }

  private claimsOf(pod: PodInfo): readonly PersistentVolumeClaim[] {
    return pod.claims.flatMap((name) => this.claim(`${pod.namespace}/${name}`) ?? []);
  }

  /** Claims of a Pod that have no volume yet. */
  private open(pod: PodInfo): readonly PersistentVolumeClaim[] {
    return this.claimsOf(pod).filter(({ spec }) => (spec.volumeName ?? '') === '');
  }

  hasOpen(pod: PodInfo): boolean {
    return this.open(pod).length > 0;
  }

  /** How far the controller has come with what was written, or why it never will. Models checkBindings (v1.36) */
  private stateOf({ claim, offer }: Offers[number], versions: ReadonlyMap<string, number>): string {
    const { name = '' } = claim.metadata;
    const now = this.claim(objectKey(claim));
    if (now === undefined) {
      const what = offer === 'provision' ? 'provisioning pvc' : 'binding';
      return `failed to check ${what}: could not find v1.PersistentVolumeClaim "${objectKey(claim)}"`;
    }
    if (offer !== 'provision') {
      const volume = this.volume(offer.metadata.name ?? '');
      if (volume === undefined)
        return `failed to check binding: could not find v1.PersistentVolume "${offer.metadata.name}"`;
      if (isOlder(volume, versions)) return 'waits';
      if ((volume.spec.claimRef?.uid ?? '') === '') return `ClaimRef got reset for pv "${volume.metadata.name}"`;
    } else if (!isOlder(now, versions)) {
      const { annotations } = now.metadata;
      if (annotations === undefined) return `selectedNode annotation reset for PVC "${name}"`;
      if (annotations[SELECTED_NODE] === undefined) return `provisioning failed for PVC "${name}"`;
    }
    return isBound(now) ? 'bound' : 'waits';
  }

  /** The Pod goes nowhere: its volumes are free again. */
  release(pod: PodInfo): void {
    this.promised.delete(pod.uid);
  }

  /** From the decision on others do not count on these volumes. */
  reserve(pod: PodInfo, node: NodeInfo): void {
    const offers = this.offers(pod, node);
    if (typeof offers !== 'string' && offers.length > 0) this.promised.set(pod.uid, offers);
  }

  /** Writes the choice, and waits until the controller has bound what was chosen; answers why not. `gone`: nobody needs it any more. */
  *bind(
    ctx: Context,
    client: RestClient,
    pod: PodInfo,
    node: NodeInfo,
    gone: () => boolean,
  ): Process<string | undefined> {
    const promised = this.promised.get(pod.uid) ?? [];
    const versions = new Map<string, number>();
    for (const { claim, offer } of promised) {
      const isMade = offer === 'provision';
      const written = isMade ? choosing(claim, node.name) : given(offer, claim);
      const answer = isMade ? yield* client.update(ctx, CLAIMS, written) : yield* client.update(ctx, VOLUMES, written);
      if (isFailure(answer)) return answer.message;
      versions.set(objectKey(written), Number(answer.metadata.resourceVersion));
    }
    for (let polls = 0; polls < MOST_POLLS; polls += 1) {
      yield ctx.sleep(POLL);
      if (gone()) return `binding volumes: pod does not exist any more: pod "${pod.pod.metadata.name}" not found`;
      const states = promised.map((promise) => this.stateOf(promise, versions));
      const problem = states.find((state) => state !== 'bound' && state !== 'waits');
      if (problem !== undefined) return `binding volumes: ${problem}`;
      if (states.includes('waits') || this.open(pod).length > 0) continue;
      this.promised.delete(pod.uid);
      return undefined;
    }
    return 'binding volumes: context deadline exceeded';
  }
}

/** What was written has not been heard of yet. */
function isOlder(object: PersistentVolume | PersistentVolumeClaim, versions: ReadonlyMap<string, number>): boolean {
  return Number(object.metadata.resourceVersion) < (versions.get(objectKey(object)) ?? 0);
}

function sizeOf({ spec }: PersistentVolumeClaim): number {
  return value(spec.resources?.requests?.storage);
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
