import type { DaemonSet } from '../../../api/types/apps.ts';
import { MINUTE, SECOND } from '../../../base/time/units.ts';

const FIRST = SECOND;
const MOST = 15 * MINUTE;

interface Backoff {
  readonly since: number;
  readonly delay: number;
}

/** How long failed pods are left alone. Models client-go/util/flowcontrol Backoff as pkg/controller/daemon/daemon_controller.go uses it (v1.36) */
export class FailedPods {
  private readonly known = new Map<string, Backoff>();

  /** After which time to look again, the whole pause and not what is left of it; 0: act now, and wait twice as long the next time. */
  pause({ metadata, status }: DaemonSet, node: string, now: number): number {
    // Another generation begins anew.
    const key = `${metadata.uid}/${status?.observedGeneration ?? 0}/${node}`;
    const last = this.known.get(key);
    if (last !== undefined && now < last.since + last.delay) return last.delay;
    const rested = last === undefined || now - last.since > 2 * MOST;
    this.known.set(key, { since: now, delay: rested ? FIRST : Math.min(2 * last.delay, MOST) });
    return 0;
  }
}
