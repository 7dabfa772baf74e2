// Models sigs.k8s.io/sig-storage-lib-external-provisioner controller/controller.go (v13)

import { isFailure } from '../../api/errors/status.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import { makerOf } from '../../api/storage/persistent-volumes.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { CSIDriver } from '../../api/types/storage.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process, Random } from '../../engine/index.ts';
import { csi as kinds } from '../../steps/csi.ts';
import { EventRecorder, objectKey, RestClient, SharedInformerFactory, WorkQueue, worker } from '../clientgo/index.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import { subjectOf } from '../ports/subject.ts';
import type { Transport } from '../ports/transport.ts';
import { Attacher } from './attacher.ts';
import { driverAsked, FINALIZER, isToBeDeleted, volumeFor, volumeName } from './objects.ts';
import { grow, wantsToGrow } from './resizer.ts';

const ACTOR = 'csi-provisioner';
const USER_AGENT = 'csi-provisioner/v0.0.0 (linux/amd64) kubernetes/$Format';
const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');
const VOLUMES = present(resourceOf('persistentvolumes'), 'volumes');
const CLASSES = present(resourceOf('storageclasses.storage.k8s.io'), 'classes');
const DRIVERS = present(resourceOf('csidrivers.storage.k8s.io'), 'drivers');
const LIMIT = 'csi.kubestep.dev/max-volumes';

export interface DriverOptions {
  readonly credentials: Credentials;
  /** Of the controller that asks for attaching. */
  readonly controller: Credentials;
  readonly qps?: number;
  readonly burst?: number;
  /** A driver's part on each node says that it is there. */
  register(ctx: Context, driver: string, limit: number | undefined): void;
}

/** What the controllers of installed drivers do, all in one. Made when the first claim asks for one. */
export class StorageDrivers {
  private readonly client: RestClient;
  private readonly factory: SharedInformerFactory;
  private readonly claims: WorkQueue;
  private readonly volumes: WorkQueue;
  private readonly recorder: EventRecorder;
  private readonly random: Random;
  private attacher: Attacher | undefined;
  private resizing: EventRecorder | undefined;
  /** Claims, with the size that they got: what is known of them may be older. */
  private readonly grown = new Set<string>();

  constructor(
    private readonly env: Environment,
    private readonly transport: Transport,
    private readonly options: DriverOptions,
  ) {
    const { credentials, qps = 20, burst = 30 } = options;
    this.client = new RestClient(env, transport, { userAgent: USER_AGENT, credentials, qps, burst });
    this.factory = new SharedInformerFactory(env, ACTOR, this.client);
    this.claims = new WorkQueue(env, 'csi-claims', ACTOR);
    this.volumes = new WorkQueue(env, 'csi-volumes', ACTOR);
    this.recorder = new EventRecorder(env, this.client, { component: ACTOR }, 'core/v1');
    this.random = env.engine.random(ACTOR);
  }

  start(): void {
    const { factory } = this;
    const onClaim = (ctx: Context, claim: KObject): void => this.claims.add(ctx, objectKey(claim));
    const onVolume = (ctx: Context, volume: KObject): void => {
      if (isToBeDeleted(volume as PersistentVolume)) this.volumes.add(ctx, volume.metadata.name ?? '');
      this.attachIfAsked(ctx, volume as PersistentVolume);
    };
    factory.informer(CLASSES);
    factory.informer(CLAIMS).addHandler(ACTOR, { onAdd: onClaim, onUpdate: (ctx, _, claim) => onClaim(ctx, claim) });
    factory.informer(VOLUMES).addHandler(ACTOR, { onAdd: onVolume, onUpdate: (ctx, _, one) => onVolume(ctx, one) });
    factory.informer(DRIVERS).addHandler(ACTOR, { onAdd: (ctx, driver) => this.installed(ctx, driver) });
    factory.start(this.env.engine.background(ACTOR));
    this.env.engine.spawn(this.work());
  }

  private *work(): Process {
    const base = this.env.engine.background(ACTOR);
    yield* this.factory.waitForSync(base);
    const volumes = this.factory.informer(VOLUMES).indexer.list(base);
    for (const volume of volumes) this.attachIfAsked(base, volume);
    this.env.engine.spawn(worker(this.claims, (ctx, key) => this.provision(ctx, key)));
    this.env.engine.spawn(worker(this.volumes, (ctx, key) => this.delete(ctx, key)));
  }

  /** Claims may have waited for it. */
  private installed(ctx: Context, driver: KObject): void {
    const { metadata } = driver;
    const limit = Number(metadata.annotations?.[LIMIT] ?? 0);
    this.options.register(ctx, metadata.name ?? '', limit > 0 ? limit : undefined);
    if ((driver as CSIDriver).spec.attachRequired !== false) this.attach();
    for (const claim of this.factory.informer(CLAIMS).indexer.list(ctx)) this.claims.add(ctx, objectKey(claim));
  }

  /** A volume of a driver that nobody installed is asked for all the same, in vain. */
  private attachIfAsked(ctx: Context, { spec }: PersistentVolume): void {
    const drivers = this.factory.informer(DRIVERS);
    if (spec.csi === undefined || !drivers.synced) return;
    const driver = drivers.indexer.get(ctx, spec.csi.driver);
    if (driver?.spec.attachRequired !== false) this.attach();
  }

  private attach(): void {
    if (this.attacher !== undefined) return;
    const { controller, credentials, qps = 20, burst = 30 } = this.options;
    this.attacher = new Attacher(this.env, this.transport, { own: controller, sidecar: credentials, qps, burst });
    this.attacher.start();
  }

  private isInstalled(ctx: Context, driver: string): boolean {
    return this.factory.informer(DRIVERS).indexer.get(ctx, driver) !== undefined;
  }

  private *provision(ctx: Context, key: string): Process<boolean> {
    const claim = this.factory.informer(CLAIMS).indexer.get(ctx, key);
    if (claim !== undefined && wantsToGrow(claim)) return yield* this.grow(ctx, claim);
    const name = claim?.spec.storageClassName ?? '';
    const found = this.factory.informer(CLASSES).indexer.get(ctx, name);
    const driver = claim === undefined ? undefined : driverAsked(claim, found);
    if (claim === undefined || found === undefined || driver === undefined || !this.isInstalled(ctx, driver))
      return true;
    const volume = volumeName(claim);
    if (this.factory.informer(VOLUMES).indexer.get(ctx, volume) !== undefined) return true;
    const subject = subjectOf(CLAIMS, claim.metadata.namespace, claim.metadata.name ?? '');
    const taken = ctx.step(kinds.claimTaken, subject, { driver });
    const message = `External provisioner is provisioning volume for claim "${key}"`;
    this.recorder.event(taken, claim, 'Normal', 'Provisioning', message);
    yield taken.sleep(draw(this.random, this.env.latencies.cloudBalancer));
    const size = String(claim.spec.resources?.requests?.storage ?? '');
    const made = taken.step(kinds.createVolume, subject, { driver, volume, size });
    const handle = `${driver}-${claim.metadata.uid}`;
    const answer = yield* this.client.create(made, VOLUMES, undefined, volumeFor(claim, found, handle) as KObject);
    if (isFailure(answer) && answer.reason !== 'AlreadyExists') {
      const failed = `failed to provision volume with StorageClass "${name}": ${answer.message}`;
      this.recorder.event(made, claim, 'Warning', 'ProvisioningFailed', failed);
      return false;
    }
    const done = `Successfully provisioned volume ${volume}`;
    this.recorder.event(made, claim, 'Normal', 'ProvisioningSucceeded', done);
    return true;
  }

  private *grow(ctx: Context, claim: PersistentVolumeClaim): Process<boolean> {
    const { volumeName: name = '' } = claim.spec;
    const volume = this.factory.informer(VOLUMES).indexer.get(ctx, name);
    const { driver } = volume?.spec.csi ?? {};
    if (volume === undefined || driver === undefined || !this.isInstalled(ctx, driver)) return true;
    const source = { component: `external-resizer ${driver}` };
    this.resizing ??= new EventRecorder(this.env, this.client, source, 'core/v1');
    const pause = (): number => draw(this.random, this.env.latencies.cloudBalancer);
    const key = `${claim.metadata.uid}/${claim.spec.resources?.requests?.storage}`;
    if (this.grown.has(key)) return true;
    const done = yield* grow(ctx, { client: this.client, recorder: this.resizing, pause }, claim, volume);
    if (done) this.grown.add(key);
    return done;
  }

  private *delete(ctx: Context, name: string): Process<boolean> {
    const volume = this.factory.informer(VOLUMES).indexer.get(ctx, name);
    const driver = volume === undefined ? undefined : makerOf(volume);
    if (volume === undefined || driver === undefined || !isToBeDeleted(volume) || !this.isInstalled(ctx, driver))
      return true;
    let cause = ctx;
    if (volume.metadata.deletionTimestamp === undefined) {
      yield ctx.sleep(draw(this.random, this.env.latencies.cloudBalancer));
      cause = ctx.step(kinds.deleteVolume, subjectOf(VOLUMES, undefined, name), { driver, volume: name });
      const deleted = yield* this.client.delete(cause, VOLUMES, undefined, name);
      // It comes again, marked as deleted.
      return !isFailure(deleted) || deleted.code === 404;
    }
    const finalizers = volume.metadata.finalizers?.filter((each) => each !== FINALIZER) ?? [];
    if (finalizers.length === volume.metadata.finalizers?.length) return true;
    const freed = { ...volume, metadata: { ...volume.metadata, finalizers } } as KObject;
    const answer = yield* this.client.update(cause, VOLUMES, freed);
    return !isFailure(answer) || answer.code === 404;
  }
}
