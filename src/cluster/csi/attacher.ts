// Models pkg/controller/volume/attachdetach/{attach_detach_controller,reconciler/reconciler}.go, kubernetes-csi/external-attacher (v1.36)

import { claimNameOf } from '../../api/pod-claims.ts';
import { resourceOf } from '../../api/scheme.ts';
import { isFailure } from '../../api/status.ts';
import type { Node, Pod, Volume } from '../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { CSIDriver } from '../../api/types/storage.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process, Random } from '../../engine/index.ts';
import { csi as kinds } from '../../steps/csi.ts';
import { EventRecorder, RestClient, SharedInformerFactory, WorkQueue, worker } from '../clientgo/index.ts';
import { attachmentName, type VolumeAttachment } from '../ports/attachment.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import { subjectOf } from '../ports/subject.ts';
import type { Transport } from '../ports/transport.ts';
import { AttachPatience } from './attach-patience.ts';
import { AttachedVolumes, concernsVolumes, type Held } from './attached-volumes.ts';

const ACTOR = 'attachdetach-controller';
const USER_AGENT = `kube-controller-manager/v1.36.2 (linux/amd64) kubernetes/8e16b12/system:serviceaccount:kube-system:${ACTOR}`;
const PODS = present(resourceOf('pods'), 'pods');
const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');
const VOLUMES = present(resourceOf('persistentvolumes'), 'volumes');
const DRIVERS = present(resourceOf('csidrivers.storage.k8s.io'), 'drivers');
const ATTACHMENTS = present(resourceOf('volumeattachments.storage.k8s.io'), 'attachments');
const NODES = present(resourceOf('nodes'), 'nodes');
const BY_NODE = 'node';
const BY_VOLUME = 'volume';
const ALONE = new Set(['ReadWriteOnce', 'ReadWriteOncePod']);

export interface AttacherOptions {
  /** Of the controller, and of the sidecar beside a driver. */
  readonly own: Credentials;
  readonly sidecar: Credentials;
  readonly qps?: number;
  readonly burst?: number;
}

/** Volumes of drivers that want it are attached to the nodes of their Pods, and taken off again. */
export class Attacher {
  private readonly client: RestClient;
  private readonly sidecar: RestClient;
  private readonly factory: SharedInformerFactory;
  /** `node/volume` */
  private readonly queue: WorkQueue;
  /** Names of attachments. */
  private readonly asked: WorkQueue;
  private readonly recorder: EventRecorder;
  private readonly random: Random;
  /** Pairs that were told that another node has the volume. */
  private readonly told = new Set<string>();
  private readonly volumesOfNodes: AttachedVolumes;
  private readonly patience: AttachPatience;

  constructor(
    private readonly env: Environment,
    transport: Transport,
    { own, sidecar, qps = 20, burst = 30 }: AttacherOptions,
  ) {
    this.client = new RestClient(env, transport, { userAgent: USER_AGENT, credentials: own, qps, burst });
    this.sidecar = new RestClient(env, transport, { userAgent: 'csi-attacher', credentials: sidecar, qps, burst });
    this.factory = new SharedInformerFactory(env, ACTOR, this.client);
    this.queue = new WorkQueue(env, 'attachdetach', ACTOR);
    this.asked = new WorkQueue(env, 'csi-attachments', 'csi-attacher');
    this.recorder = new EventRecorder(env, this.client, { component: ACTOR }, 'core/v1');
    this.random = env.engine.random(ACTOR);
    this.patience = new AttachPatience(this.queue, this.recorder, (ctx, name) => {
      return this.volume(ctx, name)?.spec.csi?.volumeHandle ?? '';
    });
    this.volumesOfNodes = new AttachedVolumes(this.factory.informer(NODES), this.client);
  }

  start(): void {
    const { factory, env } = this;
    const onPod = (ctx: Context, pod: KObject): void => this.podSeen(ctx, pod as Pod);
    const pods = factory.informer(PODS);
    pods.addIndexers({ [BY_NODE]: (pod) => [(pod as Pod).spec.nodeName ?? ''] });
    pods.addHandler(ACTOR, { onAdd: onPod, onUpdate: (ctx, _, pod) => onPod(ctx, pod), onDelete: onPod });
    factory.informer(VOLUMES);
    factory.informer(DRIVERS).addHandler(ACTOR, { onAdd: (ctx, driver) => this.installed(ctx, driver) });
    factory
      .informer(CLAIMS)
      .addHandler(ACTOR, { onUpdate: (ctx, before, after) => this.claimChanged(ctx, before, after) });
    factory.informer(NODES).addHandler(ACTOR, {
      onUpdate: (ctx, before, after) => {
        if (concernsVolumes(before as Node, after as Node)) this.nodeChanged(ctx, after.metadata.name ?? '');
      },
    });
    const onAttachment = (ctx: Context, attachment: KObject): void =>
      this.attachmentSeen(ctx, attachment as VolumeAttachment);
    const attachments = factory.informer(ATTACHMENTS);
    attachments.addIndexers({
      [BY_VOLUME]: (attachment) => [(attachment as VolumeAttachment).spec.source.persistentVolumeName ?? ''],
    });
    attachments.addHandler(ACTOR, {
      onAdd: onAttachment,
      onUpdate: (ctx, before, after) =>
        this.attachmentChanged(ctx, before as VolumeAttachment, after as VolumeAttachment),
      onDelete: (ctx, gone) => this.freed(ctx, gone as VolumeAttachment),
    });
    factory.start(env.engine.background(ACTOR));
    env.engine.spawn(this.work());
  }

  private *work(): Process {
    const { engine } = this.env;
    yield* this.factory.waitForSync(engine.background(ACTOR));
    for (const pod of this.pods(engine.background(ACTOR))) this.podSeen(engine.background(ACTOR), pod);
    engine.spawn(worker(this.queue, (ctx, key) => this.sync(ctx, key)));
    engine.spawn(worker(this.asked, (ctx, name) => this.serve(ctx, name)));
  }

  // The controller

  private pods(ctx: Context): readonly Pod[] {
    return this.factory.informer(PODS).indexer.list(ctx) as readonly Pod[];
  }

  private podSeen(ctx: Context, pod: Pod): void {
    const { nodeName = '' } = pod.spec;
    if (nodeName === '') return;
    for (const volume of this.volumesOf(ctx, pod)) this.queue.add(ctx, `${nodeName}/${volume.metadata.name}`);
  }

  /** Pods that were bound by hand may have waited for its volume. */
  private claimChanged(ctx: Context, before: KObject, after: KObject): void {
    const { metadata, spec } = after as PersistentVolumeClaim;
    if ((before as PersistentVolumeClaim).spec.volumeName === spec.volumeName) return;
    for (const pod of this.pods(ctx)) {
      const isIts = (volume: Volume): boolean => claimNameOf(pod.metadata.name, volume) === metadata.name;
      if (pod.metadata.namespace === metadata.namespace && pod.spec.volumes?.some(isIts) === true)
        this.podSeen(ctx, pod);
    }
  }

  /** What was asked of it before it was there. */
  private installed(ctx: Context, { metadata }: KObject): void {
    for (const attachment of this.factory.informer(ATTACHMENTS).indexer.list(ctx) as readonly VolumeAttachment[])
      if (attachment.spec.attacher === metadata.name) this.attachmentSeen(ctx, attachment);
  }

  /** What of a Pod's volumes is to be attached. */
  private volumesOf(ctx: Context, { metadata, spec }: Pod): readonly PersistentVolume[] {
    const found: PersistentVolume[] = [];
    for (const each of spec.volumes ?? []) {
      const name = claimNameOf(metadata.name, each);
      if (name === undefined) continue;
      const key = `${metadata.namespace}/${name}`;
      const claim = this.factory.informer(CLAIMS).indexer.get(ctx, key) as PersistentVolumeClaim | undefined;
      const volume = this.volume(ctx, claim?.spec.volumeName ?? '');
      const { csi } = volume?.spec ?? {};
      const wants = csi !== undefined && this.driver(ctx, csi.driver)?.spec.attachRequired !== false;
      if (volume !== undefined && wants) found.push(volume);
    }
    return found;
  }

  private volume(ctx: Context, name: string): PersistentVolume | undefined {
    return this.factory.informer(VOLUMES).indexer.get(ctx, name) as PersistentVolume | undefined;
  }

  private driver(ctx: Context, name: string): CSIDriver | undefined {
    return this.factory.informer(DRIVERS).indexer.get(ctx, name) as CSIDriver | undefined;
  }

  private usersOn(ctx: Context, node: string, volume: string): readonly Pod[] {
    const there = this.factory.informer(PODS).indexer.byIndex(ctx, BY_NODE, node) as readonly Pod[];
    return there.filter(
      (pod) =>
        pod.status.phase !== 'Succeeded' &&
        pod.status.phase !== 'Failed' &&
        this.volumesOf(ctx, pod).some(({ metadata }) => metadata.name === volume),
    );
  }

  private attachmentsOf(ctx: Context, volume: string): readonly VolumeAttachment[] {
    return this.factory.informer(ATTACHMENTS).indexer.byIndex(ctx, BY_VOLUME, volume) as readonly VolumeAttachment[];
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const [node = '', name = ''] = key.split('/');
    const volume = this.volume(ctx, name);
    const users = this.usersOn(ctx, node, name);
    const attachments = this.attachmentsOf(ctx, name);
    const own = attachments.find(({ spec }) => spec.nodeName === node);
    if (users.length === 0) return own === undefined ? true : yield* this.detach(ctx, key, own, volume);
    this.volumesOfNodes.wanted(key);
    if (own !== undefined) this.patience.look(ctx, key, own, users);
    if (own !== undefined || volume?.spec.csi === undefined) return true;
    const others = attachments.filter(({ spec }) => spec.nodeName !== node);
    if (others.length > 0 && (volume.spec.accessModes ?? []).every((mode) => ALONE.has(mode))) {
      this.refuse(ctx, key, volume, users, others);
      return true;
    }
    this.told.delete(key);
    const { driver, volumeHandle } = volume.spec.csi;
    const asked = ctx.step(kinds.attachAsked, subjectOf(VOLUMES, undefined, name), { volume: name, node });
    const body = {
      kind: 'VolumeAttachment',
      apiVersion: 'storage.k8s.io/v1',
      metadata: { name: attachmentName(driver, volumeHandle, node) },
      spec: { attacher: driver, nodeName: node, source: { persistentVolumeName: name } },
      status: { attached: false },
    };
    const answer = yield* this.client.create(asked, ATTACHMENTS, undefined, body as unknown as KObject);
    this.patience.begin(asked, key);
    return !isFailure(answer) || answer.reason === 'AlreadyExists';
  }

  /** Said once: it is tried again when the other node has let go. */
  private refuse(
    ctx: Context,
    key: string,
    { metadata }: PersistentVolume,
    users: readonly Pod[],
    others: readonly VolumeAttachment[],
  ): void {
    if (this.told.has(key)) return;
    this.told.add(key);
    const { name = '' } = metadata;
    const holders = others
      .flatMap(({ spec }) => this.usersOn(ctx, spec.nodeName, name))
      .map((pod) => pod.metadata.name);
    const refused = ctx.step(kinds.multiAttach, subjectOf(VOLUMES, undefined, name), {
      volume: name,
      node: others[0]?.spec.nodeName ?? '',
    });
    const why =
      holders.length === 0
        ? "Volume is already exclusively attached to one node and can't be attached to another"
        : `Volume is already used by pod(s) ${holders.join(', ')}`;
    const message = `Multi-Attach error for volume "${name}" ${why}`;
    for (const pod of users) this.recorder.event(refused, pod, 'Warning', 'FailedAttachVolume', message);
  }

  private nodeChanged(ctx: Context, node: string): void {
    for (const { spec } of this.factory.informer(ATTACHMENTS).indexer.list(ctx) as readonly VolumeAttachment[])
      if (spec.nodeName === node) this.queue.add(ctx, `${node}/${spec.source.persistentVolumeName}`);
  }

  private *detach(
    ctx: Context,
    key: string,
    { metadata, spec }: VolumeAttachment,
    volume: PersistentVolume | undefined,
  ): Process<boolean> {
    if (metadata.deletionTimestamp !== undefined) return true;
    const held = heldBy(spec.nodeName, volume);
    if (held !== undefined) {
      const micros = this.volumesOfNodes.staysFor(ctx, key, held);
      if (micros > 0) {
        this.queue.addAfter(ctx, key, micros, true);
        return true;
      }
      yield* this.volumesOfNodes.tell(ctx, held, false);
    }
    this.volumesOfNodes.wanted(key);
    const answer = yield* this.client.delete(ctx, ATTACHMENTS, undefined, metadata.name ?? '');
    return !isFailure(answer) || answer.code === 404;
  }

  private attachmentChanged(ctx: Context, before: VolumeAttachment, after: VolumeAttachment): void {
    this.attachmentSeen(ctx, after);
    if (before.status?.attached === true || after.status?.attached !== true) return;
    const { nodeName, source } = after.spec;
    const name = source.persistentVolumeName ?? '';
    // Whoever asked for it may have gone meanwhile.
    this.queue.add(ctx, `${nodeName}/${name}`);
    const held = heldBy(nodeName, this.volume(ctx, name));
    if (held !== undefined) ctx.engine.spawn(this.volumesOfNodes.tell(ctx, held, true));
    const message = `AttachVolume.Attach succeeded for volume "${name}" `;
    for (const pod of this.usersOn(ctx, nodeName, name))
      this.recorder.event(ctx, pod, 'Normal', 'SuccessfulAttachVolume', message);
  }

  /** Another node may have it now. */
  private freed(ctx: Context, { spec }: VolumeAttachment): void {
    for (const pod of this.pods(ctx)) {
      const { nodeName = '' } = pod.spec;
      if (nodeName === '' || nodeName === spec.nodeName) continue;
      if (this.volumesOf(ctx, pod).some(({ metadata }) => metadata.name === spec.source.persistentVolumeName))
        this.queue.add(ctx, `${nodeName}/${spec.source.persistentVolumeName}`);
    }
  }

  // The sidecar beside the driver

  private attachmentSeen(ctx: Context, { metadata, status }: VolumeAttachment): void {
    if (metadata.deletionTimestamp !== undefined || status?.attached !== true) this.asked.add(ctx, metadata.name ?? '');
  }

  private *serve(ctx: Context, name: string): Process<boolean> {
    const found = this.factory.informer(ATTACHMENTS).indexer.get(ctx, name) as VolumeAttachment | undefined;
    if (found === undefined || this.driver(ctx, found.spec.attacher) === undefined) return true;
    const { attacher: driver, nodeName: node, source } = found.spec;
    const volume = source.persistentVolumeName ?? '';
    const subject = subjectOf(ATTACHMENTS, undefined, name);
    const { finalizers = [], deletionTimestamp } = found.metadata;
    const finalizer = `external-attacher/${driver.replace(/[^a-zA-Z0-9-]/g, '-')}`;
    const isOurs = finalizers.includes(finalizer);
    if (deletionTimestamp !== undefined) {
      if (!isOurs) return true;
      yield ctx.sleep(draw(this.random, this.env.latencies.cloudBalancer));
      const detached = ctx.step(kinds.detached, subject, { driver, volume, node });
      return yield* this.patch(detached, name, {
        metadata: { finalizers: finalizers.filter((each) => each !== finalizer) },
      });
    }
    if (found.status?.attached === true) return true;
    if (!isOurs && !(yield* this.patch(ctx, name, { metadata: { finalizers: [...finalizers, finalizer] } })))
      return false;
    yield ctx.sleep(draw(this.random, this.env.latencies.cloudBalancer));
    const attached = ctx.step(kinds.attached, subject, { driver, volume, node });
    return yield* this.patch(attached, name, { status: { attached: true } }, 'status');
  }

  private *patch(ctx: Context, name: string, body: object, subresource?: string): Process<boolean> {
    const change = { type: 'merge', body, ...(subresource === undefined ? undefined : { subresource }) } as const;
    const answer = yield* this.sidecar.patch(ctx, ATTACHMENTS, undefined, name, change);
    return !isFailure(answer) || answer.code === 404;
  }
}

function heldBy(node: string, volume: PersistentVolume | undefined): Held | undefined {
  const { csi } = volume?.spec ?? {};
  if (csi === undefined) return undefined;
  return { node, volume: volume?.metadata.name ?? '', driver: csi.driver, handle: csi.volumeHandle };
}
