// Models nothing upstream: whose a process is, so that what it throws ends it and not the run (v1.36)

import { type Context, type Engine, Signal } from '../../engine/index.ts';
import type { Environment } from '../ports/environment.ts';
import { type LastingProcess, sayPanic } from '../ports/panic.ts';

/** A process that keeps what it knows when it is begun again. What is thrown in it is told; what then becomes of it, others say. */
class LivingProcess implements LastingProcess {
  readonly begun = new Signal();
  readonly isGone = false;

  constructor(
    readonly name: string,
    private readonly after?: (said: Context) => void,
  ) {}

  panicked(ctx: Context, error: unknown): void {
    const said = sayPanic(ctx, this.name, error).as(this.name);
    this.after?.(said);
  }
}

/** From now on what is thrown belongs to who threw it, and to nobody if he is unknown: the run goes on. */
export function outlivePanics(engine: Engine): void {
  engine.answerTo(new LivingProcess('cluster'));
}

/** Makes a part of the cluster as a process of its own. Where what is thrown is to end the run, it is made just so. */
export function within<T>(env: Environment, name: string, make: () => T, after?: (said: Context) => void): T {
  const { engine, processes } = env;
  if (engine.owner === undefined) return make();
  const process = new LivingProcess(name, after);
  processes?.set(name, process);
  return engine.under(process, make);
}
