import { prefixEnd } from '../../../base/sorted-map.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserverProcess as steps } from '../../../steps/apiserver-process.ts';
import { isKvError, type KvEvent, type KvRangeResult, type KvStore, type KvWatch } from '../../ports/kv.ts';

/** `failing`: a change cannot be read, nothing after it is heard of. `reinitializing`: all of it is given up, and read anew. */
type State = 'ready' | 'failing' | 'reinitializing';

/** A cache that is filled from the store. */
export interface Followed {
  /** Why the change cannot be read. */
  receive(event: KvEvent): string | undefined;
  /** Everything anew. Why it cannot be read: then the cache stays as it is. */
  replace(range: KvRangeResult): string | undefined;
  /** Stops telling watches of changes. */
  terminate(ctx: Context): void;
}

const RETRIED_MICROS = 30 * SECOND;
const AGAIN_MICROS = SECOND;
/** Milliseconds after which one is asked to wait a second longer: e to the power of six hundredths of the time. */
const LONGER_FROM: readonly number[] = [
  11553, 18311, 23105, 26824, 29863, 32432, 34658, 36621, 38377, 39965, 41416, 42750, 43985, 45135, 46210, 47221, 48173,
  49074, 49929, 50743, 51518, 52259, 52968, 53648, 54302, 54931, 55537, 56122, 56687,
];

/**
 * How a cache hears of the store: of everything once, then of each change. A change that cannot be read it meets again each time
 * it goes on from where it was; after half a minute it begins anew, and for as long as something is there that cannot be read,
 * that fails.
 */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go, startCaching, and client-go/tools/cache/reflector.go with MaxInternalErrorRetryDuration (v1.36). Deviation: the retries of the half minute are not made one by one.
export class StoreReflector {
  private watch: KvWatch | undefined;
  private state: State = 'ready';
  private downSince = 0;
  /** Only the newest life goes on. */
  private lives = 0;

  constructor(
    private readonly kv: KvStore,
    private readonly prefix: string,
    private readonly subject: string,
    private readonly base: Context,
    private readonly followed: Followed,
  ) {}

  /** Whether reads may be answered from the cache. */
  get isReady(): boolean {
    return this.state !== 'reinitializing';
  }

  /** Whether it hears of changes. */
  get isFollowing(): boolean {
    return this.state === 'ready';
  }

  // Models staging/src/k8s.io/apiserver/pkg/storage/cacher/util.go (v1.36)
  /** In how many seconds whoever finds no cache may come again. */
  get retryAfterSeconds(): number {
    const down = (this.base.now - this.downSince) / 1000;
    return 1 + LONGER_FROM.filter((from) => down >= from).length;
  }

  /** Hears of every change from a revision on; false: the store has forgotten it. */
  follow(from: number): boolean {
    const watch = this.kv.watch(this.prefix, from, (event) => this.receive(event));
    if (isKvError(watch)) return false;
    this.stop();
    this.state = 'ready';
    this.watch = watch;
    return true;
  }

  stop(): void {
    this.lives += 1;
    this.watch?.stop();
    this.watch = undefined;
  }

  /** Calls back when every change until now has been heard of; `isFresh`: it has. */
  progress(ctx: Context, done: (revision: number, isFresh: boolean) => void): void {
    const { lives } = this;
    if (this.watch === undefined) done(0, false);
    else this.watch.progress(ctx, (revision) => done(revision, this.isFollowing && lives === this.lives));
  }

  /** Begins again, because an object of the list cannot be read. */
  reinitialize(error: string): void {
    this.stop();
    this.giveUp(error);
    this.base.engine.spawn(this.listAgain(this.lives, error));
  }

  private receive(event: KvEvent): void {
    const error = this.followed.receive(event);
    if (error === undefined) return;
    this.stop();
    this.state = 'failing';
    this.base.stepFrom(event, steps.cacheStuck, this.subject, { key: event.key, error });
    this.base.engine.spawn(this.fail(this.lives, error));
  }

  private *fail(life: number, error: string): Process {
    yield this.base.sleep(RETRIED_MICROS);
    if (life !== this.lives) return;
    this.giveUp(error);
    yield* this.listAgain(life, error);
  }

  private giveUp(error: string): void {
    this.state = 'reinitializing';
    this.downSince = this.base.now;
    this.base.note(steps.cacheReinitializing, this.subject, { error });
  }

  private *listAgain(life: number, error: string): Process {
    const { base, kv, prefix, subject } = this;
    let told = error;
    for (;;) {
      yield base.sleep(AGAIN_MICROS);
      if (life !== this.lives) return;
      this.followed.terminate(base);
      const range = yield* kv.range(base, { start: prefix, end: prefixEnd(prefix), subject });
      if (life !== this.lives) return;
      const problem = isKvError(range) ? range.error : this.followed.replace(range);
      if (problem === undefined) return;
      if (problem !== told) base.note(steps.cacheReinitializing, subject, { error: problem });
      told = problem;
    }
  }
}
