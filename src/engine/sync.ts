import { Queue } from '../base/queue.ts';
import type { Context } from './context.ts';
import type { Process, Task, Wait } from './process.ts';
import type { Timer } from './timer.ts';

interface Waiter {
  readonly task: Task;
  readonly token: number;
}

/** An unbounded channel with any number of takers, served in order. */
export class Mailbox<T> implements Wait {
  private readonly items = new Queue<T>();
  private readonly waiters = new Queue<Waiter>();
  private closed = false;

  get size(): number {
    return this.items.size;
  }

  put(item: T): void {
    for (;;) {
      const waiter = this.waiters.shift();
      if (waiter === undefined) break;
      if (waiter.task.wake(waiter.token, item)) return;
    }
    this.items.push(item);
  }

  /** Takers get `undefined` once what is left has been taken. */
  close(): void {
    this.closed = true;
    for (;;) {
      const waiter = this.waiters.shift();
      if (waiter === undefined) return;
      waiter.task.wake(waiter.token, undefined);
    }
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** `yield* mailbox.take()`: undefined when closed and empty. */
  *take(): Process<T | undefined> {
    return this.isReady ? this.tryTake() : ((yield this) as T | undefined);
  }

  /** Whether nobody need wait. `mailbox.isReady ? mailbox.tryTake() : yield mailbox` is `take` without a process of its own. */
  get isReady(): boolean {
    return this.items.size > 0 || this.closed;
  }

  tryTake(): T | undefined {
    return this.items.shift();
  }

  begin(task: Task, token: number): void {
    this.waiters.push({ task, token });
  }
}

/** Something for which some wait, served in order. Most often there is one, who needs no list. */
class Awaited {
  private first: Task | undefined;
  private token = 0;
  private others: Waiter[] | undefined;

  protected add(task: Task, token: number): void {
    if (this.first === undefined) {
      this.first = task;
      this.token = token;
    } else if (this.others === undefined) this.others = [{ task, token }];
    else this.others.push({ task, token });
  }

  protected wake(value: unknown): void {
    const { first, others } = this;
    this.first = undefined;
    this.others = undefined;
    first?.wake(this.token, value);
    for (const { task, token } of others ?? []) task.wake(token, value);
  }
}

/** One value, given once; any number may wait for it. */
export class Deferred<T> extends Awaited implements Wait {
  private settled = false;
  private value: T | undefined;

  get isSettled(): boolean {
    return this.settled;
  }

  resolve(value: T): void {
    if (this.settled) return;
    this.settled = true;
    this.value = value;
    this.wake(value);
  }

  *wait(): Process<T> {
    if (this.settled) return this.value as T;
    return (yield this) as T;
  }

  begin(task: Task, token: number): void {
    if (this.settled) task.wake(token, this.value);
    else this.add(task, token);
  }
}

/** Wakes everyone who waits now. */
export class Signal extends Awaited implements Wait {
  notify(): void {
    this.wake(undefined);
  }

  *wait(): Process<void> {
    yield this;
  }

  begin(task: Task, token: number): void {
    this.add(task, token);
  }
}

/** Waits for `wait`, at most `micros`. The result is `TIMED_OUT` when the time ran out. */
export const TIMED_OUT = Symbol('timed out');

export function* within<T>(
  ctx: Context,
  micros: number,
  wait: Wait,
  background = false,
): Process<T | typeof TIMED_OUT> {
  let timer: Timer | undefined;
  const result = (yield {
    begin(task: Task, token: number) {
      timer = ctx.after(micros, () => task.wake(token, TIMED_OUT), background || undefined);
      wait.begin(task, token);
    },
  }) as T | typeof TIMED_OUT;
  timer?.cancel();
  return result;
}

/** Runs processes side by side and waits for all of them; results in the given order. */
export function* all<T>(ctx: Context, processes: readonly Process<T>[]): Process<T[]> {
  const tasks = processes.map((process) => ctx.engine.spawn(process));
  const results: T[] = [];
  for (const task of tasks) results.push(yield* task.join<T>());
  return results;
}
