// Models the jobs of shell/ash.c of busybox: what runs beside a shell (v1.36)

import { Deferred, Signal } from '../../engine/index.ts';

/** One that runs beside its shell. */
export class Job {
  readonly ended = new Deferred<number>();
  /** Comes when somebody kills it. */
  readonly killed = new Signal();
  isKilled = false;
  /** With which it comes back then. */
  code = 143;

  constructor(readonly id: string) {}

  kill(code = 143): void {
    this.isKilled = true;
    this.code = code;
    this.killed.notify();
  }
}

/** Those of one shell, and of what it starts. */
export class Jobs {
  private readonly known: Job[] = [];
  private now = 0;
  private begunNow = 0;

  /** False where so many begin at one moment that no machine has room for them. */
  mayBegin(now: number): boolean {
    this.begunNow = now === this.now ? this.begunNow + 1 : 0;
    this.now = now;
    return this.begunNow < MOST_AT_ONCE;
  }

  begin(): Job {
    const job = new Job(String(FIRST + this.known.length));
    this.known.push(job);
    return job;
  }

  get last(): Job | undefined {
    return this.known.at(-1);
  }

  get running(): readonly Job[] {
    return this.known.filter(({ ended }) => !ended.isSettled);
  }

  /** `8`, or `%1`. */
  find(word: string): Job | undefined {
    if (word.startsWith('%')) return this.known[Number(word.slice(1)) - 1] ?? this.last;
    return this.known.find(({ id }) => id === word);
  }
}

const MOST_AT_ONCE = 1000;
/** The numbers before are taken by the first process and the shell that somebody has entered. */
const FIRST = 8;
