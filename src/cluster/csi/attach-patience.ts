// Models pkg/volume/csi/csi_attacher.go waitForVolumeAttachment, verifyAttachmentStatus (v1.36)

import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Pod } from '../../api/types/core.ts';
import { MILLISECOND, MINUTE, SECOND } from '../../base/time/units.ts';
import type { Context } from '../../engine/index.ts';
import { csi as kinds } from '../../steps/csi.ts';
import type { EventRecorder, WorkQueue } from '../clientgo/index.ts';
import type { VolumeAttachment } from '../ports/attachment.ts';
import { subjectOf } from '../ports/subject.ts';
import { type Known, keyOf } from './actual-state.ts';

const ATTACHMENTS = resourceOf('volumeattachments.storage.k8s.io');

/** So long a driver has for an attachment, until its Pods are told; then it is asked again, after a pause that grows. */
const TIMEOUT = 2 * MINUTE;
const FIRST_PAUSE = 500 * MILLISECOND;
const LONGEST_PAUSE = 122 * SECOND;

interface Waiting {
  readonly from: number;
  readonly until: number;
  readonly pause: number;
}

/** What is said of an attachment that is waited for. */
type Verdict = 'attached' | 'failed' | 'waiting';

/** Attachments that their driver has not made yet, by `node/volume`. */
export class AttachPatience {
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly queue: WorkQueue,
    private readonly recorder: EventRecorder,
  ) {}

  /** An attempt begins: the first one, or the next one after a pause. */
  begin(ctx: Context, key: string): void {
    const { pause = FIRST_PAUSE } = this.waiting.get(key) ?? {};
    this.waiting.set(key, { from: ctx.now, until: ctx.now + TIMEOUT, pause });
    this.queue.addAfter(ctx, key, TIMEOUT, true);
  }

  end(key: string): void {
    this.waiting.delete(key);
  }

  /** Between a failure and the next attempt. */
  isPausing(ctx: Context, key: string): boolean {
    const known = this.waiting.get(key);
    return known !== undefined && ctx.now < known.from;
  }

  /** Whether the attachment is made by now, or why not: then `pods` are told. */
  verdict(ctx: Context, known: Known, attachment: VolumeAttachment | undefined, pods: readonly Pod[]): Verdict {
    const key = keyOf(known);
    if (attachment?.metadata.deletionTimestamp === undefined && attachment?.status?.attached === true) {
      this.end(key);
      return 'attached';
    }
    const until = this.waiting.get(key)?.until ?? Number.POSITIVE_INFINITY;
    const error = problemOf(known, attachment, until <= ctx.now);
    if (error === undefined) return 'waiting';
    this.fail(ctx, known, error, pods);
    return 'failed';
  }

  /** An attempt was in vain: the next one begins after a pause. */
  fail(ctx: Context, known: Omit<Known, 'state'>, error: string, pods: readonly Pod[]): void {
    const { volume, node, attachment } = known;
    const failed = ctx.step(kinds.attachFailed, subjectOf(ATTACHMENTS, undefined, attachment), { volume, node, error });
    const message = `AttachVolume.Attach failed for volume "${volume}" : ${error}`;
    for (const pod of pods) this.recorder.event(failed, pod, 'Warning', 'FailedAttachVolume', message);
    const { pause = FIRST_PAUSE } = this.waiting.get(keyOf(known)) ?? {};
    const from = ctx.now + pause;
    this.waiting.set(keyOf(known), { from, until: from, pause: Math.min(2 * pause, LONGEST_PAUSE) });
    this.queue.addAfter(failed, keyOf(known), pause, true);
  }
}

function problemOf(
  { driver, handle }: Known,
  attachment: VolumeAttachment | undefined,
  isTimeUp: boolean,
): string | undefined {
  if (attachment?.metadata.deletionTimestamp !== undefined) return 'volume attachment is being deleted';
  if (attachment?.status?.attachError !== undefined) return attachment.status.attachError.message ?? '';
  if (!isTimeUp) return undefined;
  return `timed out waiting for external-attacher of ${driver} CSI driver to attach volume ${handle}`;
}
