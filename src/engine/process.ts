import type { Micros } from '../base/time/units.ts';
import type { Part } from './context.ts';
import type { Engine } from './engine.ts';
import type { Owner } from './owner.ts';
import type { Due } from './timer.ts';

/** A component's code: reads top to bottom, gives way at each `yield`. */
// biome-ignore lint/suspicious/noExplicitAny: what a wait resolves to is typed at its wrapper
export type Process<T = void> = Generator<Wait | Process<unknown>, T, any>;

/** Something a process can wait for. `begin` must arrange for exactly one later `task.wake(token, value)`. */
export interface Wait<T = unknown> {
  begin(task: Task, token: number): void;
  /** Type only: what `yield` gives. */
  readonly gives?: T;
}

/** A value that is most often known at once, or a process that gives it in the end. */
export type Soon<T> = T | Process<T>;

/** `yield* settle(soon)`: its value, whichever way it comes. */
export function settle<T>(soon: Soon<T>): Process<T> {
  return isProcess(soon) ? soon : known(soon);
}

function* known<T>(value: T): Process<T> {
  return value;
}

/**
 * The prototype that all generators inherit from. It is not looked up on each: the generators of every function have a hidden class of
 * their own.
 */
const ofGenerators = Object.getPrototypeOf(function* () {}).prototype;
const nextOf: Process<unknown>['next'] = ofGenerators.next;

/** A constructor with that prototype, so that `instanceof` tells a generator. Looking for a field is slow on values of many hidden classes. */
function AnyProcess(): void {}
AnyProcess.prototype = ofGenerators;

function isProcess<T>(soon: Soon<T> | Wait<T>): soon is Process<T> {
  return soon instanceof AnyProcess;
}

/** `yield ctx.sleep(us)`. There are more sleeps than anything else: the sleeper itself is the entry of the schedule. */
export class Sleep implements Wait<void> {
  constructor(
    private readonly micros: Micros,
    private readonly background: boolean,
  ) {}

  begin(task: Task, token: number): void {
    task.sleep(this.micros, this.background, token);
  }
}

/**
 * A running process, with those that wait for it inside one another.
 *
 * Promises: it runs only when the engine resumes it, to its next wait, and never within another task; a wake with a stale
 * token is ignored, so that several waits may race; when it ends, those who joined it are woken in their order; cancelled,
 * it ends at once, with the `finally` blocks of all its processes, the innermost first.
 * Does not promise: to catch anything. What none of its processes catches goes to the engine, and from there to its owner.
 * Called by: the engine (`resume`); whatever it waits for (`wake`, `enter`); whoever spawned it (`cancel`, `join`).
 */
export class Task implements Due, Wait {
  /** Counts its waits: whoever wakes it must name the one that it waits in. */
  token = 0;
  /** From then on nothing of it runs, and `result` stays. */
  done = false;
  result: unknown;
  /** While it is ready: its place in the order, and what its wait resolved to. A task is ready at most once. */
  order = 0;
  value: unknown;
  /** While it is in the schedule: the wait that ends then, and whether that is background. */
  private sleepToken = 0;
  background = false;
  private isAsleep = false;
  /** The processes that wait for `body`, the outermost first. Each of them goes on with the value that the one inside it returns. */
  private readonly outers: Process<unknown>[] = [];
  private hasEntered = false;
  private joiners: { task: Task; token: number }[] | undefined;
  owner: Owner | undefined;
  /** The last step that it made, or else whoever began it, and who acted in it. */
  lastStep: number;
  lastPart: Part | undefined;

  constructor(
    readonly engine: Engine,
    private body: Process<unknown>,
  ) {
    this.owner = engine.owner;
    this.lastStep = engine.lastStep;
    this.lastPart = engine.lastPart;
  }

  wake(token: number, value: unknown): boolean {
    if (this.done || token !== this.token) return false;
    this.token += 1;
    this.engine.makeReady(this, value);
    return true;
  }

  sleep(micros: Micros, background: boolean, token: number): void {
    if (this.isAsleep) {
      // An earlier sleep lost a race and is still due.
      this.engine.after(micros, () => this.wake(token, undefined), background);
      return;
    }
    this.isAsleep = true;
    this.sleepToken = token;
    this.background = background;
    this.engine.schedule(this, micros, background);
  }

  /** Always false: if a task is cancelled in its sleep, the end of the sleep is still an occurrence. */
  get isInert(): boolean {
    return false;
  }

  /** Its sleep is over. */
  fire(): void {
    this.isAsleep = false;
    this.wake(this.sleepToken, undefined);
  }

  /** Runs to the next wait. Called by the engine alone, who is thrown what none of its processes catches. */
  resume(value: unknown): void {
    if (this.done || this.owner?.isGone === true) return;
    try {
      this.follow(nextOf.call(this.body, value) as IteratorResult<Wait | Process<unknown>, unknown>);
    } catch (error) {
      this.unwind(error);
    }
  }

  private follow(first: IteratorResult<Wait | Process<unknown>, unknown>): void {
    let next = first;
    for (;;) {
      let given: unknown;
      if (next.done !== true) {
        const wait = next.value;
        if (isProcess(wait)) this.enter(wait);
        else wait.begin(this, this.token);
        if (!this.hasEntered) return;
        this.hasEntered = false;
      } else {
        const outer = this.outers.pop();
        if (outer === undefined) return this.finish(next.value);
        this.body = outer;
        given = next.value;
      }
      next = nextOf.call(this.body, given) as IteratorResult<Wait | Process<unknown>, unknown>;
    }
  }

  /** Throws the error into each process in turn, from the innermost on, as an exception goes through functions. */
  private unwind(thrown: unknown): void {
    let error = thrown;
    this.hasEntered = false;
    for (;;) {
      try {
        // One that has ended throws it on.
        return this.follow(this.body.throw(error));
      } catch (another) {
        error = another;
      }
      this.hasEntered = false;
      const outer = this.outers.pop();
      if (outer === undefined) break;
      this.body = outer;
    }
    this.done = true;
    this.token += 1;
    throw error;
  }

  /** Goes on with another process; the one that runs now gets what it returns. Also for a wait that turns out to be a process. */
  enter(process: Process<unknown>): void {
    this.outers.push(this.body);
    this.body = process;
    this.hasEntered = true;
  }

  /** Ends the process where it stands (a killed component, a closed connection); its `finally` blocks run. */
  cancel(): void {
    if (this.done) return;
    this.token += 1;
    this.finish(undefined);
    this.body.return(undefined);
    for (let outer = this.outers.pop(); outer !== undefined; outer = this.outers.pop()) outer.return(undefined);
  }

  /** `yield* task.join()` */
  *join<T>(): Process<T> {
    return (this.done ? this.result : yield this) as T;
  }

  /** `task.done ? task.result : yield task` is `join` without a process of its own. */
  begin(task: Task, token: number): void {
    if (this.done) task.wake(token, this.result);
    else if (this.joiners === undefined) this.joiners = [{ task, token }];
    else this.joiners.push({ task, token });
  }

  private finish(result: unknown): void {
    this.done = true;
    this.result = result;
    if (this.joiners === undefined) return;
    for (const { task, token } of this.joiners) task.wake(token, result);
    this.joiners = undefined;
  }
}
