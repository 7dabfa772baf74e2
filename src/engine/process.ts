import type { Engine } from './engine.ts';

/** A component's code: reads top to bottom, gives way at each `yield`. */
// biome-ignore lint/suspicious/noExplicitAny: what a wait resolves to is typed at its wrapper
export type Process<T = void> = Generator<Wait, T, any>;

/** Something a process can wait for. `begin` must arrange for exactly one later `task.wake(token, value)`. */
export interface Wait {
  begin(task: Task, token: number): void;
}

/** A running process. A wake with a stale token is ignored, so several waits may race. */
export class Task {
  token = 0;
  done = false;
  result: unknown;
  private joiners: { task: Task; token: number }[] | undefined;

  constructor(
    readonly engine: Engine,
    private readonly body: Process<unknown>,
  ) {}

  wake(token: number, value: unknown): boolean {
    if (this.done || token !== this.token) return false;
    this.token += 1;
    this.engine.makeReady(this, value);
    return true;
  }

  /** Runs to the next wait. Called by the engine alone. */
  resume(value: unknown): void {
    if (this.done) return;
    const next = this.body.next(value);
    if (next.done === true) this.finish(next.value);
    else next.value.begin(this, this.token);
  }

  /** Ends the process where it stands (a killed component, a closed connection); its `finally` blocks run. */
  cancel(): void {
    if (this.done) return;
    this.token += 1;
    this.finish(undefined);
    this.body.return(undefined);
  }

  /** `yield* task.join()` */
  *join<T>(): Process<T> {
    if (this.done) return this.result as T;
    return (yield { begin: (task, token) => this.addJoiner(task, token) }) as T;
  }

  private addJoiner(task: Task, token: number): void {
    this.joiners ??= [];
    this.joiners.push({ task, token });
  }

  private finish(result: unknown): void {
    this.done = true;
    this.result = result;
    if (this.joiners === undefined) return;
    for (const { task, token } of this.joiners) task.wake(token, result);
    this.joiners = undefined;
  }
}

export class Sleep implements Wait {
  constructor(
    private readonly micros: number,
    private readonly background: boolean,
  ) {}

  begin(task: Task, token: number): void {
    task.engine.sleepTask(this.micros, this.background, task, token);
  }
}
