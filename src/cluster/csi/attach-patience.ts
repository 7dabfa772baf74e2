// Models pkg/volume/csi/csi_attacher.go waitForVolumeAttachment (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import type { Pod } from '../../api/types/core.ts';
import type { Context } from '../../engine/index.ts';
import { csi as kinds } from '../../steps/csi.ts';
import type { EventRecorder, WorkQueue } from '../clientgo/index.ts';
import type { VolumeAttachment } from '../ports/attachment.ts';
import { subjectOf } from '../ports/subject.ts';

const ATTACHMENTS = resourceOf('volumeattachments.storage.k8s.io');

/** So long a driver has for an attachment, until its Pods are told; then it is asked again, after a pause that grows. */
const TIMEOUT = 120_000_000;
const FIRST_PAUSE = 500_000;
const LONGEST_PAUSE = 122_000_000;

interface Waiting {
  readonly until: number;
  readonly pause: number;
}

/** Attachments that their driver has not made yet, by `node/volume`. */
export class AttachPatience {
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly queue: WorkQueue,
    private readonly recorder: EventRecorder,
    private readonly handleOf: (ctx: Context, volume: string) => string,
  ) {}

  begin(ctx: Context, key: string, pause = FIRST_PAUSE, after = 0): void {
    this.waiting.set(key, { until: ctx.now + after + TIMEOUT, pause });
    this.queue.addAfter(ctx, key, after + TIMEOUT, true);
  }

  look(ctx: Context, key: string, { metadata, spec, status }: VolumeAttachment, users: readonly Pod[]): void {
    if (status?.attached === true || metadata.deletionTimestamp !== undefined) {
      this.waiting.delete(key);
      return;
    }
    const known = this.waiting.get(key);
    if (known === undefined) return this.begin(ctx, key);
    if (known.until > ctx.now) return;
    const volume = spec.source.persistentVolumeName ?? '';
    const error = `timed out waiting for external-attacher of ${spec.attacher} CSI driver to attach volume ${this.handleOf(ctx, volume)}`;
    const { name = '' } = metadata;
    const failed = ctx.step(kinds.attachFailed, subjectOf(ATTACHMENTS, undefined, name), {
      volume,
      node: spec.nodeName,
      error,
    });
    const message = `AttachVolume.Attach failed for volume "${volume}" : ${error}`;
    for (const pod of users) this.recorder.event(failed, pod, 'Warning', 'FailedAttachVolume', message);
    this.begin(failed, key, Math.min(2 * known.pause, LONGEST_PAUSE), known.pause);
  }
}
