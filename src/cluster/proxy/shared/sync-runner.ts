// Models pkg/proxy/iptables/proxier.go (v1.36)

import { HOUR, SECOND } from '../../../base/time/units.ts';
import {
  BACKGROUND,
  type Context,
  mergeOrigins,
  type Origin,
  type Process,
  type Timer,
} from '../../../engine/index.ts';
import { proxy as kinds } from '../../../steps/proxy.ts';

const MIN_INTERVAL = SECOND;
const RETRY_INTERVAL = 30 * SECOND;
export const MAX_INTERVAL = HOUR;

/**
 * Runs something when asked, but not more often than once a second, and once an hour anyway.
 * Models pkg/proxy/runner/bounded_frequency_runner.go (v1.36)
 */
export class SyncRunner {
  private timer: Timer | undefined;
  private running = false;
  private lastStart = Number.NEGATIVE_INFINITY;
  private asked: Origin | undefined;

  /** `run` answers whether it went well. */
  constructor(
    private readonly base: Context,
    private readonly subject: string,
    private readonly run: (ctx: Context) => Process<boolean>,
  ) {}

  /** Something has changed, because of this. */
  ask(ctx: Context): void {
    const first = this.asked === undefined;
    this.asked = this.asked === undefined ? ctx.originOnly() : mergeOrigins(this.asked, ctx);
    if (this.running) return;
    const wait = Math.max(0, this.lastStart + MIN_INTERVAL - this.base.now);
    if (first && wait > 0) ctx.step(kinds.delayed, this.subject, { millis: Math.round(wait / 1000) });
    this.schedule(wait, this.asked.story === BACKGROUND);
  }

  private schedule(wait: number, background: boolean): void {
    this.timer?.cancel();
    this.timer = this.base.after(wait, () => this.begin(), background);
  }

  private begin(): void {
    const ctx = this.asked === undefined ? this.base : this.base.from(this.asked);
    this.asked = undefined;
    this.timer = undefined;
    this.running = true;
    this.lastStart = ctx.now;
    ctx.engine.spawn(this.once(ctx));
  }

  private *once(ctx: Context): Process {
    const well = yield* this.run(ctx);
    this.running = false;
    const asked: Origin | undefined = this.asked;
    if (asked !== undefined) {
      this.asked = undefined;
      this.ask(this.base.from(asked));
    } else {
      this.schedule(well ? MAX_INTERVAL : RETRY_INTERVAL, true);
    }
  }
}
