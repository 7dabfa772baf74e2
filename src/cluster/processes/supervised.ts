// Models pkg/kubelet/pod_workers.go, for the control plane's own Pods (v1.36): what has ended is begun again

import { SECOND } from '../../base/time/units.ts';
import { type Context, type Owner, Signal } from '../../engine/index.ts';
import { panicSteps } from '../../steps/panic.ts';
import type { Environment } from '../ports/environment.ts';
import { type LastingProcess, sayPanic } from '../ports/panic.ts';
import { Pauses } from '../ports/pauses.ts';

/** What a process shows of its memory. What it has made elsewhere, as rules in a kernel, stays. */
const MEMORY = /^(?:informer|workqueue|expectations|consistency|events|garbage-collector|scheduler|kube-proxy)\//;

/** From one beginning to the next end. */
class Life implements LastingProcess {
  readonly begun = new Signal();
  isGone = false;

  constructor(
    readonly name: string,
    readonly end: (ctx: Context, error: unknown) => void,
  ) {}

  panicked(ctx: Context, error: unknown): void {
    this.isGone = true;
    this.end(ctx, error);
  }
}

/**
 * A program that holds nothing but copies: when anything in it panics, all of it ends, and a new one begins from what
 * the API server has.
 */
class Supervised {
  private readonly pauses = new Pauses();

  constructor(
    private readonly env: Environment,
    private readonly name: string,
    private readonly start: () => void,
  ) {}

  begin(): void {
    const life: Owner = new Life(this.name, (ctx, error) => this.ended(life, ctx, error));
    this.env.engine.under(life, this.start);
  }

  private ended(life: Owner, ctx: Context, error: unknown): void {
    const { env, name } = this;
    const { micros, times } = this.pauses.next(ctx.now);
    const subject = `processes/${name}`;
    const said = sayPanic(ctx, name, error).as(name);
    const ended = said.step(panicSteps.ended, subject, { process: name, seconds: micros / SECOND, times });
    for (const [at, informer] of env.informers ?? [])
      if (informer.owner === life) {
        informer.retire();
        env.informers?.delete(at);
      }
    env.engine.forget(life, (table) => MEMORY.test(table));
    const again = (): void => {
      ended.step(panicSteps.begun, subject, { process: name, times });
      this.begin();
    };
    // What ends again and again is no reason for the cluster not to be quiet.
    ended.after(micros, again, times > 1 || ctx.background);
  }
}

/** Begins it: on its own account where what is thrown is survived, and just so where it is to end the run. */
export function supervise(env: Environment, name: string, start: () => void): void {
  if (env.engine.owner === undefined) start();
  else new Supervised(env, name, start).begin();
}
