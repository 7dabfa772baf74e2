import type { Micros } from '../base/time/units.ts';
import { MINUTE, SECOND } from '../base/time/units.ts';
import { Deferred, type Engine, type Process } from '../engine/index.ts';

/** Virtual seconds per second, as fast as the machine can, or only as far as what happens needs: the wall clock does not count. */
export type Speed = number | 'max' | 'events';

/** Whoever has a wall clock and an event loop. */
export interface Host {
  /** Milliseconds; never seen by the simulation. */
  now(): number;
  /** Runs soon, after what else is waiting. */
  soon(action: () => void): void;
  /** Runs once after so many milliseconds; the result takes it back. */
  later(millis: number, action: () => void): () => void;
  broken(error: unknown): void;
}

const SLICE_MILLIS = 8;
const OCCURRENCES_BETWEEN_LOOKS = 32;
/** So far may virtual time be ahead of the wall before work that nobody asked for waits. */
const MOST_LEAD_MICROS = SECOND;
/** At full speed work that never ends runs this far ahead of the last request. */
const MOST_BURST_MICROS = 10 * MINUTE;
const LONGEST_WAIT_MILLIS = 60_000;
/** Something in the cluster broke: whoever waits just for that is told after so long. */
const PATIENCE_MILLIS = 5_000;

/**
 * Couples virtual time to the wall clock. Something asked from outside is answered as fast as possible; in between,
 * virtual time passes with the wall clock times the speed, or at full speed until the cluster has nothing to do.
 */
export class Driver {
  private startVirtual: number;
  private startWall: number;
  private lastRequest: number;
  private readonly pending = new Set<Pending>();
  private planned = false;
  private stopped = false;
  private alarm: (() => void) | undefined;
  /** Calls to programs outside of the cluster, which take time of the wall. */
  private away = 0;

  constructor(
    readonly engine: Engine,
    private readonly speed: Speed,
    private readonly host: Host,
  ) {
    this.startVirtual = engine.now;
    this.startWall = host.now();
    this.lastRequest = engine.now;
    this.plan();
  }

  /** Runs a process from outside; the promise has what it returned. What it throws is for who asked: nobody else hears of it. */
  ask<T>(begin: () => Process<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const { pending } = this;
      const entry: Pending = { fail: reject, giveUp: undefined };
      const end = (): void => {
        entry.giveUp?.();
        pending.delete(entry);
      };
      pending.add(entry);
      this.perform(() => {
        this.engine.spawn(
          (function* (): Process<void> {
            try {
              resolve(yield* begin());
            } catch (error) {
              reject(error);
            } finally {
              end();
            }
          })(),
        );
      });
    });
  }

  /** Something that happens outside, such as a client that goes away. */
  perform(action: () => void): void {
    this.catchUp();
    this.guard(() => this.engine.perform(action));
    this.lastRequest = this.engine.now;
    this.plan();
  }

  /** Waits for somebody outside: as long as he takes, virtual time does not run ahead. */
  *outside<T>(call: () => Promise<T>): Process<T> {
    const result = new Deferred<T>();
    this.away += 1;
    call().then(
      (value) => {
        this.away -= 1;
        if (!this.stopped) this.perform(() => result.resolve(value));
      },
      (error) => this.host.broken(error),
    );
    return yield* result.wait();
  }

  /** Lets so much virtual time pass as fast as possible. */
  skip(micros: Micros): void {
    this.startVirtual = this.engine.now + micros;
    this.startWall = this.host.now();
    this.plan();
  }

  /** When everything that is due before this virtual time has happened. */
  async reached(time: number): Promise<void> {
    while ((this.engine.nextTime ?? time) < time) await new Promise<void>((done) => this.host.soon(done));
    this.catchUp();
  }

  stop(): void {
    this.stopped = true;
    this.alarm?.();
  }

  /** Nothing runs and nobody waits. */
  get idle(): boolean {
    return this.pending.size === 0 && this.engine.quiescent;
  }

  private get factor(): number {
    return this.speed === 'max' ? 1 : this.speed === 'events' ? 0 : this.speed;
  }

  /** Where virtual time should be by the wall clock. */
  private get target(): number {
    const { factor } = this;
    return Math.floor(this.startVirtual + (this.host.now() - this.startWall) * 1000 * factor);
  }

  /** A quiet cluster's clock stands at its last occurrence: it moves up to now, but not past what is due. */
  private catchUp(): void {
    const due = this.engine.nextTime;
    const target = this.target;
    this.engine.idleUntil(due === undefined ? target : Math.min(due, target));
  }

  private plan(): void {
    if (this.planned || this.stopped) return;
    this.planned = true;
    this.alarm?.();
    this.alarm = undefined;
    this.host.soon(() => this.slice());
  }

  private slice(): void {
    this.planned = false;
    const until = this.host.now() + SLICE_MILLIS;
    let more = true;
    this.guard(() => {
      do more = this.some(OCCURRENCES_BETWEEN_LOOKS);
      while (more && this.host.now() < until);
    });
    if (more) {
      this.plan();
      return;
    }
    this.limitLead();
    this.waitForNext();
  }

  /** A few occurrences. False when nothing is due. */
  private some(count: number): boolean {
    const target = this.target;
    for (let at = 0; at < count; at += 1) {
      const due = this.engine.nextTime;
      if (due === undefined) return false;
      if (due > target && !this.mayRunAhead(due)) return false;
      this.engine.advance();
    }
    return true;
  }

  private mayRunAhead(due: number): boolean {
    if (this.away > 0) return false;
    // Who may wait in vain does not push time ahead.
    for (const { giveUp } of this.pending) if (giveUp === undefined) return true;
    return typeof this.speed !== 'number' && !this.engine.quiescent && due - this.lastRequest < MOST_BURST_MICROS;
  }

  /** Clients in a hurry and full speed push virtual time ahead; what waits for time must not stand still for long after that. */
  private limitLead(): void {
    const lead = this.engine.now - this.target;
    if (lead > MOST_LEAD_MICROS) this.startVirtual += lead - MOST_LEAD_MICROS;
  }

  private waitForNext(): void {
    const due = this.engine.nextTime;
    if (due === undefined || this.stopped) return;
    const { factor } = this;
    if (factor === 0) return;
    const millis = Math.ceil((due - this.target) / 1000 / factor);
    this.alarm = this.host.later(Math.min(Math.max(millis, 1), LONGEST_WAIT_MILLIS), () => this.plan());
  }

  private guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.patience(error);
      this.host.broken(error);
    }
  }

  /** Nobody knows who waits for what broke: all others are answered meanwhile. */
  private patience(error: unknown): void {
    for (const entry of this.pending)
      entry.giveUp ??= this.host.later(PATIENCE_MILLIS, () => {
        this.pending.delete(entry);
        entry.fail(error);
      });
  }
}

interface Pending {
  readonly fail: (error: unknown) => void;
  /** Takes back that it is given up. */
  giveUp: (() => void) | undefined;
}

export const nodeHost = (broken: (error: unknown) => void): Host => ({
  now: () => performance.now(),
  soon: (action) => void setImmediate(action),
  later: (millis, action) => {
    const timer = setTimeout(action, millis);
    return () => clearTimeout(timer);
  },
  broken,
});
