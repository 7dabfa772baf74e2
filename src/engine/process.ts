import type { Part } from './context.ts';
import type { Engine } from './engine.ts';
import type { Owner } from './owner.ts';
import type { Due } from './timer.ts';

/** A component's code: reads top to bottom, gives way at each `yield`. */
// biome-ignore lint/suspicious/noExplicitAny: what a wait resolves to is typed at its wrapper
export type Process<T = void> = Generator<Wait, T, any>;

/**
 * What is most often known at once, and sometimes takes a process: `isProcess(soon) ? yield* soon : soon`. A process within a
 * process costs at its making and again at each of its waits, also when it has none of its own.
 */
export type Soon<T> = T | Process<T>;

export function isProcess<T>(soon: Soon<T> | Wait<T>): soon is Process<T> {
  return soon instanceof AnyProcess;
}

/** For where it does not matter: `yield* settle(soon)`. */
export function* settle<T>(soon: Soon<T>): Process<T> {
  return isProcess(soon) ? yield* soon : soon;
}

/** What has begun and goes on when it is waited for: a process, or, where one wait is enough, that alone. */
export type Begun<T> = Process<T> | Wait<T>;

/**
 * `const answer: Answer = yield inside(process)`: as `yield* process`, but while the inner process waits, the outer ones are
 * not gone through at each of its resumptions. Worth it where many processes are inside one another, as on a request's way.
 */
export function inside<T>(begun: Begun<T>): Wait<T> {
  return isProcess(begun) ? new Inner<T>(begun, undefined) : begun;
}

/** Where somebody must be waited for first, which is rare: `isProcess(soon) ? later(soon, next) : next(soon)`. */
export function* later<R, T>(first: Process<R>, next: (result: R) => Begun<T>): Process<T> {
  return yield inside(next(yield* first));
}

/** As `inside`, where `conclusion` makes something of what the process returns: no further process need wait only for that. */
export function concluded<R, T>(process: Process<R>, conclusion: Conclusion<R, T>): Wait<T> {
  return new Inner<T>(process, conclusion as Conclusion<unknown, T>);
}

export interface Conclusion<R, T> {
  conclude(result: R): Soon<T>;
}

/** A process, and who waits for it: one link of the chain of those that do not run. */
class Inner<T = unknown> implements Wait<T> {
  /** Set when it is entered: who goes on afterwards, and who after that one. */
  outer: Process<unknown> | undefined;
  below: Inner | undefined;

  constructor(
    readonly process: Process<unknown>,
    readonly conclusion: Conclusion<unknown, T> | undefined,
  ) {}

  begin(task: Task): void {
    task.enter(this);
  }
}

/** Something a process can wait for. `begin` must arrange for exactly one later `task.wake(token, value)`. */
export interface Wait<T = unknown> {
  begin(task: Task, token: number): void;
  /** Type only: what `yield` gives. */
  readonly gives?: T;
}

/**
 * What every generator inherits. To look it up on each would be slow: the generators of each function have a hidden class of
 * their own.
 */
const ofGenerators = Object.getPrototypeOf(function* () {}).prototype;
const nextOf: Process<unknown>['next'] = ofGenerators.next;

/** What all generators are instances of: whatever else comes by has many hidden classes, in which fields are slow to look for. */
function AnyProcess(): void {}
AnyProcess.prototype = ofGenerators;

/** `yield ctx.sleep(us)`. There are more sleeps than anything else: the sleeper itself is the entry of the schedule. */
export class Sleep<T> implements Wait<T> {
  constructor(
    private readonly micros: number,
    private readonly background: boolean,
    private readonly ending: (() => Soon<T>) | undefined,
  ) {}

  begin(task: Task, token: number): void {
    task.sleep(this.micros, this.background, token, this.ending);
  }
}

/** A running process. A wake with a stale token is ignored, so several waits may race. */
export class Task implements Due, Wait {
  token = 0;
  done = false;
  result: unknown;
  /** While it is ready: its place in the order, and what its wait resolved to. A task is ready at most once. */
  order = 0;
  value: unknown;
  /** While it is in the schedule: the wait that ends then, and whether that is background. */
  private sleepToken = 0;
  background = false;
  private isAsleep = false;
  /** What a sleep gives is worked out at its end, when the process goes on. */
  private ending: (() => unknown) | undefined;
  private ended: (() => unknown) | undefined;
  /** Whoever waits for the process that runs now, and those that wait for them. */
  private entered: Inner | undefined;
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

  sleep(micros: number, background: boolean, token: number, ending: (() => unknown) | undefined): void {
    if (this.isAsleep) {
      // An earlier sleep lost a race and is still due.
      this.engine.after(micros, () => this.awake(token, ending), background);
      return;
    }
    this.isAsleep = true;
    this.sleepToken = token;
    this.ending = ending;
    this.background = background;
    this.engine.schedule(this, micros, background);
  }

  /** Of one that was cancelled in its sleep, the end of the sleep is an occurrence all the same. */
  get isInert(): boolean {
    return false;
  }

  /** Its sleep is over. */
  fire(): void {
    const { ending } = this;
    this.isAsleep = false;
    this.ending = undefined;
    this.awake(this.sleepToken, ending);
  }

  private awake(token: number, ending: (() => unknown) | undefined): void {
    if (this.wake(token, undefined)) this.ended = ending;
  }

  /** Runs to the next wait. Called by the engine alone, who is thrown what none of its processes catches. */
  resume(value: unknown): void {
    if (this.done || this.owner?.isGone === true) return;
    try {
      let given = value;
      if (this.ended !== undefined) {
        const { ended } = this;
        this.ended = undefined;
        given = this.reached(ended());
      }
      this.follow(nextOf.call(this.body, given) as IteratorResult<Wait, unknown>);
    } catch (error) {
      this.unwind(error);
    }
  }

  private follow(first: IteratorResult<Wait, unknown>): void {
    let next = first;
    for (;;) {
      let given: unknown;
      if (next.done !== true) {
        next.value.begin(this, this.token);
        if (!this.hasEntered) return;
        this.hasEntered = false;
      } else {
        const { entered } = this;
        if (entered === undefined) return this.finish(next.value);
        this.body = this.leave(entered);
        given = entered.conclusion === undefined ? next.value : this.reached(entered.conclusion.conclude(next.value));
      }
      next = nextOf.call(this.body, given) as IteratorResult<Wait, unknown>;
    }
  }

  /** As an exception goes through functions: each process may catch it, from the innermost on. */
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
      if (this.entered === undefined) break;
      this.body = this.leave(this.entered);
    }
    this.done = true;
    this.token += 1;
    throw error;
  }

  /** Goes on with another process; the one that waits for it gets what it returns. */
  enter(inner: Inner): void {
    inner.outer = this.body;
    inner.below = this.entered;
    this.entered = inner;
    this.body = inner.process;
    this.hasEntered = true;
  }

  /** What is given, unless that takes longer. */
  private reached(soon: Soon<unknown>): unknown {
    if (!isProcess(soon)) return soon;
    this.enter(new Inner(soon, undefined));
    this.hasEntered = false;
    return undefined;
  }

  private leave({ outer, below }: Inner): Process<unknown> {
    this.entered = below;
    return outer as Process<unknown>;
  }

  /** Ends the process where it stands (a killed component, a closed connection); its `finally` blocks run. */
  cancel(): void {
    if (this.done) return;
    this.token += 1;
    this.finish(undefined);
    this.body.return(undefined);
    while (this.entered !== undefined) this.leave(this.entered).return(undefined);
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
