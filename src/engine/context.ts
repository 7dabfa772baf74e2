import type { Micros } from '../base/time/units.ts';
import type { Engine } from './engine.ts';
import { BACKGROUND } from './journal.ts';
import type { StepArgs, StepKind } from './kind.ts';
import { Sleep, type Wait } from './process.ts';
import type { TableName } from './table-name.ts';
import type { Timer } from './timer.ts';

/** Where something comes from: kept in queues and on the wire so that the next step can name its cause. */
export interface Origin {
  readonly cause: number;
  readonly more: readonly number[] | undefined;
  readonly story: number;
}

/** Who acts, and in which story: the same for all that somebody does in it, so that a context need not hold it. */
export class Part {
  /** The first of this actor, which knows the one in the story in which it acted last: all others are forgotten. */
  private readonly first: Part;
  private other: Part | undefined;

  constructor(
    readonly engine: Engine,
    readonly actor: number,
    readonly story: number,
    first?: Part,
  ) {
    this.first = first ?? this;
  }

  in(story: number): Part {
    if (story === this.story) return this;
    const { first } = this;
    if (first.story === story) return first;
    if (first.other?.story === story) return first.other;
    const other = new Part(this.engine, this.actor, story, first);
    first.other = other;
    return other;
  }
}

/**
 * Who acts, because of what. Immutable: emitting a step gives a new context whose cause is that step.
 * It is the first argument everywhere in the simulated half.
 */
export class Context implements Origin {
  constructor(
    readonly part: Part,
    readonly cause: number,
    readonly more: readonly number[] | undefined,
  ) {}

  static root(engine: Engine, actor: number, cause: number, story: number): Context {
    return new Context(new Part(engine, actor, story), cause, undefined);
  }

  get engine(): Engine {
    return this.part.engine;
  }

  get actor(): number {
    return this.part.actor;
  }

  get story(): number {
    return this.part.story;
  }

  /** Emits a step and returns the context it causes. Table writes that follow belong to it. */
  step<A extends StepArgs>(kind: StepKind<A>, subject: string, args?: A | false): Context {
    const { part } = this;
    return new Context(part, emit(part, this.cause, this.more, kind as StepKind, subject, args), undefined);
  }

  /** `from(origin).step(…)`: a step of this actor that something else caused. */
  stepFrom<A extends StepArgs>(origin: Origin, kind: StepKind<A>, subject: string, args?: A | false): Context {
    const part = this.part.in(origin.story);
    return new Context(part, emit(part, origin.cause, origin.more, kind as StepKind, subject, args), undefined);
  }

  /** As `step`, where nothing follows from it: no context is made. */
  note<A extends StepArgs>(kind: StepKind<A>, subject: string, args?: A | false): void {
    emit(this.part, this.cause, this.more, kind as StepKind, subject, args);
  }

  /** Whether reads are noted, and what steps say is kept. Else nobody need put it together: `ctx.step(…, ctx.isRecorded && { … })`. */
  get isRecorded(): boolean {
    return this.engine.recording === 'full';
  }

  /** Notes a read; it is attached to the next step of this resumption. */
  read(table: TableName, key: string, version: string): void {
    this.engine.recordRead(table, key, version);
  }

  /** The same cause, another actor (a request that enters the API server, a component that wakes). */
  as(actor: string): Context {
    const { engine, story } = this;
    return new Context(new Part(engine, engine.actorId(actor), story), this.cause, this.more);
  }

  /** The same actor, caused by something else: a delivered event, a queued key with all that was merged into it. */
  from(origin: Origin): Context {
    return new Context(this.part.in(origin.story), origin.cause, origin.more);
  }

  get background(): boolean {
    return this.story === BACKGROUND;
  }

  get now(): Micros {
    return this.engine.now;
  }

  /** What this actor's own clock says: what it writes down, and compares with what others have written. */
  get wall(): Micros {
    return this.wallAt(this.now);
  }

  /** What this actor's own clock said at a moment of `now`. */
  wallAt(moment: Micros): Micros {
    const { engine, actor } = this.part;
    return engine.wallOf(engine.actorName(actor), moment);
  }

  /** `yield ctx.sleep(us)`. A background context's sleeping does not keep the cluster from being quiescent. */
  sleep(micros: Micros): Wait<void> {
    return new Sleep(micros, this.background);
  }

  /** Runs `action` later. `background` timers (resyncs, deadlines, back-offs that only wait) do not hold off quiescence. */
  after(micros: Micros, action: () => void, background = this.background): Timer {
    return this.engine.after(micros, action, background);
  }

  /** As `sleep`, until a moment. One that has passed meanwhile is now, as for Go's timers. */
  sleepUntil(time: Micros): Wait<void> {
    return this.sleep(Math.max(0, time - this.now));
  }

  /** As `after`, at a moment. One that has passed meanwhile is now. */
  at(time: Micros, action: () => void, background = this.background): Timer {
    return this.engine.after(Math.max(0, time - this.now), action, background);
  }

  originOnly(): Origin {
    return { cause: this.cause, more: this.more, story: this.story };
  }
}

function emit(
  part: Part,
  cause: number,
  more: readonly number[] | undefined,
  kind: StepKind,
  subject: string,
  args: StepArgs | false | undefined,
): number {
  const { engine, actor, story } = part;
  engine.lastPart = part;
  return engine.recording === 'full'
    ? engine.record(actor, cause, more, story, kind, subject, args === false ? undefined : args)
    : engine.count(actor, cause, kind, subject);
}

/**
 * A way of many steps, each caused by the one before, as a request goes. It goes along itself, where contexts would be made for
 * steps from which nothing else follows.
 */
export class Trail implements Origin {
  private part: Part;
  cause: number;
  more: readonly number[] | undefined;

  constructor(actor: Context, from: Origin) {
    this.part = actor.part.in(from.story);
    this.cause = from.cause;
    this.more = from.more;
  }

  get engine(): Engine {
    return this.part.engine;
  }

  get story(): number {
    return this.part.story;
  }

  /** As of a context. */
  get isRecorded(): boolean {
    return this.engine.recording === 'full';
  }

  get background(): boolean {
    return this.story === BACKGROUND;
  }

  step<A extends StepArgs>(kind: StepKind<A>, subject: string, args?: A | false): void {
    this.cause = emit(this.part, this.cause, this.more, kind as StepKind, subject, args);
    this.more = undefined;
  }

  /** Goes on from where somebody else has come to. */
  goOnFrom({ cause, more, story }: Origin): void {
    this.part = this.part.in(story);
    this.cause = cause;
    this.more = more;
  }

  /** For who acts because of the last step. */
  get context(): Context {
    return new Context(this.part, this.cause, this.more);
  }
}

/** Somebody who acts all the time: `actor.of(ctx)` is `ctx.as(name)`, without asking for the name's number each time. */
export class Actor {
  private first: Context | undefined;

  constructor(readonly name: string) {}

  of(ctx: Context): Context {
    this.first ??= ctx.as(this.name);
    return this.first.from(ctx);
  }

  /** `actor.of(ctx).step(…)` */
  step<A extends StepArgs>(ctx: Context, kind: StepKind<A>, subject: string, args?: A | false): Context {
    this.first ??= ctx.as(this.name);
    return this.first.stepFrom(ctx, kind, subject, args);
  }
}

/** Further causes than these are not told: a key that a thousand events put into a queue has a thousand causes. */
const MOST_CAUSES = 16;

/** Joins two origins: the first cause stays first; a story wins over background. */
export function mergeOrigins(a: Origin, b: Origin): Origin {
  if (a.cause === b.cause) return a.story === BACKGROUND ? b : a;
  const story = a.story === BACKGROUND ? b.story : a.story;
  if (a.more?.length === MOST_CAUSES && a.cause >= 0 && a.story === story) return a;
  const cause = a.cause < 0 ? b.cause : a.cause;
  const more: number[] = [];
  addCauses(more, a.more, cause);
  if (b.cause >= 0) addCause(more, b.cause, cause);
  addCauses(more, b.more, cause);
  return { cause, more: more.length === 0 ? undefined : more, story };
}

function addCauses(more: number[], causes: readonly number[] | undefined, first: number): void {
  if (causes === undefined) return;
  for (const cause of causes) addCause(more, cause, first);
}

function addCause(more: number[], cause: number, first: number): void {
  if (cause !== first && more.length < MOST_CAUSES && !more.includes(cause)) more.push(cause);
}
