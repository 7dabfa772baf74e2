// Models pkg/controller/volume/attachdetach/{attach_detach_controller,reconciler/reconciler}.go (v1.36)

import { isFailure } from '../../api/errors/status.ts';
import { claimNameOf } from '../../api/pods/claims.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Pod, Volume } from '../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { CSIDriver } from '../../api/types/storage.ts';
import { present } from '../../base/assert.ts';
import { MINUTE } from '../../base/time/units.ts';
import type { Context, Process } from '../../engine/index.ts';
import { csi as kinds } from '../../steps/csi.ts';
import { EventRecorder, RestClient, SharedInformerFactory, WorkQueue, worker } from '../clientgo/index.ts';
import { attachmentName, type VolumeAttachment } from '../ports/attachment.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { subjectOf } from '../ports/subject.ts';
import type { Transport } from '../ports/transport.ts';
import { ActualState, type Known, keyOf } from './actual-state.ts';
import { AttachPatience } from './attach-patience.ts';
import { AttachSidecar } from './attach-sidecar.ts';
import { AttachedVolumes, concernsVolumes } from './attached-volumes.ts';

const ACTOR = 'attachdetach-controller';
const USER_AGENT = `kube-controller-manager/v1.36.2 (linux/amd64) kubernetes/8e16b12/system:serviceaccount:kube-system:${ACTOR}`;
const PODS = present(resourceOf('pods'), 'pods');
const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');
const VOLUMES = present(resourceOf('persistentvolumes'), 'volumes');
const DRIVERS = present(resourceOf('csidrivers.storage.k8s.io'), 'drivers');
const ATTACHMENTS = present(resourceOf('volumeattachments.storage.k8s.io'), 'attachments');
const NODES = present(resourceOf('nodes'), 'nodes');
const BY_NODE = 'node';
/** So often it is looked whether what was attached still is: `--attach-detach-reconcile-sync-period`. */
const VERIFIED_EVERY = MINUTE;
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
  private readonly sidecar: AttachSidecar;
  private readonly factory: SharedInformerFactory;
  /** `node/volume` */
  private readonly queue: WorkQueue;
  private readonly recorder: EventRecorder;
  private readonly actual = new ActualState();
  /** When it is noticed that somebody else has taken an attachment away. */
  private readonly missed = new Map<string, number>();
  private startedAt = 0;
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
    const beside = new RestClient(env, transport, { userAgent: 'csi-attacher', credentials: sidecar, qps, burst });
    this.factory = new SharedInformerFactory(env, ACTOR, this.client);
    this.queue = new WorkQueue(env, 'attachdetach', ACTOR);
    this.sidecar = new AttachSidecar(env, beside, this.factory, env.engine.random(ACTOR));
    this.recorder = new EventRecorder(env, this.client, { component: ACTOR }, 'core/v1');
    this.patience = new AttachPatience(this.queue, this.recorder);
    this.volumesOfNodes = new AttachedVolumes(this.factory.informer(NODES), this.client);
  }

  start(): void {
    const { factory, env } = this;
    const onPod = (ctx: Context, pod: KObject): void => this.podSeen(ctx, pod as Pod);
    const pods = factory.informer(PODS);
    pods.addIndexers({ [BY_NODE]: (pod) => [pod.spec.nodeName ?? ''] });
    pods.addHandler(ACTOR, { onAdd: onPod, onUpdate: (ctx, _, pod) => onPod(ctx, pod), onDelete: onPod });
    factory.informer(VOLUMES);
    factory.informer(DRIVERS).addHandler(ACTOR, { onAdd: (ctx, driver) => this.sidecar.installed(ctx, driver) });
    factory
      .informer(CLAIMS)
      .addHandler(ACTOR, { onUpdate: (ctx, before, after) => this.claimChanged(ctx, before, after) });
    factory.informer(NODES).addHandler(ACTOR, {
      onUpdate: (ctx, before, after) => {
        if (concernsVolumes(before, after)) this.nodeChanged(ctx, after.metadata.name ?? '');
      },
    });
    factory.informer(ATTACHMENTS).addHandler(ACTOR, {
      onAdd: (ctx, attachment) => this.sidecar.seen(ctx, attachment as VolumeAttachment),
      onUpdate: (ctx, before, after) =>
        this.attachmentChanged(ctx, before as VolumeAttachment, after as VolumeAttachment),
      onDelete: (ctx, gone) => this.attachmentGone(ctx, gone as VolumeAttachment),
    });
    factory.start(env.engine.background(ACTOR));
    env.engine.spawn(this.work());
  }

  private *work(): Process {
    const { engine } = this.env;
    yield* this.factory.waitForSync(engine.background(ACTOR));
    this.startedAt = engine.now;
    for (const pod of this.pods(engine.background(ACTOR))) this.podSeen(engine.background(ACTOR), pod);
    engine.spawn(worker(this.queue, (ctx, key) => this.sync(ctx, key)));
    this.sidecar.begin();
  }

  private pods(ctx: Context): readonly Pod[] {
    return this.factory.informer(PODS).indexer.list(ctx);
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

  /** What of a Pod's volumes is to be attached. */
  private volumesOf(ctx: Context, { metadata, spec }: Pod): readonly PersistentVolume[] {
    const found: PersistentVolume[] = [];
    for (const each of spec.volumes ?? []) {
      const name = claimNameOf(metadata.name, each);
      if (name === undefined) continue;
      const key = `${metadata.namespace}/${name}`;
      const claim = this.factory.informer(CLAIMS).indexer.get(ctx, key);
      const volume = this.volume(ctx, claim?.spec.volumeName ?? '');
      const { csi } = volume?.spec ?? {};
      const wants = csi !== undefined && this.driver(ctx, csi.driver)?.spec.attachRequired !== false;
      if (volume !== undefined && wants) found.push(volume);
    }
    return found;
  }

  private volume(ctx: Context, name: string): PersistentVolume | undefined {
    return this.factory.informer(VOLUMES).indexer.get(ctx, name);
  }

  private driver(ctx: Context, name: string): CSIDriver | undefined {
    return this.factory.informer(DRIVERS).indexer.get(ctx, name);
  }

  private usersOn(ctx: Context, node: string, volume: string): readonly Pod[] {
    const there = this.factory.informer(PODS).indexer.byIndex(ctx, BY_NODE, node);
    return there.filter(
      (pod) =>
        pod.status.phase !== 'Succeeded' &&
        pod.status.phase !== 'Failed' &&
        this.volumesOf(ctx, pod).some(({ metadata }) => metadata.name === volume),
    );
  }

  private attachment(ctx: Context, name: string): VolumeAttachment | undefined {
    return this.factory.informer(ATTACHMENTS).indexer.get(ctx, name) as VolumeAttachment | undefined;
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const [node = '', name = ''] = key.split('/');
    const users = this.usersOn(ctx, node, name);
    const before = this.actual.get(key);
    if (before?.state === 'detaching') return true;
    if (before?.state === 'attaching' && !this.hasEnded(ctx, before, users)) return true;
    if (before?.state === 'attached') this.verify(ctx, before);
    const known = this.actual.get(key);
    if (users.length === 0) return known === undefined ? true : yield* this.detach(ctx, known);
    this.volumesOfNodes.wanted(key);
    if (known?.state === 'attached') return true;
    return this.patience.isPausing(ctx, key) ? true : yield* this.attach(ctx, key, users);
  }

  /** Whether an attempt to attach is over, and how. */
  private hasEnded(ctx: Context, known: Known, users: readonly Pod[]): boolean {
    const key = keyOf(known);
    const verdict = this.patience.verdict(ctx, known, this.attachment(ctx, known.attachment), users);
    if (verdict === 'waiting') return false;
    this.actual.mark(key, verdict === 'attached' ? 'attached' : 'uncertain');
    this.wake(ctx, known);
    if (verdict === 'failed') return true;
    ctx.engine.spawn(this.volumesOfNodes.tell(ctx, known, true));
    const message = `AttachVolume.Attach succeeded for volume "${known.volume}" `;
    for (const pod of users) this.recorder.event(ctx, pod, 'Normal', 'SuccessfulAttachVolume', message);
    return true;
  }

  /** Once a minute it is seen that somebody else has taken a volume off. */
  private verify(ctx: Context, known: Known): void {
    const key = keyOf(known);
    if ((this.missed.get(key) ?? Number.POSITIVE_INFINITY) > ctx.now) return;
    this.missed.delete(key);
    if (this.attachment(ctx, known.attachment)?.status?.attached !== true) this.actual.forget(key);
  }

  private *attach(ctx: Context, key: string, users: readonly Pod[]): Process<boolean> {
    const [node = '', name = ''] = key.split('/');
    const volume = this.volume(ctx, name);
    if (volume?.spec.csi === undefined) return true;
    const others = this.actual.elsewhere(node, name);
    if (others.length > 0 && (volume.spec.accessModes ?? []).every((mode) => ALONE.has(mode))) {
      if (others.every(({ state }) => state !== 'attaching')) this.refuse(ctx, key, volume, users, others);
      return true;
    }
    this.told.delete(key);
    const { driver, volumeHandle: handle } = volume.spec.csi;
    const asked = ctx.step(kinds.attachAsked, subjectOf(VOLUMES, undefined, name), { volume: name, node });
    this.actual.asked(key, { node, volume: name, driver, handle });
    this.patience.begin(asked, key);
    const attachment = attachmentName(driver, handle, node);
    if (this.attachment(asked, attachment) === undefined) {
      const body = {
        kind: 'VolumeAttachment',
        apiVersion: 'storage.k8s.io/v1',
        metadata: { name: attachment },
        spec: { attacher: driver, nodeName: node, source: { persistentVolumeName: name } },
        status: { attached: false },
      };
      const answer = yield* this.client.create(asked, ATTACHMENTS, undefined, body as KObject);
      if (!isFailure(answer)) return true;
      if (answer.reason !== 'AlreadyExists') {
        const error = `kubernetes.io/csi: attacher.Attach failed: ${answer.message ?? ''}`;
        this.patience.fail(asked, { node, volume: name, driver, handle, attachment }, error, users);
        this.actual.mark(key, 'uncertain');
        return true;
      }
    }
    // Whoever wrote it: it is the one that is waited for, and may be there already.
    this.queue.add(asked, key);
    return true;
  }

  /** Said once: it is tried again when the other node has let go. */
  private refuse(
    ctx: Context,
    key: string,
    { metadata }: PersistentVolume,
    users: readonly Pod[],
    others: readonly Known[],
  ): void {
    if (this.told.has(key)) return;
    this.told.add(key);
    const { name = '' } = metadata;
    const holders = others.flatMap((each) => this.usersOn(ctx, each.node, name)).map((pod) => pod.metadata.name);
    const refused = ctx.step(kinds.multiAttach, subjectOf(VOLUMES, undefined, name), {
      volume: name,
      node: others[0]?.node ?? '',
    });
    const why =
      holders.length === 0
        ? "Volume is already exclusively attached to one node and can't be attached to another"
        : `Volume is already used by pod(s) ${holders.join(', ')}`;
    const message = `Multi-Attach error for volume "${name}" ${why}`;
    for (const pod of users) this.recorder.event(refused, pod, 'Warning', 'FailedAttachVolume', message);
  }

  private nodeChanged(ctx: Context, node: string): void {
    for (const known of this.actual.on(node)) this.queue.add(ctx, keyOf(known));
  }

  private *detach(ctx: Context, known: Known): Process<boolean> {
    const key = keyOf(known);
    const micros = this.volumesOfNodes.staysFor(ctx, key, known);
    if (micros > 0) {
      this.queue.addAfter(ctx, key, micros, true);
      return true;
    }
    this.patience.end(key);
    this.actual.mark(key, 'detaching');
    yield* this.volumesOfNodes.tell(ctx, known, false);
    this.volumesOfNodes.wanted(key);
    const answer = yield* this.client.delete(ctx, ATTACHMENTS, undefined, known.attachment);
    if (isFailure(answer) && answer.code !== 404) {
      this.actual.mark(key, 'uncertain');
      return false;
    }
    const isGoing = !isFailure(answer) && answer.kind === 'VolumeAttachment';
    if (!isGoing) this.detached(ctx, known);
    return true;
  }

  private detached(ctx: Context, known: Known): void {
    this.actual.forget(keyOf(known));
    this.wake(ctx, known);
  }

  /** What has happened to a volume on one node may be what another waits for. */
  private wake(ctx: Context, { volume }: Known): void {
    for (const pod of this.pods(ctx)) {
      const { nodeName = '' } = pod.spec;
      if (nodeName !== '' && this.volumesOf(ctx, pod).some(({ metadata }) => metadata.name === volume))
        this.queue.add(ctx, `${nodeName}/${volume}`);
    }
  }

  private attachmentChanged(ctx: Context, before: VolumeAttachment, after: VolumeAttachment): void {
    this.sidecar.seen(ctx, after);
    const known = this.actual.named(after.metadata.name ?? '');
    if (known === undefined) return;
    const key = keyOf(known);
    if (known.state === 'attached' && before.status?.attached === true && after.status?.attached !== true)
      this.missedNext(ctx, key);
    // Whoever asked for it may have gone meanwhile.
    else if (known.state === 'attaching' && this.hasEnded(ctx, known, this.usersOn(ctx, known.node, known.volume)))
      this.queue.add(ctx, key);
  }

  private attachmentGone(ctx: Context, { metadata }: VolumeAttachment): void {
    const known = this.actual.named(metadata.name ?? '');
    if (known === undefined) return;
    const key = keyOf(known);
    if (known.state === 'detaching') this.detached(ctx, known);
    else if (known.state === 'attached') this.missedNext(ctx, key);
    else if (known.state === 'attaching') {
      const users = this.usersOn(ctx, known.node, known.volume);
      this.patience.fail(ctx, known, 'volume attachment has been deleted', users);
      this.actual.mark(key, 'uncertain');
    }
  }

  private missedNext(ctx: Context, key: string): void {
    const left = VERIFIED_EVERY - ((ctx.now - this.startedAt) % VERIFIED_EVERY);
    this.missed.set(key, ctx.now + left);
    this.queue.addAfter(ctx, key, left, true);
  }
}
