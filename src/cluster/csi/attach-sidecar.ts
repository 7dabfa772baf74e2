// Models kubernetes-csi/external-attacher pkg/controller/csi_handler.go (v1.36)

import { isFailure } from '../../api/errors/status.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { CSIDriver } from '../../api/types/storage.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process, Random } from '../../engine/index.ts';
import { csi as kinds } from '../../steps/csi.ts';
import { type RestClient, type SharedInformerFactory, WorkQueue, worker } from '../clientgo/index.ts';
import type { VolumeAttachment } from '../ports/attachment.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import { subjectOf } from '../ports/subject.ts';

const DRIVERS = present(resourceOf('csidrivers.storage.k8s.io'), 'drivers');
const ATTACHMENTS = present(resourceOf('volumeattachments.storage.k8s.io'), 'attachments');

/** The program beside a driver that attaches what VolumeAttachments ask for, whoever wrote them, and takes it off again. */
export class AttachSidecar {
  /** Names of attachments. */
  private readonly asked: WorkQueue;

  constructor(
    private readonly env: Environment,
    private readonly client: RestClient,
    private readonly factory: SharedInformerFactory,
    private readonly random: Random,
  ) {
    this.asked = new WorkQueue(env, 'csi-attachments', 'csi-attacher');
  }

  begin(): void {
    this.env.engine.spawn(worker(this.asked, (ctx, name) => this.serve(ctx, name)));
  }

  seen(ctx: Context, { metadata, status }: VolumeAttachment): void {
    if (metadata.deletionTimestamp !== undefined || status?.attached !== true) this.asked.add(ctx, metadata.name ?? '');
  }

  /** What was asked of it before it was there. */
  installed(ctx: Context, { metadata }: KObject): void {
    for (const attachment of this.factory.informer(ATTACHMENTS).indexer.list(ctx) as readonly VolumeAttachment[])
      if (attachment.spec.attacher === metadata.name) this.seen(ctx, attachment);
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

  private driver(ctx: Context, name: string): CSIDriver | undefined {
    return this.factory.informer(DRIVERS).indexer.get(ctx, name);
  }

  private *patch(ctx: Context, name: string, body: object, subresource?: string): Process<boolean> {
    const change = { type: 'merge', body, ...(subresource === undefined ? undefined : { subresource }) } as const;
    const answer = yield* this.client.patch(ctx, ATTACHMENTS, undefined, name, change);
    return !isFailure(answer) || answer.code === 404;
  }
}
