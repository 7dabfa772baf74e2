import { Queue } from '../base/queue.ts';
import type { Micros } from '../base/time/units.ts';
import type { Context } from './context.ts';
import type { Process, Task, Wait } from './process.ts';
import type { Timer } from './timer.ts';

interface Waiter {
  readonly task: Task;
  readonly token: number;
}

/** Something for which some wait, served in order. Most often there is one, who needs no list. */
class Awaited implements Wait {
  protected first: Task | undefined;
  private token = 0;
  private others: Queue<Waiter> | undefined;

  begin(task: Task, token: number): void {
    if (this.first === undefined) {
      this.first = task;
      this.token = token;
      return;
    }
    this.others ??= new Queue();
    this.others.push({ task, token });
  }

  /** Whether it still waited. */
  protected wakeFirst(value: unknown): boolean {
    const { first, token } = this;
    const next = this.others?.shift();
    this.first = next?.task;
    if (next !== undefined) this.token = next.token;
    return first?.wake(token, value) === true;
  }

  /** All of them. */
  protected wake(value: unknown): void {
    while (this.first !== undefined) this.wakeFirst(value);
  }
}

/** An unbounded channel with any number of takers, served in order. */
export class Mailbox<T> extends Awaited {
  private readonly items = new Queue<T>();
  private closed = false;

  get size(): number {
    return this.items.size;
  }

  put(item: T): void {
    while (this.first !== undefined) if (this.wakeFirst(item)) return;
    this.items.push(item);
  }

  /** Takers get `undefined` once what is left has been taken. */
  close(): void {
    this.closed = true;
    this.wake(undefined);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** `yield* mailbox.take()`: undefined when closed and empty. */
  *take(): Process<T | undefined> {
    return this.items.size > 0 || this.closed ? this.tryTake() : ((yield this) as T | undefined);
  }

  /** Without waiting: undefined when there is none. */
  tryTake(): T | undefined {
    return this.items.shift();
  }
}

/** One value, given once; any number may wait for it. */
export class Deferred<T> extends Awaited {
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

  override begin(task: Task, token: number): void {
    if (this.settled) task.wake(token, this.value);
    else super.begin(task, token);
  }
}

/** Wakes everyone who waits now. */
export class Signal extends Awaited {
  notify(): void {
    this.wake(undefined);
  }

  *wait(): Process<void> {
    yield this;
  }
}

/** Waits for `wait`, at most `micros`. The result is `TIMED_OUT` when the time ran out. */
export const TIMED_OUT = Symbol('timed out');

export function* within<T>(
  ctx: Context,
  micros: Micros,
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
  for (const task of tasks) results.push((task.done ? task.result : yield task) as T);
  return results;
}
